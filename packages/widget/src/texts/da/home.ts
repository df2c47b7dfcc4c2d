import type { HomeTexts } from "../en/first.ts";

export const da: HomeTexts = {
  isHere: "{names} er her",
  areHere: "{names} er her",
  others: { one: "{count} anden", other: "{count} andre" },
  repliesIn: "Svarer som regel inden for {time}",
  replyIn: "Svarer som regel inden for {time}",
  ready: "Klar til at hjælpe",
  away: "Vi er væk et øjeblik",
  notHereNow: "Vi er her ikke lige nu",
  byMail: "Vi svarer på e-mail.",
  backToday: "Tilbage i dag kl. {time}",
  backTomorrow: "Tilbage i morgen kl. {time}",
  backOn: "Tilbage {day} kl. {time}",
  localTime: "Klokken er {time} i {place}.",
  automatic: "Automatiske svar",
  whoAnswers: "Hvem vil du tale med?",
  ratherTalk: "Vil du hellere tale sammen?",
  askForCall: "Bliv ringet op",
};
