import { AccountHours, AccountHoursPatch } from "@parlour/protocol/api";
import type { OpeningHours } from "@parlour/protocol/hours/open-hours";
import { refuse } from "../../core/failure.ts";
import { formatHours, type HoursFields } from "../../core/hours/format.ts";
import { findAccount, mergeAccountSettings } from "../../store/settings/account/account.ts";
import type { AccountSettings } from "../../store/settings/account/account-settings.ts";
import type { SingleResource } from "../single-resource.ts";
import { parseWorkingHours, readFileHours, serializeOpenState, writeFileHours } from "./hours.ts";
import { serializeWorkingHours } from "../../core/hours/format.ts";

/** Working hours of the account (CORE-090, API-294). Without any, it is always open. */
export const workingHoursResource: SingleResource<AccountSettings, OpeningHours> = {
  path: "working-hours",
  label: "working hours",
  action: "hours.change",
  rights: { read: "account.read", manage: "account.manage" },
  summaries: {
    one: "Get the working hours of the account",
    change: "Update the working hours of the account",
  },
  schemas: { entity: AccountHours, patch: AccountHoursPatch },
  find: findAccount,
  change: ({ tx, account }, body, { hours }) =>
    mergeAccountSettings(tx, account, {
      working_hours: applyPatch(hours, body),
      hours_saved: true,
    }),
  toApi({ hours, hoursManaged }, { now }) {
    const fields = hours === null ? alwaysOpen : serializeWorkingHours(hours);
    return { ...fields, ...serializeOpenState(hours, now), managed: hoursManaged };
  },
  file: {
    part: "working_hours",
    subject: "working hours",
    read: (config, helpers) =>
      readFileHours(config.working_hours as HoursFields | undefined, ["working_hours"], helpers),
    write: ({ hours }) => (hours === null ? undefined : writeFileHours(hours)),
    isManaged: ({ hoursManaged }) => hoursManaged,
    toEntry: ({ hours }) => hours,
    compared: (hours) => ({ working_hours: formatHours(hours) }),
    save: ({ tx, account }, hours) =>
      mergeAccountSettings(tx, account, {
        working_hours: hours,
        working_hours_managed: hours && true,
      }),
  },
};

const alwaysOpen = { timezone: null, week: {}, exceptions: {}, exception_details: {} };

function applyPatch(before: OpeningHours | null, patch: AccountHoursPatch): OpeningHours | null {
  if (patch.timezone === null) return null;
  const stored = before === null ? undefined : serializeWorkingHours(before);
  const timezone = patch.timezone ?? stored?.timezone;
  if (timezone === undefined)
    refuse("invalid_request", "timezone is missing: the hours have none yet.", {
      field: "timezone",
    });
  const details = patch.exception_details;
  return parseWorkingHours(
    {
      timezone,
      week: patch.week ?? stored?.week ?? {},
      exceptions: patch.exceptions ?? stored?.exceptions ?? {},
      ...(details === undefined ? {} : { exception_details: details }),
    },
    before,
  );
}
