import { defineTexts } from "../../../../text/index.ts";

/** Interface texts of the bots of a widget. */
export const t = defineTexts({
  en: {
    "scope.group": "Bots",
    "scope.about":
      "Bots get new chats first and hand over to operators. Changes are saved immediately.",
    "scope.none": "There are no bots yet.",
    "scope.add": "Add a bot",
    "scope.first": "{name} gets new chats first.",
    "scope.nobody": "New chats go directly to operators.",
    "scope.all": "In all channels",
    "scope.here": "In selected channels, including this one",
    "scope.elsewhere": "In other channels",
    "scope.off": "Switched off",
    "scope.file": "Its channels are set in parlour.yaml",
    "scope.joined": "{name} now gets new chats from this widget.",
    "scope.left": "{name} no longer gets new chats from this widget.",
    "scope.only": "This is the only channel of {name}. Switch the bot off on its own page instead.",
  },
  ru: {
    "scope.group": "Боты",
    "scope.about":
      "Боты первыми получают новые чаты и передают их операторам. Изменения сохраняются сразу.",
    "scope.none": "Ботов пока нет.",
    "scope.add": "Добавить бота",
    "scope.first": "Новые чаты сначала получает {name}.",
    "scope.nobody": "Новые чаты сразу получают операторы.",
    "scope.all": "Во всех каналах",
    "scope.here": "В выбранных каналах, включая этот",
    "scope.elsewhere": "В других каналах",
    "scope.off": "Выключен",
    "scope.file": "Его каналы заданы в parlour.yaml",
    "scope.joined": "{name} теперь получает новые чаты этого виджета.",
    "scope.left": "{name} больше не получает новые чаты этого виджета.",
    "scope.only": "Это единственный канал бота {name}. Выключите бота на его странице.",
  },
});
