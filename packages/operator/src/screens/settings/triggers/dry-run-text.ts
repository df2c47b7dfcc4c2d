import { defineTexts } from "../../../text/index.ts";

/** Interface texts of the dry run. */
export const dryRunText = defineTexts({
  en: {
    "dry.title": "Dry run",
    "dry.run": "Run",
    "dry.about":
      "Checks which of the last 100 visitors this rule would have reached, based on their last visit. Nothing is sent.",
    "dry.none": "There are no visits to these widgets yet.",
    "dry.fires":
      "{of, plural, one {of # visitor would have been reached} other {of # visitors would have been reached}}",
    "dry.short": "{n, plural, one {# missed by one condition} other {# missed by one condition}}",
    "dry.maybe": "{n, plural, one {# unknown} other {# unknown}}",
    "dry.read": "Text shown: {list}",
    "dry.readers": "{name} {n}",
    "dry.forall": "default text",
    "dry.span": "Visits from {from} to {to}",
    "dry.stale": "The rule has changed. Run again.",
    "dry.fault": "The rule has an error. Fix it first.",
    "dry.visitor": "Anonymous {n}",
    "dry.onpage": "after {n} s on the page",
    "dry.chat": "had an open chat, so rules do not fire",
    "dry.unknown": "{name} is not recorded, so the result is unknown",
    "dry.text": "{name}: not {op} {value}",
    "dry.was": "{name} was {seen}",
    "dry.measured":
      "Based on stored visits. Scrolling, exit intent and operator presence are not recorded.",
    "result.fires": "Fires",
    "result.maybe": "Unknown",
    "result.short": "Missed by one condition",
    "result.no": "No",
    "result.chat": "No",
  },
  ru: {
    "dry.title": "Пробный запуск",
    "dry.run": "Запустить",
    "dry.about":
      "Показывает, кому из последних 100 посетителей правило сработало бы при последнем визите. Ничего не отправляется.",
    "dry.none": "Визитов на страницы с этими виджетами пока нет.",
    "dry.fires":
      "{of, plural, one {из # посетителя: сработало бы} few {из # посетителей: сработало бы} many {из # посетителей: сработало бы} other {из # посетителя: сработало бы}}",
    "dry.short":
      "{n, plural, one {# не хватило одного условия} few {# не хватило одного условия} many {# не хватило одного условия} other {# не хватило одного условия}}",
    "dry.maybe":
      "{n, plural, one {# неизвестно} few {# неизвестно} many {# неизвестно} other {# неизвестно}}",
    "dry.read": "Показанный текст: {list}",
    "dry.readers": "{name} {n}",
    "dry.forall": "текст по умолчанию",
    "dry.span": "Визиты с {from} по {to}",
    "dry.stale": "Правило изменилось. Запустите ещё раз.",
    "dry.fault": "В правиле ошибка. Сначала исправьте её.",
    "dry.visitor": "Аноним {n}",
    "dry.onpage": "через {n} с на странице",
    "dry.chat": "чат был открыт, правила не срабатывают",
    "dry.unknown": "{name}: не записывается, результат неизвестен",
    "dry.text": "{name}: нет совпадения: {op} {value}",
    "dry.was": "{name}: было {seen}",
    "dry.measured":
      "По сохранённым визитам. Прокрутка, намерение уйти и присутствие операторов не записываются.",
    "result.fires": "Срабатывает",
    "result.maybe": "Неизвестно",
    "result.short": "Не хватило одного условия",
    "result.no": "Нет",
    "result.chat": "Нет",
  },
});
