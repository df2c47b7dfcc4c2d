import type { Action } from "../actions/actions.ts";
import { notOneOf, type InputProblem } from "../conditions/problem.ts";
import { isObject } from "../conditions/tree.ts";

/**
 * When rules of an account run, and how often (RULE-001). Imports no schema library, so the
 * operator application can load it.
 */

/** Events that start rules (RULE-010). */
export const ruleEvents = [
  "chat_created",
  "message_by_visitor",
  "message_by_operator",
  "message_by_bot",
  "assigned",
  "transferred",
  "field_changed",
  "tag_changed",
  "rated",
  "closed",
  "snooze_ended",
  "delivery_failed",
  "sla_at_risk",
  "sla_broken",
  "promise_at_risk",
  "promise_broken",
] as const;
export type RuleEvent = (typeof ruleEvents)[number];

/** RULE-011: the visitor waits for an operator, or has not answered the last answer. */
export const ruleStates = ["waiting_for_s", "silent_for_s"] as const;
export type RuleState = (typeof ruleStates)[number];

/** When a rule runs: at an event, or when a state has lasted for some seconds. */
export type RuleStart =
  | { readonly event: RuleEvent }
  | { readonly waiting_for_s: number }
  | { readonly silent_for_s: number };

/** Every event or beginning of the state, once per chat, or once in some hours per chat. */
export type RuleRepeat = "event" | "chat" | { readonly hours: number };

/** What a rule does (ACT-010). */
export type RuleActions = readonly Action[];

/** The shortest and the longest time that a state must last: a minute, and 90 days. */
const minStateS = 60;
const maxStateS = 90 * 86_400;
/** The longest time between two runs: a year. */
const maxRepeatHours = 8_784;

/** Returns the first problem of when a rule runs, or null. Paths begin with `path`. */
export function findStartProblem(value: unknown, path: string): InputProblem | null {
  const names = ["event", ...ruleStates];
  if (!isObject(value)) return [path, `must be an object with ${names.join(" or ")}`, names];
  const [name = "", other] = Object.keys(value);
  if (!names.includes(name) || other !== undefined)
    return [path, `must have exactly one of ${names.join(", ")}`, names];
  const at = `${path}.${name}`;
  if (name !== "event") return findNumberProblem(value[name], at, [minStateS, maxStateS]);
  const known: readonly unknown[] = ruleEvents;
  return known.includes(value[name]) ? null : notOneOf(at, ruleEvents);
}

/** Returns the first problem of how often a rule runs, or null. Paths begin with `path`. */
export function findRepeatProblem(value: unknown, path: string): InputProblem | null {
  if (value === "event" || value === "chat") return null;
  if (!isObject(value) || Object.keys(value).join() !== "hours")
    return [path, "must be event or chat or an object with hours", ["event", "chat", "hours"]];
  return findNumberProblem(value["hours"], `${path}.hours`, [1, maxRepeatHours]);
}

const findNumberProblem = (
  value: unknown,
  path: string,
  [min, max]: readonly [number, number],
): InputProblem | null =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max
    ? null
    : [path, `must be a whole number from ${min} to ${max}`];
