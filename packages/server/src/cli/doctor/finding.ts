import type { Config } from "../../config.ts";
import type { Clock } from "../../core/ports.ts";
import type { Log } from "../../log.ts";

/** One thing that was looked at. A fault keeps Parlour from working; a warning will or may. */
export interface Finding {
  readonly check: string;
  readonly state: "good" | "warning" | "fault";
  readonly message: string;
  /** What to do. */
  readonly advice?: string;
}
/** What a check looks at. */
export interface Surroundings {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
}
