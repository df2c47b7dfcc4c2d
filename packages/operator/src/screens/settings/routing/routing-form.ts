import type { Routing, RoutingPatch } from "@parlour/protocol/api";
import { parseDuration, formatDuration } from "./duration.ts";

/** Escalation steps in their order (CORE-035). */
export const escalationSteps = [
  "next_s",
  "department_s",
  "channel_s",
  "push_s",
  "mail_s",
  "visitor_s",
] as const;
export type StepName = (typeof escalationSteps)[number];
export const timeFields = [
  "offer_s",
  ...escalationSteps,
  "remind_s",
  "grace_s",
  "reassign_s",
  "inactivity_s",
  "mail_inactivity_s",
  "messenger_inactivity_s",
  "warn_s",
  "overdue_s",
] as const;
export type TimeName = (typeof timeFields)[number];

/** Fields whose value is chosen from a list. */
export const choiceFields = [
  "mode",
  "notify_outside_hours",
  "queue",
  "ring_order",
  "after_close",
] as const;
type ChoiceField = (typeof choiceFields)[number];

/** Form values. Times are texts. */
export type RoutingFormValues = Record<TimeName, string> &
  /**
   * Whether chats are reassigned. If false, `reassign_s` is sent as 0.
   */
  Pick<Routing, ChoiceField> & { reassign: boolean };

export const timeLimits: Readonly<Record<TimeName, readonly [number, number]>> = {
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
  mail_inactivity_s: [0, 365 * 86_400],
  messenger_inactivity_s: [0, 365 * 86_400],
  warn_s: [0, 86_400],
  overdue_s: [0, 86_400],
};

/** Proposed time in seconds when the operator enables reassignment. */
const defaultReassignSeconds = 600;

type FormatUnit = Parameters<typeof formatDuration>[1];

export function toFormValues(routing: Routing, formatUnit: FormatUnit): RoutingFormValues {
  const seconds = { ...routing, reassign_s: routing.reassign_s || defaultReassignSeconds };
  const timeTexts = Object.fromEntries(
    timeFields.map((name) => [name, formatDuration(seconds[name], formatUnit)]),
  ) as Record<TimeName, string>;
  return {
    ...timeTexts,
    mode: routing.mode,
    notify_outside_hours: routing.notify_outside_hours,
    queue: routing.queue,
    ring_order: routing.ring_order,
    after_close: routing.after_close,
    reassign: routing.reassign_s > 0,
  };
}

/** Returns the request body for the changed fields. All values must be valid. */
export function toPatchBody(
  values: RoutingFormValues,
  changed: readonly (keyof RoutingFormValues)[],
): RoutingPatch {
  const entries = changed.map((name) => {
    if (name === "reassign" || name === "reassign_s")
      return ["reassign_s", values.reassign ? (parseDuration(values.reassign_s) ?? 0) : 0] as const;
    return [name, isTimeField(name) ? (parseDuration(values[name]) ?? 0) : values[name]] as const;
  });
  return Object.fromEntries(entries);
}

export type RoutingError =
  | { readonly why: "unreadable" | "low" | "high"; readonly limit: number }
  | { readonly why: "early"; readonly before: TimeName };

/**
 * Returns the errors by field. A field is invalid if it is not a time, is out of range, precedes
 * the previous step, or is overdue before the warning.
 */
export function validateRouting(
  values: RoutingFormValues,
): Partial<Record<TimeName, RoutingError>> {
  const errors: Partial<Record<TimeName, RoutingError>> = {};
  for (const name of timeFields) {
    if (name === "reassign_s" && !values.reassign) continue;
    const seconds = parseDuration(values[name]);
    const [low, high] = timeLimits[name];
    if (seconds === null) errors[name] = { why: "unreadable", limit: 0 };
    else if (seconds < low) errors[name] = { why: "low", limit: low };
    else if (seconds > high) errors[name] = { why: "high", limit: high };
  }
  let previousStep: { name: StepName; seconds: number } | null = null;
  for (const name of escalationSteps) {
    const seconds = parseDuration(values[name]);
    if (seconds === null || seconds === 0) continue;
    if (previousStep !== null && seconds < previousStep.seconds)
      errors[name] ??= { why: "early", before: previousStep.name };
    else previousStep = { name, seconds };
  }
  const overdue = parseDuration(values.overdue_s);
  if (overdue !== null && overdue !== 0 && overdue < (parseDuration(values.warn_s) ?? 0))
    errors.overdue_s ??= { why: "early", before: "warn_s" };
  return errors;
}

function isTimeField(name: keyof RoutingFormValues): name is TimeName {
  return (timeFields as readonly string[]).includes(name);
}
