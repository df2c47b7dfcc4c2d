import type { HomeTexts } from "../en/first.ts";

export const es: HomeTexts = {
  isHere: "{names} está aquí",
  areHere: "{names} están aquí",
  others: { one: "{count} más", many: "{count} más", other: "{count} más" },
  repliesIn: "Suele responder en {time}",
  replyIn: "Solemos responder en {time}",
  ready: "Listos para ayudar",
  away: "Hemos salido un momento",
  notHereNow: "Ahora no estamos",
  byMail: "Respondemos por correo.",
  backToday: "Volvemos hoy a las {time}",
  backTomorrow: "Volvemos mañana a las {time}",
  backOn: "Volvemos el {day} a las {time}",
  localTime: "En {place} son las {time}.",
  automatic: "Respuestas automáticas",
  whoAnswers: "¿Quién debe responder?",
  ratherTalk: "¿Prefiere hablar?",
  askForCall: "Pedir una llamada",
};
