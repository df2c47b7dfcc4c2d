import { Type, type Static } from "typebox";
import { Id, InterfaceLanguage, LastFailure, Nullable, Outcome, Time } from "../../entity/index.ts";
import { alertRows, type AlertRow } from "./alert-rows.ts";

/** Web push to devices of operators, and the ways in which operators can be reached (API-110). */

/** VAPID key that a browser needs for a subscription, base64url. */
export const PushKey = Type.Object({ public_key: Type.String() });
export type PushKey = Static<typeof PushKey>;

const Clock = Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$" });
/** Start and end of the quiet hours. If the end is before the start, they include midnight. */
export const QuietHours = Type.Object(
  { from: Clock, to: Clock, timezone: Type.String({ maxLength: 64 }) },
  { additionalProperties: false },
);
export type QuietHours = Static<typeof QuietHours>;

/** A browser that receives notifications. It belongs to one session and is removed with it. */
export const PushDevice = Type.Object({
  id: Id,
  name: Type.String(),
  /** Whether the device belongs to the session of this request. */
  here: Type.Boolean(),
  language: InterfaceLanguage,
  /** Whether notifications contain the visitor's text. */
  show_text: Type.Boolean(),
  quiet: Nullable(QuietHours),
  created_at: Time,
  last_success_at: Nullable(Time),
  last_failure: Nullable(LastFailure),
});
export type PushDevice = Static<typeof PushDevice>;
export const PushDevices = Type.Object({ items: Type.Array(PushDevice) });
export type PushDevices = Static<typeof PushDevices>;

/** The result of `PushManager.subscribe`, with a name for the device. */
export const NewPushDevice = Type.Object(
  {
    endpoint: Type.String({ minLength: 1, maxLength: 2048 }),
    keys: Type.Object(
      { p256dh: Type.String({ maxLength: 120 }), auth: Type.String({ maxLength: 40 }) },
      { additionalProperties: false },
    ),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    language: Type.Optional(InterfaceLanguage),
    show_text: Type.Optional(Type.Boolean()),
    quiet: Type.Optional(Nullable(QuietHours)),
  },
  { additionalProperties: false },
);
export type NewPushDevice = Static<typeof NewPushDevice>;

export const PushTest = Type.Object({
  outcome: Outcome,
  status: Nullable(Type.Integer()),
  duration_ms: Type.Integer({ minimum: 0 }),
});
export type PushTest = Static<typeof PushTest>;

/** One of the five rows of the self-test. */
const Row = Type.Union(alertRows.map((row) => Type.Literal(row)) as never) as unknown as ReturnType<
  typeof Type.Unsafe<AlertRow>
>;

/** Result of a self-test: the rows that failed. */
export const SelfTest = Type.Object(
  { broken: Type.Array(Row, { maxItems: alertRows.length, uniqueItems: true }) },
  { additionalProperties: false },
);
export type SelfTest = Static<typeof SelfTest>;

/** By which means an operator can be notified. */
export const Reachability = Type.Object({
  operator_id: Id,
  /** Number of devices that receive notifications, and the time of the last notification. */
  devices: Type.Integer({ minimum: 0 }),
  last_success_at: Nullable(Time),
  /** Latest self-test. Null if the operator has never run one. */
  self_test: Nullable(Type.Object({ at: Time, broken: Type.Array(Type.String()) })),
});
export type Reachability = Static<typeof Reachability>;
export const ReachabilityList = Type.Object({ items: Type.Array(Reachability) });
export type ReachabilityList = Static<typeof ReachabilityList>;
