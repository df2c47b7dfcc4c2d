import { defineTexts } from "../../text/index.ts";

/** Texts of system messages that actions, edits and agents write, by the code of the message. */
export const actionLineText = defineTexts({
  en: {
    "line.agent_handed_over": "Handed over by the agent: {why}",
    "line.reminded": "{name} set a reminder for {to}: {time}",
    "line.mentioned": "{name} mentioned {text} in an earlier note",
    "line.notified": "{name} notified {operators}: {text}",
    "line.webhook_called": "{name} called the webhook {to}",
  },
  ru: {
    "line.agent_handed_over": "Агент передал чат операторам: {why}",
    "line.reminded": "{name}: напоминание для {to}: {time}",
    "line.mentioned": "{name} упоминает в прежней заметке: {text}",
    "line.notified": "{name}: уведомление для {operators}: {text}",
    "line.webhook_called": "{name}: вызван вебхук {to}",
  },
});
