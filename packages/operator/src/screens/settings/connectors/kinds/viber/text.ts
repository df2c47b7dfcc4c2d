import { defineTexts } from "../../../../../text/index.ts";

/** Interface texts of the channels of Viber bots. */
export const t = defineTexts({
  en: {
    "viber.title": "Viber",
    "viber.about": "Customers message your bot",
    "viber.prepare.bot":
      "Ask Viber or one of its partners for a bot. Since February 2024, bots need a contract.",
    "viber.prepare.copy":
      "In Viber, open More → Settings → Bots → Edit Info, and copy the key of the app.",
    "viber.prepare.address":
      "Viber calls Parlour at its public address, which needs https with a trusted certificate.",
    "viber.auth_token": "Token",
    "viber.auth_token.hint":
      "Viber calls it “Your app key”. For example 445da6az1s345z78-dazcczb2…",
    "viber.greeting": "Greeting",
    "viber.greeting.hint": "Viber shows it when a visitor opens the bot who has not written yet.",
    "viber.write": "Write to the bot in Viber. Then test both directions.",
    "viber.link": "Address of the bot for your visitors",
    "viber.notice.unreachable": "Viber cannot be reached: {reason}",
    "viber.notice.token_refused":
      "Viber does not accept the token. Enter the one that Viber shows now.",
    "viber.notice.refused": "Viber refused the request: {reason}",
    "viber.notice.not_reached":
      "Viber cannot reach {address}. It needs https with a trusted certificate.",
    "viber.notice.needs_https": "Viber needs a public address with https. Set PUBLIC_URL.",
    "viber.notice.sends": "Parlour can send as {bot}.",
    "viber.notice.receives": "Viber reaches {address}.",
  },
  ru: {
    "viber.title": "Viber",
    "viber.about": "Посетители пишут вашему боту",
    "viber.prepare.bot":
      "Закажите бота у Viber или его партнёра. С февраля 2024 года для бота нужен договор.",
    "viber.prepare.copy":
      "В Viber откройте «Ещё» → «Настройки» → «Боты» → «Изменить информацию» и скопируйте ключ приложения.",
    "viber.prepare.address":
      "Viber обращается к Parlour по публичному адресу. Ему нужен https с доверенным сертификатом.",
    "viber.auth_token": "Токен",
    "viber.auth_token.hint":
      "В Viber он называется «Your app key». Например, 445da6az1s345z78-dazcczb2…",
    "viber.greeting": "Приветствие",
    "viber.greeting.hint":
      "Viber покажет его, когда бота откроет посетитель, который ещё не писал.",
    "viber.write": "Напишите боту в Viber, затем проверьте оба направления.",
    "viber.link": "Адрес бота для посетителей",
    "viber.notice.unreachable": "Viber недоступен: {reason}",
    "viber.notice.token_refused":
      "Viber не принимает токен. Введите тот, который Viber показывает сейчас.",
    "viber.notice.refused": "Viber отклонил запрос: {reason}",
    "viber.notice.not_reached":
      "Viber не может открыть {address}. Нужен https с доверенным сертификатом.",
    "viber.notice.needs_https": "Viber нужен публичный адрес с https. Задайте PUBLIC_URL.",
    "viber.notice.sends": "Parlour может писать от имени {bot}.",
    "viber.notice.receives": "Viber открывает {address}.",
  },
});
