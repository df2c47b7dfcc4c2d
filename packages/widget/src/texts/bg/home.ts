import type { HomeTexts } from "../en/first.ts";

export const bg: HomeTexts = {
  isHere: "{names} е тук",
  areHere: "{names} са тук",
  others: { one: "още {count}", other: "още {count}" },
  repliesIn: "Обикновено отговаря до {time}",
  replyIn: "Обикновено отговарят до {time}",
  ready: "Готови да помогнем",
  away: "Няма ни за малко",
  notHereNow: "В момента ни няма",
  byMail: "Отговаряме по имейл.",
  backToday: "Връщаме се днес в {time}",
  backTomorrow: "Връщаме се утре в {time}",
  backOn: "Връщаме се: {day}, {time}",
  localTime: "{place}: часът е {time}.",
  automatic: "Автоматични отговори",
  whoAnswers: "С кого искате да говорите?",
  ratherTalk: "Предпочитате да поговорим?",
  askForCall: "Заявете обаждане",
};
