import { measureProduct, type AcceptLoad, type MessageShape } from "../harness/accept-load.ts";
import { computeRatios, goalAtLeast, type ScenarioResult } from "../harness/stats.ts";

/**
 * Compares the channel POST in the shapes that installations have with the bare one: 100 accounts,
 * an Idempotency-Key, a bot that is owed each message (PERF-19). All shapes alternate, each in a
 * new process on a new database. Two nodes are missing: one process uses a database (CORE-180).
 */
export interface ShapesDeps extends Omit<AcceptLoad, "senders" | "rate" | "shape"> {
  readonly senders: readonly number[];
  readonly rounds: number;
}

const shapes = ["accounts", "keys", "bot"] as const satisfies readonly MessageShape[];

export async function shapesScenario(deps: ShapesDeps): Promise<ScenarioResult[]> {
  const results: ScenarioResult[] = [];
  for (const senders of deps.senders) {
    const load = { ...deps, senders };
    const rounds: Record<string, ScenarioResult["rounds"][number][]> = {};
    for (let i = 0; i < deps.rounds; i++) {
      const bare = await measureProduct({ ...load, shape: "bare" });
      for (const shape of shapes)
        (rounds[shape] ??= []).push({
          product: await measureProduct({ ...load, shape }),
          anchors: { bare },
        });
    }
    for (const shape of shapes) results.push(toShapeResult(shape, load, rounds[shape] ?? []));
  }
  return results;
}

/** Builds the result of one shape. */
export function toShapeResult(
  shape: MessageShape,
  { senders, roundMs, warmUpMs }: Pick<AcceptLoad, "senders" | "roundMs" | "warmUpMs">,
  rounds: ScenarioResult["rounds"],
): ScenarioResult {
  const rate = computeRatios(rounds, "perSecond", "bare");
  return {
    name: `shapes: ${shape} @${senders}`,
    params: { shape, senders, roundMs, warmUpMs },
    rounds,
    ratios: {
      "perSecond/bare": rate,
      "serverMicros/bare": computeRatios(rounds, "serverMicros", "bare"),
      "databaseMicros/bare": computeRatios(rounds, "databaseMicros", "bare"),
    },
    goals: [goalAtLeast("PERF-19", `${shape} / bare @${senders}`, 0.85, rate.med)],
  };
}
