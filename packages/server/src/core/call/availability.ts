import { isOpen } from "@parlour/protocol/hours/open-hours";
import { effectiveHours } from "../hours/effective-hours.ts";
import { isAnyOperatorAvailable } from "../operator/eligibility.ts";
import type { AccountConfig, CallsConfig } from "../command.ts";

/** Whether a call can be requested: `ok`, or the first reason against it in the order of WG-062. */
export type CallAvailability =
  | "ok"
  | "disabled"
  | "hours"
  | "operators"
  | "busy"
  | "balance"
  | "limit";

/** Facts about a request for a call that decide whether it is allowed. */
export interface CallRequester {
  readonly channelId: number;
  readonly online: ReadonlySet<number>;
  /** Whether the visitor has an unfinished call (CORE-103). */
  readonly isBusy: boolean;
  /** Whether the visitor has used up the requests per hour (CFG-030). */
  readonly isLimited: boolean;
  /** Current time in milliseconds since 1970. */
  readonly now: number;
}

/** Returns whether a call can be requested (WG-062). By default the hours of chats apply. */
export function getCallAvailability(
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
  if (!isAnyOperatorAvailable(config, target, requester.online, requester)) return "operators";
  if (requester.isBusy) return "busy";
  if (calls.balanceMin !== null && calls.balanceMin <= 0) return "balance";
  return requester.isLimited ? "limit" : "ok";
}

/** Returns whether calls are enabled, and the driver `http` has a server (CORE-104). */
function areCallsConfigured(calls: CallsConfig): boolean {
  return calls.enabled && (calls.driver === "desk" || calls.endpointId !== null);
}
