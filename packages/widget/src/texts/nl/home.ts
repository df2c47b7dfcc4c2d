import type { HomeTexts } from "../en/first.ts";

export const nl: HomeTexts = {
  isHere: "{names} is er",
  areHere: "{names} zijn er",
  others: { one: "{count} ander", other: "{count} anderen" },
  repliesIn: "Antwoordt meestal binnen {time}",
  replyIn: "Antwoorden meestal binnen {time}",
  ready: "Klaar om te helpen",
  away: "We zijn er even niet",
  notHereNow: "We zijn er nu niet",
  byMail: "We antwoorden per e-mail.",
  backToday: "Vandaag terug om {time}",
  backTomorrow: "Morgen terug om {time}",
  backOn: "{day} terug om {time}",
  localTime: "Het is {time} in {place}.",
  automatic: "Automatische antwoorden",
  whoAnswers: "Met wie wilt u spreken?",
  ratherTalk: "Liever bellen?",
  askForCall: "Terugbellen aanvragen",
};
