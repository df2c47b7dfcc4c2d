import type { HomeTexts } from "../en/first.ts";

export const uk: HomeTexts = {
  isHere: "{names} на зв’язку",
  areHere: "{names} на зв’язку",
  others: { one: "ще {count}", few: "ще {count}", many: "ще {count}", other: "ще {count}" },
  repliesIn: "Зазвичай відповідає за {time}",
  replyIn: "Зазвичай відповідаємо за {time}",
  ready: "Готові допомогти",
  away: "Ми ненадовго відійшли",
  notHereNow: "Зараз нікого немає",
  byMail: "Відповімо поштою.",
  backToday: "Повернемося сьогодні о {time}",
  backTomorrow: "Повернемося завтра о {time}",
  backOn: "Повернемося: {day}, {time}",
  localTime: "{place}: зараз {time}.",
  automatic: "Відповідає автоматично",
  whoAnswers: "Кому ваше запитання?",
  ratherTalk: "Зручніше телефоном?",
  askForCall: "Замовити дзвінок",
};
