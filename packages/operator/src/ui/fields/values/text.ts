import { defineTexts } from "../../../text/index.ts";

/** Interface texts of the fields in the panel: values, their sources, and the form. */
export const t = defineTexts({
  en: {
    "fields.title": "Fields",
    "fields.failed": "Fields could not be loaded.",
    "fields.edit": "Edit {name}",
    "fields.source.page": "From the page, can be forged",
    "fields.source.channel": "From the channel",
    "fields.source.webhook": "From a webhook",
    "fields.source.api": "From the API",
    "fields.source.operator": "Set by an operator",
    "fields.source.rule": "Set by a rule",
    "fields.source.form": "Entered by the visitor in a form",
    "fields.source.at": "{source}: {time}",
    "fields.source.by": "{source}: {name}, {time}",
    "fields.other.page": "The page set “{value}” on {date}.",
    "fields.other.channel": "The channel set “{value}” on {date}.",
    "fields.other.webhook": "A webhook set “{value}” on {date}.",
    "fields.other.api": "The API set “{value}” on {date}.",
    "fields.other.operator": "An operator set “{value}” on {date}.",
    "fields.other.rule": "A rule set “{value}” on {date}.",
    "fields.other.form": "The visitor entered “{value}” on {date}.",
    "fields.other.by": "{name} set “{value}” on {date}.",
    "fields.kept":
      "{n, plural, one {Both are kept, the one above is shown.} other {All are kept, the one above is shown.}}",
    "fields.kept.mine":
      "{n, plural, one {Both are kept, yours is shown.} other {All are kept, yours is shown.}}",
  },
  ru: {
    "fields.title": "Поля",
    "fields.failed": "Поля не загрузились.",
    "fields.edit": "Изменить: {name}",
    "fields.source.page": "От страницы, можно подделать",
    "fields.source.channel": "Из канала",
    "fields.source.webhook": "Из вебхука",
    "fields.source.api": "Через API",
    "fields.source.operator": "Указал оператор",
    "fields.source.rule": "Задано правилом",
    "fields.source.form": "Посетитель указал в форме",
    "fields.source.at": "{source}: {time}",
    "fields.source.by": "{source}: {name}, {time}",
    "fields.other.page": "Со страницы {date} пришло «{value}».",
    "fields.other.channel": "Из канала {date} пришло «{value}».",
    "fields.other.webhook": "Из вебхука {date} пришло «{value}».",
    "fields.other.api": "Через API {date} пришло «{value}».",
    "fields.other.operator": "Оператор указал {date} «{value}».",
    "fields.other.rule": "Правило задало {date} «{value}».",
    "fields.other.form": "Посетитель указал {date} «{value}».",
    "fields.other.by": "{name}, {date}: «{value}».",
    "fields.kept":
      "{n, plural, one {Сохранены оба значения, показано верхнее.} other {Сохранены все значения, показано верхнее.}}",
    "fields.kept.mine":
      "{n, plural, one {Сохранены оба значения, показано ваше.} other {Сохранены все значения, показано ваше.}}",
  },
});
