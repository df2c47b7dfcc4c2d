import { defineTexts } from "../../text/index.ts";

/** Texts of a new chat with the visitor of a closed one. */
export const t = defineTexts({
  en: {
    "conversation.continuefailed": "Could not start a new chat. {why}",
    "conversation.runs": "This visitor already has an open chat.",
  },
  ru: {
    "conversation.continuefailed": "Не удалось начать новый чат. {why}",
    "conversation.runs": "У этого посетителя уже есть открытый чат.",
  },
});
