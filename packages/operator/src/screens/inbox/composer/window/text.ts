import { defineTexts } from "../../../../text/index.ts";

/** Interface texts of the window in which a channel accepts replies, and of templates. */
export const t = defineTexts({
  en: {
    "window.left.hours": "Replies are possible for {h} h {m} min.",
    "window.left.minutes": "Replies are possible for {m} min.",
    "window.closed":
      "{name} has not written for {n, plural, one {# hour} other {# hours}}. This channel now accepts only templates.",
    "window.closed.plain":
      "{name} has not written for {n, plural, one {# hour} other {# hours}}. This channel accepts no reply until they write again.",
    "window.template": "Send template",
    "window.note": "Write a note",
    "window.elsewhere":
      "Only the old system answers this chat. An administrator can change that under Run in parallel.",
    "template.title": "Send a template",
    "template.choose": "Template",
    "template.none": "This channel has no approved templates.",
    "template.none.text":
      "Create templates in the account of the service. They appear here after approval.",
    "template.loading": "Loading templates",
    "template.value": "Value for {name}",
    "template.preview": "Message",
    "template.send": "Send",
    "template.cancel": "Cancel",
    "template.missing": "Enter a value.",
    "template.sent": "Template sent.",
  },
  ru: {
    "window.left.hours": "Отвечать можно ещё {h} ч {m} мин.",
    "window.left.minutes": "Отвечать можно ещё {m} мин.",
    "window.closed":
      "{name} не пишет уже {n, plural, one {# час} few {# часа} many {# часов} other {# часа}}. Канал принимает только шаблоны.",
    "window.closed.plain":
      "{name} не пишет уже {n, plural, one {# час} few {# часа} many {# часов} other {# часа}}. Ответить можно после нового сообщения.",
    "window.template": "Отправить шаблон",
    "window.note": "Написать заметку",
    "window.elsewhere":
      "В этом чате отвечает только старая система. Администратор может изменить это в настройках «Параллельная работа».",
    "template.title": "Отправка шаблона",
    "template.choose": "Шаблон",
    "template.none": "У канала нет одобренных шаблонов.",
    "template.none.text":
      "Создайте шаблоны в аккаунте сервиса. После одобрения они появятся здесь.",
    "template.loading": "Шаблоны загружаются",
    "template.value": "Значение для {name}",
    "template.preview": "Сообщение",
    "template.send": "Отправить",
    "template.cancel": "Отмена",
    "template.missing": "Введите значение.",
    "template.sent": "Шаблон отправлен.",
  },
});
