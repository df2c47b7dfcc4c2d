import type { DepartmentHours, WorkingHours } from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import { parseHours, formatHours } from "../../core/hours/format.ts";
import { isOpen, nextOpening } from "../../core/hours/open-hours.ts";
import type { OpeningHours } from "../../core/command.ts";

/** Parses working hours. Throws with the invalid field, prefixed by `fieldPrefix`. */
export function hoursOf(form: WorkingHours, at = ""): OpeningHours {
  const { timezone, week, exceptions } = form;
  const read = parseHours({ timezone, week: week as Record<string, string[]>, ...(exceptions === undefined ? {} : { exceptions }) });
  if ("fault" in read) refuse("invalid_request", `${read.fault}.`, { field: `${at}${read.part}` });
  return read.hours;
}

/** Serializes working hours. */
export function hoursWire(hours: OpeningHours): DepartmentHours {
  const { timezone, week, exceptions } = formatHours(hours);
  return {
    timezone,
    week: mutable(week),
    exceptions: mutable(exceptions),
  };
}
const mutable = (of: Readonly<Record<string, readonly string[] | undefined>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(of).map(([key, list]) => [key, [...(list ?? [])]]));

/** Serializes whether the hours are open now and when they open next. */
export function openWire(hours: OpeningHours | null, now: number): { open_now: boolean; next_opening_at: string | null } {
  const next = nextOpening(hours, now);
  return { open_now: isOpen(hours, now), next_opening_at: next === null ? null : new Date(next).toISOString() };
}
