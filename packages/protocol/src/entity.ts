import { Type, type Static } from "typebox";
import { Id, Nullable } from "./scalar.ts";
import { WidgetSettings } from "./widget-settings.ts";

/** Entities of the service API and the operator socket (API-021, API-022, API-030, API-040, API-050). Snake case is the wire's. */

export { Id, Nullable };
/** RFC 3339 UTC with milliseconds (API-001). */
export const Time = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$" });

export const Role = Type.Union([
  Type.Literal("owner"),
  Type.Literal("admin"),
  Type.Literal("developer"),
  Type.Literal("operator"),
  Type.Literal("viewer"),
]);
export type Role = Static<typeof Role>;

export const Presence = Type.Union([Type.Literal("online"), Type.Literal("away"), Type.Literal("offline")]);
export type Presence = Static<typeof Presence>;

/** States of a chat (CORE-031). */
export const ChatState = Type.Union([Type.Literal("bot"), Type.Literal("waiting"), Type.Literal("open"), Type.Literal("closed")]);
export type ChatState = Static<typeof ChatState>;

/** Closed list of delivery states (CORE-050). */
export const DeliveryState = Type.Union([Type.Literal("pending"), Type.Literal("delivered"), Type.Literal("failed"), Type.Literal("dead")]);
export type DeliveryState = Static<typeof DeliveryState>;

/** Closed list of outcomes of one attempt (CORE-050). */
export const outcomes = [
  "delivered",
  "refused",
  "bad_reply",
  "http_error",
  "timeout",
  "dns_failed",
  "connect_failed",
  "tls_failed",
  "private_address",
  "reply_too_large",
  "token_failed",
  "interrupted",
  "channel_deleted",
  "handed_over",
  "endpoint_off",
  "withdrawn",
] as const;
export const Outcome = Type.Union(outcomes.map((o) => Type.Literal(o)) as never) as unknown as ReturnType<
  typeof Type.Unsafe<(typeof outcomes)[number]>
>;
export type Outcome = (typeof outcomes)[number];

/** Where a visitor's value came from (CORE-020). `signed`: of a token that the site signed (WG-047). */
export const Source = Type.Union([
  Type.Literal("visitor"),
  Type.Literal("signed"),
  Type.Literal("page"),
  Type.Literal("channel"),
  Type.Literal("webhook"),
  Type.Literal("operator"),
]);
export type Source = Static<typeof Source>;

export const PersonRef = Type.Object({ id: Id, name: Type.String() });
export type PersonRef = Static<typeof PersonRef>;

const Said = Type.Object({
  value: Type.String(),
  source: Source,
  at: Time,
  /** The operator who wrote it. */
  by: Type.Optional(PersonRef),
});
/** One contact value with its provenance (CORE-020). `others`: what other sources say instead, trusted ones first, at most one each. */
export const Contact = Type.Object({ ...Said.properties, others: Type.Optional(Type.Array(Said)) });
export type Contact = Static<typeof Contact>;

/** API-030. `name` is the shown name or null for an anonymous visitor ("Anonymous <number>", CH-045). */
export const Visitor = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  id: Id,
  name: Nullable(Contact),
  phone: Nullable(Contact),
  email: Nullable(Contact),
  description: Nullable(Contact),
  photo: Nullable(Type.String()),
  customer: Nullable(Type.String()),
  /** The latest consent that was given in a form of the widget, with the text that was shown. */
  consent: Type.Optional(Type.Object({ text: Type.String(), at: Time })),
  /** CORE-116: nothing else is known of him any more. */
  erased: Type.Optional(Type.Literal(true)),
  created_at: Time,
});
export type Visitor = Static<typeof Visitor>;

/** The bot of a chat. `attached`: it still speaks for us; else the chat was handed over and the provider hears only who joined (BOT-053, BOT-074). */
export const ChatBot = Type.Object({
  id: Id,
  name: Type.String(),
  photo: Type.String(),
  attached: Type.Boolean(),
  /** The message whose buttons may be pressed now; absent: none (BOT-046). */
  buttons: Type.Optional(Id),
  /** An invitation ended without anybody, and nobody has joined since: missed (BOT-070). */
  missed_at: Type.Optional(Time),
  /** Since when the customer waits for the bot, where that is measured (BOT-077). */
  silent_since: Type.Optional(Time),
});
export type ChatBot = Static<typeof ChatBot>;

/** One entry of the right panel (WH-043, WG-044). `source`: where it comes from; what a page says is marked. `endpoint`: the webhook that gave it. */
export const CustomData = Type.Object({
  title: Nullable(Type.String()),
  content: Type.String(),
  link: Nullable(Type.String()),
  key: Nullable(Type.String()),
  source: Type.Union([Type.Literal("webhook"), Type.Literal("page")]),
  endpoint: Nullable(Id),
});
export type CustomData = Static<typeof CustomData>;

/** Where a visit came from (WH-025); every text is "" when unknown. */
export const Session = Type.Object({
  geoip: Type.Object({
    region_code: Type.String(),
    country: Type.String(),
    country_code: Type.String(),
    region: Type.String(),
    city: Type.String(),
    latitude: Type.String(),
    longitude: Type.String(),
    organization: Type.String(),
  }),
  utm: Type.Object({
    source: Type.String(),
    medium: Type.String(),
    content: Type.String(),
    campaign: Type.String(),
    term: Type.String(),
  }),
  ip_addr: Type.String(),
  user_agent: Type.String(),
  /** Client ids of `_ga` and `_ym_uid` where the widget may read them (WH-026). */
  analytics: Type.Object({ ga: Type.Optional(Type.String()), ym: Type.Optional(Type.String()) }),
  /** Of the widget's window: `de`, `pt-BR`. */
  language: Type.Optional(Type.String()),
});
export type Session = Static<typeof Session>;

/** Why operators got a chat, or did not (CORE-037): the rules used, who could take it, and of everybody else the reasons. */
export const Assignment = Type.Object({
  rules: Type.Array(Type.String()),
  eligible: Type.Array(Id),
  others: Type.Array(Type.Object({ operator_id: Id, reasons: Type.Array(Type.String()) })),
});
export type Assignment = Static<typeof Assignment>;

/** A word of the account's own that marks chats (WH-026). */
export const TagRef = Type.Object({ id: Id, name: Type.String() });
export type TagRef = Static<typeof TagRef>;

/** A transfer that its target has not answered (API-025). */
export const Transfer = Type.Object({ by: PersonRef, to: PersonRef, comment: Nullable(Type.String()), until: Time });
export type Transfer = Static<typeof Transfer>;

/** A colleague who was asked into an open chat and has not answered (API-025). */
export const ChatInvitation = Type.Object({ by: PersonRef, to: PersonRef, comment: Nullable(Type.String()) });
export type ChatInvitation = Static<typeof ChatInvitation>;

export const ChatChannel = Type.Object({ id: Id, kind: Type.Union([Type.Literal("api"), Type.Literal("widget")]), name: Type.String() });

/** API-021 as carried by events (API-107): without unread and last_message; `assignment` as it was when the chat was last offered or assigned. */
export const ChatEntity = Type.Object({
  id: Id,
  seq: Type.Integer({ minimum: 0 }),
  state: ChatState,
  channel: ChatChannel,
  visitor: Visitor,
  assignee: Nullable(PersonRef),
  participants: Type.Array(PersonRef),
  department: Nullable(PersonRef),
  page: Nullable(Type.Object({ url: Type.String(), title: Nullable(Type.String()) })),
  session: Nullable(Session),
  custom_data: Type.Array(CustomData),
  /** What the page says of the visitor by setClientAttributes (WG-064); untrusted like its custom data (WG-042). */
  attributes: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]))),
  /** `assign`: the button binds the chat to the card behind `link`; `assigned`: it was pressed for this link (WH-045). */
  crm: Type.Object({
    link: Nullable(Type.String()),
    assign: Type.Boolean(),
    assigned: Type.Boolean(),
    /** Every link it was pressed for. */
    assigned_links: Type.Optional(Type.Array(Type.String())),
  }),
  /** Which webhook endpoint gave `name`, `phone`, `email`, `link`, `assign`, `page`: the earliest one with a value wins (WH-050). */
  given: Type.Optional(Type.Record(Type.String(), Id)),
  bot: Nullable(ChatBot),
  continues: Nullable(Id),
  created_at: Time,
  /** First acceptance; later ones change nothing (WH-011). */
  accepted_at: Nullable(Time),
  closed_at: Nullable(Time),
  close_reason: Nullable(Type.String()),
  rating: Nullable(Type.Union([Type.Literal("positive"), Type.Literal("negative")])),
  /** What the visitor wrote with it (CORE-080). */
  rating_comment: Type.Optional(Type.String()),
  /** An operator asked for one (API-047). */
  rating_asked: Type.Optional(Type.Literal(true)),
  /** How often it was mailed to the visitor (CORE-111); absent: never. */
  transcripts: Type.Optional(Type.Integer({ minimum: 1 })),
  /**
   * Up to which message the visitor's browser has them, and up to which they were shown in an open, visible window (CORE-052); the times are
   * those of the latest move.
   */
  visitor_read: Type.Optional(
    Type.Object({
      received: Type.Integer({ minimum: 0 }),
      received_at: Nullable(Time),
      seen: Type.Integer({ minimum: 0 }),
      seen_at: Nullable(Time),
    }),
  ),
  /**
   * Since when the visitor waits for an operator; null when nobody has to answer. `invited_until`: the bot's invitation ends then (BOT-070).
   * `step`: the last step taken of the ladder (CORE-035); `offered`: operators it is offered to, until `offer_until` when to one (CORE-033);
   * `asked`: whose turn has passed; `push_waits`, `mail_waits`: a later step was taken before devices, or readers of mail, could be told, because of
   * the hours; `reminded`: how many reminders administrators got.
   */
  wait: Nullable(
    Type.Object({
      since: Time,
      invited_until: Type.Optional(Time),
      step: Type.Optional(Type.String()),
      offered: Type.Optional(Type.Array(Id)),
      offer_until: Type.Optional(Time),
      asked: Type.Optional(Type.Array(Id)),
      push_waits: Type.Optional(Type.Literal(true)),
      mail_waits: Type.Optional(Type.Literal(true)),
      reminded: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
  ),
  transfer: Type.Optional(Nullable(Transfer)),
  /** Absent: nobody. */
  invited: Type.Optional(Type.Array(ChatInvitation)),
  assignment: Type.Optional(Nullable(Assignment)),
  tags: Type.Optional(Type.Array(TagRef)),
  /** Closed because its visitor was blocked in it (CORE-070). */
  blacklisted: Type.Optional(Type.Literal(true)),
});
export type ChatEntity = Static<typeof ChatEntity>;

export const AuthorKind = Type.Union([Type.Literal("visitor"), Type.Literal("operator"), Type.Literal("bot"), Type.Literal("system")]);
export const Author = Type.Object({ kind: AuthorKind, id: Nullable(Id), name: Type.String() });
export type Author = Static<typeof Author>;

/** Media of a message (CH-061, CH-063). Absent data is null. */
export const Media = Type.Object({
  type: Type.Union([
    Type.Literal("video"),
    Type.Literal("audio"),
    Type.Literal("voice"),
    Type.Literal("photo"),
    Type.Literal("sticker"),
    Type.Literal("document"),
    Type.Literal("location"),
  ]),
  file: Nullable(Type.String()),
  file_name: Nullable(Type.String()),
  file_size: Nullable(Type.Integer()),
  thumb: Nullable(Type.String()),
  emoji: Nullable(Type.String()),
  duration: Nullable(Type.Integer()),
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  performer: Nullable(Type.String()),
  title: Nullable(Type.String()),
  latitude: Nullable(Type.Number()),
  longitude: Nullable(Type.Number()),
});
export type Media = Static<typeof Media>;

/** What the operator sees of a message's delivery (API-022, CORE-052). `attempts` counts ended attempts of the present series. */
export const MessageDelivery = Type.Object({
  id: Id,
  state: Type.Union([Type.Literal("pending"), Type.Literal("delivered"), Type.Literal("failed")]),
  attempts: Type.Integer({ minimum: 0 }),
  error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
  next_at: Nullable(Time),
  unconfirmed: Type.Optional(Type.Boolean()),
});
export type MessageDelivery = Static<typeof MessageDelivery>;

export const MessageKind = Type.Union([
  Type.Literal("text"),
  Type.Literal("media"),
  Type.Literal("buttons"),
  Type.Literal("markdown"),
  Type.Literal("note"),
]);

/** A system line in machine form, so that applications can word and translate it; `text` holds the English wording. */
export const SystemLine = Type.Object({
  code: Type.String(),
  by: Type.Optional(Nullable(PersonRef)),
  detail: Type.Optional(Type.String()),
  /** Whom it was given to: a colleague or a department. */
  to: Type.Optional(Nullable(PersonRef)),
  /** Of an offer or an assignment (CORE-037). */
  assignment: Type.Optional(Assignment),
});
export type SystemLine = Static<typeof SystemLine>;

/** One press gives the visitor's next message (BOT-042, BOT-046). */
export const MessageButton = Type.Object({ id: Type.String(), text: Type.String() });
export type MessageButton = Static<typeof MessageButton>;

/** The Markdown subset of bots as nodes, parsed once (BOT-045, CORE-126). A line break is a text of "\n". */
export const MarkdownNode = Type.Cyclic(
  {
    MarkdownNode: Type.Union([
      Type.Object({ type: Type.Literal("text"), text: Type.String() }),
      Type.Object({ type: Type.Literal("bold"), nodes: Type.Array(Type.Ref("MarkdownNode")) }),
      Type.Object({ type: Type.Literal("italic"), nodes: Type.Array(Type.Ref("MarkdownNode")) }),
      Type.Object({ type: Type.Literal("link"), url: Type.String(), nodes: Type.Array(Type.Ref("MarkdownNode")) }),
    ]),
  },
  "MarkdownNode",
);
export type MarkdownNode =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "bold" | "italic"; readonly nodes: readonly MarkdownNode[] }
  | { readonly type: "link"; readonly url: string; readonly nodes: readonly MarkdownNode[] };

/** API-022. System lines have author kind `system`, kind `text` and `line`. */
export const Message = Type.Object({
  seq: Type.Integer({ minimum: 1 }),
  id: Id,
  chat_id: Id,
  author: Author,
  kind: MessageKind,
  text: Type.String(),
  cut: Type.Optional(Type.Boolean()),
  media: Type.Optional(Media),
  /** Of kind `buttons`. `text` is the fallback for channels, "" without one. */
  title: Type.Optional(Type.String()),
  buttons: Type.Optional(Type.Array(MessageButton)),
  /** Of kind `markdown`. */
  nodes: Type.Optional(Type.Array(Type.Unsafe<MarkdownNode>(MarkdownNode))),
  /** The visitor pressed this button (BOT-046). */
  button_id: Type.Optional(Type.String()),
  /** Stored and shown to operators, not to the customer (BOT-061). */
  hidden: Type.Optional(Type.Literal(true)),
  /** Its visitor was blocked when it came: no notice, no event (CORE-071). */
  blacklisted: Type.Optional(Type.Literal(true)),
  /** Operators that a note names (product.md 3). */
  mentions: Type.Optional(Type.Array(Id)),
  line: Type.Optional(SystemLine),
  /** Its words and files were removed; its place stays (CORE-115, CORE-116). */
  erased: Type.Optional(Type.Literal(true)),
  client_id: Type.Optional(Type.String()),
  created_at: Time,
  delivery: Type.Optional(MessageDelivery),
  /**
   * Of what the visitor of a widget was told: by when his browser had it and it was shown to him. A `message_updated` that carries one speaks
   * for all messages before it, too.
   */
  received_at: Type.Optional(Time),
  seen_at: Type.Optional(Time),
});
export type Message = Static<typeof Message>;

/** Where a waiting chat stands among those of its department, and how long the wait may still be, in seconds; null: not known. */
export const Queue = Type.Object({
  place: Type.Integer({ minimum: 1 }),
  of: Type.Integer({ minimum: 1 }),
  expected_s: Nullable(Type.Integer({ minimum: 0 })),
});
export type Queue = Static<typeof Queue>;

/** API-021 as read over HTTP. `queue` only of one waiting chat, where the account shows it. */
export const Chat = Type.Object({
  ...ChatEntity.properties,
  assignment: Nullable(Assignment),
  queue: Type.Optional(Nullable(Queue)),
  unread: Type.Integer({ minimum: 0 }),
  last_message: Nullable(Message),
});
export type Chat = Static<typeof Chat>;

/** API-012. */
export const Operator = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  phone: Nullable(Type.String()),
  photo: Nullable(Type.String()),
  role: Role,
  instance_owner: Type.Boolean(),
  presence: Presence,
  active: Type.Boolean(),
  chat_limit: Type.Integer({ minimum: 0 }),
  created_at: Time,
  /** CFG-025: the provisioning file owns this entry. */
  managed: Type.Boolean(),
});
export type Operator = Static<typeof Operator>;

/** CORE-100, CORE-101. */
export const CallStatus = Type.Union([
  Type.Literal("start"),
  Type.Literal("agent_connected"),
  Type.Literal("client_connected"),
  Type.Literal("end"),
  Type.Literal("error"),
]);
export type CallStatus = Static<typeof CallStatus>;
export const Call = Type.Object({
  id: Id,
  type: Type.Union([Type.Literal("callback"), Type.Literal("incoming"), Type.Literal("outgoing")]),
  phone: Type.String(),
  chat_id: Id,
  status: CallStatus,
  operator: Nullable(PersonRef),
  /** Of `error` (CORE-102). */
  reason: Nullable(Type.String()),
  record_url: Nullable(Type.String()),
  /** When the operator who has it took it; absent: nobody has. */
  taken_at: Type.Optional(Time),
  /** When the operator's and the customer's side was first connected (CORE-101, CORE-103). */
  agent_connected_at: Type.Optional(Time),
  client_connected_at: Type.Optional(Time),
  /** It was put off and waits again then (CORE-107); absent: it is due. `waiting_since`: when that moment had come. */
  due_at: Type.Optional(Time),
  waiting_since: Type.Optional(Time),
  /** How often the customer was not reached before it was put off; absent: never. */
  attempts: Type.Optional(Type.Integer({ minimum: 1 })),
  /** What an operator noted, for the team alone (CORE-108). */
  note: Type.Optional(Type.Object({ text: Type.String(), by: PersonRef, at: Time })),
  created_at: Time,
  /** When it last moved on; a note is no move. */
  updated_at: Time,
});
export type Call = Static<typeof Call>;

/** An answer to an offline message: a mail, which stands in the ledger, or a chat. */
export const OfflineAnswer = Type.Object({
  at: Time,
  by: PersonRef,
  via: Type.Union([Type.Literal("mail"), Type.Literal("chat")]),
  /** Of a mail. */
  to: Type.Optional(Type.String()),
  subject: Type.Optional(Type.String()),
  text: Type.Optional(Type.String()),
  /** The message stands below it. */
  quoted: Type.Optional(Type.Boolean()),
  delivery_id: Type.Optional(Id),
  /** Of a chat. */
  chat_id: Type.Optional(Id),
});
export type OfflineAnswer = Static<typeof OfflineAnswer>;

/** CORE-110. */
export const OfflineMessage = Type.Object({
  id: Id,
  visitor: Visitor,
  channel: ChatChannel,
  /** As given in the form. */
  contacts: Type.Object({ name: Type.String(), email: Type.String(), phone: Type.String() }),
  text: Type.String(),
  department: Nullable(PersonRef),
  page: Nullable(Type.Object({ url: Type.String(), title: Nullable(Type.String()) })),
  session: Nullable(Session),
  state: Type.Union([Type.Literal("new"), Type.Literal("taken"), Type.Literal("done")]),
  operator: Nullable(PersonRef),
  /** What operators did about it, oldest first; absent: nothing yet. */
  answers: Type.Optional(Type.Array(OfflineAnswer)),
  created_at: Time,
});
export type OfflineMessage = Static<typeof OfflineMessage>;

/** API-050 without requests and answers (as in `delivery_updated`). */
export const Delivery = Type.Object({
  id: Id,
  endpoint: Type.Object({
    id: Id,
    kind: Type.Union([
      Type.Literal("channel"),
      Type.Literal("bot"),
      Type.Literal("webhook"),
      Type.Literal("push"),
      Type.Literal("call"),
      Type.Literal("mail"),
    ]),
    name: Type.String(),
  }),
  event: Type.String(),
  chat_id: Nullable(Id),
  seq: Nullable(Type.Integer()),
  state: DeliveryState,
  /** Ended attempts of the present series. */
  attempts: Type.Integer({ minimum: 0 }),
  outcome: Nullable(Outcome),
  error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
  unconfirmed: Type.Boolean(),
  next_at: Nullable(Time),
  created_at: Time,
  updated_at: Time,
});
export type Delivery = Static<typeof Delivery>;

/** One HTTP try in full (CH-088). Bodies are cut at 8 KiB and become null after retention. */
export const Attempt = Type.Object({
  n: Type.Integer({ minimum: 1 }),
  started_at: Time,
  duration_ms: Type.Integer({ minimum: 0 }),
  outcome: Outcome,
  status: Nullable(Type.Integer()),
  error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
  request: Nullable(Type.Object({ url: Type.String(), headers: Type.Record(Type.String(), Type.String()), body: Type.String() })),
  reply: Nullable(Type.Object({ headers: Type.Record(Type.String(), Type.String()), body: Type.String() })),
});
export type Attempt = Static<typeof Attempt>;

/** API-040. Secrets appear only in the answer that made them (CORE-125). */
export const Channel = Type.Object({
  id: Id,
  kind: Type.Union([Type.Literal("api"), Type.Literal("widget")]),
  name: Type.String(),
  public_id: Type.String(),
  enabled: Type.Boolean(),
  /** "" of a widget, which has no endpoint; what belongs to one has its default there. */
  endpoint_url: Type.String(),
  chunked: Type.Boolean(),
  append_public_id: Type.Boolean(),
  media_as: Type.Union([Type.Literal("media objects"), Type.Literal("text with link")]),
  bot_available: Type.Boolean(),
  operators: Type.Array(Id),
  /** CH-002; null for roles that may not see it. */
  inbound_url: Nullable(Type.String()),
  /** Last four characters of the signing secret. */
  secret_hint: Type.String(),
  status: Type.Union([Type.Literal(0), Type.Literal(1)]),
  last_inbound_at: Nullable(Time),
  last_success_at: Nullable(Time),
  last_failure: Nullable(Type.Object({ at: Time, outcome: Outcome, status: Nullable(Type.Integer()) })),
  created_at: Time,
  managed: Type.Boolean(),
  /** Of a widget: its settings (WG-090), the code for pages (WG-001) and whether signed identity is on (WG-047). */
  widget: Type.Optional(WidgetSettings),
  snippet: Type.Optional(Type.String()),
  has_identity_secret: Type.Optional(Type.Boolean()),
});
export type Channel = Static<typeof Channel>;

export const ApiKey = Type.Object({
  id: Id,
  name: Type.String(),
  operator: PersonRef,
  scopes: Type.Array(Type.String()),
  hint: Type.String(),
  created_at: Time,
  last_used_at: Nullable(Time),
  managed: Type.Boolean(),
});
export type ApiKey = Static<typeof ApiKey>;

export const Account = Type.Object({
  id: Id,
  name: Type.String(),
  locale: Type.String(),
  accent: Type.String(),
  suspended: Type.Boolean(),
  managed: Type.Boolean(),
  /** WG-045: off, on, or on with these hosts, which count as own. */
  safe_url: Type.Union([Type.Boolean(), Type.Array(Type.String())]),
  trust_webhook_links: Type.Boolean(),
  /** MiB: the largest file this installation takes (CFG-030). */
  upload_mib: Type.Integer({ minimum: 1 }),
});
export type Account = Static<typeof Account>;
