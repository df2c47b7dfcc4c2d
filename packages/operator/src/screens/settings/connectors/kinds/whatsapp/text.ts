import { defineTexts } from "../../../../../text/index.ts";

/** Interface texts of the settings of WhatsApp. */
export const t = defineTexts({
  en: {
    "whatsapp.about": "Messages to your WhatsApp business number (Cloud API)",
    "whatsapp.prepare.number":
      "In Meta's app dashboard, open WhatsApp → API setup. Copy the phone number ID and the WhatsApp Business Account ID.",
    "whatsapp.prepare.token":
      "In Meta's business settings, create a system user token with the permissions whatsapp_business_messaging and whatsapp_business_management.",
    "whatsapp.prepare.secret":
      "In the app dashboard, open App settings → Basic and copy the app secret.",
    "whatsapp.phone_number_id": "Phone number ID",
    "whatsapp.waba_id": "WhatsApp Business Account ID",
    "whatsapp.access_token": "Access token",
    "whatsapp.access_token.hint": "Use a token that does not expire.",
    "whatsapp.app_secret": "App secret",
    "whatsapp.app_secret.hint": "It proves that messages come from WhatsApp.",
    "whatsapp.completion":
      "In the app dashboard, open WhatsApp → Configuration, enter these two values, and subscribe to the “messages” field. Then test the connection, and write a message to the number.",
    "whatsapp.address": "Callback URL",
    "whatsapp.verify": "Verify token",
    "whatsapp.notice.unreachable": "WhatsApp did not answer: {reason}",
    "whatsapp.notice.status": "WhatsApp answered with status {status}.",
    "whatsapp.notice.refused": "WhatsApp: {reason}",
    "whatsapp.notice.needs_https": "WhatsApp needs a public address with https. Set PUBLIC_URL.",
    "whatsapp.notice.sends": "Parlour can send from {phone}.",
    "whatsapp.notice.sends_as": "Parlour can send from {phone} ({name}).",
    "whatsapp.notice.receives": "WhatsApp can reach {address}.",
  },
  ru: {
    "whatsapp.about": "Чаты номера телефона в WhatsApp Cloud API",
    "whatsapp.prepare.number":
      "В панели приложения Meta откройте WhatsApp → API setup. Скопируйте Phone number ID и WhatsApp Business Account ID.",
    "whatsapp.prepare.token":
      "В настройках бизнеса Meta создайте токен системного пользователя с правами whatsapp_business_messaging и whatsapp_business_management.",
    "whatsapp.prepare.secret":
      "В панели приложения откройте App settings → Basic и скопируйте App secret.",
    "whatsapp.phone_number_id": "Phone number ID",
    "whatsapp.waba_id": "WhatsApp Business Account ID",
    "whatsapp.access_token": "Токен доступа",
    "whatsapp.access_token.hint": "Нужен токен без срока действия.",
    "whatsapp.app_secret": "App secret",
    "whatsapp.app_secret.hint": "Подтверждает, что сообщения пришли от WhatsApp.",
    "whatsapp.completion":
      "В панели приложения откройте WhatsApp → Configuration, введите эти два значения и подпишитесь на поле messages. Затем проверьте соединение и напишите на номер.",
    "whatsapp.address": "Callback URL",
    "whatsapp.verify": "Verify token",
    "whatsapp.notice.unreachable": "WhatsApp не ответил: {reason}",
    "whatsapp.notice.status": "WhatsApp ответил со статусом {status}.",
    "whatsapp.notice.refused": "Ответ WhatsApp: {reason}",
    "whatsapp.notice.needs_https":
      "WhatsApp нужен общедоступный адрес с https. Задайте PUBLIC_URL.",
    "whatsapp.notice.sends": "Parlour может отправлять с номера {phone}.",
    "whatsapp.notice.sends_as": "Parlour может отправлять с номера {phone} ({name}).",
    "whatsapp.notice.receives": "WhatsApp обращается к {address}.",
  },
});
