import { defineTexts } from "../../../../../text/index.ts";

/** Interface texts of the channels of Telegram bots. */
export const t = defineTexts({
  en: {
    "telegram.title": "Telegram",
    "telegram.about": "Visitors write to your bot",
    "telegram.prepare.open": "In Telegram, open @BotFather and send /newbot.",
    "telegram.prepare.name": "Enter a name for the bot, then a username that ends in bot.",
    "telegram.prepare.copy": "Copy the token from BotFather's reply.",
    "telegram.token": "Bot token",
    "telegram.token.hint": "For example 123456789:AAE…",
    "telegram.write": "Write to the bot in Telegram. Then test both directions.",
    "telegram.link": "Address of the bot for your visitors",
  },
  ru: {
    "telegram.title": "Telegram",
    "telegram.about": "Посетители пишут вашему боту",
    "telegram.prepare.open": "В Telegram откройте @BotFather и отправьте /newbot.",
    "telegram.prepare.name":
      "Введите имя бота, затем имя пользователя, которое заканчивается на bot.",
    "telegram.prepare.copy": "Скопируйте токен из ответа BotFather.",
    "telegram.token": "Токен бота",
    "telegram.token.hint": "Например, 123456789:AAE…",
    "telegram.write": "Напишите боту в Telegram, затем проверьте оба направления.",
    "telegram.link": "Адрес бота для посетителей",
  },
});
