import { defineTexts } from "../../../text/index.ts";

/** Interface texts of running a macro on a chat. */
export const t = defineTexts({
  en: {
    "macros.cmd": "Run a macro…",
    "macros.title": "Run a macro on the chat with {name}",
    "macros.label": "Macro",
    "macros.hint": "{n, plural, one {# action} other {# actions}}",
    "macros.effect": "Effect in this chat",
    "macros.empty": "You have no macros yet. Add one in Settings → Macros.",
    "macros.delayed": "Macro “{name}” runs in 5 s.",
    "macros.crossed": "{by} has answered since you began. “{name}” sent no reply.",
    "macros.assigned": "The chat went to {by} since you began. “{name}” sent no reply.",
    "macros.anyway": "Run anyway",
    "macros.refused":
      "Macro “{name}” ran. {n, plural, one {# action was} other {# actions were}} refused: {why}",
  },
  ru: {
    "macros.cmd": "Выполнить макрос…",
    "macros.title": "Выполнить макрос в чате с {name}",
    "macros.label": "Макрос",
    "macros.hint":
      "{n, plural, one {# действие} few {# действия} many {# действий} other {# действия}}",
    "macros.effect": "Что произойдёт в этом чате",
    "macros.empty": "Макросов пока нет. Добавьте их в разделе «Настройки → Макросы».",
    "macros.delayed": "Макрос «{name}» выполнится через 5 с.",
    "macros.crossed": "Тем временем ответил(а) {by}. Макрос «{name}» не отправил ответ.",
    "macros.assigned":
      "Тем временем чат перешёл к оператору {by}. Макрос «{name}» не отправил ответ.",
    "macros.anyway": "Всё равно выполнить",
    "macros.refused":
      "Макрос «{name}» выполнен. {n, plural, one {Отклонено # действие} few {Отклонено # действия} many {Отклонено # действий} other {Отклонено # действия}}: {why}",
  },
});
