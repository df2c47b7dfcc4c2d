import type { RedisProbe, RedisState } from "../bus/index.ts";
import { createFinding, type Finding } from "./finding.ts";

/** Oldest major version that is tested. */
const minVersion = 7;

/**
 * Checks Redis as the running node uses it. `state`: null if REDIS_URL is not set (CFG-005).
 * Parlour works without Redis, so no problem of it is a fault.
 */
export function checkRedis(state: RedisState | null): Finding {
  if (state === null) return createFinding("redis_off");
  const { use, at, version, latencyMs, reason, unreachedNodes } = state;
  if (use === "away") return createFinding("redis_away", { at, reason: reason ?? "?" });
  if (unreachedNodes > 0) return createFinding("redis_partly", { at, count: unreachedNodes });
  return checkVersion({ at, version: version ?? "?", latencyMs: latencyMs ?? 0 });
}

/** Checks Redis with a connection of its own, for `parlour doctor`. */
export function checkRedisProbe(probe: RedisProbe): Finding {
  return "reason" in probe ? createFinding("redis_away", probe) : checkVersion(probe);
}

function checkVersion({ at, version, latencyMs }: Extract<RedisProbe, { version: string }>) {
  if (Number.parseInt(version, 10) < minVersion) return createFinding("redis_old", { at, version });
  return createFinding("redis_good", { at, version, ms: Math.ceil(latencyMs) });
}
