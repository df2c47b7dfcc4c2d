import { Type, type Static } from "typebox";
import { Draft } from "../api/draft.ts";
import { Reminder } from "../api/actions/reminder.ts";
import { ScheduledMessage } from "../api/actions/scheduled-message.ts";
import { LiveReport } from "../api/report.ts";
import { InspectedRequest } from "../api/operations/inspector.ts";
import { maxViewCount } from "../api/settings/shapes/view.ts";
import {
  Call,
  ChatEntity,
  Delivery,
  FieldChange,
  Id,
  Message,
  Nullable,
  OfflineMessage,
  NamedRef,
  Presence,
  SnoozeEndReason,
  customStatusProperties,
  Visitor,
} from "../entity/index.ts";

/**
 * Frames of the operator socket (API-100 – API-107). Each text frame contains one JSON object of at
 * most 64 KiB.
 */

/**
 * How far a client has read: a position and the epoch to which the position belongs. After a
 * restore, a position may belong to other events. Example: a client has read up to 5, the backup
 * ends at 3, and two other events get the positions 4 and 5. Because a restore starts another
 * epoch, the server responds to this cursor with `reset` (API-103), and the client does not miss
 * the events.
 */
export const Cursor = Type.Object({ epoch: Type.String(), position: Type.Integer({ minimum: 0 }) });
export type Cursor = Static<typeof Cursor>;

/** First frame of a client (API-101). */
export const HelloFrame = Type.Object({ type: Type.Literal("hello"), after: Nullable(Cursor) });
/** Frames that a client sends after `hello` (API-106). */
export const TypingFrame = Type.Object({
  type: Type.Literal("typing"),
  chat_id: Id,
  typing: Type.Boolean(),
  /** With `typing: false`: the text stays, so the chat stays reserved (API-524). */
  paused: Type.Optional(Type.Boolean()),
});
export const ViewingFrame = Type.Object({
  type: Type.Literal("viewing"),
  chat_id: Id,
  viewing: Type.Boolean(),
});
export const ReadFrame = Type.Object({
  type: Type.Literal("read"),
  chat_id: Id,
  seq: Type.Integer({ minimum: 0 }),
});
/** Subscribes the socket to inspected requests, or unsubscribes it (API-052). */
export const InspectFrame = Type.Object({ type: Type.Literal("inspect"), on: Type.Boolean() });
/** Subscribes to the live board of the account or a department, or ends that (BOARD-003). */
export const LiveReportFrame = Type.Object({
  type: Type.Literal("live_report"),
  on: Type.Boolean(),
  department: Type.Optional(Nullable(Id)),
});
/** Asks whether the connection still works. The server answers with `pong` (API-383). */
export const PingFrame = Type.Object({ type: Type.Literal("ping") });
export const ClientFrame = Type.Union([
  HelloFrame,
  PingFrame,
  TypingFrame,
  ViewingFrame,
  ReadFrame,
  InspectFrame,
  LiveReportFrame,
]);
export type ClientFrame = Static<typeof ClientFrame>;

export const PresenceEntry = Type.Object({
  operator_id: Id,
  status: Presence,
  ...customStatusProperties,
});

export const ReadyFrame = Type.Object({
  type: Type.Literal("ready"),
  epoch: Type.String(),
  position: Type.Integer(),
  mode: Type.Union([Type.Literal("live"), Type.Literal("catching_up")]),
  presence: Type.Array(PresenceEntry),
});
export const LiveFrame = Type.Object({ type: Type.Literal("live"), position: Type.Integer() });
export const ResetFrame = Type.Object({
  type: Type.Literal("reset"),
  epoch: Type.String(),
  position: Type.Integer(),
});

/** API-165: `hello` follows after `retry_after_s` plus a random delay of up to the same. */
export const WaitFrame = Type.Object({
  type: Type.Literal("wait"),
  retry_after_s: Type.Integer({ minimum: 1 }),
});

/**
 * The node of the socket stops or has too many sockets (API-375). The client opens a second socket
 * with its cursor and closes this one when the second one is live. If it has none after
 * `within_ms`, it keeps this one.
 */
export const MoveFrame = Type.Object({
  type: Type.Literal("move"),
  within_ms: Type.Integer({ minimum: 1 }),
});

/** Answer to `ping` (API-383). */
export const PongFrame = Type.Object({ type: Type.Literal("pong") });

export const ChatEventData = Type.Object({ chat: ChatEntity });

/** API-107. The data is always the complete entity and never a difference. */
export const eventData = {
  chat_created: ChatEventData,
  chat_updated: ChatEventData,
  chat_closed: ChatEventData,
  chat_promised: ChatEventData,
  chat_promise_at_risk: ChatEventData,
  chat_promise_kept: ChatEventData,
  chat_promise_broken: ChatEventData,
  chat_sla_at_risk: ChatEventData,
  chat_sla_broken: ChatEventData,
  chat_accepted: Type.Object({ chat: ChatEntity, by: NamedRef }),
  chat_transferred: Type.Object({ chat: ChatEntity, by: NamedRef, to: NamedRef }),
  chat_handed_over: Type.Object({
    chat: ChatEntity,
    by: Nullable(NamedRef),
    reason: Type.Optional(Type.String()),
  }),
  chat_assigned: Type.Object({ chat: ChatEntity, crm_link: Type.String() }),
  chat_snoozed: Type.Object({ chat: ChatEntity, by: Nullable(NamedRef) }),
  chat_snooze_ended: Type.Object({
    chat: ChatEntity,
    by: Nullable(NamedRef),
    reason: SnoozeEndReason,
  }),
  message_created: Type.Object({ message: Message }),
  message_updated: Type.Object({ message: Message }),
  visitor_created: Type.Object({ visitor: Visitor }),
  visitor_updated: Type.Object({ visitor: Visitor }),
  field_changed: Type.Object({ change: FieldChange }),
  call_updated: Type.Object({ call: Call }),
  offline_message_updated: Type.Object({ offline_message: OfflineMessage }),
  delivery_updated: Type.Object({ delivery: Delivery }),
  settings_changed: Type.Object({ kind: Type.String(), id: Nullable(Id) }),
} as const;
export type EventName = keyof typeof eventData;
export type EventData = { [N in EventName]: Static<(typeof eventData)[N]> };
export type EventFrame = {
  [N in EventName]: {
    type: "event";
    position: number;
    at: string;
    name: N;
    chat_id?: number;
    data: EventData[N];
  };
}[EventName];

/** Signals (API-104). They are not stored in the journal and not sent again later. */
export const TypingSignal = Type.Object({
  type: Type.Literal("typing"),
  chat_id: Id,
  typing: Type.Boolean(),
  preview: Type.Optional(Type.String()),
  author: Type.Object({
    kind: Type.Union([Type.Literal("visitor"), Type.Literal("operator")]),
    id: Nullable(Id),
    name: Type.String(),
  }),
});
export const ViewingSignal = Type.Object({
  type: Type.Literal("viewing"),
  chat_id: Id,
  operator_id: Id,
  viewing: Type.Boolean(),
});
export const PresenceSignal = Type.Object({
  type: Type.Literal("presence"),
  operator_id: Id,
  status: Presence,
  ...customStatusProperties,
});

export type PresenceEntry = Static<typeof PresenceEntry>;

/** Signal: a draft of the operator was saved on any of their devices (API-045). */
export const DraftSignal = Type.Object({ type: Type.Literal("draft"), draft: Draft });

/** Signal: a reminder of the operator was created, changed or done, or is due (REM-005). */
export const ReminderSignal = Type.Object({ type: Type.Literal("reminder"), reminder: Reminder });

/** A scheduled message, which the operator wrote or may answer, was changed or sent. */
export const ScheduledMessageSignal = Type.Object({
  type: Type.Literal("scheduled_message"),
  message: ScheduledMessage,
});

/** Signal: the operator's read mark of a chat was moved on any of their devices (API-029). */
export const ReadSignal = Type.Object({
  type: Type.Literal("read"),
  chat_id: Id,
  seq: Type.Integer({ minimum: 0 }),
});

/** Signal: counts of views that changed, as the operator of the socket sees them (VIEW-007). */
export const ViewCountsSignal = Type.Object({
  type: Type.Literal("view_counts"),
  views: Type.Array(
    Type.Object({ id: Id, count: Nullable(Type.Integer({ minimum: 0, maximum: maxViewCount })) }),
  ),
});

/** Signal: the figures of the live board have changed (BOARD-003). */
export const LiveReportSignal = Type.Object({
  type: Type.Literal("live_report"),
  report: LiveReport,
});

/** API-052. `skipped`: not sent since the previous signal because of the rate limit. */
export const InspectedSignal = Type.Object({
  type: Type.Literal("inspected"),
  item: InspectedRequest,
  skipped: Type.Integer({ minimum: 0 }),
});

export type ServerFrame =
  | Static<typeof ReadyFrame>
  | Static<typeof LiveFrame>
  | Static<typeof ResetFrame>
  | Static<typeof WaitFrame>
  | Static<typeof MoveFrame>
  | Static<typeof PongFrame>
  | EventFrame
  | Static<typeof TypingSignal>
  | Static<typeof ViewingSignal>
  | Static<typeof PresenceSignal>
  | Static<typeof DraftSignal>
  | Static<typeof ReminderSignal>
  | Static<typeof ScheduledMessageSignal>
  | Static<typeof ReadSignal>
  | Static<typeof ViewCountsSignal>
  | Static<typeof LiveReportSignal>
  | Static<typeof InspectedSignal>;

/** API-105: how the client must react. The cursor stays valid for a reconnect. */
export const closeCodes = {
  /** The session or key has ended. The client does not reconnect and shows the sign-in page. */
  signedOut: 4001,
  /** Invalid frame (API-106), an error of the client. It reconnects with growing delays. */
  forbidden: 4003,
  /** No `hello` in time, or no reading for too long. The client reconnects and resumes. */
  tooSlow: 4008,
  /** Above `socket_frames_per_second`. The client reconnects with growing delays. */
  tooManyFrames: 4009,
  /** A restart, or no place. The client reconnects after a random delay of 0 to 2 s. */
  restarting: 1012,
} as const;
