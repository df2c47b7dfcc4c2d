import { effectiveHours, isOpen } from "../hours/open-hours.ts";
import { isAnyOperatorAvailable } from "../operator/eligibility.ts";
import type { AccountConfig, CallsConfig } from "../command.ts";

/**
 * Whether a visitor can request a call (WG-062): `ok`, or the first reason against it, in the order
 * of the rule.
 */
export type CallAvailability =
  | "ok"
  | "disabled"
  | "hours"
  | "operators"
  | "busy"
  | "balance"
  | "limit";

/** Fields of the request that decide. */
export interface CallRequester {
  readonly channelId: number;
  readonly online: ReadonlySet<number>;
  /** The visitor has an unfinished call (CORE-103). */
  readonly isBusy: boolean;
  /** The visitor has used up the requests per hour (CFG-030). */
  readonly isLimited: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Returns whether a call can be requested (WG-062). Calls have their own hours, else those of
 * chats.
 */
export function callAvailability(
  config: AccountConfig,
  requester: CallRequester,
): CallAvailability {
  const { calls } = config;
  const channel = config.channels.get(requester.channelId);
  if (calls === undefined || !areCallsConfigured(calls) || channel?.widget?.calls !== true)
    return "disabled";
  if (!isOpen(calls.hours ?? effectiveHours(config, null, requester.channelId), requester.now))
    return "hours";
  const target = { channel: { id: requester.channelId }, department: null };
  if (!isAnyOperatorAvailable(config, target, requester.online)) return "operators";
  if (requester.isBusy) return "busy";
  if (calls.balanceMin !== null && calls.balanceMin <= 0) return "balance";
  return requester.isLimited ? "limit" : "ok";
}

/** Returns whether calls are enabled, and for the driver `http` a server is set (CORE-104). */
function areCallsConfigured(calls: CallsConfig): boolean {
  return calls.enabled && (calls.driver === "desk" || calls.endpointId !== null);
}
