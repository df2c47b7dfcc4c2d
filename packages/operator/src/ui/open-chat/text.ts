import { defineTexts } from "../../text/index.ts";

/** Interface texts of chats that open. */
export const t = defineTexts({
  en: {
    "opening.taken": "{name} took it.",
    "opening.somebody": "Another operator",
    "opening.failed.accept": "Could not take the chat.",
    "opening.failed.join": "Could not join.",
    "opening.failed.accept_transfer": "Could not accept the transfer.",
    "opening.failed.continue": "Could not start a new chat.",
    "conversation.runs": "This visitor already has an open chat.",
  },
  ru: {
    "opening.taken": "Чат взял(а) {name}.",
    "opening.somebody": "другой оператор",
    "opening.failed.accept": "Не удалось взять чат.",
    "opening.failed.join": "Не удалось войти в чат.",
    "opening.failed.accept_transfer": "Не удалось принять чат.",
    "opening.failed.continue": "Не удалось начать новый чат.",
    "conversation.runs": "У этого посетителя уже есть открытый чат.",
  },
});
