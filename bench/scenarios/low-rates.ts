import { measureAnchor, measureProduct, type AcceptLoad } from "../harness/accept-load.ts";
import { computeRatios, upperGoal, type ScenarioResult } from "../harness/stats.ts";

/**
 * Compares the CPU time of a message with that of `naive` at the rates of usual installations
 * (PERF-20). Open loop, both warmed up at a higher rate.
 */
export interface LowRatesDeps extends Pick<AcceptLoad, "serverUrl" | "warmUpMs" | "profile"> {
  /** Messages per second. */
  readonly rates: readonly number[];
  readonly rounds: number;
  /** CPU time is counted in steps of 10 ms, so slow rates need long rounds. */
  readonly roundMs: number;
}

const senders = 20;
/** Fast enough to compile what runs per message, slow enough to leave no backlog of the search. */
const warmUpRate = 500;

export async function lowRatesScenario(deps: LowRatesDeps): Promise<ScenarioResult[]> {
  const results: ScenarioResult[] = [];
  for (const rate of deps.rates) {
    const load: AcceptLoad = { ...deps, senders, rate, warmUpRate };
    const rounds: ScenarioResult["rounds"][number][] = [];
    for (let i = 0; i < deps.rounds; i++) {
      const product = await measureProduct(load);
      const naive = await measureAnchor(load, { script: "naive", path: "/", database: true });
      rounds.push({ product, anchors: { naive } });
    }
    results.push(toLowRateResult(rounds, rate, deps));
  }
  return results;
}

/** Builds the result of the rounds with one rate. */
export function toLowRateResult(
  rounds: ScenarioResult["rounds"],
  rate: number,
  { roundMs, warmUpMs }: Pick<LowRatesDeps, "roundMs" | "warmUpMs">,
): ScenarioResult {
  const server = computeRatios(rounds, "serverMicros", "naive");
  return {
    name: `low: ${rate} messages/s`,
    params: { rate, senders, roundMs, warmUpMs, warmUpRate },
    rounds,
    ratios: {
      "serverMicros/naive": server,
      "databaseMicros/naive": computeRatios(rounds, "databaseMicros", "naive"),
      "p99/naive": computeRatios(rounds, "p99", "naive"),
    },
    goals: [upperGoal("PERF-20", `server CPU / naive at ${rate}/s`, 1, server.med)],
  };
}
