import type { HomeTexts } from "../en/first.ts";

export const pt: HomeTexts = {
  isHere: "{names} está aqui",
  areHere: "{names} estão aqui",
  others: { one: "mais {count}", many: "mais {count}", other: "mais {count}" },
  repliesIn: "Costuma responder em {time}",
  replyIn: "Costumamos responder em {time}",
  ready: "Prontos para ajudar",
  away: "Saímos por um momento",
  notHereNow: "Agora não estamos",
  byMail: "Respondemos por e-mail.",
  backToday: "Voltamos hoje às {time}",
  backTomorrow: "Voltamos amanhã às {time}",
  backOn: "Voltamos {day} às {time}",
  localTime: "Em {place} são {time}.",
  automatic: "Respostas automáticas",
  whoAnswers: "Quem deve responder?",
  ratherTalk: "Prefere falar?",
  askForCall: "Pedir uma ligação",
};
