import { Type, type Static } from "typebox";
import { ChatChannel } from "./channel.ts";
import { chatPriorities } from "../chat-priority.ts";
import { promiseStates } from "../chat-promise.ts";
import { slaStates, slaTargets } from "../chat-sla.ts";
import { Message } from "./message.ts";
import { NamedRef } from "./operator.ts";
import { Assignment, ChatInvitation, ChatNotice, Queue, Transfer } from "./routing.ts";
import { CustomData, FieldValues, VisitedPage, VisitSource, Visitor } from "./visitor.ts";
import { Id, Nullable, Time } from "./scalar.ts";

/** Chats (API-021). */

/** States of a chat (CORE-031). */
export const ChatState = Type.Union([
  Type.Literal("bot"),
  Type.Literal("waiting"),
  Type.Literal("open"),
  Type.Literal("closed"),
]);
export type ChatState = Static<typeof ChatState>;

/**
 * The bot of a chat. If `attached` is true, the bot still answers. Otherwise the chat was handed
 * over, and the provider is only notified when operators join (BOT-053, BOT-074).
 */
export const ChatBot = Type.Object({
  id: Id,
  name: Type.String(),
  photo: Type.String(),
  attached: Type.Boolean(),
  /** Id of the message whose buttons are active (BOT-046). Absent if there is none. */
  buttons: Type.Optional(Id),
  /**
   * Ids of the buttons that a customer selects with a typed number, beginning with 1. Only on a
   * chat channel. They belong to the latest buttons for which Parlour generated the text (BOT-091).
   */
  choices: Type.Optional(Type.Array(Type.String())),
  /** When an invitation expired. Removed when an operator joins (BOT-070). */
  missed_at: Type.Optional(Time),
  /** When the bot got the chat back. Removed when an operator joins (BOT-110). */
  returned_at: Type.Optional(Time),
  /** Since when the customer waits for the bot, if this is measured (BOT-077). */
  silent_since: Type.Optional(Time),
  /**
   * A customer message that the bot's server has not accepted yet: its delivery, and the `seq` of
   * the chat when the first attempt began. `answered_at` is set if the bot has posted since then,
   * which completes the delivery (BOT-055).
   */
  undelivered: Type.Optional(
    Type.Object({
      delivery_id: Id,
      after_seq: Type.Integer({ minimum: 0 }),
      answered_at: Type.Optional(Time),
    }),
  ),
});
export type ChatBot = Static<typeof ChatBot>;

/** The visitor's rating of a chat (CORE-080). */
export const Rating = Type.Union([Type.Literal("positive"), Type.Literal("negative")]);

export const ChatPriority = Type.Enum([...chatPriorities]);
export type ChatPriority = Static<typeof ChatPriority>;

/** A tag of a chat (WH-026). */
export const TagRef = Type.Object({ id: Id, name: Type.String() });
export type TagRef = Static<typeof TagRef>;

/** SNZ-003: by its time, a message, an operator, a nearly due promise, or the close. */
export const SnoozeEndReason = Type.Union([
  Type.Literal("time"),
  Type.Literal("message"),
  Type.Literal("operator"),
  Type.Literal("promise"),
  Type.Literal("closed"),
]);
export type SnoozeEndReason = Static<typeof SnoozeEndReason>;

export const SlaTarget = Type.Enum([...slaTargets]);
export const SlaState = Type.Enum([...slaStates]);
/** What is due next in a chat under its SLA policy (SLA-010). */
export const ChatSla = Type.Object({
  policy: NamedRef,
  target: SlaTarget,
  at_risk_at: Time,
  due_at: Time,
  state: SlaState,
});
export type ChatSla = Static<typeof ChatSla>;

export const PromiseState = Type.Enum([...promiseStates]);
/**
 * A promise to answer the visitor by `until` (PROM-001). `by`: the operator, rule or SLA policy
 * that made it. `answered_at`: time of the first answer of an operator since then.
 */
export const ChatPromise = Type.Object({
  until: Time,
  made_at: Time,
  by: Type.Object({
    kind: Type.Enum(["operator", "rule", "policy"]),
    id: Id,
    name: Type.String(),
  }),
  at_risk_at: Time,
  state: PromiseState,
  answered_at: Type.Optional(Time),
});
export type ChatPromise = Static<typeof ChatPromise>;

/**
 * The import that brought a chat (MV-020). `from`: name of the other system. `counts`: whether
 * reports count the chat.
 */
export const ImportedFrom = Type.Object({
  import_id: Id,
  from: Type.String(),
  counts: Type.Boolean(),
});
export type ImportedFrom = Static<typeof ImportedFrom>;

/** API-021, API-107: without `unread` and `last_message`. `assignment`: the last one. */
export const ChatEntity = Type.Object({
  id: Id,
  /** Counted from 1 in the account (CORE-347). Absent while an upgrade numbers (CORE-348). */
  number: Type.Optional(Type.Integer({ minimum: 1 })),
  seq: Type.Integer({ minimum: 0 }),
  state: ChatState,
  channel: ChatChannel,
  visitor: Visitor,
  assignee: Nullable(NamedRef),
  participants: Type.Array(NamedRef),
  department: Nullable(NamedRef),
  page: Nullable(VisitedPage),
  session: Nullable(VisitSource),
  custom_data: Type.Array(CustomData),
  /** Set by `setClientAttributes` (WG-210), untrusted as all data of the page (WG-042). */
  attributes: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  ),
  /**
   * The CRM card of the chat. If `assign` is true, a button links the chat to the card at `link`.
   * `assigned` is true if the button was pressed for this link (WH-045).
   */
  crm: Type.Object({
    link: Nullable(Type.String()),
    assign: Type.Boolean(),
    assigned: Type.Boolean(),
    /** All links for which the button was pressed. */
    assigned_links: Type.Optional(Type.Array(Type.String())),
  }),
  /**
   * Ids of the webhook endpoints that set `name`, `phone`, `email`, `link`, `assign` and `page`.
   * The earliest endpoint with a value takes precedence (WH-050).
   */
  given: Type.Optional(Type.Record(Type.String(), Id)),
  bot: Nullable(ChatBot),
  continues: Nullable(Id),
  created_at: Time,
  /** Time of the first acceptance. Later ones do not change it (WH-011). */
  accepted_at: Nullable(Time),
  closed_at: Nullable(Time),
  close_reason: Nullable(Type.String()),
  rating: Nullable(Rating),
  /** Comment of the visitor on their rating (CORE-080). */
  rating_comment: Type.Optional(Type.String()),
  /** An operator requested a rating (API-047). */
  rating_asked: Type.Optional(Type.Literal(true)),
  /** How often the transcript was sent to the visitor by email (CORE-111). Absent: never. */
  transcripts: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Set while the latest message of the visitor came by mail (MAIL-038). */
  answers_mailed_to: Type.Optional(Type.String()),
  /** Received, and shown, by the visitor's device (CORE-287), with times. */
  visitor_read: Type.Optional(
    Type.Object({
      received: Type.Integer({ minimum: 0 }),
      received_at: Nullable(Time),
      seen: Type.Integer({ minimum: 0 }),
      seen_at: Nullable(Time),
    }),
  ),
  /**
   * When the channel ceases to accept free text, because the visitor has not written since then
   * (CON-050). Absent if the channel has no such limit, or the visitor has not written.
   */
  reply_until: Type.Optional(Time),
  /**
   * The wait of a visitor for an operator. Null if no operator has to answer.
   * - `invited_until`: end of the bot's invitation (BOT-070).
   * - `step`: last escalation step (CORE-035).
   * - `offered`: operators with an offer, until `offer_until` if there is one operator (CORE-033).
   * - `asked`: operators whose offer expired.
   * - `skipped`: operators for whom the chat does not ring (CORE-151).
   * - `inviter`: operator whose invitation started the chat (CORE-155).
   * - `push_waits`, `mail_waits`: a later step ran before push or email could be sent, because of
   *   the working hours.
   * - `reminded`: number of reminders that administrators received on time (0: only an early one).
   * - `failed`: notifications of this wait that failed at the first attempt, so that the next step
   *   came early (CORE-191).
   */
  wait: Nullable(
    Type.Object({
      since: Time,
      invited_until: Type.Optional(Time),
      step: Type.Optional(Type.String()),
      offered: Type.Optional(Type.Array(Id)),
      offer_until: Type.Optional(Time),
      asked: Type.Optional(Type.Array(Id)),
      skipped: Type.Optional(Type.Array(Id)),
      inviter: Type.Optional(Id),
      push_waits: Type.Optional(Type.Literal(true)),
      mail_waits: Type.Optional(Type.Literal(true)),
      reminded: Type.Optional(Type.Integer({ minimum: 0 })),
      failed: Type.Optional(Type.Array(Type.Union([Type.Literal("push"), Type.Literal("mail")]))),
    }),
  ),
  transfer: Type.Optional(Nullable(Transfer)),
  /** Absent if there are none. */
  invited: Type.Optional(Type.Array(ChatInvitation)),
  /** When the visitor was told that no operator answers (CORE-153). */
  unanswered_at: Type.Optional(Time),
  /** SNZ-001. `stay`: messages of the customer do not end it. `by` null: no operator set it. */
  snoozed: Type.Optional(
    Type.Object({
      /** null: until the customer writes (SNZ-011). */
      until: Nullable(Time),
      since: Time,
      by: Nullable(NamedRef),
      stay: Type.Boolean(),
    }),
  ),
  /** The end of the last snooze (SNZ-006). Removed by an answer, a new snooze and the close. */
  snooze_ended: Type.Optional(
    Type.Object({ at: Time, reason: SnoozeEndReason, by: Nullable(NamedRef) }),
  ),
  /** Absent if no target of a policy runs. */
  sla: Type.Optional(ChatSla),
  /** The latest promise to the visitor. Absent if there was none, or it was taken back. */
  promise: Type.Optional(ChatPromise),
  /** Absent if there are none. */
  notices: Type.Optional(Type.Array(ChatNotice)),
  assignment: Type.Optional(Nullable(Assignment)),
  tags: Type.Optional(Type.Array(TagRef)),
  /** Absent: normal (ACT-001). */
  priority: Type.Optional(ChatPriority),
  /** Skills that it demands besides those of its department (ACT-016). Absent: none. */
  skills: Type.Optional(Type.Array(Type.String())),
  /** Values of the account's fields of chats (FLD-011). Absent: none. */
  fields: Type.Optional(FieldValues),
  /** True if the chat was closed because its visitor was blocked in it (CORE-070). */
  blacklisted: Type.Optional(Type.Literal(true)),
  /** Absent: the chat was not imported from another system. */
  imported: Type.Optional(ImportedFrom),
});
export type ChatEntity = Static<typeof ChatEntity>;

/** API-021. `queue`: only of a single waiting chat, if the account shows the queue. */
export const Chat = Type.Object({
  ...ChatEntity.properties,
  assignment: Nullable(Assignment),
  queue: Type.Optional(Nullable(Queue)),
  unread: Type.Integer({ minimum: 0 }),
  last_message: Nullable(Message),
});
export type Chat = Static<typeof Chat>;
