import { defineTexts } from "../../text/index.ts";

/** Interface texts of the handles that move rows. */
export const t = defineTexts({
  en: {
    "order.move": "Move {name}",
    "order.hint": "Drag, or press Space and then ↑ ↓",
    "order.picked": "Number {n}. ↑ ↓ moves it, Space puts it down, Esc puts it back.",
    "order.moved": "{name} is now number {n}",
    "order.offline": "You are offline.",
  },
  ru: {
    "order.move": "Переместить {name}",
    "order.hint": "Перетащите или нажмите пробел, затем ↑ ↓",
    "order.picked": "Номер {n}. ↑ ↓ — переместить, пробел — оставить, Esc — вернуть.",
    "order.moved": "{name} теперь под номером {n}",
    "order.offline": "Нет связи.",
  },
});
