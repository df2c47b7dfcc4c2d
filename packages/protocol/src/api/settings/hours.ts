import { Type, type Static } from "typebox";
import { Nullable, Time } from "../../entity/index.ts";
import {
  ExceptionDetails,
  hoursFields as settings,
  Interval,
  Week,
  WorkingHours,
} from "../../entity/hours.ts";
import { workingHours } from "../../settings/kinds/account/working-hours.ts";
import { createSingleSchemas } from "./shapes/list-schemas.ts";

/**
 * Working hours (CORE-090, CORE-091, API-294). The provisioning file uses the same form (CFG-021).
 */

export { ExceptionDetails, Interval, Week, WorkingHours };

/** Fields that responses add to the hours. */
const openState = {
  open_now: Type.Boolean(),
  /** Time of the next opening. Null while open, and if there is no next opening. */
  next_opening_at: Nullable(Time),
};

const schemas = createSingleSchemas(workingHours, openState, {
  week: { answer: Week, sent: settings.week },
  exceptions: { answer: settings.exceptions, sent: settings.exceptions },
  exception_details: { answer: settings.exceptionDetails, sent: settings.exceptionDetails },
});
/** The account's working hours. `timezone` null: always open. */
export const AccountHours = schemas.entity;
export type AccountHours = Static<typeof AccountHours>;
/** Each given field replaces the stored one. `timezone` null: always open, others cleared. */
export const AccountHoursPatch = schemas.patch;
export type AccountHoursPatch = Static<typeof AccountHoursPatch>;

/** Working hours of a department or an operator in a response. */
export const DepartmentHours = Type.Object({
  timezone: Type.String(),
  week: Week,
  exceptions: settings.exceptions,
  exception_details: settings.exceptionDetails,
});
export type DepartmentHours = Static<typeof DepartmentHours>;
/** Whether a department is open, by its working hours, or else those of the account. */
export const openNow = openState;
