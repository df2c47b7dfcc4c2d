import type { Clock } from "../core/ports.ts";
import { orAbort } from "./dial.ts";
import type { Dialling } from "./dialling.ts";
import { Fault } from "./fault.ts";
import { checkAddresses, isListed, literalOf, targetOf } from "./guard.ts";

/** The rules of addresses without a dial (CORE-123, BOT-013). */
export async function checkUrl(
  { resolve, allowed }: Dialling,
  clock: Clock,
  url: string,
  secure: "http" | "https" = "http",
): Promise<{ ok: true } | { ok: false; message: string }> {
  const deadline = new AbortController();
  const cancel = clock.alarm(clock.now() + 3_000, () => deadline.abort(new Fault("timeout", "The name servers did not answer in time.")));
  try {
    const target = targetOf(url);
    const literal = literalOf(target);
    const addresses = literal === null ? await orAbort(resolve(target.host), deadline.signal).catch(() => []) : [literal];
    if (addresses.length > 0) checkAddresses(target, addresses, allowed());
    if (secure === "https" && !target.secure && !isListed(target, addresses, allowed()))
      return { ok: false, message: `${target.host} must be called by https: plain http is for targets on the allow list.` };
    return { ok: true };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, message: error.message };
    throw error;
  } finally {
    cancel();
  }
}
