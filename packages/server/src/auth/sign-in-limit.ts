import { refuse } from "../core/failure.ts";
import type { Clock } from "../core/ports.ts";
import type { Limits } from "../limits/index.ts";
import { BoundedMap } from "./bounded-map.ts";

/** Failures within this time count together (CFG-030). */
const windowMs = 15 * 60_000;
/** An address that guesses one name waits up to this long; one that guesses many names, less: an office may share it. */
const longestPairDelayMs = windowMs;
const longestAddressDelayMs = 60_000;
const capacity = 20_000;

interface Count {
  failures: number;
  since: number;
  underWay: number;
}
interface Delay {
  failures: number;
  until: number;
  at: number;
}

export interface SignInLimit {
  /** Lets one try through or refuses `rate_limited` with the time to wait. The returned function must be told how it ended. */
  enter(name: string, address: string): (outcome: "ok" | "failed" | "not tried") => void;
}

/**
 * CFG-030: after so many failures for a name, or from an address, in 15 min a delay that doubles with each further failure. It falls on the
 * (name, address) that fails, or on the address that fails with many names; somebody with the right password at another address never waits.
 * Tries under way count as failures until they end, so that parallel tries gain nothing.
 */
export function openSignInLimit(deps: { clock: Pick<Clock, "monotonic">; limits: Pick<Limits, "value"> }): SignInLimit {
  const names = new BoundedMap<string, Count>(capacity);
  const addresses = new BoundedMap<string, Count>(capacity);
  const delays = new BoundedMap<string, Delay>(capacity);

  const countOf = (map: BoundedMap<string, Count>, key: string, now: number): Count => {
    const known = map.get(key);
    if (known && now - known.since < windowMs) return known;
    const fresh = { failures: 0, since: now, underWay: known?.underWay ?? 0 };
    map.set(key, fresh);
    return fresh;
  };
  const postpone = (key: string, now: number, longestMs: number): void => {
    const known = delays.get(key);
    const failures = known && now - known.at < windowMs ? known.failures + 1 : 1;
    delays.set(key, { failures, at: now, until: now + Math.min(1_000 * 2 ** Math.min(failures - 1, 20), longestMs) });
  };
  const wait = (key: string, now: number): number => Math.max(0, (delays.get(key)?.until ?? 0) - now);

  return {
    enter(name, address) {
      const now = deps.clock.monotonic();
      const pair = `${address} ${name}`;
      const perName = countOf(names, name, now);
      const perAddress = countOf(addresses, address, now);
      const nameLimit = deps.limits.value("login_failures_per_name");
      const addressLimit = deps.limits.value("login_failures_per_address");
      const retryAfterMs = Math.max(wait(pair, now), wait(address, now));
      if (retryAfterMs > 0) refuseTry(retryAfterMs);
      if (perName.underWay > 0 && perName.failures + perName.underWay >= nameLimit) refuseTry(1_000);
      perName.underWay++;
      perAddress.underWay++;
      return (outcome) => {
        const ended = deps.clock.monotonic();
        const byName = countOf(names, name, ended);
        const byAddress = countOf(addresses, address, ended);
        byName.underWay = Math.max(0, byName.underWay - 1);
        byAddress.underWay = Math.max(0, byAddress.underWay - 1);
        if (outcome === "ok") delays.delete(pair);
        if (outcome !== "failed") return;
        if (++byName.failures >= nameLimit) postpone(pair, ended, longestPairDelayMs);
        if (++byAddress.failures >= addressLimit) postpone(address, ended, longestAddressDelayMs);
      };
    },
  };
}

function refuseTry(retryAfterMs: number): never {
  refuse("rate_limited", "Too many failed sign-ins. Wait before the next try.", { retryAfterMs });
}
