import type { WorkingHours } from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { refuse } from "../../core/failure.ts";
import { mergeDetails } from "../../core/hours/exception-details.ts";
import {
  formatHours,
  parseHours,
  parseStoredHours,
  serializeWorkingHours,
  type HoursFields,
} from "../../core/hours/format.ts";
import { isOpen, nextOpening } from "@parlour/protocol/hours/open-hours";
import type { OpeningHours } from "@parlour/protocol/hours/open-hours";
import type { CustomFileValue } from "../kind/file-forms.ts";
import type { FileHelpers } from "../resource.ts";

/**
 * Parses working hours. Throws and names the invalid field, prefixed with `fieldPrefix`. If the
 * input has no details of exceptions, those of the stored hours are kept (CORE-385).
 */
export function parseWorkingHours(
  input: WorkingHours,
  stored: OpeningHours | null,
  fieldPrefix = "",
): OpeningHours {
  const { timezone, week, exceptions } = input;
  const parsed = parseHours({
    timezone,
    week: week as Record<string, string[]>,
    ...omitAbsent({ exceptions }),
    exception_details: mergeDetails(
      input.exception_details,
      stored?.exceptionDetails,
      exceptions ?? {},
    ),
  });
  if ("fault" in parsed)
    refuse("invalid_request", `${parsed.fault}.`, { field: `${fieldPrefix}${parsed.part}` });
  return parsed.hours;
}

/** Returns the hours of a request, or null if it has none. Throws like `parseWorkingHours`. */
export const normalizeHours = (
  input: WorkingHours | null | undefined,
  stored: OpeningHours | null,
  fieldPrefix: string,
): Required<WorkingHours> | null | undefined =>
  input && serializeWorkingHours(parseWorkingHours(input, stored, fieldPrefix));

/** Serializes whether the working hours are open now, and when they open next. */
export function serializeOpenState(
  hours: OpeningHours | null,
  now: number,
): { open_now: boolean; next_opening_at: string | null } {
  const next = nextOpening(hours, now);
  return {
    open_now: isOpen(hours, now),
    next_opening_at: next === null ? null : new Date(next).toISOString(),
  };
}

/** Reads working hours of a provisioning file. null: absent, or wrong and reported. */
export function readFileHours(
  form: HoursFields | undefined,
  at: readonly (string | number)[],
  { reportError }: { readonly reportError: FileHelpers["reportError"] },
): OpeningHours | null {
  if (form === undefined) return null;
  const read = parseHours(form);
  if (!("fault" in read)) return read.hours;
  reportError([...at, ...read.part.split(".")], read.fault, "CORE-090");
  return null;
}
/** Writes working hours for a provisioning file. */
function writeFileHours(hours: OpeningHours): object {
  const { exceptions, ...fields } = formatHours(hours);
  return Object.keys(exceptions).length === 0 ? fields : { ...fields, exceptions };
}

/** Working hours of a row in the provisioning file. */
export const hoursInFile: CustomFileValue = {
  read(form: WorkingHours, at, helpers) {
    const hours = readFileHours(form as HoursFields, at, helpers);
    return hours === null ? null : serializeWorkingHours(hours);
  },
  write: (hours: WorkingHours) => writeFileHours(parseStoredHours(hours as HoursFields)),
};
