import { defineTexts } from "../../../text/index.ts";

/** Interface texts of Settings → Macros. */
export const t = defineTexts({
  en: {
    "macro.title": "Macros",
    "macro.list": "Lists of actions that operators run on a chat",
    "macro.add": "Add macro",
    "macro.empty": "No macros yet",
    "macro.empty.text":
      "A macro does the steps that you repeat in many chats: answer, tag, snooze, close.",
    "macro.new": "New macro",
    "macro.create": "Create macro",
    "macro.delete": "Delete macro",
    "macro.delete.text":
      "Nobody can run the macro any more. Chats in which it ran stay as they are.",
    "macro.shared.foreign": "Only owners and admins change shared macros.",
    "macro.group.actions": "Actions",
    "macro.name": "Name",
    "macro.name.wrong": "Enter a name of 1 to 60 characters.",
    "macro.shared": "Shown to",
    "macro.do": "Actions",
    "macro.actions": "{n, plural, one {# action} other {# actions}}",
  },
  ru: {
    "macro.title": "Макросы",
    "macro.list": "Списки действий, которые операторы выполняют в чате",
    "macro.add": "Добавить макрос",
    "macro.empty": "Макросов пока нет",
    "macro.empty.text":
      "Макрос выполняет шаги, которые повторяются во многих чатах: ответить, поставить метку, отложить, закрыть.",
    "macro.new": "Новый макрос",
    "macro.create": "Создать макрос",
    "macro.delete": "Удалить макрос",
    "macro.delete.text":
      "Запустить макрос больше не получится. Чаты, в которых он выполнялся, не изменятся.",
    "macro.shared.foreign": "Общие макросы меняют только владельцы и администраторы.",
    "macro.group.actions": "Действия",
    "macro.name": "Название",
    "macro.name.wrong": "Введите название: от 1 до 60 символов.",
    "macro.shared": "Кому видно",
    "macro.do": "Действия",
    "macro.actions":
      "{n, plural, one {# действие} few {# действия} many {# действий} other {# действия}}",
  },
});
