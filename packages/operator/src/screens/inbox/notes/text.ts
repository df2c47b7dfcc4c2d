import { defineTexts } from "../../../text/index.ts";

/** Interface texts of notes that mention operators. */
export const t = defineTexts({
  en: {
    "mention.list": "Operators",
    "mention.nobody": "No other operator can see this chat.",
    "mention.told": "{by} mentioned you in the chat with {name}",
    "mention.open": "Open",
    "mention.row": "You were mentioned in a note",
    "mention.online": "online",
    "mention.away": "away",
    "mention.offline": "offline",
  },
  ru: {
    "mention.list": "Операторы",
    "mention.nobody": "Другие операторы не видят этот чат.",
    "mention.told": "{by} упоминает вас в чате с {name}",
    "mention.open": "Открыть",
    "mention.row": "Вас упомянули в заметке",
    "mention.online": "на связи",
    "mention.away": "отошёл",
    "mention.offline": "не в сети",
  },
});
