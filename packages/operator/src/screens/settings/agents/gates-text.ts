import { defineTexts } from "../../../text/index.ts";

/** Texts of the gates of an agent. */
export const t = defineTexts({
  en: {
    "gates.title": "Gates",
    "gates.about": "What was proved before visitors get its answers",
    "gates.failed": "The gates could not be loaded.",
    "gates.passed": "Passed",
    "gates.next": "Next",
    "gates.replay": "Replay",
    "gates.replay.unit": "good",
    "gates.replay.facts":
      "{chats, plural, one {# chat} other {# chats}} replayed, {n} marked. Needed: {percent} % of {needed}.",
    "gates.replay.do": "Mark answers",
    "gates.questions": "Questions",
    "gates.questions.unit": "as expected",
    "gates.questions.facts":
      "{n, plural, one {# question} other {# questions}} asked. Needed: {percent} % of {needed}.",
    "gates.questions.do": "Ask the questions",
    "gates.shadow": "Shadow",
    "gates.shadow.unit": "sent",
    "gates.shadow.facts":
      "{chats, plural, one {# chat} other {# chats}}. Sent as it was: {same}, changed: {changed}, other reply: {other}, would hand over: {hand_overs}. Needed: {percent} % of replies in {needed} chats.",
    "gates.shadow.do": "Start shadow",
    "gates.share": "Share",
    "gates.share.unit": "kept",
    "gates.share.facts":
      "{chats, plural, one {# chat} other {# chats}} of at least {needed}. Taken over: {hand_overs} (limit {percent} %), rated badly: {bad} (limit {bad_percent} %).",
    "gates.share.do": "Go to Share",
    "gates.on.do": "Go to On",
    "gates.missing": "Not passed yet: {names}",
  },
  ru: {
    "gates.title": "Этапы",
    "gates.about": "Что проверено до того, как ответы увидят посетители",
    "gates.failed": "Не удалось загрузить этапы.",
    "gates.passed": "Пройден",
    "gates.next": "Следующий",
    "gates.replay": "Прогон",
    "gates.replay.unit": "верно",
    "gates.replay.facts":
      "{chats, plural, one {# чат} few {# чата} many {# чатов} other {# чата}} в прогоне, оценено {n}. Нужно: {percent} % из {needed}.",
    "gates.replay.do": "Оценить ответы",
    "gates.questions": "Вопросы",
    "gates.questions.unit": "как ожидалось",
    "gates.questions.facts":
      "Задано: {n, plural, one {# вопрос} few {# вопроса} many {# вопросов} other {# вопроса}}. Нужно: {percent} % из {needed}.",
    "gates.questions.do": "Задать вопросы",
    "gates.shadow": "Тень",
    "gates.shadow.unit": "отправлено",
    "gates.shadow.facts":
      "{chats, plural, one {# чат} few {# чата} many {# чатов} other {# чата}}. Без изменений: {same}, изменено: {changed}, другой ответ: {other}, передал бы: {hand_overs}. Нужно: {percent} % ответов в {needed} чатах.",
    "gates.shadow.do": "Включить тень",
    "gates.share": "Часть",
    "gates.share.unit": "без людей",
    "gates.share.facts":
      "{chats, plural, one {# чат} few {# чата} many {# чатов} other {# чата}}, нужно от {needed}. Забрали люди: {hand_overs} (предел {percent} %), плохих оценок: {bad} (предел {bad_percent} %).",
    "gates.share.do": "Перейти к части",
    "gates.on.do": "Включить полностью",
    "gates.missing": "Ещё не пройдены: {names}",
  },
});
