import { computeRatios, computeSpread, upperGoal, type ScenarioResult } from "../harness/stats.ts";
import {
  startNodesTarget,
  targetKinds,
  type NodesLoad,
  type NodesTarget,
  type TargetKind,
} from "./target.ts";

/**
 * Compares the CPU time of all processes for a message at two nodes with that at one node
 * (PERF-23). All targets run at the same time, and short slices of load alternate between them.
 */
export interface NodesDeps {
  readonly serverUrl: string;
  readonly folder: string;
  /** Numbers of accounts that are measured. */
  readonly accounts: readonly number[];
  readonly rounds: number;
  readonly sliceMs: number;
  readonly warmUpMs: number;
  /** Default: all. */
  readonly kinds?: readonly TargetKind[];
}

const loads: readonly Omit<NodesLoad, "durationMs">[] = [
  { senders: 32 },
  { senders: 256 },
  { senders: 32, rate: 200 },
];
/** CPU time is counted in steps of 10 ms, so slow rates need longer slices. */
const rateSliceFactor = 2;
const describeLoad = ({ senders, rate }: Omit<NodesLoad, "durationMs">): string =>
  rate === undefined ? `@${senders}` : `at ${rate}/s`;

export async function nodesScenario(deps: NodesDeps): Promise<ScenarioResult[]> {
  const results: ScenarioResult[] = [];
  for (const accounts of deps.accounts) results.push(...(await measureAccounts(deps, accounts)));
  return results;
}

async function measureAccounts(deps: NodesDeps, accounts: number): Promise<ScenarioResult[]> {
  const targets: NodesTarget[] = [];
  try {
    for (const kind of deps.kinds ?? targetKinds)
      targets.push(await startNodesTarget(kind, { ...deps, accounts }));
    for (const target of targets)
      for (const load of [...loads, { senders: 32, rate: 500 }])
        await target.measure({ ...load, durationMs: deps.warmUpMs / loads.length });
    const results: ScenarioResult[] = [];
    for (const load of loads) results.push(await measureLoad(deps, accounts, targets, load));
    return results;
  } finally {
    for (const target of targets.toReversed()) await target.end();
  }
}

async function measureLoad(
  { rounds, sliceMs }: NodesDeps,
  accounts: number,
  targets: readonly NodesTarget[],
  load: Omit<NodesLoad, "durationMs">,
): Promise<ScenarioResult> {
  const durationMs = load.rate === undefined ? sliceMs : sliceMs * rateSliceFactor;
  const measured: Record<string, Record<string, number>>[] = [];
  for (let round = 0; round < rounds; round++) {
    const slices: Record<string, Record<string, number>> = {};
    for (const target of targets)
      slices[target.kind] = await target.measure({ ...load, durationMs });
    measured.push(slices);
  }
  return toNodesResult(`nodes: ${accounts} accounts ${describeLoad(load)}`, durationMs, measured);
}

/** Builds the result. The product is two nodes behind the balancer. */
function toNodesResult(
  name: string,
  sliceMs: number,
  slices: readonly Readonly<Record<string, Record<string, number>>>[],
): ScenarioResult {
  const rounds = slices.map(({ balancer = {}, ...anchors }) => ({ product: balancer, anchors }));
  const compare = (kind: string): number =>
    computeSpread(
      slices.map(
        (slice) =>
          (slice[kind]?.["allMicros"] ?? Number.NaN) / (slice["one"]?.["allMicros"] ?? Number.NaN),
      ),
    ).med;
  return {
    name,
    params: { sliceMs },
    rounds,
    ratios: Object.fromEntries(
      Object.keys(slices[0] ?? {}).flatMap((kind) =>
        kind === "balancer"
          ? []
          : [[`allMicros/${kind}`, computeRatios(rounds, "allMicros", kind)]],
      ),
    ),
    goals: [upperGoal("PERF-23", `${name}: CPU / one`, 1.3, compare("balancer"))],
    notes: Object.keys(slices[0] ?? {}).map(
      (kind) => `${kind}: ${compare(kind).toFixed(2)} times the CPU of one node`,
    ),
  };
}
