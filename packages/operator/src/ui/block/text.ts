import { defineTexts } from "../../text/index.ts";

/** Interface texts of the dialog that blocks a visitor. */
export const t = defineTexts({
  en: {
    "block.undo": "Undo",
    "block.title": "Block {name}",
    "block.text":
      "This closes the chat. Your team will not get messages from this visitor. The visitor is not notified.",
    "block.for": "Duration",
    "block.hour": "1 hour",
    "block.day": "1 day",
    "block.week": "1 week",
    "block.month": "30 days",
    "block.ever": "Permanent",
    "block.reason": "Reason",
    "block.reason.hint": "Only visible to your team.",
    "block.verb": "Block",
    "block.done": "{name} is blocked.",
    "block.undone": "{name} is unblocked.",
    "block.undofailed": "Could not unblock. {why}",
  },
  ru: {
    "block.undo": "Отменить",
    "block.title": "Заблокировать: {name}",
    "block.text":
      "Чат закроется. Сообщения этого посетителя не будут приходить. Он об этом не узнает.",
    "block.for": "Срок",
    "block.hour": "1 час",
    "block.day": "1 день",
    "block.week": "1 неделя",
    "block.month": "30 дней",
    "block.ever": "Навсегда",
    "block.reason": "Причина",
    "block.reason.hint": "Видит только ваша команда.",
    "block.verb": "Заблокировать",
    "block.done": "{name}: заблокирован.",
    "block.undone": "{name}: разблокирован.",
    "block.undofailed": "Не удалось разблокировать. {why}",
  },
});
