import type { HomeTexts } from "../en/first.ts";

export const ru: HomeTexts = {
  isHere: "{names} на связи",
  areHere: "{names} на связи",
  others: { one: "ещё {count}", few: "ещё {count}", many: "ещё {count}", other: "ещё {count}" },
  repliesIn: "Обычно отвечает за {time}",
  replyIn: "Обычно отвечаем за {time}",
  ready: "Готовы помочь",
  away: "Мы ненадолго отошли",
  notHereNow: "Сейчас никого нет",
  byMail: "Ответим по почте.",
  backToday: "Вернёмся сегодня в {time}",
  backTomorrow: "Вернёмся завтра в {time}",
  backOn: "Вернёмся: {day}, {time}",
  localTime: "{place}: сейчас {time}.",
  automatic: "Отвечает автоматически",
  whoAnswers: "С кем хотите поговорить?",
  ratherTalk: "Удобнее по телефону?",
  askForCall: "Заказать звонок",
};
