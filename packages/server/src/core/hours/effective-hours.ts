import type { OpeningHours } from "@parlour/protocol/hours/open-hours";
import type { AccountConfig } from "../command.ts";
import { parseStoredHours, type HoursFields } from "./format.ts";

/** The settings of an account that have working hours. */
export interface HoursConfig {
  readonly hours: AccountConfig["hours"];
  readonly departments: AccountConfig["departments"];
  readonly channels?: AccountConfig["channels"];
}

/**
 * Returns the hours that apply to a chat (CORE-091): of its department, else of its widget, else of
 * the account. null: always open. Without `channelId` no widget is considered.
 */
export function effectiveHours(
  config: HoursConfig,
  departmentId: number | null,
  channelId?: number,
): OpeningHours | null {
  const department = departmentId === null ? null : config.departments.get(departmentId)?.hours;
  if (department) return department;
  const widgetHours =
    channelId === undefined ? null : config.channels?.get(channelId)?.widget?.hours;
  return widgetHours ? parseStoredHours(widgetHours as HoursFields) : config.hours;
}
