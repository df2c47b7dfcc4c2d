import type { DepartmentHours, WorkingHours } from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import { mergeDetails } from "../../core/hours/exception-details.ts";
import { parseHours, formatHours, type HoursFields } from "../../core/hours/format.ts";
import { isOpen, nextOpening } from "@parlour/protocol/hours/open-hours";
import type { OpeningHours } from "@parlour/protocol/hours/open-hours";
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
    ...(exceptions === undefined ? {} : { exceptions }),
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

/**
 * Parses hours of a body before the stored ones are known. Empty details remain, because they
 * remove the stored ones. `completeHours` then takes the result.
 */
export function parseSentHours(input: WorkingHours, fieldPrefix: string): OpeningHours {
  return {
    ...(input.exception_details === undefined ? {} : { exceptionDetails: {} }),
    ...parseWorkingHours(input, null, fieldPrefix),
  };
}
/** Keeps the stored details of exceptions if none were sent. */
export function completeHours(
  sent: OpeningHours,
  stored: OpeningHours | null,
  fieldPrefix: string,
): OpeningHours {
  const { exception_details: details, ...fields } = serializeWorkingHours(sent);
  const isSent = sent.exceptionDetails !== undefined;
  return parseWorkingHours(
    { ...fields, ...(isSent ? { exception_details: details } : {}) },
    stored,
    fieldPrefix,
  );
}

/** Serializes working hours. */
export function serializeWorkingHours(hours: OpeningHours): DepartmentHours {
  const { timezone, week, exceptions, exception_details: details = {} } = formatHours(hours);
  return {
    timezone,
    week: toMutable(week),
    exceptions: toMutable(exceptions),
    exception_details: { ...details },
  };
}
const toMutable = (
  lists: Readonly<Record<string, readonly string[] | undefined>>,
): Record<string, string[]> =>
  Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, [...(list ?? [])]]));

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
  { reportError }: Pick<FileHelpers, "reportError">,
): OpeningHours | null {
  if (form === undefined) return null;
  const read = parseHours(form);
  if (!("fault" in read)) return read.hours;
  reportError([...at, ...read.part.split(".")], read.fault, "CORE-090");
  return null;
}
/** Writes working hours for a provisioning file. */
export function writeFileHours(hours: OpeningHours): object {
  const { exceptions, ...fields } = formatHours(hours);
  return { ...fields, ...(Object.keys(exceptions).length === 0 ? {} : { exceptions }) };
}
