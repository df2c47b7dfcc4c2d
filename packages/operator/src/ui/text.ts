import { defineTexts } from "../text/index.ts";

/** Texts of the shared components. */
export const t = defineTexts({
  en: {
    "link.blocked": "Link blocked: not one of your sites",
    "ago.now": "now",
    "ago.min": "{n} min",
    "ago.h": "{n} h",
    "ui.close": "Close",
    "ui.cancel": "Cancel",
    "ui.retry": "Retry",
    "ui.copy": "Copy",
    "ui.copied": "Copied",
    "ui.copydetails": "Copy details",
    "ui.copyfailed":
      "Could not copy: the browser blocked the clipboard. Select the text and copy it manually.",
    "file.choose": "Choose a file",
    "file.replace": "Choose another file",
    "ui.notices": "Notifications",
    "ui.openchat": "Open chat",
    "typed.title": "Discard unsaved text?",
    "typed.text": "Your text has not been saved and will be lost.",
    "typed.stay": "Keep editing",
    "typed.discard": "Discard",
    "age.asof": "As of {time}",
    "age.failed": "Not updated since {time}.",
    "lost.title": "Page not found",
    "lost.text": "The link may be outdated or mistyped.",
    "lost.home": "Go to the inbox",
    "failure.unknown":
      "Something went wrong on this page. Reload it. If it happens again, copy the details for your administrator.",
    "failure.network": "The server did not respond. Check your connection and try again.",
    "limit.block_list": "The block list is full. Unblock some entries, or block a range.",
    "limit.call_attempts":
      "The visitor was not reached as often as allowed. Enter a reason and end the call.",
    "limit.chats":
      "You have reached your chat limit. Close or leave a chat, or ask an admin to raise the limit.",
    "limit.imports": "Too many imports have not ended. Wait until one ends, or cancel one.",
    "limit.invitations": "This visitor has received as many invitations as the widget allows now.",
    "limit.offline_answers": "This message was answered as often as allowed. Continue in a chat.",
    "limit.passkeys": "You have as many passkeys as allowed. Remove one first.",
    "limit.providers": "There are as many sign-in providers as allowed. Remove one first.",
    "limit.questions": "The agent has as many questions as allowed. Remove one first.",
    "limit.reminders": "You have as many open reminders as allowed. Complete some first.",
    "limit.replays": "Too many replays run. Wait until one ends, or cancel one.",
    "limit.scheduled_messages":
      "The chat has as many scheduled messages as allowed. Delete one first.",
    "limit.skills": "The chat demands as many skills as allowed. Remove one first.",
    "limit.transcripts": "This conversation was emailed as often as allowed.",
    "limit.visitors": "This person has as many visitors as allowed. Undo another merge first.",
    "failure.401": "You are signed out. Sign in again.",
    "failure.403": "Your role does not allow this. Ask an owner or admin.",
    "failure.404": "Not found, or you do not have access.",
    "failure.429":
      "Too many attempts. Wait {s, plural, one {# second} other {# seconds}}, then try again.",
    "failure.500":
      "Something went wrong on the server. Try again. If it happens again, copy the details for your administrator.",
  },
  ru: {
    "link.blocked": "Ссылка заблокирована: не ваш сайт",
    "ago.now": "сейчас",
    "ago.min": "{n} мин",
    "ago.h": "{n} ч",
    "ui.close": "Закрыть",
    "ui.cancel": "Отмена",
    "ui.retry": "Повторить",
    "ui.copy": "Копировать",
    "ui.copied": "Скопировано",
    "ui.copydetails": "Копировать подробности",
    "ui.copyfailed":
      "Не удалось скопировать: браузер запретил доступ к буферу обмена. Скопируйте текст вручную.",
    "file.choose": "Выбрать файл",
    "file.replace": "Выбрать другой файл",
    "ui.notices": "Уведомления",
    "ui.openchat": "Открыть чат",
    "typed.title": "Удалить несохранённый текст?",
    "typed.text": "Текст не сохранён и пропадёт.",
    "typed.stay": "Продолжить",
    "typed.discard": "Удалить",
    "age.asof": "На {time}",
    "age.failed": "Не обновлялось с {time}.",
    "lost.title": "Страница не найдена",
    "lost.text": "Ссылка устарела или набрана с ошибкой.",
    "lost.home": "К диалогам",
    "failure.unknown":
      "Что-то пошло не так. Обновите страницу. Если ошибка повторится, передайте подробности администратору.",
    "failure.network": "Сервер не отвечает. Проверьте соединение и повторите.",
    "limit.block_list":
      "Чёрный список заполнен. Разблокируйте часть записей или заблокируйте диапазон.",
    "limit.call_attempts": "Больше попыток дозвониться нет. Укажите причину и завершите звонок.",
    "limit.chats":
      "Достигнут предел чатов. Закройте чат, выйдите из него или попросите администратора поднять предел.",
    "limit.imports":
      "Слишком много незавершённых импортов. Дождитесь окончания одного из них или отмените его.",
    "limit.invitations":
      "Посетитель уже получил столько приглашений, сколько сейчас допускает виджет.",
    "limit.offline_answers": "На это сообщение больше нельзя ответить. Продолжите в чате.",
    "limit.passkeys": "Больше ключей доступа добавить нельзя. Сначала удалите один из них.",
    "limit.providers": "Больше способов входа добавить нельзя. Сначала удалите один из них.",
    "limit.questions": "Больше вопросов агенту добавить нельзя. Сначала удалите один из них.",
    "limit.reminders": "Слишком много открытых напоминаний. Сначала завершите часть из них.",
    "limit.replays":
      "Слишком много идущих прогонов. Дождитесь окончания одного из них или отмените его.",
    "limit.scheduled_messages":
      "В чате слишком много отложенных сообщений. Сначала удалите одно из них.",
    "limit.skills": "Чат требует слишком много навыков. Сначала уберите один из них.",
    "limit.transcripts": "Эту переписку больше нельзя отправить по почте.",
    "limit.visitors":
      "У этого человека слишком много посетителей. Сначала отмените другое объединение.",
    "failure.401": "Вы вышли из системы. Войдите снова.",
    "failure.403": "Ваша роль этого не позволяет. Обратитесь к владельцу или администратору.",
    "failure.404": "Не найдено, или у вас нет доступа.",
    "failure.429":
      "Слишком много попыток. Подождите {s, plural, one {# секунду} few {# секунды} other {# секунд}} и повторите.",
    "failure.500":
      "Ошибка на сервере. Повторите. Если не поможет, передайте подробности администратору.",
  },
});
