import { Type, type Static } from "typebox";
import { Id, Nullable } from "../../entity/index.ts";

/**
 * Transfers, invitations of operators, and routing of chats (API-025, API-041, CORE-031 –
 * CORE-037).
 */

const Comment = Type.String({ maxLength: 1000 });

/**
 * Exactly one target (API-025). `comment` is shown in the system message of the transfer, to
 * operators only.
 */
export const TransferChat = Type.Object(
  {
    operator_id: Type.Optional(Id),
    department_id: Type.Optional(Id),
    comment: Type.Optional(Nullable(Comment)),
  },
  { additionalProperties: false },
);
export type TransferChat = Static<typeof TransferChat>;

/** Why the target declines the chat. The sender sees the reason. */
export const RefuseTransfer = Type.Union([
  Type.Object(
    { reason: Type.Optional(Type.String({ maxLength: 300 })) },
    { additionalProperties: false },
  ),
  Type.Null(),
]);

/** How the operator handled the notice of the chat (CORE-150). */
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
/** Whole seconds. A step of 0 is skipped. The others run in this order. */
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
  /** Interval of reminders, so that operators are notified of a waiting chat again. */
  remind_s: Type.Integer({ minimum: 60, maximum: day }),
  /** Push and email also outside working hours. */
  notify_outside_hours: Type.Boolean(),
  /**
   * An open chat waits again if all its operators are offline for this long and a visitor's message
   * is unanswered (CORE-031). 0: never.
   */
  grace_s: step,
  /**
   * An open chat goes to other operators if a visitor's message stays unanswered for this long
   * (CORE-153). At least 60. 0: never.
   */
  reassign_s: step,
  /** A chat without messages closes after this time (CORE-032). 0: never. */
  inactivity_s: Type.Integer({ minimum: 0, maximum: 365 * day }),
  /** Whether the visitor sees the position in the queue. */
  queue: Type.Boolean(),
  /**
   * When the timer of a waiting chat turns amber in the lists of operators. Red must not be
   * earlier. 0: never.
   */
  warn_s: step,
  overdue_s: step,
  /** Which waiting chat rings first and opens with the shortcut. */
  ring_order: Type.Unsafe<"longest" | "newest">({ enum: ["longest", "newest"] }),
  /**
   * Which chat opens after an operator closes one: the longest waiting, their next, or none
   * (CORE-154).
   */
  after_close: Type.Unsafe<"waiting" | "mine" | "stay">({ enum: ["waiting", "mine", "stay"] }),
};
/** Routing settings (API-041). `managed`: set by the provisioning file (CFG-025). */
export const Routing = Type.Object({ ...routingFields, managed: Type.Boolean() });
export type Routing = Static<typeof Routing>;
export const RoutingPatch = Type.Partial(Type.Object(routingFields), {
  additionalProperties: false,
  minProperties: 1,
});
export type RoutingPatch = Static<typeof RoutingPatch>;
