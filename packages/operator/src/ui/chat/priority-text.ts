import { defineTexts } from "../../text/index.ts";

/** Interface texts of the priority of a chat. */
export const t = defineTexts({
  en: {
    "priority.title": "Priority",
    "priority.button": "Priority: {name}",
    "priority.low": "Low",
    "priority.normal": "Normal",
    "priority.high": "High",
    "priority.urgent": "Urgent",
    "priority.failed": "Could not set the priority: {why}",
  },
  ru: {
    "priority.title": "Приоритет",
    "priority.button": "Приоритет: {name}",
    "priority.low": "Низкий",
    "priority.normal": "Обычный",
    "priority.high": "Высокий",
    "priority.urgent": "Срочный",
    "priority.failed": "Не удалось изменить приоритет: {why}",
  },
});
