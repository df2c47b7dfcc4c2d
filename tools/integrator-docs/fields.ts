import * as bot from "../../packages/protocol/src/bot.ts";
import * as channel from "../../packages/protocol/src/channel.ts";
import * as webhook from "../../packages/protocol/src/webhook.ts";
import type { Schema } from "./table.ts";

/** A shape of the protocol with the meaning of each field. A path that ends with `.*` speaks for all fields below it. */
export interface FieldTable {
  readonly schema: Schema;
  /** Fields that have a table of their own. */
  readonly closed?: readonly string[];
  /** Where one shape stands for several: what differs between them. */
  readonly other?: Readonly<Record<string, { readonly type?: string; readonly isRequired?: boolean }>>;
  /** Left out: they stand in the table of what is common. */
  readonly without?: readonly string[];
  readonly meanings: Readonly<Record<string, string>>;
}
const shape = (schema: unknown): Schema => schema as Schema;
const our = {
  event: "name of the event",
  id: "id of the event, the same in every attempt (BOT-020)",
  client_id: "the customer, digits below 2147483648 (BOT-021)",
  chat_id: "the chat, digits below 2147483648 (BOT-021)",
};
const your = { ...our, id: "id of your own, for logs", client_id: "may be missing: it is taken from the chat (BOT-025)" };
const timestamp = "unix seconds; for information only, order is that of arrival (BOT-026)";
const common = ["event_name", "chat_id", "widget_id", "user_token", "event_timestamp", "visitor", "agent", "department", "session", "page"];
const everywhere = [...common, "analytics", "tags", "invitation", "custom_data"];

export const fieldTables: Readonly<Record<string, FieldTable>> = {
  "channel sender": {
    schema: shape(channel.ChannelSender),
    meanings: {
      id: 'your id of the customer; a whole number keeps all its digits, `7` and `"7"` are one customer (CH-041, CH-042)',
      name: "shown to operators; absent or empty keeps the stored value (CH-044)",
      phone: "as name",
      email: "as name",
      photo: "http(s) address of a picture, 128×128 px recommended (CH-046)",
      url: "page the customer is on, http(s) (CH-047)",
      invite: "invitation that was shown to the customer, for the operators (CH-048)",
    },
  },
  "channel text": {
    schema: shape(channel.ChannelText),
    meanings: { type: "", id: "yours, for logs; never used to drop a repeat (CH-052)", text: "cut at 1000 code points (CH-051)" },
  },
  "channel typing": { schema: shape(channel.ChannelTyping), meanings: { type: "the customer began or stopped typing (CH-056)" } },
  "channel file": {
    schema: shape(channel.ChannelFile),
    meanings: {
      type: "what the file is (CH-060)",
      id: "as for text",
      file: "http(s) address of the file, at most 2048 characters (CH-062)",
      file_name: "missing: last part of the address (CH-063)",
      file_size: "bytes; missing or invalid: not shown",
      thumb: "http(s) address of a picture 320 px wide",
      emoji: "shown in place of what cannot be displayed",
      duration: "seconds",
      width: "pixels",
      height: "pixels",
      performer: "of audio",
      title: "of audio",
      text: "comment, cut at 1000 code points",
    },
  },
  "channel location": {
    schema: shape(channel.ChannelLocation),
    meanings: { type: "", id: "as for text", latitude: "−90 to 90 (CH-064)", longitude: "−180 to 180", text: "comment" },
  },
  "channel reply": {
    schema: shape(channel.ChannelReply),
    closed: ["message"],
    meanings: {
      sender: "the operator (or bot)",
      "sender.name": "name to show",
      "sender.photo": 'public address of the picture, `""` when there is none',
      recipient: "your customer",
      "recipient.id": "exactly as in the customer's latest message: same JSON type, same digits (CH-043)",
      message: "one of the shapes above; `message.id` is Parlour's id of the message",
    },
  },
  "bot client message": {
    schema: shape(bot.BotClientMessage),
    meanings: {
      ...our,
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
      "message.button_id": "only when a button of yours was pressed (BOT-046)",
      "message.timestamp": "unix seconds",
    },
  },
  "bot agent joined": { schema: shape(bot.BotAgentJoined), meanings: our },
  "bot message": {
    schema: shape(bot.BotMessage),
    closed: ["message"],
    meanings: { ...your, message: "one of the three shapes below" },
  },
  "bot text": { schema: shape(bot.BotText), meanings: { type: "", text: "cut at 4000 code points (BOT-044)", timestamp } },
  "bot markdown": {
    schema: shape(bot.BotMarkdown),
    meanings: {
      type: "",
      content: "links, bold and italic only (BOT-045)",
      text: "for channels that show plain text; without it nothing is sent there (BOT-060)",
      timestamp,
    },
  },
  "bot buttons": {
    schema: shape(bot.BotButtons),
    meanings: {
      type: "",
      title: "above the buttons",
      text: "for channels that show no buttons; without it nothing is sent there (BOT-060)",
      buttons: "more than three, or none: 400 (BOT-042)",
      "buttons[].id": "comes back as `button_id`; missing: the position",
      "buttons[].text": "what is shown, cut at 80 code points; missing: the id",
      timestamp,
    },
  },
  "bot invite": { schema: shape(bot.BotInviteAgent), meanings: your },
  "bot error": {
    schema: shape(bot.BotError),
    meanings: { error: "", "error.code": "see errors.md", "error.message": "for people", "error.reason": "says more about some codes" },
  },
  "webhook common": {
    schema: shape(webhook.ChatAccepted),
    closed: ["visitor", "agent", "department", "session"],
    other: { event_name: { type: "string" }, chat_id: { isRequired: false }, agent: { isRequired: false } },
    meanings: {
      event_name: "one of the six names; also in the header `Parlour-Event`",
      chat_id: "the chat; absent in offline_message",
      widget_id: "widget id of the chat code, or CHANNEL_PUBLIC_ID",
      user_token: "what the page gave to setUserToken; absent when it never did",
      event_timestamp: "unix seconds of the fact",
      visitor: "who writes",
      agent: "who holds the chat or call; in chat_finished `agents` stands in its place, offline_message has none",
      department: "only when one was chosen before the chat",
      session: "the visit",
      page: "the page the visitor is on",
      "page.url": '`""` unknown',
      "page.title": '`""` unknown',
      analytics: "only when the widget option is on and something is known (WH-026)",
      "analytics.ga": "client id of the `_ga` cookie",
      "analytics.ym": "`_ym_uid`",
      tags: "only with the option of the endpoint",
      "tags[].id": "",
      "tags[].title": "",
      invitation: "only with the option of the endpoint",
      custom_data: "only with the option of the endpoint: the data that operators see",
      "custom_data[].title": "",
      "custom_data[].content": "",
      "custom_data[].link": "",
      "custom_data[].key": "",
      "custom_data[].source": "who gave it",
    },
  },
  "webhook visitor": {
    schema: shape(webhook.WebhookVisitor),
    meanings: {
      name: '`""` unknown',
      email: '`""` unknown',
      phone: '`""` unknown; a channel\'s `sender.phone` unchanged',
      number: "number of the visitor in the account",
      description: "what operators noted",
      social: 'by network name: `{"telegram":{"id":"…","name":"…","url":"…"}}`; `{}` when none is known',
      chats_count: "chats of this visitor, the present one included",
    },
  },
  "webhook agent": {
    schema: shape(webhook.WebhookAgent),
    meanings: {
      id: 'a string of digits, `"0"` while nobody holds the chat; take a number too',
      name: "",
      email: "",
      phone: "absent when unknown",
    },
  },
  "webhook department": { schema: shape(webhook.WebhookDepartment), meanings: { id: "", name: "" } },
  "webhook session": {
    schema: shape(webhook.WebhookSession),
    meanings: {
      geoip: 'place of the address; every value `""` when unknown',
      "geoip.*": "",
      utm: "deprecated: read utm_json",
      utm_json: 'of the first page of the visit; every value `""` when unknown',
      "utm_json.*": "",
      ip_addr: '`""` for chat channels',
      user_agent: '`""` for chat channels',
    },
  },
  "webhook call_event": {
    schema: shape(webhook.CallEvent),
    without: everywhere,
    meanings: {
      call: "",
      "call.type": "",
      "call.phone": "",
      "call.status": "`agent_connected` and `client_connected` are also known as `agentconnected` and `clientconnected`",
      "call.reason": "only with `error`",
      "call.record_url": "only with `end`, when there is a record",
    },
  },
  "webhook chat_assigned": {
    schema: shape(webhook.ChatAssigned),
    without: everywhere,
    meanings: { assign_to: "the `crm_link` of your reply that the operator chose (WH-045)" },
  },
  "webhook chat_finished": {
    schema: shape(webhook.ChatFinished),
    closed: ["agents"],
    without: everywhere,
    meanings: {
      agents: "everyone who wrote or held the chat, in order of joining; `[]` when nobody did",
      chat: "the log",
      "chat.messages": "in order; always an array",
      "chat.messages[].message": "text; of a file: comment, new line, address",
      "chat.messages[].timestamp": "unix seconds of receipt",
      "chat.messages[].type": "",
      "chat.messages[].agent_id": "only for `agent`; 0 is a bot",
      "chat.messages[].blacklisted": "only on messages received after the visitor was blocked",
      "chat.rate": "null: not rated",
      "chat.blacklisted": "the visitor is blocked",
      "chat.invitation": "only when one was shown",
      "chat.invite_timestamp": "unix seconds",
      "chat.truncated": "the oldest messages were left out to stay below 1 MiB (WH-033)",
      chat_rate: "the same as chat.rate",
      plain_messages: "the log as text, a line per message (WH-029)",
      html_messages: "the log as HTML, all text escaped (WH-029)",
      rating_comment: "only with the option of the endpoint",
    },
  },
  "webhook offline_message": {
    schema: shape(webhook.OfflineMessageEvent),
    without: everywhere,
    meanings: { offline_message_id: "id of the offline message", message: "what the visitor wrote", timestamp: "unix seconds" },
  },
  "webhook reply": {
    schema: shape(webhook.WebhookDataReply),
    meanings: {
      result: "`ok` in any case of letters; with anything else the rest is not used (WH-041)",
      custom_data: "shown to the operator in this order; replaces the earlier list, and its absence leaves it (WH-043)",
      "custom_data[].title": "",
      "custom_data[].content": "",
      "custom_data[].key": "",
      "custom_data[].link": "http, https, mailto or tel",
      contact_info: "non-empty values replace the stored contacts (WH-044)",
      "contact_info.name": "",
      "contact_info.phone": "",
      "contact_info.email": "",
      enable_assign: 'with a crm_link: shows the button "Assign to CRM card" (WH-045)',
      crm_link: "http(s) address of the card (WH-046)",
      page: "replaces the page shown for the chat (WH-047)",
      "page.url": "required in page",
      "page.title": "",
    },
  },
};
