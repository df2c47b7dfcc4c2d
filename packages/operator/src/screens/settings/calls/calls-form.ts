import type { CallSettings, CallSettingsPatch } from "@parlour/protocol/api";
import {
  toHoursValues,
  toApiHours,
  validateHours as hoursFault,
  type HoursValues,
} from "../hours/hours-form.ts";

/** Form values of the call settings (API-297). */
export interface CallsFormValues {
  readonly enabled: boolean;
  readonly prefixes: string;
  readonly agent: string;
  readonly client: string;
  readonly limited: boolean;
  readonly minutes: string;
  /** Call hours, or null for the account's working hours. */
  readonly hours: HoursValues | null;
  readonly driver: "desk" | "http";
  readonly url: string;
}

export function toFormValues(saved: CallSettings): CallsFormValues {
  return {
    enabled: saved.enabled,
    prefixes: saved.prefixes.join(" "),
    agent: String(saved.no_answer_agent_s),
    client: String(saved.no_answer_client_s),
    limited: saved.balance_min !== null,
    minutes: saved.balance_min === null ? "" : String(saved.balance_min),
    hours: saved.hours === null ? null : toHoursValues(saved.hours),
    driver: saved.driver,
    url: saved.url ?? "",
  };
}

export type CallsErrorCode = "prefixes" | "seconds" | "minutes" | "url";
export function validateCalls(
  values: CallsFormValues,
): Partial<Record<keyof CallsFormValues, CallsErrorCode | { readonly words: string }>> {
  const hoursError = values.hours === null ? null : hoursFault(values.hours);
  return {
    ...(parsePrefixes(values.prefixes).every((prefix) => /^\+[1-9]\d{0,6}$/.test(prefix))
      ? {}
      : { prefixes: "prefixes" as const }),
    ...(isSeconds(values.agent) ? {} : { agent: "seconds" as const }),
    ...(isSeconds(values.client) ? {} : { client: "seconds" as const }),
    ...(!values.limited || /^-?\d{1,9}$/.test(values.minutes.trim())
      ? {}
      : { minutes: "minutes" as const }),
    ...(hoursError === null ? {} : { hours: { words: hoursError } }),
    ...(values.driver === "http" && values.url.trim() === "" ? { url: "url" as const } : {}),
  };
}

/** Returns the request body for the changed values. */
export function toPatchBody(
  values: CallsFormValues,
  changed: readonly (keyof CallsFormValues)[],
): CallSettingsPatch {
  const isChanged = (name: keyof CallsFormValues): boolean => changed.includes(name);
  return {
    ...(isChanged("enabled") ? { enabled: values.enabled } : {}),
    ...(isChanged("prefixes") ? { prefixes: [...new Set(parsePrefixes(values.prefixes))] } : {}),
    ...(isChanged("agent") ? { no_answer_agent_s: Number(values.agent) } : {}),
    ...(isChanged("client") ? { no_answer_client_s: Number(values.client) } : {}),
    ...(isChanged("limited") || isChanged("minutes")
      ? { balance_min: values.limited ? Number(values.minutes) : null }
      : {}),
    ...(isChanged("hours")
      ? { hours: values.hours === null ? null : toApiHours(values.hours) }
      : {}),
    ...(isChanged("driver") ? { driver: values.driver } : {}),
    ...(isChanged("url") ? { url: values.url.trim() === "" ? null : values.url.trim() } : {}),
  };
}

const parsePrefixes = (text: string): string[] =>
  text.split(/[\s,;]+/).filter((prefix) => prefix !== "");
function isSeconds(text: string): boolean {
  const seconds = Number(text);
  return /^\d{1,5}$/.test(text.trim()) && seconds >= 10 && seconds <= 86_400;
}
