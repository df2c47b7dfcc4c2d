import { measureProduct, type AcceptLoad, type MessageShape } from "../harness/accept-load.ts";
import {
  computeRatios,
  computeSpread,
  goalAtLeast,
  upperGoal,
  type ScenarioResult,
} from "../harness/stats.ts";

/**
 * Compares the channel POST in the shapes that installations have: 100 accounts, an Idempotency-Key
 * and a bot that is owed each message with the bare one, and two nodes with one node, both with 100
 * accounts (PERF-19, PERF-23). All shapes alternate, each in new processes on a new database. The
 * scenario `nodes` measures the costs of two nodes.
 */
export interface ShapesDeps extends Omit<AcceptLoad, "senders" | "rate" | "shape"> {
  readonly senders: readonly number[];
  readonly rounds: number;
}

/** Each shape with the one that it is compared with. */
const comparisons = {
  accounts: "bare",
  keys: "bare",
  bot: "bare",
  nodes: "accounts",
} as const satisfies Partial<Record<MessageShape, MessageShape>>;
type ComparedShape = keyof typeof comparisons;
const shapes = Object.keys(comparisons) as readonly ComparedShape[];
/** Messages per second at which the time between two nodes is measured. */
const nodesRate = 200;
/**
 * Fast enough to compile what runs per message. Otherwise the cost of cold code counts twice with
 * two nodes.
 */
const nodesWarmUpRate = 500;
/** CPU time is counted in steps of 10 ms, so slow rates need long rounds. */
const minNodesRoundMs = 5_000;

export async function shapesScenario(deps: ShapesDeps): Promise<ScenarioResult[]> {
  const results: ScenarioResult[] = [];
  for (const senders of deps.senders) {
    const load = { ...deps, senders };
    const rounds = await runRounds(load, ["bare", ...shapes]);
    for (const shape of shapes) results.push(toShapeResult(shape, load, pair(rounds, shape)));
  }
  const load = {
    ...deps,
    senders: 32,
    rate: nodesRate,
    warmUpRate: nodesWarmUpRate,
    roundMs: Math.max(deps.roundMs, minNodesRoundMs),
  };
  const rounds = await runRounds(load, ["accounts", "nodes"]);
  return [...results, toNodesResult(load, pair(rounds, "nodes"))];
}

type ShapeRound = ReadonlyMap<MessageShape, Record<string, number>>;
async function runRounds(
  load: AcceptLoad & Pick<ShapesDeps, "rounds">,
  measured: readonly MessageShape[],
): Promise<readonly ShapeRound[]> {
  const rounds: ShapeRound[] = [];
  for (let i = 0; i < load.rounds; i++) {
    const round = new Map<MessageShape, Record<string, number>>();
    for (const shape of measured) round.set(shape, await measureProduct({ ...load, shape }));
    rounds.push(round);
  }
  return rounds;
}
function pair(rounds: readonly ShapeRound[], shape: ComparedShape): ScenarioResult["rounds"] {
  const anchor = comparisons[shape];
  return rounds.map((round) => ({
    product: round.get(shape) ?? {},
    anchors: { [anchor]: round.get(anchor) ?? {} },
  }));
}

/** Builds the result of two nodes at a fixed rate. */
function toNodesResult(
  {
    rate,
    warmUpRate,
    roundMs,
    warmUpMs,
  }: Pick<AcceptLoad, "rate" | "warmUpRate" | "roundMs" | "warmUpMs">,
  rounds: ScenarioResult["rounds"],
): ScenarioResult {
  const socketP99 = computeSpread(rounds.map(({ product }) => product["socketP99"] ?? Number.NaN));
  return {
    name: `shapes: nodes at ${rate}/s`,
    params: { rate, warmUpRate, roundMs, warmUpMs },
    rounds,
    ratios: {
      "socketP99/accounts": computeRatios(rounds, "socketP99", "accounts"),
      "serverMicros/accounts": computeRatios(rounds, "serverMicros", "accounts"),
      "databaseMicros/accounts": computeRatios(rounds, "databaseMicros", "accounts"),
    },
    goals: [upperGoal("PERF-23", "POST->socket of two nodes p99, ms", 50, socketP99.med)],
  };
}

/** Builds the result of one shape. */
export function toShapeResult(
  shape: ComparedShape,
  { senders, roundMs, warmUpMs }: Pick<AcceptLoad, "senders" | "roundMs" | "warmUpMs">,
  rounds: ScenarioResult["rounds"],
): ScenarioResult {
  const anchor = comparisons[shape];
  const rate = computeRatios(rounds, "perSecond", anchor);
  return {
    name: `shapes: ${shape} @${senders}`,
    params: { shape, senders, roundMs, warmUpMs },
    rounds,
    ratios: {
      [`perSecond/${anchor}`]: rate,
      [`serverMicros/${anchor}`]: computeRatios(rounds, "serverMicros", anchor),
      [`databaseMicros/${anchor}`]: computeRatios(rounds, "databaseMicros", anchor),
    },
    goals: [goalAtLeast("PERF-19", `${shape} / ${anchor} @${senders}`, 0.85, rate.med)],
  };
}
