import { Type, type Static } from "typebox";
import { maxExceptionName } from "../hours/exceptions.ts";

/** Format of working hours (CORE-090) in the API, on screens and in the provisioning file. */

/** `09:00-18:00`. An end before the start is after midnight. `24:00` is only an end. */
export const Interval = Type.String({
  pattern: "^([01]\\d|2[0-3]):[0-5]\\d-(([01]\\d|2[0-3]):[0-5]\\d|24:00)$",
});
const Day = Type.Array(Interval, { maxItems: 24 });
const day = Type.Optional(Day);

/** Intervals by weekday. The account is closed on absent weekdays. */
export const Week = Type.Object(
  { mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day },
  { additionalProperties: false },
);
export type Week = Static<typeof Week>;

const date = "^\\d{4}-\\d{2}-\\d{2}$";
const maxExceptions = 400;
/** Name and last day of an exception. Both are optional. */
export const ExceptionDetails = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: maxExceptionName, pattern: "\\S" })),
    until: Type.Optional(Type.String({ pattern: date })),
  },
  { additionalProperties: false },
);

export const hoursFields = {
  /** IANA name. */
  timezone: Type.String({ minLength: 1, maxLength: 64 }),
  week: Week,
  /** Replaces those of the weekday, by date (`2026-12-24`). An empty list means closed. */
  exceptions: Type.Record(Type.String({ pattern: date }), Day, { maxProperties: maxExceptions }),
  /** Names and last days, by the date in `exceptions` on which they begin (CORE-385). */
  exceptionDetails: Type.Record(Type.String({ pattern: date }), ExceptionDetails, {
    maxProperties: maxExceptions,
  }),
};
/** Working hours as sent in requests. */
export const WorkingHours = Type.Object(
  {
    timezone: hoursFields.timezone,
    week: hoursFields.week,
    exceptions: Type.Optional(hoursFields.exceptions),
    exception_details: Type.Optional(hoursFields.exceptionDetails),
  },
  { additionalProperties: false },
);
export type WorkingHours = Static<typeof WorkingHours>;
