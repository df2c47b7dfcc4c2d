import { defineTexts } from "../../../../../text/index.ts";

/** Interface texts of the settings of Messenger and Instagram. */
export const t = defineTexts({
  en: {
    "messenger.about": "Messages to your Facebook page in Messenger",
    "messenger.about_instagram": "Direct messages to your professional Instagram account",
    "messenger.prepare.app":
      "In Meta's app dashboard, create an app of the type Business and add the product Messenger.",
    "messenger.prepare.secret":
      "Open App settings → Basic, and copy the app ID and the app secret.",
    "messenger.prepare.page":
      "Open Messenger → Settings, connect your page and generate its access token with the permissions pages_messaging and pages_manage_metadata.",
    "messenger.prepare.instagram":
      "Connect the Instagram account to a Facebook page. Open Messenger → Instagram settings and generate the access token of this page with the permissions instagram_basic, instagram_manage_messages and pages_manage_metadata.",
    "messenger.app_id": "App ID",
    "messenger.app_secret": "App secret",
    "messenger.app_secret.hint": "It proves that messages come from Meta.",
    "messenger.access_token": "Page access token",
    "messenger.access_token.hint": "Parlour finds the page or the account by it.",
    "messenger.completion":
      "In the app dashboard, open Webhooks, choose {object}, enter these two values, and subscribe to: {fields}. Then test the connection, and write a message.",
    "messenger.address": "Callback URL",
    "messenger.verify": "Verify token",
    "messenger.notice.unreachable": "Meta did not answer: {reason}",
    "messenger.notice.status": "Meta answered with status {status}.",
    "messenger.notice.refused": "Meta: {reason}",
    "messenger.notice.needs_https": "Meta needs a public address with https. Set PUBLIC_URL.",
    "messenger.notice.no_instagram":
      "The page of this token has no Instagram account. Connect one to the page.",
    "messenger.notice.wrong_address":
      "The app does not call {address}. Enter it in the app dashboard as callback URL.",
    "messenger.notice.missing_fields": "The webhook of the app is not subscribed to: {fields}.",
    "messenger.notice.sends_as": "Parlour can send as {name}.",
    "messenger.notice.receives": "Meta calls {address}.",
  },
  ru: {
    "messenger.about": "Сообщения вашей странице Facebook",
    "messenger.about_instagram": "Личные сообщения профессиональному аккаунту Instagram",
    "messenger.prepare.app":
      "В панели Meta создайте приложение типа Business и добавьте продукт Messenger.",
    "messenger.prepare.secret": "Откройте App settings → Basic и скопируйте App ID и App secret.",
    "messenger.prepare.page":
      "Откройте Messenger → Settings, подключите страницу и создайте её токен доступа с правами pages_messaging и pages_manage_metadata.",
    "messenger.prepare.instagram":
      "Свяжите аккаунт Instagram со страницей Facebook. Откройте Messenger → Instagram settings и создайте токен этой страницы с правами instagram_basic, instagram_manage_messages и pages_manage_metadata.",
    "messenger.app_id": "App ID",
    "messenger.app_secret": "App secret",
    "messenger.app_secret.hint": "Подтверждает, что сообщения пришли от Meta.",
    "messenger.access_token": "Токен доступа страницы",
    "messenger.access_token.hint": "По нему Parlour находит страницу или аккаунт.",
    "messenger.completion":
      "В панели приложения откройте Webhooks, выберите {object}, введите эти два значения и подпишитесь на поля: {fields}. Затем проверьте соединение и напишите сообщение.",
    "messenger.address": "Callback URL",
    "messenger.verify": "Verify token",
    "messenger.notice.unreachable": "Meta не ответила: {reason}",
    "messenger.notice.status": "Meta ответила со статусом {status}.",
    "messenger.notice.refused": "Ответ Meta: {reason}",
    "messenger.notice.needs_https": "Meta нужен общедоступный адрес с https. Задайте PUBLIC_URL.",
    "messenger.notice.no_instagram":
      "У страницы этого токена нет аккаунта Instagram. Свяжите его со страницей.",
    "messenger.notice.wrong_address":
      "Приложение не обращается к {address}. Введите этот адрес в панели приложения как Callback URL.",
    "messenger.notice.missing_fields": "Приложение не подписано на поля: {fields}.",
    "messenger.notice.sends_as": "Parlour может отправлять от имени {name}.",
    "messenger.notice.receives": "Meta обращается к {address}.",
  },
});
