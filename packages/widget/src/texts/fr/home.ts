import type { HomeTexts } from "../en/first.ts";

export const fr: HomeTexts = {
  isHere: "{names} est là",
  areHere: "{names} sont là",
  others: { one: "{count} autre", many: "{count} autres", other: "{count} autres" },
  repliesIn: "Répond en général en {time}",
  replyIn: "Répondent en général en {time}",
  ready: "Prêts à vous aider",
  away: "Nous revenons dans un instant",
  notHereNow: "Nous sommes absents",
  byMail: "Nous répondons par e-mail.",
  backToday: "De retour aujourd’hui à {time}",
  backTomorrow: "De retour demain à {time}",
  backOn: "De retour {day} à {time}",
  localTime: "Il est {time} à {place}.",
  automatic: "Réponses automatiques",
  whoAnswers: "Qui doit répondre ?",
  ratherTalk: "Vous préférez parler ?",
  askForCall: "Demander un appel",
};
