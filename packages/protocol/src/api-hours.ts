import { Type, type Static } from "typebox";
import { Nullable, Time } from "./entity.ts";

/** Working hours (CORE-090, CORE-091, API-041). The provisioning file writes them in the same form (CFG-021). */

/** `09:00-18:00`; one that ends before it begins passes midnight; `24:00` only as an end. */
export const Interval = Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d-(([01]\\d|2[0-3]):[0-5]\\d|24:00)$" });
const Day = Type.Array(Interval, { maxItems: 24 });
const day = Type.Optional(Day);

/** A weekday that is absent is closed. */
export const Week = Type.Object({ mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day }, { additionalProperties: false });
export type Week = Static<typeof Week>;

const settings = {
  /** IANA name. */
  timezone: Type.String({ minLength: 1, maxLength: 64 }),
  week: Week,
  /** By date `2026-12-24`: replaces its weekday; an empty list is a closed day. */
  exceptions: Type.Record(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" }), Day, { maxProperties: 400 }),
};
/** As they are sent. */
export const WorkingHours = Type.Object(
  { timezone: settings.timezone, week: settings.week, exceptions: Type.Optional(settings.exceptions) },
  { additionalProperties: false },
);
export type WorkingHours = Static<typeof WorkingHours>;

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
