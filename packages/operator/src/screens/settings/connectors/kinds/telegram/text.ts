import { defineTexts } from "../../../../../text/index.ts";

/** Interface texts of the channels of Telegram bots. */
export const t = defineTexts({
  en: {
    "telegram.title": "Telegram",
    "telegram.about": "Customers message your bot",
    "telegram.prepare.open": "In Telegram, open @BotFather and send /newbot.",
    "telegram.prepare.name": "Enter a name for the bot, then a username that ends in bot.",
    "telegram.prepare.copy": "Copy the token from BotFather's reply.",
    "telegram.bot_token": "Bot token",
    "telegram.bot_token.hint": "For example 123456789:AAE…",
    "telegram.greeting": "Greeting",
    "telegram.greeting.hint": "The bot sends it once, when a visitor opens it for the first time.",
    "telegram.write": "Write to the bot in Telegram. Then test both directions.",
    "telegram.link": "Address of the bot for your visitors",
    "telegram.notice.unreachable": "Telegram cannot be reached: {reason}",
    "telegram.notice.token_refused":
      "Telegram does not accept the bot token. Enter a new one from BotFather.",
    "telegram.notice.refused": "Telegram refused the request: {reason}",
    "telegram.notice.other_webhook":
      "Another program has set a webhook for this bot. Test the connection to take the bot over.",
    "telegram.notice.other_program":
      "Another program is using this bot. Stop it, or create a separate bot for Parlour.",
    "telegram.notice.shared_bot":
      "Another channel receives the updates of this bot. Use a bot of its own.",
    "telegram.notice.changed_webhook":
      "Another program has changed the webhook of this bot. Test the connection to take the bot over.",
    "telegram.notice.webhook_failing": "Telegram cannot send updates to Parlour: {reason}",
    "telegram.notice.not_tested": "Not tested, because Telegram does not answer.",
    "telegram.notice.no_visitor": "Connected to {bot}. No messages yet.",
    "telegram.notice.reaches_visitors": "{bot} can message its users.",
    "telegram.notice.switched_off": "The channel is switched off.",
    "telegram.notice.starting": "Parlour is starting to receive. Test again in a few seconds.",
    "telegram.notice.write_now": "Send a message to {address}, then test again.",
    "telegram.notice.webhook": "Telegram sends updates to Parlour.",
    "telegram.notice.polling": "Parlour fetches updates from Telegram.",
  },
  ru: {
    "telegram.title": "Telegram",
    "telegram.about": "Посетители пишут вашему боту",
    "telegram.prepare.open": "В Telegram откройте @BotFather и отправьте /newbot.",
    "telegram.prepare.name":
      "Введите имя бота, затем имя пользователя, которое заканчивается на bot.",
    "telegram.prepare.copy": "Скопируйте токен из ответа BotFather.",
    "telegram.bot_token": "Токен бота",
    "telegram.bot_token.hint": "Например, 123456789:AAE…",
    "telegram.greeting": "Приветствие",
    "telegram.greeting.hint": "Бот отправит его один раз, когда посетитель откроет его впервые.",
    "telegram.write": "Напишите боту в Telegram, затем проверьте оба направления.",
    "telegram.link": "Адрес бота для посетителей",
    "telegram.notice.unreachable": "Telegram недоступен: {reason}",
    "telegram.notice.token_refused":
      "Telegram не принимает токен бота. Введите новый, полученный от BotFather.",
    "telegram.notice.refused": "Telegram отклонил запрос: {reason}",
    "telegram.notice.other_webhook":
      "Другая программа установила вебхук для этого бота. Проверьте соединение, чтобы вернуть бота.",
    "telegram.notice.other_program":
      "Обновления этого бота получает другая программа. Остановите её или создайте отдельного бота.",
    "telegram.notice.shared_bot":
      "Обновления этого бота получает другой канал. Создайте отдельного бота.",
    "telegram.notice.changed_webhook":
      "Другая программа изменила вебхук этого бота. Проверьте соединение, чтобы вернуть бота.",
    "telegram.notice.webhook_failing": "Telegram не может передать обновления в Parlour: {reason}",
    "telegram.notice.not_tested": "Не проверено: Telegram не отвечает.",
    "telegram.notice.no_visitor": "Telegram знает бота {bot}. Посетители ещё не писали.",
    "telegram.notice.reaches_visitors": "Бот {bot} может писать посетителям.",
    "telegram.notice.switched_off": "Канал выключен.",
    "telegram.notice.starting":
      "Parlour начинает принимать сообщения. Повторите проверку через несколько секунд.",
    "telegram.notice.write_now": "Напишите на {address} и повторите проверку.",
    "telegram.notice.webhook": "Telegram передаёт обновления в Parlour.",
    "telegram.notice.polling": "Parlour забирает обновления из Telegram.",
  },
});
