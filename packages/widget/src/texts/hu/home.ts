import type { HomeTexts } from "../en/first.ts";

export const hu: HomeTexts = {
  isHere: "{names} itt van",
  areHere: "{names} itt vannak",
  others: { one: "{count} további munkatárs", other: "{count} további munkatárs" },
  repliesIn: "Szokásos válaszidő: {time}",
  replyIn: "Szokásos válaszidő: {time}",
  ready: "Szívesen segítünk",
  away: "Mindjárt visszajövünk",
  notHereNow: "Most nem vagyunk itt",
  byMail: "E-mailben válaszolunk.",
  backToday: "Ma {time}-kor újra itt vagyunk",
  backTomorrow: "Holnap {time}-kor újra itt vagyunk",
  backOn: "Újra itt vagyunk: {day}, {time}",
  localTime: "{place}: {time} óra van.",
  automatic: "Automatikus válaszok",
  whoAnswers: "Kivel szeretne beszélni?",
  ratherTalk: "Inkább telefonálna?",
  askForCall: "Visszahívás kérése",
};
