import { defineTexts } from "../../../text/index.ts";

/** Texts about the bots of a widget. */
export const t = defineTexts({
  en: {
    "scope.group": "Bots",
    "scope.about": "A bot gets new chats first and hands over to operators. Saved at once.",
    "scope.none": "This account has no bots.",
    "scope.add": "Add a bot",
    "scope.first": "New chats go to {name} first.",
    "scope.nobody": "New chats go to operators at once.",
    "scope.all": "In all channels",
    "scope.here": "In chosen channels, this one too",
    "scope.elsewhere": "In other channels",
    "scope.off": "Switched off",
    "scope.file": "Its channels stand in parlour.yaml",
    "scope.joined": "{name} gets new chats of this widget.",
    "scope.left": "{name} gets no new chats of this widget.",
    "scope.only": "{name} answers nowhere else. Switch it off on its own page instead.",
  },
  ru: {
    "scope.group": "Боты",
    "scope.about": "Бот получает новые чаты первым и передаёт их операторам. Сохраняется сразу.",
    "scope.none": "В этом аккаунте нет ботов.",
    "scope.add": "Добавить бота",
    "scope.first": "Новые чаты сначала получает {name}.",
    "scope.nobody": "Новые чаты сразу идут операторам.",
    "scope.all": "Во всех каналах",
    "scope.here": "В выбранных каналах, и в этом",
    "scope.elsewhere": "В других каналах",
    "scope.off": "Выключен",
    "scope.file": "Его каналы заданы в parlour.yaml",
    "scope.joined": "{name} получает новые чаты этого виджета.",
    "scope.left": "{name} не получает новых чатов этого виджета.",
    "scope.only": "Больше {name} нигде не отвечает. Выключите его на его странице.",
  },
});
