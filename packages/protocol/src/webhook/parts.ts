import { EmailRecipients } from "../email/chat-email.ts";
import { Type, type Static } from "typebox";
import {
  MessageReference,
  Nullable,
  PlainFieldValues,
  Rating,
  PromiseState,
  SlaState,
  SlaTarget,
} from "../entity/index.ts";

/** Parts of the bodies of interface C. */

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
  /** Values of fields by key (WH-116). Absent: none. */
  fields: Type.Optional(PlainFieldValues),
});
export type WebhookVisitor = Static<typeof WebhookVisitor>;

/** The operator (WH-024). Without one, the id is `"0"` and the texts are "". */
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

/** Contacts of a visitor that webhooks receive. */
export const webhookContactFields = ["name", "email", "phone", "description"] as const;
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
    Type.Literal("import"),
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
/** What is due next in a chat (SLA-014). */
export const WebhookSla = Type.Object({
  policy: Type.Object({ id: Type.Integer(), name: Text }),
  target: SlaTarget,
  /** In seconds since 1970. */
  due_timestamp: Type.Integer(),
  state: SlaState,
});
export type WebhookSla = Static<typeof WebhookSla>;
/** The promise to the visitor (PROM-007). */
export const WebhookPromise = Type.Object({
  /** In seconds since 1970. */
  due_timestamp: Type.Integer(),
  state: PromiseState,
});
export type WebhookPromise = Static<typeof WebhookPromise>;
export const WebhookTag = Type.Object({ id: Type.Integer(), title: Text });
/** Data of the page or of a webhook about the visitor (WH-026). */
export const WebhookCustomData = Type.Object({
  title: Text,
  content: Text,
  link: Type.Optional(Text),
  key: Type.Optional(Text),
  source: Type.Union([Type.Literal("webhook"), Type.Literal("page")]),
});
