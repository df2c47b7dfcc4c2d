import type { WorkingHours } from "@parlour/protocol/api";
import type { OpeningHours } from "@parlour/protocol/hours/open-hours";
import {
  parseStoredHours,
  serializeWorkingHours,
  type HoursFields,
} from "../../core/hours/format.ts";

/** Returns the column of working hours. undefined: unchanged. */
export const toHoursColumn = (hours: WorkingHours | null | undefined): string | null | undefined =>
  hours && JSON.stringify(parseStoredHours(hours as HoursFields));

/** Returns the working hours of a column as the API has them. */
export const toHoursValue = (column: OpeningHours | null): Required<WorkingHours> | null =>
  column && serializeWorkingHours(column);
