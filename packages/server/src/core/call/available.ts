import { hoursFor, isOpen } from "../hours/open.ts";
import { isSomebodyThere } from "../operator/eligible.ts";
import type { AccountConfig, CallsConfig } from "../ports.ts";

/**
 * Whether a visitor can request a call (WG-062): `ok`, or the first reason against it, in the order
 * of the rule.
 */
export type CallState = "ok" | "disabled" | "hours" | "operators" | "busy" | "balance" | "limit";

/** Fields of the request that decide. */
export interface Asker {
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
export function callState(config: AccountConfig, asker: Asker): CallState {
  const { calls } = config;
  const channel = config.channels.get(asker.channelId);
  if (calls === undefined || !isSetUp(calls) || channel?.widget?.calls !== true) return "disabled";
  if (!isOpen(calls.hours ?? hoursFor(config, null, asker.channelId), asker.now)) return "hours";
  const spot = { channel: { id: asker.channelId }, department: null };
  if (!isSomebodyThere(config, spot, asker.online)) return "operators";
  if (asker.isBusy) return "busy";
  if (calls.balanceMin !== null && calls.balanceMin <= 0) return "balance";
  return asker.isLimited ? "limit" : "ok";
}

/** Returns whether calls are enabled, and for the driver `http` a server is set (CORE-104). */
function isSetUp(calls: CallsConfig): boolean {
  return calls.enabled && (calls.driver === "desk" || calls.endpointId !== null);
}
