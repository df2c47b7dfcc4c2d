import type { Clock } from "../core/command.ts";
import { orAbort } from "./dial.ts";
import type { Dialling } from "./dialling.ts";
import { Fault } from "./fault.ts";
import { checkAddresses, checkName, isListed, literalOf, targetOf, type Target } from "./guard.ts";

export interface CheckRules {
  /**
   * Resolves names. Only for the owner of the installation, who may see the result. Otherwise only
   * the form of the address is checked.
   */
  readonly looksUp: boolean;
  /** `https`: plain http only to targets on the allow list (BOT-013). */
  readonly secure?: "http" | "https";
}
export type Checked = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** Checks a URL by the address rules without a connection (CORE-123, BOT-013). */
export async function checkUrl(dialling: Dialling, clock: Clock, url: string, { looksUp, secure }: CheckRules): Promise<Checked> {
  const allowed = dialling.allowed();
  try {
    const target = targetOf(url);
    const literal = literalOf(target);
    if (literal === null) checkName(target, allowed);
    const addresses = literal !== null ? [literal] : looksUp ? await addressesOf(dialling, clock, target) : [];
    if (addresses.length > 0) checkAddresses(target, addresses, allowed);
    if (secure === "https" && !target.secure && !isListed(target, addresses, allowed))
      return { ok: false, message: `${target.host} must be called by https: plain http is for targets on the allow list.` };
    return { ok: true };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, message: error.message };
    throw error;
  }
}

/**
 * Resolves a name within 3 s. Returns [] if it cannot be resolved, because connecting checks it
 * again.
 */
async function addressesOf({ resolve }: Dialling, clock: Clock, { host }: Target): Promise<readonly string[]> {
  const deadline = new AbortController();
  const cancel = clock.scheduleAt(clock.now() + 3_000, () =>
    deadline.abort(new Fault("timeout", "The name servers did not answer in time.")),
  );
  try {
    return await orAbort(resolve(host), deadline.signal).catch(() => []);
  } finally {
    cancel();
  }
}
