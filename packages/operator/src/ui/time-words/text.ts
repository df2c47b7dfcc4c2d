import { defineTexts } from "../../text/index.ts";

/** Texts of fields for a time in words. */
export const t = defineTexts({
  en: {
    "time.example": "tomorrow 9, in 3 h, Mon",
    "time.present": "Keep the time",
    "time.afternoon": "This afternoon",
    "time.tomorrow": "Tomorrow morning",
    "time.week": "Next week",
    "time.unknown": "No time found in “{words}”",
    "time.unknown.hint": "Try “tomorrow 9”, “in 3 h” or “3 Dec 14:00”.",
    "time.past": "This time has passed: {time}",
    "time.far": "The time can be at most a year ahead.",
    "time.choose": "Choose a time.",
  },
  ru: {
    "time.example": "завтра в 9, через 3 ч, пн",
    "time.present": "Оставить время",
    "time.afternoon": "Сегодня днём",
    "time.tomorrow": "Завтра утром",
    "time.week": "На следующей неделе",
    "time.unknown": "Не удалось понять время: «{words}»",
    "time.unknown.hint": "Например: «завтра в 9», «через 3 ч» или «3 дек 14:00».",
    "time.past": "Это время уже прошло: {time}",
    "time.far": "Время может быть не дальше чем через год.",
    "time.choose": "Выберите время.",
  },
});
