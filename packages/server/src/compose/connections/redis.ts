import { openRedisBus, type MarkedBus, type RedisBus } from "../../bus/index.ts";
import { createSystemClock } from "../../clock.ts";
import type { ServerOptions } from "../server-options.ts";
import { readEpoch } from "../../store/settings/account/account.ts";
import { createSecrets } from "../../store/database/seal.ts";
import type { Db } from "../../store/database/sql.ts";

/**
 * Creates the bus of REDIS_URL (CFG-005), or returns null. It uses the clock of the machine,
 * because its timeouts concern a real connection.
 */
export function createRedisBus(
  { config, log, secretKey }: ServerOptions,
  db: Db,
  postgres: MarkedBus,
): RedisBus | null {
  if (config.redis === null) return null;
  return openRedisBus({
    address: config.redis,
    readInstallationId: () => readEpoch(db),
    deriveKey: createSecrets(secretKey).derive,
    postgres,
    clock: createSystemClock(),
    random: Math.random,
    onAwayChange(reason) {
      if (reason === null) log.info("redis.back");
      else log.warn({ reason }, "redis.away");
    },
    onFirstRefusal: (channel) => log.warn({ channel }, "redis.message_refused"),
  });
}
