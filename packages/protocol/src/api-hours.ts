import { Type, type Static } from "typebox";
import { Nullable, Time } from "./entity.ts";
import { hoursParts as settings, Interval, Week, WorkingHours } from "./hours.ts";

/** Working hours (CORE-090, CORE-091, API-041). The provisioning file writes them in the same form (CFG-021). */

export { Interval, Week, WorkingHours };

/** What answers hold beside the hours themselves. */
const now = {
  open_now: Type.Boolean(),
  /** When it opens next; null while it is open, and when it never opens again. */
  next_opening_at: Nullable(Time),
};

/** The account's hours. `timezone` null: always open. */
export const AccountHours = Type.Object({
  timezone: Nullable(Type.String()),
  week: Week,
  exceptions: settings.exceptions,
  ...now,
  managed: Type.Boolean(),
});
export type AccountHours = Static<typeof AccountHours>;

/** Each field replaces what stands there; `timezone` null: always open, the rest is dropped. */
export const AccountHoursPatch = Type.Partial(
  Type.Object({ timezone: Nullable(settings.timezone), week: settings.week, exceptions: settings.exceptions }),
  { additionalProperties: false, minProperties: 1 },
);
export type AccountHoursPatch = Static<typeof AccountHoursPatch>;

/** Hours of a department as answered. */
export const OwnHours = Type.Object({ timezone: Type.String(), week: Week, exceptions: settings.exceptions });
export type OwnHours = Static<typeof OwnHours>;
/** Of the hours in force: its own, else the account's. */
export const openNow = now;
