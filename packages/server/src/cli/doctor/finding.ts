import type { Config } from "../../config.ts";
import type { Clock } from "../../core/ports.ts";
import type { Finding as HealthFinding } from "../../health/index.ts";
import type { Log } from "../../log.ts";

/** What the doctor says: findings of the whole installation, and of what only he can see. */
export type Finding = Pick<HealthFinding, "state" | "message" | "advice"> & { readonly check: string };

/** What a check looks at. */
export interface Surroundings {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
}
