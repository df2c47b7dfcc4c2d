import { defineTexts } from "../../../../text/index.ts";

/** Interface texts of reactions to messages. */
export const t = defineTexts({
  en: {
    "reaction.verb": "React",
    "reaction.row": "Choose a reaction",
    "reaction.by": "{name}, {time}",
    "reaction.own": "{name}, {time}. Press to take it back",
    "reaction.pending": "{service} has not confirmed it yet.",
    "reaction.refused": "The customer does not see your team’s reaction.",
    "reaction.refused.removal": "The customer still sees your team’s reaction.",
  },
  ru: {
    "reaction.verb": "Отреагировать",
    "reaction.row": "Выберите реакцию",
    "reaction.by": "{name}, {time}",
    "reaction.own": "{name}, {time}. Нажмите, чтобы убрать",
    "reaction.pending": "{service} ещё не подтверждает получение.",
    "reaction.refused": "Клиент не видит реакцию команды.",
    "reaction.refused.removal": "Клиент всё ещё видит реакцию команды.",
  },
});
