import type { Clock } from "../../core/command.ts";
import type { Principal } from "../principal.ts";
import { BoundedMap } from "./bounded-map.ts";

/** Maximum delay in milliseconds until a sign-out on another node takes effect (P19: 2 s). */
const cacheTtlMs = 1_500;
const maxCachedPrincipals = 20_000;
/** Per request, so that constant permission changes do not block it forever. */
const maxReadAttempts = 5;

interface CachedPrincipal {
  readonly principal: Principal;
  readonly until: number;
}
/** The principals of the latest requests, by credential. */
export interface PrincipalCache {
  /** `find` reads one that is not cached once for all requests that wait for it. */
  resolve(key: string, find: () => Promise<Principal | null>): Promise<Principal | null>;
  invalidate(account: number): void;
}

export function createPrincipalCache(clock: Clock): PrincipalCache {
  const cache = new BoundedMap<string, CachedPrincipal>(maxCachedPrincipals);
  const loads = new Map<string, Promise<Principal | null>>();
  let invalidations = 0;

  const load = async (
    key: string,
    find: () => Promise<Principal | null>,
  ): Promise<Principal | null> => {
    for (let reads = 1; ; reads++) {
      const invalidationsBefore = invalidations;
      const principal = await find();
      // If permissions changed during the read, the result may be outdated, and a socket would keep
      // it for days. So the principal is read again.
      if (invalidationsBefore !== invalidations && reads < maxReadAttempts) continue;
      if (principal && invalidationsBefore === invalidations)
        cache.set(key, { principal, until: clock.monotonic() + cacheTtlMs });
      return principal;
    }
  };
  return {
    async resolve(key, find) {
      const cached = cache.get(key);
      if (cached && cached.until > clock.monotonic()) return cached.principal;
      let loading = loads.get(key);
      if (!loading) {
        loading = load(key, find).finally(() => loads.delete(key));
        loads.set(key, loading);
      }
      return loading;
    },
    invalidate(account) {
      invalidations++;
      cache.evictWhere((entry) => entry.principal.accountId === account);
    },
  };
}
