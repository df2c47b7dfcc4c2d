import type { Clock } from "../core/command.ts";
import { raceAbort } from "./dial.ts";
import { classifyAddress } from "./target/address.ts";
import type { Connector } from "./connector.ts";
import { EgressError } from "./egress-error.ts";
import {
  assertAllowedAddresses,
  assertAllowedName,
  isAllowListed,
  parseIpLiteral,
  parseTarget,
  type Target,
} from "./target/target-policy.ts";

export interface CheckRules {
  /**
   * Whether names are resolved. Only for the installation owner, who may see the result. Otherwise
   * only the syntax of the URL is checked.
   */
  readonly resolveNames: boolean;
  /** `https` allows plain http only to targets on the allow list (BOT-013). */
  readonly secure?: "http" | "https";
}
export type UrlCheckResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly message: string };

/** Checks a URL against the address rules without a connection (CORE-123, BOT-013). */
export async function checkUrl(
  connector: Connector,
  clock: Clock,
  url: string,
  { resolveNames, secure }: CheckRules,
): Promise<UrlCheckResult> {
  const allowed = connector.getAllowList();
  try {
    const target = parseTarget(url);
    const literal = parseIpLiteral(target);
    if (literal === null) assertAllowedName(target, allowed);
    const addresses =
      literal !== null
        ? [literal]
        : resolveNames
          ? await resolveOrEmpty(connector, clock, target)
          : [];
    if (addresses.length > 0) assertAllowedAddresses(target, addresses, allowed);
    if (secure === "https" && !target.secure && !isAllowListed(target, addresses, allowed))
      return {
        ok: false,
        message: `${target.host} must be called by https: plain http is for targets on the allow list.`,
      };
    return { ok: true };
  } catch (error) {
    if (error instanceof EgressError) return { ok: false, message: error.message };
    throw error;
  }
}

/** Returns whether a URL leads to private addresses only. An unknown name does not. */
export async function isOwnNetwork(
  connector: Connector,
  clock: Clock,
  url: string,
): Promise<boolean> {
  const target = parseTarget(url);
  const literal = parseIpLiteral(target);
  const addresses = literal === null ? await resolveOrEmpty(connector, clock, target) : [literal];
  return (
    addresses.length > 0 && addresses.every((address) => classifyAddress(address) !== "public")
  );
}

/** Resolves a name within 3 s, or to []. Connecting checks it again. */
async function resolveOrEmpty(
  { resolve }: Connector,
  clock: Clock,
  { host }: Target,
): Promise<readonly string[]> {
  const deadline = new AbortController();
  const cancel = clock.scheduleAt(clock.now() + 3_000, () =>
    deadline.abort(new EgressError("timeout", "The name servers did not answer in time.")),
  );
  try {
    return await raceAbort(resolve(host), deadline.signal).catch(() => []);
  } finally {
    cancel();
  }
}
