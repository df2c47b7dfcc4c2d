import { Type, type Static } from "typebox";
import { ChatChannel } from "./entity-channel.ts";
import { Message } from "./entity-message.ts";
import { PersonRef } from "./entity-operator.ts";
import { Assignment, ChatInvitation, ChatNotice, Queue, Transfer } from "./entity-routing.ts";
import { CustomData, Session, Visitor } from "./entity-visitor.ts";
import { Id, Nullable, Time } from "./scalar.ts";

/** Chats (API-021). */

/** States of a chat (CORE-031). */
export const ChatState = Type.Union([Type.Literal("bot"), Type.Literal("waiting"), Type.Literal("open"), Type.Literal("closed")]);
export type ChatState = Static<typeof ChatState>;

/** The bot of a chat. `attached`: it still speaks for us; else the chat was handed over and the provider hears only who joined (BOT-053, BOT-074). */
export const ChatBot = Type.Object({
  id: Id,
  name: Type.String(),
  photo: Type.String(),
  attached: Type.Boolean(),
  /** The message whose buttons may be pressed now; absent: none (BOT-046). */
  buttons: Type.Optional(Id),
  /**
   * On a chat channel: what a typed number means, counted from 1. It counts as the id of that button of the latest buttons, for which Parlour built
   * the text (BOT-091).
   */
  choices: Type.Optional(Type.Array(Type.String())),
  /** An invitation ended without anybody, and nobody has joined since: missed (BOT-070). */
  missed_at: Type.Optional(Time),
  /** Since when the customer waits for the bot, where that is measured (BOT-077). */
  silent_since: Type.Optional(Time),
  /**
   * A message of the customer that the bot's server did not accept so far: its delivery, and the number of the chat's last message when the first
   * attempt began. `answered_at`: the bot has posted since, which settles the delivery (BOT-055).
   */
  undelivered: Type.Optional(Type.Object({ delivery_id: Id, after_seq: Type.Integer({ minimum: 0 }), answered_at: Type.Optional(Time) })),
});
export type ChatBot = Static<typeof ChatBot>;

/** A word of the account's own that marks chats (WH-026). */
export const TagRef = Type.Object({ id: Id, name: Type.String() });
export type TagRef = Static<typeof TagRef>;

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
   * `asked`: whose turn has passed; `skipped`: operators for whom it does not ring (CORE-151); `inviter`: the operator whose invitation began the chat (CORE-155); `push_waits`, `mail_waits`: a later step was taken before devices, or readers of mail, could be told, because of
   * the hours; `reminded`: how many reminders administrators got at their time (0: only an early one); `failed`: notices of this wait that were not
   * delivered at the first attempt, so that the next step came early (CORE-191).
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
  /** Absent: nobody. */
  invited: Type.Optional(Type.Array(ChatInvitation)),
  /** When a line said that its operators do not answer and nobody else is available (CORE-153). */
  unanswered_at: Type.Optional(Time),
  /** Absent: none. */
  notices: Type.Optional(Type.Array(ChatNotice)),
  assignment: Type.Optional(Nullable(Assignment)),
  tags: Type.Optional(Type.Array(TagRef)),
  /** Closed because its visitor was blocked in it (CORE-070). */
  blacklisted: Type.Optional(Type.Literal(true)),
});
export type ChatEntity = Static<typeof ChatEntity>;

/** API-021 as read over HTTP. `queue` only of one waiting chat, where the account shows it. */
export const Chat = Type.Object({
  ...ChatEntity.properties,
  assignment: Nullable(Assignment),
  queue: Type.Optional(Nullable(Queue)),
  unread: Type.Integer({ minimum: 0 }),
  last_message: Nullable(Message),
});
export type Chat = Static<typeof Chat>;
