import { hoursFor, isOpen } from "../hours/open.ts";
import { isSomebodyThere } from "../operator/eligible.ts";
import type { AccountConfig, CallsConfig } from "../ports.ts";

/** Whether a visitor may be called back (WG-062): `ok`, or the first reason against it in the order of the rule. */
export type CallState = "ok" | "disabled" | "hours" | "operators" | "busy" | "balance" | "limit";

/** What of the asker decides. */
export interface Asker {
  readonly channelId: number;
  /** Operators who are online. */
  readonly online: ReadonlySet<number>;
  /** A call of the visitor runs (CORE-103). */
  readonly isBusy: boolean;
  /** He has asked for as many as an hour allows (CFG-030). */
  readonly isLimited: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** WG-062. Calls have hours of their own, else those of the chats. */
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

/** Calls are on, and with the driver `http` there is a server to ask (CORE-104). */
function isSetUp(calls: CallsConfig): boolean {
  return calls.enabled && (calls.driver === "desk" || calls.endpointId !== null);
}
