import { EmailRecipients } from "../email/chat-email.ts";
import { Type, type Static, type TSchema } from "typebox";
import type { webhookEvents } from "../api/settings/webhook.ts";
import { MessageReference, Nullable, Rating } from "../entity/index.ts";

/**
 * Interface C, event webhooks (docs/spec/webhook.md), as published for receivers: the bodies that
 * Parlour posts, and the replies that it uses. A field has the same type in all events
 * (WH-021). The server also accepts replies that do not match these schemas (WH-040, WH-048).
 */

export { webhookEvents } from "../api/settings/webhook.ts";
export type WebhookEventName = (typeof webhookEvents)[number];

const Text = Type.String();
/** A social profile (WH-023). Only known fields are present. */
export const WebhookSocialProfile = Type.Object({
  id: Type.Optional(Text),
  name: Type.Optional(Text),
  url: Type.Optional(Text),
});
/** The visitor (WH-022). */
export const WebhookVisitor = Type.Object({
  name: Text,
  email: Text,
  phone: Text,
  number: Text,
  description: Text,
  social: Type.Record(Type.String(), WebhookSocialProfile),
  chats_count: Type.Integer({ minimum: 0 }),
});
export type WebhookVisitor = Static<typeof WebhookVisitor>;

/**
 * The operator (WH-024). The id is `"0"` and the texts are "" while the chat or call has no
 * operator.
 */
export const WebhookAgent = Type.Object({
  id: Type.String({ pattern: "^[0-9]+$" }),
  name: Text,
  email: Text,
  phone: Text,
});
export type WebhookAgent = Static<typeof WebhookAgent>;
export const WebhookDepartment = Type.Object({ id: Type.Integer(), name: Text });

/** Where the visitor is, by IP address (WH-025). Unknown values are "". */
export const WebhookGeoip = Type.Object({
  region_code: Text,
  country: Text,
  country_code: Text,
  region: Text,
  city: Text,
  latitude: Text,
  longitude: Text,
  organization: Text,
});
/** The campaign that brought the visitor (WH-025). */
export const WebhookCampaign = Type.Object({
  source: Text,
  campaign: Text,
  content: Text,
  medium: Text,
  term: Text,
});

/** The visit (WH-025). Unknown values are "". */
export const WebhookSession = Type.Object({
  geoip: WebhookGeoip,
  /** Deprecated. Use `utm_json` instead. */
  utm: Text,
  utm_json: WebhookCampaign,
  ip_addr: Text,
  user_agent: Text,
});
export type WebhookSession = Static<typeof WebhookSession>;
export const WebhookPage = Type.Object({ url: Text, title: Text });

/** The call (WH-027). */
export const WebhookCall = Type.Object({
  type: Type.Union([Type.Literal("callback"), Type.Literal("incoming"), Type.Literal("outgoing")]),
  phone: Text,
  status: Type.Union([
    Type.Literal("start"),
    Type.Literal("agent_connected"),
    Type.Literal("client_connected"),
    Type.Literal("end"),
    Type.Literal("error"),
  ]),
  reason: Type.Optional(Text),
  record_url: Type.Optional(Text),
});

/** A message (WH-103). */
export const WebhookMessage = Type.Object({
  message: Text,
  timestamp: Type.Integer(),
  type: Type.Union([Type.Literal("visitor"), Type.Literal("agent")]),
  agent_id: Type.Optional(Type.Integer({ minimum: 0 })),
  blacklisted: Type.Optional(Type.Literal(true)),
});
export type WebhookMessage = Static<typeof WebhookMessage>;
export const WebhookChat = Type.Object({
  messages: Type.Array(WebhookMessage),
  rate: Nullable(Rating),
  blacklisted: Type.Boolean(),
  invitation: Type.Optional(Text),
  invite_timestamp: Type.Optional(Type.Integer()),
  /** The oldest messages were left out (WH-033). */
  truncated: Type.Optional(Type.Literal(true)),
});

/**
 * A message as an event of its own (WH-108). `message` is the text, present only if the webhook
 * sends texts (WH-109), and so is `quoted`, the earlier messages that an email repeats and its
 * signature (MAIL-116). `code` is that of a system message.
 */
export const WebhookChatMessage = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  seq: Type.Integer({ minimum: 1 }),
  type: Type.Union([
    Type.Literal("visitor"),
    Type.Literal("agent"),
    Type.Literal("bot"),
    Type.Literal("system"),
  ]),
  kind: Type.Union([
    Type.Literal("text"),
    Type.Literal("media"),
    Type.Literal("buttons"),
    Type.Literal("markdown"),
  ]),
  timestamp: Type.Integer(),
  agent_id: Type.Optional(Type.Integer({ minimum: 1 })),
  name: Text,
  message: Type.Optional(Text),
  /** What the customer answers or is asking about. It has texts only with `message` (CON-072). */
  refers_to: Type.Optional(MessageReference),
  quoted: Type.Optional(Text),
  /** Subject and recipients, only of an email, and only with `message` (MAIL-155). */
  subject: Type.Optional(Text),
  recipients: Type.Optional(EmailRecipients),
  code: Type.Optional(Text),
});
export type WebhookChatMessage = Static<typeof WebhookChatMessage>;

/** A value of the visitor that changed, and who set it (WH-111). */
export const WebhookVisitorChange = Type.Object({
  field: Type.Union([
    Type.Literal("name"),
    Type.Literal("email"),
    Type.Literal("phone"),
    Type.Literal("description"),
  ]),
  by: Type.Union([
    Type.Literal("visitor"),
    Type.Literal("signed"),
    Type.Literal("page"),
    Type.Literal("channel"),
    Type.Literal("webhook"),
    Type.Literal("operator"),
  ]),
  agent_id: Type.Optional(Type.Integer({ minimum: 1 })),
});
export type WebhookVisitorChange = Static<typeof WebhookVisitorChange>;

/** A delivery that failed for good (WH-112). */
export const WebhookFailedDelivery = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  to: Type.Union([Type.Literal("channel"), Type.Literal("bot"), Type.Literal("mail")]),
  attempts: Type.Integer({ minimum: 0 }),
  code: Text,
});
export type WebhookFailedDelivery = Static<typeof WebhookFailedDelivery>;

/** Ids of the visitor in analytics services (WH-026). */
export const WebhookAnalytics = Type.Object({ ga: Type.Optional(Text), ym: Type.Optional(Text) });
export const WebhookTag = Type.Object({ id: Type.Integer(), title: Text });
/** Data of the page or of a webhook about the visitor (WH-026). */
export const WebhookCustomData = Type.Object({
  title: Text,
  content: Text,
  link: Type.Optional(Text),
  key: Type.Optional(Text),
  source: Type.Union([Type.Literal("webhook"), Type.Literal("page")]),
});

/** Fields of every event (WH-020), with the optional blocks of WH-026. */
const commonFields = {
  widget_id: Text,
  user_token: Type.Optional(Text),
  event_timestamp: Type.Integer(),
  visitor: WebhookVisitor,
  department: Type.Optional(WebhookDepartment),
  session: WebhookSession,
  page: WebhookPage,
  analytics: Type.Optional(WebhookAnalytics),
  tags: Type.Optional(Type.Array(WebhookTag)),
  invitation: Type.Optional(Text),
  custom_data: Type.Optional(Type.Array(WebhookCustomData)),
};
const ChatId = Type.Integer({ minimum: 0 });
const event = <N extends WebhookEventName, T extends Readonly<Record<string, TSchema>>>(
  name: N,
  eventFields: T,
) => Type.Object({ event_name: Type.Literal(name), ...commonFields, ...eventFields });

export const CallEvent = event("call_event", {
  chat_id: ChatId,
  agent: WebhookAgent,
  call: WebhookCall,
});
export const ChatAccepted = event("chat_accepted", { chat_id: ChatId, agent: WebhookAgent });
export const ChatAssigned = event("chat_assigned", {
  chat_id: ChatId,
  agent: WebhookAgent,
  assign_to: Text,
});
export const ChatUpdated = event("chat_updated", {
  chat_id: ChatId,
  agent: WebhookAgent,
  /** The chat. Present only after its end (WH-102). */
  chat: Type.Optional(WebhookChat),
  rating_comment: Type.Optional(Text),
});
export const ChatFinished = event("chat_finished", {
  chat_id: ChatId,
  agents: Type.Array(WebhookAgent),
  chat: WebhookChat,
  plain_messages: Text,
  html_messages: Text,
  rating_comment: Type.Optional(Text),
});
/** A new offline message. This event has no `chat_id`, agent and chat (WH-032). */
export const OfflineMessageEvent = event("offline_message", {
  offline_message_id: Text,
  message: Text,
  timestamp: Type.Integer(),
});
export const ChatCreated = event("chat_created", { chat_id: ChatId, agent: WebhookAgent });
export const MessageCreated = event("message_created", {
  chat_id: ChatId,
  agent: WebhookAgent,
  chat_message: WebhookChatMessage,
});
export const ChatRated = event("chat_rated", {
  chat_id: ChatId,
  agent: WebhookAgent,
  agents: Type.Array(WebhookAgent),
  rate: Rating,
  rating_comment: Type.Optional(Text),
});
/** Changed contacts. `chat_id` and `agent` are present only while the visitor has a chat. */
export const VisitorUpdated = event("visitor_updated", {
  chat_id: Type.Optional(ChatId),
  agent: Type.Optional(WebhookAgent),
  changes: Type.Array(WebhookVisitorChange),
});
export const MessageDeliveryFailed = event("message_delivery_failed", {
  chat_id: ChatId,
  agent: WebhookAgent,
  chat_message: WebhookChatMessage,
  delivery: WebhookFailedDelivery,
});

export const webhookBodies = {
  call_event: CallEvent,
  chat_accepted: ChatAccepted,
  chat_assigned: ChatAssigned,
  chat_updated: ChatUpdated,
  chat_finished: ChatFinished,
  offline_message: OfflineMessageEvent,
  chat_created: ChatCreated,
  message_created: MessageCreated,
  chat_rated: ChatRated,
  visitor_updated: VisitorUpdated,
  message_delivery_failed: MessageDeliveryFailed,
} as const;
export type WebhookBody = {
  [N in WebhookEventName]: Static<(typeof webhookBodies)[N]>;
}[WebhookEventName];

/** Events whose replies can contain data for the operator (WH-042). */
export const eventsWithData: readonly WebhookEventName[] = [
  "chat_created",
  "chat_accepted",
  "chat_updated",
  "visitor_updated",
];

/** Reply of a receiver (WH-041, WH-042). Without `result` "ok", Parlour uses none of its data. */
export const WebhookReply = Type.Object({
  result: Type.String({
    description: "`ok` in any case; anything else: the data is not passed to the operator.",
  }),
});
const HttpUrl = Type.String({ pattern: "^[hH][tT][tT][pP][sS]?://", maxLength: 2048 });
/** Data in the replies to the events of `eventsWithData`. */
export const WebhookDataReply = Type.Object({
  ...WebhookReply.properties,
  custom_data: Type.Optional(
    Type.Array(
      Type.Object({
        title: Type.Optional(Type.String({ maxLength: 100 })),
        content: Type.Optional(Type.String({ maxLength: 1000 })),
        key: Type.Optional(Type.String({ maxLength: 100 })),
        link: Type.Optional(
          Type.String({ maxLength: 2048, description: "http, https, mailto or tel" }),
        ),
      }),
      { maxItems: 50 },
    ),
  ),
  contact_info: Type.Optional(
    Type.Object({
      name: Type.Optional(Text),
      phone: Type.Optional(Text),
      email: Type.Optional(Text),
    }),
  ),
  enable_assign: Type.Optional(Type.Boolean()),
  crm_link: Type.Optional(HttpUrl),
  page: Type.Optional(Type.Object({ url: HttpUrl, title: Type.Optional(Text) })),
});
export type WebhookDataReply = Static<typeof WebhookDataReply>;
