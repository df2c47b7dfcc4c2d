import type { Config } from "../../config/read-config.ts";
import type { Clock } from "../../core/command.ts";
import type { Finding as HealthFinding } from "../../health/finding.ts";
import type { Log } from "../../log.ts";

/** A health finding of the installation, or one that only the doctor can detect. */
export type DoctorFinding = Pick<HealthFinding, "state" | "message" | "advice"> & {
  readonly check: string;
};

export interface CheckDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
}
