import { defineTexts, joinTexts } from "../../../text/index.ts";
import { t as conditionText } from "../../../ui/conditions/text.ts";

const viewText = defineTexts({
  en: {
    "savedview.title": "Views",
    "savedview.list":
      "Conditions on chats, saved under a name. The inbox lists the chats of a view under More, with their number",
    "savedview.add": "Add view",
    "savedview.empty": "No views yet",
    "savedview.empty.text":
      "A view lists the chats that fit its conditions: chats of a department, with a tag, or that wait since yesterday.",
    "savedview.new": "New view",
    "savedview.create": "Create view",
    "savedview.delete": "Delete view",
    "savedview.delete.text": "The view disappears from the inbox. Its chats stay.",
    "savedview.shared.foreign": "Only owners and admins change shared views.",
    "savedview.group.chats": "Chats",
    "savedview.name": "Name",
    "savedview.name.wrong": "Enter a name of 1 to 60 characters.",
    "savedview.shared": "Shown to",
    "savedview.order": "Order",
    "savedview.order.activity": "Last activity first",
    "savedview.order.created": "Newest first",
    "savedview.order.due": "Due first",
    "savedview.if": "Conditions",
    "savedview.columns": "Columns",
    "savedview.columns.hint": "Rows of the view show them instead of the last message",
    "savedview.columns.add": "Column",
    "savedview.columns.remove": "Remove column {name}",
    "count.chat": "{n, plural, one {# chat} other {# chats}} now",
    "count.chat.many": "10,000+ chats now",
    "count.chat.least": "At least {n, plural, one {# chat} other {# chats}}",
    "count.chat.failed": "The chats could not be counted.",
    "count.visitor": "{n, plural, one {# visitor} other {# visitors}} now",
    "count.visitor.many": "10,000+ visitors now",
    "count.visitor.least": "At least {n, plural, one {# visitor} other {# visitors}}",
    "count.visitor.failed": "The visitors could not be counted.",
    "count.unknown": "Too many chats to count",
  },
  ru: {
    "savedview.title": "Представления",
    "savedview.list":
      "Условия на чаты под своим именем. Чаты и их число показаны в разделе «Диалоги», в меню «Ещё»",
    "savedview.add": "Добавить представление",
    "savedview.empty": "Представлений пока нет",
    "savedview.empty.text":
      "Представление показывает чаты, которые подходят под условия: чаты отдела, с меткой или те, что ждут со вчерашнего дня.",
    "savedview.new": "Новое представление",
    "savedview.create": "Создать представление",
    "savedview.delete": "Удалить представление",
    "savedview.delete.text": "Представление исчезнет из входящих. Его чаты останутся.",
    "savedview.shared.foreign": "Общие представления меняют только владельцы и администраторы.",
    "savedview.group.chats": "Чаты",
    "savedview.name": "Название",
    "savedview.name.wrong": "Введите название: от 1 до 60 символов.",
    "savedview.shared": "Кому видно",
    "savedview.order": "Порядок",
    "savedview.order.activity": "Сначала последние по активности",
    "savedview.order.created": "Сначала новые",
    "savedview.order.due": "По сроку ответа",
    "savedview.if": "Условия",
    "savedview.columns": "Столбцы",
    "savedview.columns.hint": "Показаны в строках представления вместо последнего сообщения",
    "savedview.columns.add": "Столбец",
    "savedview.columns.remove": "Убрать столбец «{name}»",
    "count.chat": "Сейчас {n, plural, one {# чат} few {# чата} many {# чатов} other {# чата}}",
    "count.chat.many": "Сейчас больше 10 000 чатов",
    "count.chat.least":
      "Не меньше {n, plural, one {# чата} few {# чатов} many {# чатов} other {# чата}}",
    "count.chat.failed": "Не удалось посчитать чаты.",
    "count.visitor":
      "Сейчас {n, plural, one {# посетитель} few {# посетителя} many {# посетителей} other {# посетителя}}",
    "count.visitor.many": "Сейчас больше 10 000 посетителей",
    "count.visitor.least":
      "Не меньше {n, plural, one {# посетителя} few {# посетителей} many {# посетителей} other {# посетителя}}",
    "count.visitor.failed": "Не удалось посчитать посетителей.",
    "count.unknown": "Слишком много чатов, чтобы посчитать",
  },
});

/** Interface texts of Settings → Views. */
export const t = joinTexts(viewText, conditionText);
