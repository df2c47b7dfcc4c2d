import { defineTexts } from "../../../text/index.ts";

/** Texts of notes that mention operators. */
export const t = defineTexts({
  en: {
    "mention.list": "Colleagues",
    "mention.nobody": "No colleague reads this chat.",
    "mention.told": "{by} mentioned you in the chat with {name}",
    "mention.open": "Open",
    "mention.row": "You are mentioned in a note",
    "mention.online": "online",
    "mention.away": "away",
    "mention.offline": "offline",
  },
  ru: {
    "mention.list": "Коллеги",
    "mention.nobody": "Этот чат не читает ни один коллега.",
    "mention.told": "{by} упоминает вас в чате с {name}",
    "mention.open": "Открыть",
    "mention.row": "Вас упомянули в заметке",
    "mention.online": "на месте",
    "mention.away": "отошёл",
    "mention.offline": "не в сети",
  },
});
