import { getChannelPrefix, probeRedis } from "../../bus/index.ts";
import { checkRedis, checkRedisProbe } from "../../health/redis.ts";
import { getDataDir } from "../database.ts";
import type { DoctorFinding, CheckDeps } from "./finding.ts";
import { createSecrets } from "../../store/database/seal.ts";
import { findSecretKey } from "../secret-key.ts";

/** Connects to Redis, also if Parlour is not running. */
export async function inspectRedis({ config, clock, log }: CheckDeps): Promise<DoctorFinding[]> {
  if (config.redis === null) return [checkRedis(null)];
  const key = findSecretKey(getDataDir(config), config.secretKey, log);
  const prefix = key === null ? "parlour:" : getChannelPrefix(createSecrets(key).derive);
  return [
    checkRedisProbe(await probeRedis(config.redis, clock, prefix)),
    ...(key === null ? [] : [describeChannels(prefix)]),
  ];
}

const describeChannels = (prefix: string): DoctorFinding => ({
  check: "redis channels",
  state: "good",
  message: `the names of this installation's channels begin with ${prefix}`,
});
