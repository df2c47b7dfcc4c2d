import type { HomeTexts } from "../en/first.ts";

export const cs: HomeTexts = {
  isHere: "{names} je tu",
  areHere: "{names} jsou tu",
  others: {
    one: "{count} další",
    few: "{count} další",
    many: "{count} dalšího",
    other: "{count} dalších",
  },
  repliesIn: "Obvykle odpovídá do {time}",
  replyIn: "Obvykle odpovídají do {time}",
  ready: "Rádi pomůžeme",
  away: "Hned se vrátíme",
  notHereNow: "Teď tu nejsme",
  byMail: "Odpovídáme e-mailem.",
  backToday: "Vrátíme se dnes v {time}",
  backTomorrow: "Vrátíme se zítra v {time}",
  backOn: "Vrátíme se: {day}, {time}",
  localTime: "{place}: je {time}.",
  automatic: "Automatické odpovědi",
  whoAnswers: "S kým chcete mluvit?",
  ratherTalk: "Chcete si raději promluvit?",
  askForCall: "Objednat zavolání",
};
