import { defineTexts } from "../../../text/index.ts";

/** Interface texts of the companies of visitors. */
export const t = defineTexts({
  en: {
    "companies.list": "Companies",
    "companies.filter": "Filter companies",
    "companies.filter.hint": "Start of the name",
    "companies.order": "Order",
    "companies.order.name": "By name",
    "companies.order.last_chat": "Latest chat first",
    "companies.name": "Company",
    "companies.people": "People",
    "companies.open": "Open chats",
    "companies.open.count": "{n, plural, one {# open chat} other {# open chats}}",
    "companies.latest": "Latest chat",
    "companies.more": "Show more companies",
    "companies.none": "No matching companies",
    "companies.empty": "No companies yet",
    "companies.empty.text":
      "A company appears here when a visitor has a value in the field “{field}”.",
    "companies.start": "See who belongs together",
    "companies.start.text":
      "Visitors with the same value in the field “company” are one company. You see its people, its open chats and its latest chat.",
    "companies.start.ask": "An administrator can add the field in the settings.",
    "companies.add": "Add companies",
    "companies.field": "Company",
    "companies.kind": "The field “company” is not a text",
    "companies.kind.text":
      "Companies are the values of a visitors’ field with the key “company” and the kind Text.",
    "companies.all": "All companies",
    "companies.latest.at": "latest chat: {time}",
    "companies.chats": "Chats of this company",
  },
  ru: {
    "companies.list": "Компании",
    "companies.filter": "Фильтр компаний",
    "companies.filter.hint": "Начало названия",
    "companies.order": "Порядок",
    "companies.order.name": "По названию",
    "companies.order.last_chat": "Сначала недавние чаты",
    "companies.name": "Компания",
    "companies.people": "Люди",
    "companies.open": "Открытые чаты",
    "companies.open.count":
      "{n, plural, one {# открытый чат} few {# открытых чата} many {# открытых чатов} other {# открытого чата}}",
    "companies.latest": "Последний чат",
    "companies.more": "Показать ещё компании",
    "companies.none": "Таких компаний нет",
    "companies.empty": "Компаний пока нет",
    "companies.empty.text":
      "Компания появится здесь, когда у посетителя будет значение в поле «{field}».",
    "companies.start": "Кто из одной компании",
    "companies.start.text":
      "Посетители с одинаковым значением поля company — это одна компания. Видны её люди, открытые чаты и последний чат.",
    "companies.start.ask": "Администратор может добавить поле в настройках.",
    "companies.add": "Добавить компании",
    "companies.field": "Компания",
    "companies.kind": "Поле company не текстовое",
    "companies.kind.text":
      "Компании — это значения поля посетителей с ключом company и видом «Текст».",
    "companies.all": "Все компании",
    "companies.latest.at": "последний чат: {time}",
    "companies.chats": "Чаты этой компании",
  },
});
