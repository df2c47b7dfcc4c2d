import type { ScenarioResult } from "../harness/stats.ts";
import { acceptScenario } from "./accept.ts";
import { commitScenario } from "./commit.ts";

export interface BenchContext {
  /** Maintenance database of the run's PostgreSQL. */
  readonly serverUrl: string;
  readonly folder: string;
  readonly quick: boolean;
  readonly rounds: number;
  readonly roundMs: number;
}
export interface Scenario { readonly quick: boolean; run(context: BenchContext): Promise<readonly ScenarioResult[]> }

/** In the order they run. `quick`: also with `--quick`. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  commit: { quick: false, run: async (c) => [await commitScenario({ databaseUrl: c.serverUrl, folder: c.folder, roundMs: Math.min(c.roundMs, 1_000), rounds: Math.min(c.rounds, 3) })] },
  accept: { quick: true, run: (c) => acceptScenario({ serverUrl: c.serverUrl, senders: c.quick ? [32] : [1, 32, 256], rounds: c.rounds, roundMs: c.roundMs }) },
};
