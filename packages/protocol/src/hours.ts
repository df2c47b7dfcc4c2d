import { Type, type Static } from "typebox";

/** Working hours as they are written (CORE-090): by people, the API and the provisioning file alike. */

/** `09:00-18:00`; one that ends before it begins passes midnight; `24:00` only as an end. */
export const Interval = Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d-(([01]\\d|2[0-3]):[0-5]\\d|24:00)$" });
const Day = Type.Array(Interval, { maxItems: 24 });
const day = Type.Optional(Day);

/** A weekday that is absent is closed. */
export const Week = Type.Object({ mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day }, { additionalProperties: false });
export type Week = Static<typeof Week>;

/** Parts of hours. */
export const hoursParts = {
  /** IANA name. */
  timezone: Type.String({ minLength: 1, maxLength: 64 }),
  week: Week,
  /** By date `2026-12-24`: replaces its weekday; an empty list is a closed day. */
  exceptions: Type.Record(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" }), Day, { maxProperties: 400 }),
};
/** As they are sent. */
export const WorkingHours = Type.Object(
  { timezone: hoursParts.timezone, week: hoursParts.week, exceptions: Type.Optional(hoursParts.exceptions) },
  { additionalProperties: false },
);
export type WorkingHours = Static<typeof WorkingHours>;
