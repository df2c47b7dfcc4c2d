import { defineTexts } from "../../../text/index.ts";

/** Interface texts of the dialog that assigns a chat. */
export const t = defineTexts({
  en: {
    "assign.title": "Assign the chat with {name}",
    "assign.label": "Operator or department",
    "assign.operators": "Operators",
    "assign.departments": "Departments",
    "assign.done": "Assigned to {name}.",
    "assign.cmd": "Assign",
  },
  ru: {
    "assign.title": "Назначить чат: {name}",
    "assign.label": "Оператор или отдел",
    "assign.operators": "Операторы",
    "assign.departments": "Отделы",
    "assign.done": "Назначено: {name}.",
    "assign.cmd": "Назначить",
  },
});
