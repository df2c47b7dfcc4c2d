import { Type, type Static } from "typebox";
import { Draft } from "./api-draft.ts";
import { Inspected } from "./api-inspector.ts";
import { Call, ChatEntity, Delivery, Id, Message, Nullable, OfflineMessage, PersonRef, Presence, Visitor } from "./entity.ts";

/** Frames of the operator socket (API-100 – API-107). Text frames, one JSON object each, at most 64 KiB. */

/**
 * How far a client has read: a position, and the numbering that it belongs to. A position alone would not do: a client has read up to 5, the
 * database is put back to a copy that ends at 3, and two other events become 4 and 5. Asked for what follows 5, the server would leave them
 * out and nobody would notice. A restore begins another epoch, so that cursor is answered with `reset` (API-103).
 */
export const Cursor = Type.Object({ epoch: Type.String(), position: Type.Integer({ minimum: 0 }) });
export type Cursor = Static<typeof Cursor>;

/** API-101: the first frame of a client. */
export const HelloFrame = Type.Object({ type: Type.Literal("hello"), after: Nullable(Cursor) });
/** API-106: frames of a client after hello. */
export const TypingFrame = Type.Object({ type: Type.Literal("typing"), chat_id: Id, typing: Type.Boolean() });
export const ViewingFrame = Type.Object({ type: Type.Literal("viewing"), chat_id: Id, viewing: Type.Boolean() });
export const ReadFrame = Type.Object({ type: Type.Literal("read"), chat_id: Id, seq: Type.Integer({ minimum: 0 }) });
/** API-052: the socket hears of requests from now on, or no longer. */
export const InspectFrame = Type.Object({ type: Type.Literal("inspect"), on: Type.Boolean() });
export const ClientFrame = Type.Union([HelloFrame, TypingFrame, ViewingFrame, ReadFrame, InspectFrame]);
export type ClientFrame = Static<typeof ClientFrame>;

export const PresenceEntry = Type.Object({ operator_id: Id, status: Presence });

export const ReadyFrame = Type.Object({
  type: Type.Literal("ready"),
  epoch: Type.String(),
  position: Type.Integer(),
  mode: Type.Union([Type.Literal("live"), Type.Literal("catching_up")]),
  presence: Type.Array(PresenceEntry),
});
export const LiveFrame = Type.Object({ type: Type.Literal("live"), position: Type.Integer() });
export const ResetFrame = Type.Object({ type: Type.Literal("reset"), epoch: Type.String(), position: Type.Integer() });

/** API-165: the hello cannot be answered now. The client says it again after `retry_after_s`, and by chance up to the same time later. */
export const WaitFrame = Type.Object({ type: Type.Literal("wait"), retry_after_s: Type.Integer({ minimum: 1 }) });

/** API-107: event names and their data. The data is the full entity, never a difference. */
export const eventData = {
  chat_created: Type.Object({ chat: ChatEntity }),
  chat_updated: Type.Object({ chat: ChatEntity }),
  chat_closed: Type.Object({ chat: ChatEntity }),
  chat_accepted: Type.Object({ chat: ChatEntity, by: PersonRef }),
  chat_transferred: Type.Object({ chat: ChatEntity, by: PersonRef, to: PersonRef }),
  chat_handed_over: Type.Object({ chat: ChatEntity, by: Nullable(PersonRef), reason: Type.Optional(Type.String()) }),
  chat_assigned: Type.Object({ chat: ChatEntity, crm_link: Type.String() }),
  message_created: Type.Object({ message: Message }),
  message_updated: Type.Object({ message: Message }),
  visitor_created: Type.Object({ visitor: Visitor }),
  visitor_updated: Type.Object({ visitor: Visitor }),
  call_updated: Type.Object({ call: Call }),
  offline_message_updated: Type.Object({ offline_message: OfflineMessage }),
  delivery_updated: Type.Object({ delivery: Delivery }),
  settings_changed: Type.Object({ kind: Type.String(), id: Nullable(Id) }),
} as const;
export type EventName = keyof typeof eventData;
export type EventData = { [N in EventName]: Static<(typeof eventData)[N]> };
export type EventFrame = {
  [N in EventName]: { type: "event"; position: number; at: string; name: N; chat_id?: number; data: EventData[N] };
}[EventName];

/** API-104: signals, never in the journal, never replayed. */
export const TypingSignal = Type.Object({
  type: Type.Literal("typing"),
  chat_id: Id,
  typing: Type.Boolean(),
  preview: Type.Optional(Type.String()),
  author: Type.Object({ kind: Type.Union([Type.Literal("visitor"), Type.Literal("operator")]), id: Nullable(Id), name: Type.String() }),
});
export const ViewingSignal = Type.Object({ type: Type.Literal("viewing"), chat_id: Id, operator_id: Id, viewing: Type.Boolean() });
export const PresenceSignal = Type.Object({ type: Type.Literal("presence"), operator_id: Id, status: Presence });

/** API-045: an own draft was kept, on whatever device. */
export const DraftSignal = Type.Object({ type: Type.Literal("draft"), draft: Draft });

/** API-029: the own read mark of a chat was moved, on whatever device. */
export const ReadSignal = Type.Object({ type: Type.Literal("read"), chat_id: Id, seq: Type.Integer({ minimum: 0 }) });

/** API-052. `skipped`: items since the one before that were too many to tell; `GET /inspector` has those that were kept. */
export const InspectedSignal = Type.Object({ type: Type.Literal("inspected"), item: Inspected, skipped: Type.Integer({ minimum: 0 }) });

export type ServerFrame =
  | Static<typeof ReadyFrame>
  | Static<typeof LiveFrame>
  | Static<typeof ResetFrame>
  | Static<typeof WaitFrame>
  | EventFrame
  | Static<typeof TypingSignal>
  | Static<typeof ViewingSignal>
  | Static<typeof PresenceSignal>
  | Static<typeof DraftSignal>
  | Static<typeof ReadSignal>
  | Static<typeof InspectedSignal>;

/** API-105: why the server closed a socket, and what the client does about it. Whenever it comes back, its cursor still holds. */
export const closeCodes = {
  /** The session or key has ended. The client stays away and asks for a sign-in. */
  signedOut: 4001,
  /** A frame that is none of the protocol (API-106): a fault in the client. It comes back as after any loss, pausing longer each time. */
  forbidden: 4003,
  /** No hello in time, or what it was sent lies unread for too long. It comes back and resumes. */
  tooSlow: 4008,
  /** More frames within a second than `socket_frames_per_second`. It comes back as after any loss. */
  tooManyFrames: 4009,
  /** The server restarts, or cannot go on for this socket. It comes back after 0 to 2 s of chance, so that a restart is not followed by a crowd. */
  restarting: 1012,
} as const;
