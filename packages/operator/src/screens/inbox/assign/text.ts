import { defineTexts } from "../../../text/index.ts";

/** Interface texts of the dialog that assigns a chat. */
export const t = defineTexts({
  en: {
    "assign.title": "Assign the chat with {name}",
    "assign.label": "Operator, department or bot",
    "assign.operators": "Operators",
    "assign.departments": "Departments",
    "assign.bots": "Bots",
    "assign.done": "Assigned to {name}.",
    "assign.cmd": "Assign",
  },
  ru: {
    "assign.title": "Назначить чат: {name}",
    "assign.label": "Оператор, отдел или бот",
    "assign.operators": "Операторы",
    "assign.departments": "Отделы",
    "assign.bots": "Боты",
    "assign.done": "Назначено: {name}.",
    "assign.cmd": "Назначить",
  },
});
