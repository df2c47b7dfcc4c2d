import { Type, type Static } from "typebox";
import { Id, Nullable } from "../../entity/index.ts";

/**
 * Transfers, invitations of operators, and routing of chats (API-025, API-041, CORE-031 –
 * CORE-037).
 */

const Comment = Type.String({ maxLength: 1000 });

/**
 * Transfers a chat to exactly one target (API-025). `comment` is part of the transfer's system
 * message, which only operators see. With `assign`, the operator gets the chat at once and does not
 * have to answer, so they may be offline (API-461).
 */
export const TransferChat = Type.Object(
  {
    operator_id: Type.Optional(Id),
    department_id: Type.Optional(Id),
    comment: Type.Optional(Nullable(Comment)),
    assign: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type TransferChat = Static<typeof TransferChat>;

/**
 * Why the target of a transfer declines the chat. The operator who offered the chat sees the
 * reason.
 */
export const RefuseTransfer = Type.Union([
  Type.Object(
    { reason: Type.Optional(Type.String({ maxLength: 300 })) },
    { additionalProperties: false },
  ),
  Type.Null(),
]);

/** Whether the operator has opened or dismissed the notice of the chat (CORE-150). */
export const MarkNotice = Type.Object(
  { state: Type.Unsafe<"opened" | "dismissed">({ enum: ["opened", "dismissed"] }) },
  { additionalProperties: false },
);
export type MarkNotice = Static<typeof MarkNotice>;

export const InviteOperatorBody = Type.Object(
  { operator_id: Id, comment: Type.Optional(Nullable(Comment)) },
  { additionalProperties: false },
);
export type InviteOperatorBody = Static<typeof InviteOperatorBody>;

export const routingModes = ["all", "round_robin", "least_busy", "last_operator"] as const;
const day = 86_400;
const step = Type.Integer({ minimum: 0, maximum: day });
const inactivity = Type.Integer({ minimum: 0, maximum: 365 * day });
/**
 * Routing settings. Times are whole seconds. Escalation steps run in the listed order, and a step
 * of 0 is skipped.
 */
export const routingFields = {
  /** To which operators a new chat is offered first (CORE-033). */
  mode: Type.Unsafe<(typeof routingModes)[number]>({ enum: [...routingModes] }),
  /** How long an offer to one operator lasts. */
  offer_s: Type.Integer({ minimum: 5, maximum: 600 }),
  /** The escalation steps of CORE-035, counted from the start of the wait. */
  next_s: step,
  department_s: step,
  channel_s: step,
  push_s: step,
  mail_s: step,
  visitor_s: step,
  /** Interval at which administrators are reminded of a waiting chat, seconds. */
  remind_s: Type.Integer({ minimum: 60, maximum: day }),
  /** Whether push messages and emails are also sent outside working hours. */
  notify_outside_hours: Type.Boolean(),
  /**
   * Seconds after which an open chat waits again if all its operators are offline and a visitor's
   * message has no answer (CORE-031). 0 means never.
   */
  grace_s: step,
  /**
   * Seconds without an answer to a visitor's message after which an open chat is offered to other
   * operators (CORE-153). At least 60, or 0 for never.
   */
  reassign_s: step,
  /**
   * Seconds without messages after which a chat whose visitor got an answer is closed (CORE-032).
   * `inactivity_s` counts for site widgets and chat channels of interface A, the others for mail
   * channels and messengers. 0 means never.
   */
  inactivity_s: inactivity,
  mail_inactivity_s: inactivity,
  messenger_inactivity_s: inactivity,
  /** Whether visitors see their position in the queue. */
  queue: Type.Boolean(),
  /**
   * Seconds after which the timer of a waiting chat turns amber in lists of chats. The time for red
   * must not be shorter. 0 means never.
   */
  warn_s: step,
  overdue_s: step,
  /** Which waiting chat rings first. The shortcut opens the same chat. */
  ring_order: Type.Unsafe<"longest" | "newest">({ enum: ["longest", "newest"] }),
  /**
   * Which chat opens after an operator closes one: the longest waiting chat, the operator's next
   * chat, or none (CORE-154).
   */
  after_close: Type.Unsafe<"waiting" | "mine" | "stay">({ enum: ["waiting", "mine", "stay"] }),
};
/** Routing settings (API-041). `managed` is true if the provisioning file sets them (CFG-025). */
export const Routing = Type.Object({ ...routingFields, managed: Type.Boolean() });
export type Routing = Static<typeof Routing>;
export const RoutingPatch = Type.Partial(Type.Object(routingFields), {
  additionalProperties: false,
  minProperties: 1,
});
export type RoutingPatch = Static<typeof RoutingPatch>;
