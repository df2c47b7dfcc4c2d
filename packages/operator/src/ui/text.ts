import { defineTexts } from "../text/index.ts";

/** Words of the shared parts. */
export const t = defineTexts({
  en: {
    "ui.close": "Close",
    "ui.cancel": "Cancel",
    "ui.retry": "Retry",
    "ui.copy": "Copy",
    "ui.copied": "Copied",
    "ui.copydetails": "Copy details",
    "ui.copyfailed": "Nothing was copied. The browser refused the clipboard; select the text and copy it by hand.",
    "ui.notices": "Notices",
    "failure.unknown": "Something went wrong in this page. Reload it; if it happens again, copy the details for your administrator.",
    "failure.network": "No answer from the server. Check the connection, then try again.",
    "failure.at_limit": "You have as many chats as you may. Close or leave one first, or ask an admin to raise your limit.",
    "failure.401": "You are signed out. Sign in again.",
    "failure.403": "Your role does not allow this. An owner or admin can change it.",
    "failure.404": "This does not exist any more, or it is not yours to see.",
    "failure.429": "Too many tries. Wait {s, plural, one {# second} other {# seconds}}, then try again.",
    "failure.500": "The server could not do this. Try again; if it happens again, copy the details for your administrator.",
  },
  ru: {
    "ui.close": "Закрыть",
    "ui.cancel": "Отмена",
    "ui.retry": "Повторить",
    "ui.copy": "Копировать",
    "ui.copied": "Скопировано",
    "ui.copydetails": "Копировать подробности",
    "ui.copyfailed": "Ничего не скопировано: браузер не дал доступ к буферу обмена. Выделите текст и скопируйте вручную.",
    "ui.notices": "Уведомления",
    "failure.unknown": "На странице что-то сломалось. Обновите её; если повторится, передайте подробности администратору.",
    "failure.network": "Сервер не отвечает. Проверьте соединение и повторите.",
    "failure.at_limit":
      "У вас уже столько чатов, сколько можно. Закройте один, выйдите из него или попросите администратора поднять предел.",
    "failure.401": "Вы вышли из системы. Войдите снова.",
    "failure.403": "Ваша роль этого не позволяет. Её может изменить владелец или администратор.",
    "failure.404": "Этого больше нет, или это не для вас.",
    "failure.429": "Слишком много попыток. Подождите {s, plural, one {# секунду} few {# секунды} other {# секунд}} и повторите.",
    "failure.500": "Сервер не смог это сделать. Повторите; если не поможет, передайте подробности администратору.",
  },
});
