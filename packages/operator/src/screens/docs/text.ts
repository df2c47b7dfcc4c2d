import { defineTexts } from "../../text/index.ts";

/** Texts around the documentation pages. The pages themselves are in English. */
export const t = defineTexts({
  en: {
    "docs.title": "Developer docs",
    "docs.overview": "Overview",
    "docs.channel": "Chat channel",
    "docs.bot": "Bot provider",
    "docs.webhook": "Webhooks",
    "docs.widget": "Site widget",
    "docs.script": "Page script API",
    "docs.calls": "Telephony server",
    "docs.signatures": "Signatures",
    "docs.errors": "Errors",
    "docs.silent": "Where the specification was silent",
    "docs.move-in": "Move from another service",
    "docs.fill": "Show with the addresses of",
    "docs.fill.none": "Nothing: general words",
    "docs.fill.secret": "The page then holds an address that is a secret. Secrets themselves are never shown again.",
  },
  ru: {
    "docs.title": "Документация для разработчиков",
    "docs.overview": "Обзор",
    "docs.channel": "Канал чата",
    "docs.bot": "Провайдер бота",
    "docs.webhook": "Вебхуки",
    "docs.widget": "Виджет сайта",
    "docs.script": "API для скриптов страницы",
    "docs.calls": "Сервер телефонии",
    "docs.signatures": "Подписи",
    "docs.errors": "Ошибки",
    "docs.silent": "О чём спецификация молчала",
    "docs.move-in": "Переход с другого сервиса",
    "docs.fill": "Показать с адресами",
    "docs.fill.none": "Ничего: общие слова",
    "docs.fill.secret": "Тогда на странице стоит адрес, который нельзя разглашать. Сами секреты больше не показываются.",
  },
});
