import * as webhook from "../../packages/protocol/src/webhook/index.ts";
import { toSchema, type FieldTable } from "./field-table.ts";

const commonFields = [
  "event_name",
  "chat_id",
  "widget_id",
  "user_token",
  "event_timestamp",
  "visitor",
  "agent",
  "department",
  "session",
  "page",
];
const sharedFields = [...commonFields, "analytics", "tags", "invitation", "custom_data"];

const messageMeanings: FieldTable["meanings"] = {
  "chat_message.id": "id of the message",
  "chat_message.seq": "number of the message in its chat: 1, 2, 3 …",
  "chat_message.type": "author: the visitor, an operator, a bot, or Parlour",
  "chat_message.kind": "kind of the message",
  "chat_message.timestamp": "Unix seconds of receipt",
  "chat_message.agent_id": "id of the operator, only for `agent`",
  "chat_message.name": 'name of the author, `""` if unknown',
  "chat_message.refers_to":
    "what the customer answers, asks about or reacted to. Texts are only present with `message` (CON-072)",
  "chat_message.refers_to.kind": "whether it is a message, a product, or the message of a reaction",
  "chat_message.refers_to.seq": "number of that message, if it is in this chat",
  "chat_message.refers_to.text": "beginning of its text, at most 200 characters",
  "chat_message.refers_to.author": "name of its author",
  "chat_message.refers_to.product": "the product",
  "chat_message.refers_to.product.id": "id of the product in the catalog of the shop",
  "chat_message.refers_to.product.title": "name of the product",
  "chat_message.code": "what happened, only for `system`",
};

/** Fields of interface C. */
export const webhookFields: Readonly<Record<string, FieldTable>> = {
  "webhook common": {
    schema: toSchema(webhook.ChatAccepted),
    separateTables: ["visitor", "agent", "department", "session"],
    overrides: {
      event_name: { type: "string" },
      chat_id: { isRequired: false },
      agent: { isRequired: false },
    },
    meanings: {
      event_name: "name of the event, also in the header `Parlour-Event`",
      chat_id:
        "id of the chat. Absent in offline_message, and in visitor_updated without a running chat",
      widget_id: "widget id of the code on the page, or CHANNEL_PUBLIC_ID",
      user_token: "value that the page passed to `setUserToken`. Absent if the page passed none",
      event_timestamp: "time of the reported event in Unix seconds",
      visitor: "the visitor",
      agent:
        "operator who has the chat or call. chat_finished has `agents` instead; events without `chat_id` have neither",
      department: "only if the visitor chose one before the chat",
      session: "the visit and its origin",
      page: "the page that the visitor has open",
      "page.url": 'address, `""` if unknown',
      "page.title": 'title, `""` if unknown',
      analytics: "only if the widget option is on and an id is known (WH-026)",
      "analytics.ga": "client id of the `_ga` cookie",
      "analytics.ym": "value of the `_ym_uid` cookie",
      tags: "tags of the chat, only if the webhook option is on",
      "tags[].id": "id of the tag",
      "tags[].title": "name of the tag",
      invitation: "text of the invitation, only if the webhook option is on",
      custom_data: "the data that operators see, only if the webhook option is on",
      "custom_data[].title": "text above the field",
      "custom_data[].content": "text of the field",
      "custom_data[].link": "address that opens when an operator clicks the field",
      "custom_data[].key": "bold text before a colon",
      "custom_data[].source": "origin of the field: your response or the page",
    },
  },
  "webhook visitor": {
    schema: toSchema(webhook.WebhookVisitor),
    meanings: {
      name: 'name, `""` if unknown',
      email: 'email, `""` if unknown',
      phone: 'phone number, `""` if unknown. For a chat channel, `sender.phone` unchanged',
      number: "number of the visitor in the account",
      description: "description written by operators",
      social:
        'accounts by network name: `{"telegram":{"id":"…","name":"…","url":"…"}}`; `{}` if none is known',
      chats_count: "number of chats of this visitor, including this one",
    },
  },
  "webhook agent": {
    schema: toSchema(webhook.WebhookAgent),
    meanings: {
      id: 'digits; `"0"` if no operator has the chat. Your program should also accept a number',
      name: 'name, `""` if unknown',
      email: 'email, `""` if unknown',
      phone: 'phone number, `""` if unknown',
    },
  },
  "webhook department": {
    schema: toSchema(webhook.WebhookDepartment),
    meanings: { id: "id of the department", name: "name of the department" },
  },
  "webhook session": {
    schema: toSchema(webhook.WebhookSession),
    meanings: {
      geoip: 'location of the IP address; every value is `""` if unknown',
      "geoip.*": "text",
      utm: "deprecated, use `utm_json` instead",
      utm_json: 'parameters of the first page of the visit; every value is `""` if unknown',
      "utm_json.*": "text",
      ip_addr: 'IP address, `""` for chat channels',
      user_agent: 'browser, `""` for chat channels',
    },
  },
  "webhook call_event": {
    schema: toSchema(webhook.CallEvent),
    excluded: sharedFields,
    meanings: {
      call: "the call",
      "call.type": "`callback`: the visitor requested the call",
      "call.phone": "phone number of the visitor",
      "call.status":
        "status of the call. `agentconnected` and `clientconnected` mean the same as the spellings with `_`",
      "call.reason": "why the call failed, only with `error`",
      "call.record_url": "address of the recording, only with `end` and if there is a recording",
    },
  },
  "webhook chat_updated": {
    schema: toSchema(webhook.ChatUpdated),
    separateTables: ["chat"],
    excluded: sharedFields,
    meanings: {
      chat: "as in chat_finished, with the new `rate`",
      rating_comment: "the visitor's comment, only if the webhook option is on",
    },
  },
  "webhook chat_assigned": {
    schema: toSchema(webhook.ChatAssigned),
    excluded: sharedFields,
    meanings: { assign_to: "the `crm_link` from your response that the operator chose (WH-045)" },
  },
  "webhook chat_finished": {
    schema: toSchema(webhook.ChatFinished),
    separateTables: ["agents"],
    excluded: sharedFields,
    meanings: {
      agents:
        "operators who wrote in the chat or were assigned to it, in the order in which they joined; `[]` if none",
      chat: "the messages and the rating",
      "chat.messages": "the messages in order; always an array",
      "chat.messages[].message": "the text. For a file: comment, line break, address",
      "chat.messages[].timestamp": "Unix seconds of receipt",
      "chat.messages[].type": "`agent` means an operator or a bot",
      "chat.messages[].agent_id": "id of the operator, only for `agent`; 0 is a bot",
      "chat.messages[].blacklisted": "only on messages that arrived after the visitor was blocked",
      "chat.rate": "the rating; null if the chat is not rated",
      "chat.blacklisted": "whether the visitor is blocked",
      "chat.invitation": "text of the invitation, only if one was shown",
      "chat.invite_timestamp": "Unix seconds of the invitation",
      "chat.truncated":
        "present if the oldest messages were left out because the body would exceed 1 MiB (WH-033)",
      plain_messages: "the messages as plain text, one line each (WH-029)",
      html_messages: "the messages as HTML, with all text escaped (WH-029)",
      rating_comment: "the visitor's comment, only if the webhook option is on",
    },
  },
  "webhook offline_message": {
    schema: toSchema(webhook.OfflineMessageEvent),
    excluded: sharedFields,
    meanings: {
      offline_message_id: "id of the offline message",
      message: "the visitor's text",
      timestamp: "Unix seconds of the message",
    },
  },
  "webhook message_created": {
    schema: toSchema(webhook.MessageCreated),
    excluded: sharedFields,
    meanings: {
      chat_message: "the message",
      ...messageMeanings,
      "chat_message.quoted":
        "earlier messages that an email repeats, and its signature, under the same condition",
      "chat_message.subject":
        "subject of an email, under the same condition. Missing for other messages",
      "chat_message.recipients": "recipients of an email whom all see, under the same condition",
      "chat_message.recipients.to": "recipients in `To`",
      "chat_message.recipients.to[].address": "address",
      "chat_message.recipients.to[].name": 'name, `""` if there is none',
      "chat_message.recipients.cc": "recipients in `Cc`",
      "chat_message.recipients.cc[].address": "address",
      "chat_message.recipients.cc[].name": 'name, `""` if there is none',
      "chat_message.message":
        "the text. For a file: comment, line break, address. Only if the webhook option is on",
    },
  },
  "webhook chat_rated": {
    schema: toSchema(webhook.ChatRated),
    separateTables: ["agents"],
    excluded: sharedFields,
    meanings: {
      agents: "operators who wrote in the chat or were assigned to it, as in chat_finished",
      rate: "the rating",
      rating_comment: "the visitor's comment, only if the webhook option is on",
    },
  },
  "webhook visitor_updated": {
    schema: toSchema(webhook.VisitorUpdated),
    excluded: sharedFields,
    meanings: {
      changes: "values that were set since `event_timestamp`. A removed value is not listed",
      "changes[].field": "key of the value in `visitor`",
      "changes[].by":
        "who set it. `signed`: a token of your site; `page`: a script of the page; `channel`: the server of the channel; `webhook`: your response",
      "changes[].agent_id": "id of the operator, only for `operator`",
    },
  },
  "webhook message_delivery_failed": {
    schema: toSchema(webhook.MessageDeliveryFailed),
    excluded: [
      ...sharedFields,
      "chat_message.message",
      "chat_message.quoted",
      "chat_message.subject",
      "chat_message.recipients",
    ],
    meanings: {
      chat_message: "the message, without its text",
      ...messageMeanings,
      delivery: "the failed delivery",
      "delivery.id": "id in the delivery log: `GET /deliveries/{id}`",
      "delivery.to": "where the message could not be sent",
      "delivery.attempts": "number of attempts",
      "delivery.code": "why the last attempt failed, see [errors.md](errors.md)",
    },
  },
  "webhook reply": {
    schema: toSchema(webhook.WebhookDataReply),
    meanings: {
      result:
        "`ok`, in upper or lower case. With any other value, Parlour ignores the data (WH-041)",
      custom_data:
        "fields that the operator sees in this order. They replace the previous list; if the key is missing, the list stays (WH-043)",
      "custom_data[].title": "text above the field, cut at 100 characters",
      "custom_data[].content": "text of the field, cut at 1000 characters",
      "custom_data[].key": "bold text before a colon, cut at 100 characters",
      "custom_data[].link":
        "http, https, mailto or tel, at most 2048 characters. Parlour leaves out other links",
      contact_info: "contacts of the visitor. Non-empty values replace the stored ones (WH-044)",
      "contact_info.name": "name, cut at 255 characters",
      "contact_info.phone": "phone number, cut at 255 characters",
      "contact_info.email": "email, cut at 255 characters",
      enable_assign: 'shows the button "Assign to CRM card" if `crm_link` is present (WH-045)',
      crm_link: "http(s) address of the card in your CRM (WH-046)",
      page: "page that the operator sees for the chat (WH-047)",
      "page.url": "address, required if `page` is present",
      "page.title": "title, cut at 1000 characters",
    },
  },
};
