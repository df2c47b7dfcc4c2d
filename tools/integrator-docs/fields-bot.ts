import * as bot from "../../packages/protocol/src/bot/index.ts";
import { toSchema, type FieldTable } from "./field-table.ts";

const parlourFields = {
  event: "name of the event",
  id: "id of the event, the same in every attempt (BOT-020)",
  client_id: "the customer; digits, below 2147483648 (BOT-021)",
  chat_id: "the chat; digits, below 2147483648 (BOT-021)",
};
const botEventFields = {
  ...parlourFields,
  id: "your id of the event, for logs",
  client_id: "the customer. If missing, Parlour uses the customer of the chat (BOT-025)",
};
const timestamp =
  "Unix seconds, for information only. Parlour orders messages by arrival (BOT-026)";
/** Fields of interface B. */
export const botFields: Readonly<Record<string, FieldTable>> = {
  "bot client message": {
    schema: toSchema(bot.BotClientMessage),
    meanings: {
      ...parlourFields,
      site_id: "id of the account in Parlour",
      agents_online: "whether an operator can take this chat now",
      sender: "the customer",
      "sender.id": "`client_id` as a number",
      "sender.name": 'name of the customer, `""` if unknown',
      "sender.url": 'page that the customer has open, `""` if unknown',
      "sender.has_contacts": "whether Parlour knows an email or phone number",
      channel: "the connection over which the customer writes",
      "channel.id": "the widget id, or CHANNEL_PUBLIC_ID",
      "channel.type": "site widget or chat channel",
      message: "the message of the customer",
      "message.type": "always `TEXT`",
      "message.text":
        "always a string. For a file, it contains the comment and the address (BOT-024)",
      "message.quoted":
        "earlier messages that an email repeats, and its signature. Missing if there are none",
      "message.subject": "subject of the email. Missing for other messages",
      "message.recipients": "recipients of the email, all together at most 100",
      "message.recipients.to": "recipients in `To`, also the channel itself",
      "message.recipients.to[].address": "address",
      "message.recipients.to[].name": 'name, `""` if there is none',
      "message.recipients.cc": "recipients in `Cc`",
      "message.recipients.cc[].address": "address",
      "message.recipients.cc[].name": 'name, `""` if there is none',
      "message.button_id":
        "only if the customer pressed one of your buttons, or typed its number (BOT-046, BOT-106)",
      "message.refers_to": "what the customer answers, asks about or reacted to (CON-072)",
      "message.refers_to.kind": "whether it is a message, a product, or the message of a reaction",
      "message.refers_to.seq": "number of that message, if it is in this chat",
      "message.refers_to.text": "beginning of its text, at most 200 characters",
      "message.refers_to.author": "name of its author",
      "message.refers_to.product": "the product",
      "message.refers_to.product.id": "id of the product in the catalog of the shop",
      "message.refers_to.product.title": "name of the product",
      "message.timestamp": "Unix seconds of the message",
    },
  },
  "bot agent joined": { schema: toSchema(bot.BotAgentJoined), meanings: parlourFields },
  "bot message": {
    schema: toSchema(bot.BotMessage),
    separateTables: ["message"],
    meanings: { ...botEventFields, message: "TEXT, MARKDOWN or BUTTONS, see below" },
  },
  "bot text": {
    schema: toSchema(bot.BotText),
    meanings: {
      type: "the kind of message",
      text: "the text, cut at 4000 code points (BOT-044)",
      timestamp,
    },
  },
  "bot markdown": {
    schema: toSchema(bot.BotMarkdown),
    meanings: {
      type: "the kind of message",
      content: "the text, which can contain only links, bold and italic (BOT-045)",
      text: "text for channels that show plain text. If missing, Parlour builds one (BOT-091)",
      timestamp,
    },
  },
  "bot buttons": {
    schema: toSchema(bot.BotButtons),
    meanings: {
      type: "the kind of message",
      title: "text above the buttons",
      text: "text for channels that show no buttons. If missing, Parlour sends the title and numbered labels (BOT-091)",
      buttons: "1 to 3 buttons. Any other number fails with 400 (BOT-042)",
      "buttons[].id":
        "returned as `button_id`. If missing, Parlour uses the position: `1`, `2` or `3`",
      "buttons[].text":
        "label of the button, cut at 80 code points. If missing, Parlour uses the id",
      timestamp,
    },
  },
  "bot invite": { schema: toSchema(bot.BotInviteAgent), meanings: botEventFields },
  "bot error": {
    schema: toSchema(bot.BotError),
    meanings: {
      error: "the error",
      "error.code": "code for your program, see the table above",
      "error.message": "text for people",
      "error.reason": "more specific reason for some codes",
    },
  },
};
