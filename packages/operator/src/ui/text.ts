import { defineTexts } from "../text/index.ts";

/** Texts of the shared components. */
export const t = defineTexts({
  en: {
    "link.blocked": "Link blocked: not one of your sites",
    "ago.now": "now",
    "ago.min": "{n} min",
    "ago.h": "{n} h",
    "ui.opening": "Text for the chat that opens",
    "ui.close": "Close",
    "ui.cancel": "Cancel",
    "ui.retry": "Retry",
    "ui.copy": "Copy",
    "ui.copied": "Copied",
    "ui.copydetails": "Copy details",
    "ui.copyfailed":
      "Could not copy: the browser blocked the clipboard. Select the text and copy it manually.",
    "ui.notices": "Notifications",
    "ui.part.failed": "This part of the page could not be loaded. Try again, or reload the page.",
    "ui.openchat": "Open chat",
    "failure.unknown":
      "Something went wrong on this page. Reload it. If it happens again, copy the details for your administrator.",
    "failure.network": "The server did not respond. Check your connection and try again.",
    "failure.at_limit":
      "You have reached your chat limit. Close or leave a chat, or ask an admin to raise the limit.",
    "failure.unauthorized": "You are signed out. Sign in again.",
    "failure.forbidden": "Your role does not allow this. Ask an owner or admin.",
    "failure.confirmation_needed": "Confirm your identity first, then try again.",
    "failure.second_factor_needed": "Set up a second factor in your profile first.",
    "failure.wrong_address":
      "Parlour is set up for {url}, but you opened {opened}. Open {url}, or set PUBLIC_URL={opened} and restart Parlour.",
    "failure.not_found": "Not found, or you do not have access.",
    "failure.rate_limited":
      "Too many attempts. Wait {s, plural, one {# second} other {# seconds}}, then try again.",
    "failure.fault":
      "Something went wrong on the server. Try again. If it happens again, copy the details for your administrator.",
  },
  ru: {
    "link.blocked": "Ссылка заблокирована: не ваш сайт",
    "ago.now": "сейчас",
    "ago.min": "{n} мин",
    "ago.h": "{n} ч",
    "ui.opening": "Текст для чата, который открывается",
    "ui.close": "Закрыть",
    "ui.cancel": "Отмена",
    "ui.retry": "Повторить",
    "ui.copy": "Копировать",
    "ui.copied": "Скопировано",
    "ui.copydetails": "Копировать подробности",
    "ui.copyfailed":
      "Не удалось скопировать: браузер запретил доступ к буферу обмена. Скопируйте текст вручную.",
    "ui.notices": "Уведомления",
    "ui.part.failed": "Не удалось загрузить эту часть страницы. Повторите или обновите страницу.",
    "ui.openchat": "Открыть чат",
    "failure.unknown":
      "Что-то пошло не так. Обновите страницу. Если ошибка повторится, передайте подробности администратору.",
    "failure.network": "Сервер не отвечает. Проверьте соединение и повторите.",
    "failure.at_limit":
      "Достигнут предел чатов. Закройте чат, выйдите из него или попросите администратора поднять предел.",
    "failure.unauthorized": "Вы вышли из системы. Войдите снова.",
    "failure.forbidden": "Ваша роль этого не позволяет. Обратитесь к владельцу или администратору.",
    "failure.confirmation_needed": "Сначала подтвердите личность, затем повторите.",
    "failure.second_factor_needed": "Сначала настройте второй фактор в своём профиле.",
    "failure.wrong_address":
      "Parlour настроен для {url}, а вы открыли {opened}. Откройте {url} или задайте PUBLIC_URL={opened} и перезапустите Parlour.",
    "failure.not_found": "Не найдено, или у вас нет доступа.",
    "failure.rate_limited":
      "Слишком много попыток. Подождите {s, plural, one {# секунду} few {# секунды} other {# секунд}} и повторите.",
    "failure.fault":
      "Ошибка на сервере. Повторите. Если не поможет, передайте подробности администратору.",
  },
});
