import * as bot from "../../packages/protocol/src/bot.ts";
import { toSchema, type FieldTable } from "./field-table.ts";

const parlourFields = {
  event: "name of the event",
  id: "id of the event, the same in every attempt (BOT-020)",
  client_id: "the customer, digits below 2147483648 (BOT-021)",
  chat_id: "the chat, digits below 2147483648 (BOT-021)",
};
const botEventFields = {
  ...parlourFields,
  id: "id of your own, for logs",
  client_id: "may be missing: it is taken from the chat (BOT-025)",
};
const timestamp = "unix seconds; for information only, order is that of arrival (BOT-026)";
/** Fields of interface B. */
export const botFields: Readonly<Record<string, FieldTable>> = {
  "bot client message": {
    schema: toSchema(bot.BotClientMessage),
    meanings: {
      ...parlourFields,
      site_id: "the account in Parlour",
      agents_online: "an operator could take this chat now",
      sender: "the customer",
      "sender.id": "the number of client_id",
      "sender.name": '`""` unknown',
      "sender.url": 'page the customer is on, `""` unknown',
      "sender.has_contacts": "e-mail or phone is known",
      channel: "where the customer writes",
      "channel.id": "widget id, or CHANNEL_PUBLIC_ID",
      "channel.type": "",
      message: "what the customer wrote",
      "message.type": "",
      "message.text": "always a string; a file comes as its comment and address (BOT-024)",
      "message.button_id": "only when a button of yours was pressed, or its number typed (BOT-046, BOT-091)",
      "message.timestamp": "unix seconds",
    },
  },
  "bot agent joined": { schema: toSchema(bot.BotAgentJoined), meanings: parlourFields },
  "bot message": {
    schema: toSchema(bot.BotMessage),
    separateTables: ["message"],
    meanings: { ...botEventFields, message: "one of the three shapes below" },
  },
  "bot text": { schema: toSchema(bot.BotText), meanings: { type: "", text: "cut at 4000 code points (BOT-044)", timestamp } },
  "bot markdown": {
    schema: toSchema(bot.BotMarkdown),
    meanings: {
      type: "",
      content: "links, bold and italic only (BOT-045)",
      text: "for channels that show plain text; without it one is built (BOT-091)",
      timestamp,
    },
  },
  "bot buttons": {
    schema: toSchema(bot.BotButtons),
    meanings: {
      type: "",
      title: "above the buttons",
      text: "for channels that show no buttons; without it title and numbered labels (BOT-091)",
      buttons: "more than three, or none: 400 (BOT-042)",
      "buttons[].id": "comes back as `button_id`; missing: the position",
      "buttons[].text": "what is shown, cut at 80 code points; missing: the id",
      timestamp,
    },
  },
  "bot invite": { schema: toSchema(bot.BotInviteAgent), meanings: botEventFields },
  "bot error": {
    schema: toSchema(bot.BotError),
    meanings: { error: "", "error.code": "see errors.md", "error.message": "for people", "error.reason": "says more about some codes" },
  },
};
