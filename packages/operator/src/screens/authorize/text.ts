import { defineTexts } from "../../text/index.ts";

/** Interface texts of the page that connects an application. */
export const t = defineTexts({
  en: {
    "authorize.title": "Connect {name}?",
    "authorize.text":
      "{name} wants to act for you in {account}. Everything it does appears under your name.",
    "authorize.unverified":
      "This name was chosen by the app and is not verified. Access goes to {host}.",
    "authorize.scopes": "It will be able to",
    "authorize.none": "Your role has none of the permissions that {name} asks for.",
    "authorize.nothing": "Turn on at least one permission.",
    "authorize.allow": "Connect",
    "authorize.decline": "Decline",
    "authorize.later": "You can disconnect it in your profile at any time.",
    "authorize.failed": "This application cannot be connected",
    "authorize.invalid": "This link is not valid. Start again from the app.",
  },
  ru: {
    "authorize.title": "Подключить {name}?",
    "authorize.text":
      "{name} хочет действовать от вашего имени в {account}. Всё, что оно сделает, будет подписано вашим именем.",
    "authorize.unverified": "Приложение само выбрало своё название. Доступ оно получит на {host}.",
    "authorize.scopes": "Оно сможет",
    "authorize.none": "У вашей роли нет ни одного из разрешений, которые запрашивает {name}.",
    "authorize.nothing": "Включите хотя бы одно разрешение.",
    "authorize.allow": "Подключить",
    "authorize.decline": "Отказать",
    "authorize.later": "Отключить его можно в любой момент в вашем профиле.",
    "authorize.failed": "Приложение нельзя подключить",
    "authorize.invalid": "Ссылка недействительна. Начните подключение в приложении заново.",
  },
});
