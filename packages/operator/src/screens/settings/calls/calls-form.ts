import type { CallSettings, CallSettingsPatch } from "@parlour/protocol/api";
import { hoursOf, wireOf, faultOf as hoursFault, type HoursValues } from "../hours/hours-form.ts";

/** Form values of the call settings (API-041). */
export interface CallsValues {
  readonly enabled: boolean;
  readonly prefixes: string;
  readonly agent: string;
  readonly client: string;
  readonly limited: boolean;
  readonly minutes: string;
  /** null: the account's working hours. */
  readonly hours: HoursValues | null;
  readonly driver: "desk" | "http";
  readonly url: string;
}

export function valuesOf(saved: CallSettings): CallsValues {
  return {
    enabled: saved.enabled,
    prefixes: saved.prefixes.join(" "),
    agent: String(saved.no_answer_agent_s),
    client: String(saved.no_answer_client_s),
    limited: saved.balance_min !== null,
    minutes: saved.balance_min === null ? "" : String(saved.balance_min),
    hours: saved.hours === null ? null : hoursOf(saved.hours),
    driver: saved.driver,
    url: saved.url ?? "",
  };
}

export type CallsFault = "prefixes" | "seconds" | "minutes" | "url";
export function faultsOf(values: CallsValues): Partial<Record<keyof CallsValues, CallsFault | { readonly words: string }>> {
  const hours = values.hours === null ? null : hoursFault(values.hours);
  return {
    ...(prefixesOf(values.prefixes).every((one) => /^\+[1-9]\d{0,6}$/.test(one)) ? {} : { prefixes: "prefixes" as const }),
    ...(isSeconds(values.agent) ? {} : { agent: "seconds" as const }),
    ...(isSeconds(values.client) ? {} : { client: "seconds" as const }),
    ...(!values.limited || /^-?\d{1,9}$/.test(values.minutes.trim()) ? {} : { minutes: "minutes" as const }),
    ...(hours === null ? {} : { hours: { words: hours } }),
    ...(values.driver === "http" && values.url.trim() === "" ? { url: "url" as const } : {}),
  };
}

/** Returns the request body for the changed values. */
export function patchOf(values: CallsValues, changed: readonly (keyof CallsValues)[]): CallSettingsPatch {
  const has = (name: keyof CallsValues): boolean => changed.includes(name);
  return {
    ...(has("enabled") ? { enabled: values.enabled } : {}),
    ...(has("prefixes") ? { prefixes: [...new Set(prefixesOf(values.prefixes))] } : {}),
    ...(has("agent") ? { no_answer_agent_s: Number(values.agent) } : {}),
    ...(has("client") ? { no_answer_client_s: Number(values.client) } : {}),
    ...(has("limited") || has("minutes") ? { balance_min: values.limited ? Number(values.minutes) : null } : {}),
    ...(has("hours") ? { hours: values.hours === null ? null : wireOf(values.hours) } : {}),
    ...(has("driver") ? { driver: values.driver } : {}),
    ...(has("url") ? { url: values.url.trim() === "" ? null : values.url.trim() } : {}),
  };
}

const prefixesOf = (text: string): string[] => text.split(/[\s,;]+/).filter((one) => one !== "");
function isSeconds(text: string): boolean {
  const seconds = Number(text);
  return /^\d{1,5}$/.test(text.trim()) && seconds >= 10 && seconds <= 86_400;
}
