import type { Routing, RoutingPatch } from "@parlour/protocol/api";
import { secondsOf, textOf } from "./duration.ts";

/** Escalation steps in their order (CORE-035). */
export const steps = ["next_s", "department_s", "channel_s", "push_s", "mail_s", "visitor_s"] as const;
export type StepName = (typeof steps)[number];
export const times = ["offer_s", ...steps, "remind_s", "grace_s", "reassign_s", "inactivity_s", "warn_s", "overdue_s"] as const;
export type TimeName = (typeof times)[number];

/** Fields with a choice. */
export const choices = ["mode", "notify_outside_hours", "queue", "ring_order", "after_close"] as const;
type Choice = (typeof choices)[number];

/** Form values: times as text. */
export type RoutingValues = Record<TimeName, string> &
  Pick<Routing, Choice> & { /** If false, `reassign_s` is sent as 0. */ reassign: boolean };

export const limits: Readonly<Record<TimeName, readonly [number, number]>> = {
  offer_s: [5, 600],
  next_s: [0, 86_400],
  department_s: [0, 86_400],
  channel_s: [0, 86_400],
  push_s: [0, 86_400],
  mail_s: [0, 86_400],
  visitor_s: [0, 86_400],
  remind_s: [60, 86_400],
  grace_s: [0, 86_400],
  reassign_s: [60, 86_400],
  inactivity_s: [0, 365 * 86_400],
  warn_s: [0, 86_400],
  overdue_s: [0, 86_400],
};

/** Proposed time in seconds when reassignment is switched on. */
const usualReassign = 600;

type Unit = Parameters<typeof textOf>[1];

export function valuesOf(routing: Routing, unit: Unit): RoutingValues {
  const shown = { ...routing, reassign_s: routing.reassign_s || usualReassign };
  const typed = Object.fromEntries(times.map((name) => [name, textOf(shown[name], unit)])) as Record<TimeName, string>;
  return {
    ...typed,
    mode: routing.mode,
    notify_outside_hours: routing.notify_outside_hours,
    queue: routing.queue,
    ring_order: routing.ring_order,
    after_close: routing.after_close,
    reassign: routing.reassign_s > 0,
  };
}

/** Returns the request body for the changed fields. The values must be valid. */
export function patchOf(values: RoutingValues, changed: readonly (keyof RoutingValues)[]): RoutingPatch {
  const entries = changed.map((name) => {
    if (name === "reassign" || name === "reassign_s")
      return ["reassign_s", values.reassign ? (secondsOf(values.reassign_s) ?? 0) : 0] as const;
    return [name, isTime(name) ? (secondsOf(values[name]) ?? 0) : values[name]] as const;
  });
  return Object.fromEntries(entries);
}

export type Fault =
  | { readonly why: "unreadable" | "low" | "high"; readonly limit: number }
  | { readonly why: "early"; readonly before: TimeName };

/**
 * Returns errors by field: not a time, out of limits, earlier than the previous step, or overdue
 * before the warning.
 */
export function faultsOf(values: RoutingValues): Partial<Record<TimeName, Fault>> {
  const faults: Partial<Record<TimeName, Fault>> = {};
  for (const name of times) {
    if (name === "reassign_s" && !values.reassign) continue;
    const seconds = secondsOf(values[name]);
    const [low, high] = limits[name];
    if (seconds === null) faults[name] = { why: "unreadable", limit: 0 };
    else if (seconds < low) faults[name] = { why: "low", limit: low };
    else if (seconds > high) faults[name] = { why: "high", limit: high };
  }
  let before: { name: StepName; seconds: number } | null = null;
  for (const name of steps) {
    const seconds = secondsOf(values[name]);
    if (seconds === null || seconds === 0) continue;
    if (before !== null && seconds < before.seconds) faults[name] ??= { why: "early", before: before.name };
    else before = { name, seconds };
  }
  const overdue = secondsOf(values.overdue_s);
  if (overdue !== null && overdue !== 0 && overdue < (secondsOf(values.warn_s) ?? 0))
    faults.overdue_s ??= { why: "early", before: "warn_s" };
  return faults;
}

function isTime(name: keyof RoutingValues): name is TimeName {
  return (times as readonly string[]).includes(name);
}
