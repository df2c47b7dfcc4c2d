import { measureProduct, type AcceptLoad } from "../harness/accept-load.ts";
import { compileLoad, compilerInstallCommand } from "../harness/compiled-load.ts";
import { computeRatios, upperGoal, type ScenarioResult } from "../harness/stats.ts";
import { measureAcceptAnchor } from "./accept.ts";

export interface DriverDeps extends Omit<AcceptLoad, "senders" | "rate" | "shape" | "driver"> {
  readonly senders: readonly number[];
  readonly rounds: number;
  /** Folder for the compiled program. */
  readonly folder: string;
}

/**
 * Measures the channel POST and `floor` with the load generator of the benchmark and with a program
 * in C in turn. Their rates differ by at most 15 % (PERF-31), and so the ratios do not depend on
 * the load generator. Skipped with a note if no C compiler is installed.
 */
export async function driverScenario(deps: DriverDeps): Promise<ScenarioResult[]> {
  const driver = compileLoad(deps.folder);
  if (driver === null) return [createSkippedResult()];
  const results: ScenarioResult[] = [];
  for (const senders of deps.senders) {
    const rounds: Round[] = [];
    for (let i = 0; i < deps.rounds; i++) {
      const own: AcceptLoad = { ...deps, senders };
      const compiled: AcceptLoad = { ...own, driver };
      rounds.push({
        product: await measureProduct(own),
        anchors: {
          "C driver": await measureProduct(compiled),
          floor: await measureAcceptAnchor(own, "floor"),
          "floor, C driver": await measureAcceptAnchor(compiled, "floor"),
        },
      });
    }
    results.push(toDriverResult(rounds, { ...deps, senders }));
  }
  return results;
}

type Round = ScenarioResult["rounds"][number];
/** Builds the result of the rounds with one number of senders. */
export function toDriverResult(
  rounds: readonly Round[],
  { senders, roundMs, warmUpMs }: { senders: number; roundMs: number; warmUpMs: number },
): ScenarioResult {
  const ratio = computeRatios(rounds, "perSecond", "C driver");
  const floorRates = rounds.map((r) => ({
    product: r.anchors["C driver"] ?? {},
    anchors: { floor: r.anchors["floor, C driver"] ?? {} },
  }));
  return {
    name: `driver @${senders}`,
    params: { senders, roundMs, warmUpMs },
    rounds,
    ratios: {
      "perSecond/C driver": ratio,
      "perSecond/floor": computeRatios(rounds, "perSecond", "floor"),
      "perSecond/floor, both with the C driver": computeRatios(floorRates, "perSecond", "floor"),
    },
    goals: [
      upperGoal("PERF-31", `difference of the C driver @${senders}`, 0.15, Math.abs(1 - ratio.med)),
    ],
  };
}
const createSkippedResult = (): ScenarioResult => ({
  name: "driver",
  params: {},
  rounds: [],
  ratios: {},
  goals: [],
  notes: [`skipped: no C compiler is installed (${compilerInstallCommand})`],
});
