import { AccountHours, AccountHoursPatch, type WorkingHours } from "@parlour/protocol/api";
import { workingHours } from "@parlour/protocol/settings/kinds/account/working-hours";
import { refuse } from "../../core/failure.ts";
import {
  parseStoredHours,
  serializeWorkingHours,
  type HoursFields,
} from "../../core/hours/format.ts";
import { findAccountSettings } from "../../store/settings/account/account.ts";
import type { AccountSettings } from "../../store/settings/account/account-settings.ts";
import { createSingle } from "../kind/create-single.ts";
import { parseWorkingHours, readFileHours, serializeOpenState } from "./hours.ts";

const alwaysOpen = { timezone: null, week: {}, exceptions: {}, exception_details: {} };

/** Working hours of the account (CORE-090, API-294). Without any, it is always open. */
export const workingHoursResource = createSingle(workingHours, {
  action: "hours.change",
  rights: { read: "account.read", manage: "account.manage" },
  summaries: {
    one: "Get the working hours of the account",
    change: "Update the working hours of the account",
  },
  schemas: { entity: AccountHours, patch: AccountHoursPatch },
  find: findAccountSettings,
  isManaged: ({ hoursManaged }: AccountSettings) => hoursManaged,
  isSet: ({ hours }) => hours !== null,
  isExported: ({ hours }) => hours !== null,
  toValues: ({ hours }) => (hours === null ? alwaysOpen : serializeWorkingHours(hours)),
  describe: ({ hours }, { now }) => serializeOpenState(hours, now),
  complete(given, { hours }) {
    if (given.timezone === null) return alwaysOpen;
    const stored = hours === null ? undefined : serializeWorkingHours(hours);
    const timezone = given.timezone ?? stored?.timezone;
    if (timezone === undefined)
      refuse("invalid_request", "timezone is missing: the hours have none yet.", {
        field: "timezone",
      });
    const details = given.exception_details;
    const sent = { week: {}, ...stored, ...given, timezone, exception_details: details };
    return serializeWorkingHours(parseWorkingHours(sent as WorkingHours, hours));
  },
  readEntry(values, helpers) {
    const hours = readFileHours(values as HoursFields, [workingHours.part], helpers);
    return hours === null ? values : serializeWorkingHours(hours);
  },
  toSettings: (values, _context, _before, entry) => ({
    working_hours:
      values === null || values.timezone === null ? null : parseStoredHours(values as HoursFields),
    // The list of the first steps counts always open too, if an administrator chose it.
    hours_saved: values !== null && entry === null ? true : undefined,
  }),
});
