import type { HomeTexts } from "../en/first.ts";

export const sv: HomeTexts = {
  isHere: "{names} är här",
  areHere: "{names} är här",
  others: { one: "{count} till", other: "{count} till" },
  repliesIn: "Svarar oftast inom {time}",
  replyIn: "Svarar oftast inom {time}",
  ready: "Redo att hjälpa till",
  away: "Vi är borta en stund",
  notHereNow: "Vi är inte här just nu",
  byMail: "Vi svarar via e-post.",
  backToday: "Tillbaka i dag kl. {time}",
  backTomorrow: "Tillbaka i morgon kl. {time}",
  backOn: "Tillbaka {day} kl. {time}",
  localTime: "Klockan är {time} i {place}.",
  automatic: "Automatiska svar",
  whoAnswers: "Vem vill du prata med?",
  ratherTalk: "Vill du hellre prata?",
  askForCall: "Be oss ringa upp",
};
