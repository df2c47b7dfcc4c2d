import { Type, type Static } from "typebox";
import { Id, Nullable } from "./entity.ts";

/** Transfers, invitations of colleagues, and how chats find operators (API-025, API-041, CORE-031 – CORE-037). */

const Comment = Type.String({ maxLength: 1000 });

/** API-025: exactly one of the two. `comment` stands in the line of the transfer, for operators only. */
export const TransferChat = Type.Object(
  { operator_id: Type.Optional(Id), department_id: Type.Optional(Id), comment: Type.Optional(Nullable(Comment)) },
  { additionalProperties: false },
);
export type TransferChat = Static<typeof TransferChat>;

/** The target says why it does not take the chat; the sender reads it. */
export const RefuseTransfer = Type.Union([
  Type.Object({ reason: Type.Optional(Type.String({ maxLength: 300 })) }, { additionalProperties: false }),
  Type.Null(),
]);

/** What the operator did with the notice of the chat (CORE-150). */
export const MarkNotice = Type.Object(
  { state: Type.Unsafe<"opened" | "dismissed">({ enum: ["opened", "dismissed"] }) },
  { additionalProperties: false },
);
export type MarkNotice = Static<typeof MarkNotice>;

export const InviteColleague = Type.Object({ operator_id: Id, comment: Type.Optional(Nullable(Comment)) }, { additionalProperties: false });
export type InviteColleague = Static<typeof InviteColleague>;

export const routingModes = ["all", "round_robin", "least_busy", "last_operator"] as const;
const day = 86_400;
const step = Type.Integer({ minimum: 0, maximum: day });
/** Whole seconds; a step with 0 is left out, the others come in this order. */
export const routingFields = {
  /** CORE-033: who is offered a new chat first. */
  mode: Type.Unsafe<(typeof routingModes)[number]>({ enum: [...routingModes] }),
  /** How long an offer to one operator stands. */
  offer_s: Type.Integer({ minimum: 5, maximum: 600 }),
  /** The ladder of CORE-035, since the visitor began to wait. */
  next_s: step,
  department_s: step,
  channel_s: step,
  push_s: step,
  mail_s: step,
  visitor_s: step,
  /** Again and again, so that a waiting chat always comes back to somebody. */
  remind_s: Type.Integer({ minimum: 60, maximum: day }),
  /** Push and mail also outside working hours. */
  notify_outside_hours: Type.Boolean(),
  /** CORE-031: an open chat waits again when everybody in it is offline so long and a visitor's message is unanswered; 0: never. */
  grace_s: step,
  /** CORE-153: an open chat goes to others when its operators leave a visitor's message unanswered so long; at least 60, 0: never. */
  reassign_s: step,
  /** CORE-032: a chat without messages closes; 0: never. */
  inactivity_s: Type.Integer({ minimum: 0, maximum: 365 * day }),
  /** Whether a waiting chat tells its place in the queue. */
  queue: Type.Boolean(),
  /** When the timer of a waiting chat turns amber in the lists of operators, and when red, not before it; 0: never. */
  warn_s: step,
  overdue_s: step,
  /** Which waiting chat rings first, and is answered by the key for it. */
  ring_order: Type.Unsafe<"longest" | "newest">({ enum: ["longest", "newest"] }),
  /** CORE-154: which chat opens for an operator who closes one: the longest waiting, their next, or none. */
  after_close: Type.Unsafe<"waiting" | "mine" | "stay">({ enum: ["waiting", "mine", "stay"] }),
};
/** API-041. `managed`: the provisioning file owns it (CFG-025). */
export const Routing = Type.Object({ ...routingFields, managed: Type.Boolean() });
export type Routing = Static<typeof Routing>;
export const RoutingPatch = Type.Partial(Type.Object(routingFields), { additionalProperties: false, minProperties: 1 });
export type RoutingPatch = Static<typeof RoutingPatch>;
