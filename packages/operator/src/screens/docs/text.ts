import { defineTexts } from "../../text/index.ts";

/** Interface texts around the documentation pages. The pages themselves are in English. */
export const t = defineTexts({
  en: {
    "docs.title": "Developer docs",
    "docs.overview": "Overview",
    "docs.channel": "Chat API",
    "docs.bot": "Bots",
    "docs.webhook": "Webhooks",
    "docs.widget": "Site widget",
    "docs.script": "Page script API",
    "docs.calls": "Telephony server",
    "docs.signatures": "Signatures",
    "docs.errors": "Errors",
    "docs.silent": "Our choices where the specification is silent",
    "docs.move-in": "Move from another service",
    "docs.fill": "Fill in the values of",
    "docs.fill.none": "No account data",
    "docs.fill.secret": "This page will show a secret URL. Secrets themselves are never shown again.",
  },
  ru: {
    "docs.title": "Документация для разработчиков",
    "docs.overview": "Обзор",
    "docs.channel": "Chat API",
    "docs.bot": "Боты",
    "docs.webhook": "Вебхуки",
    "docs.widget": "Виджет сайта",
    "docs.script": "API для скриптов страницы",
    "docs.calls": "Сервер телефонии",
    "docs.signatures": "Подписи",
    "docs.errors": "Ошибки",
    "docs.silent": "Наши решения там, где спецификация молчит",
    "docs.move-in": "Переход с другого сервиса",
    "docs.fill": "Подставить значения",
    "docs.fill.none": "Без данных аккаунта",
    "docs.fill.secret": "На странице появится секретный URL. Сами секреты больше никогда не показываются.",
  },
});
