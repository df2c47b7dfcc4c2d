import { computeRatios, computeSpread, type Goal, type ScenarioResult } from "../harness/stats.ts";
import { acceptScenario } from "./accept.ts";
import { deadEndpointsScenario } from "./dead-endpoints.ts";
import { deliveriesScenario } from "./deliveries.ts";
import { fanOutScenario } from "./fan-out.ts";
import { inboxScenario } from "./inbox.ts";
import type { BenchContext, Scenario } from "./index.ts";
import { lowRatesScenario } from "./low-rates.ts";
import { peersScenario } from "./peers.ts";
import { shapesScenario } from "./shapes.ts";
import { startScenario } from "./start.ts";

/**
 * The ten rows of `--quick`: what people notice first, each with its anchor in the same run. Short
 * forms of the scenarios measure only these rows.
 */
export interface QuickRow {
  readonly name: string;
  /** Unit of figure and anchor. */
  readonly unit: string;
  /** If there are several, the row shows the one closest to missing its goal. */
  readonly figures: readonly QuickFigure[];
  /** Unit of the goal if it limits the figure and not the ratio. */
  readonly goalUnit?: string;
}
interface QuickFigure {
  /** Distinguishes the figures of a row. */
  readonly label?: string;
  /** Name of the result, label of its goal, and names in its rounds. */
  readonly result: string;
  readonly goal: string;
  readonly figure: string;
  readonly anchor: string;
  /** Absent: the same as `figure`. */
  readonly anchorFigure?: string;
}

export const quickRows: readonly QuickRow[] = [
  ...[32, 256].map((senders) => ({
    name: `accept / floor @${senders}`,
    unit: "/s",
    figures: [
      {
        result: `accept @${senders}`,
        goal: `accept / floor @${senders}`,
        figure: "perSecond",
        anchor: "floor",
      },
    ],
  })),
  {
    name: "accept / Socket.IO + INSERT @1",
    unit: "/s",
    figures: [
      {
        result: "peers @1",
        goal: "accept / Socket.IO + INSERT @1",
        figure: "perSecond",
        anchor: "socket.io insert",
      },
    ],
  },
  {
    name: "shape / bare @32",
    unit: "/s",
    figures: ["accounts", "bot", "keys"].map((shape) => ({
      label: shape,
      result: `shapes: ${shape} @32`,
      goal: `${shape} / bare @32`,
      figure: "perSecond",
      anchor: "bare",
    })),
  },
  {
    name: "server CPU / naive at 50/s",
    unit: "µs",
    figures: [
      {
        result: "low: 50 messages/s",
        goal: "server CPU / naive at 50/s",
        figure: "serverMicros",
        anchor: "naive",
      },
    ],
  },
  {
    name: "deliveries / Pool loop",
    unit: "/s",
    figures: [16, 64].map((lanes) => ({
      label: `x${lanes}`,
      result: `deliveries x${lanes}`,
      goal: `delivery / Pool loop x${lanes}`,
      figure: "perSecond",
      anchor: "undici Pool",
    })),
  },
  {
    name: "delivery p99 beside dead endpoints / alone",
    unit: "ms",
    figures: [
      {
        result: "dead endpoints: age on arrival at 100/s",
        goal: "99 % beside dead endpoints / alone",
        figure: "p99",
        anchor: "alone",
      },
    ],
  },
  {
    name: "message to operator's socket p99 / bare ws",
    unit: "ms",
    goalUnit: "ms",
    figures: [
      {
        result: "P4: 200 messages/s, 100 accounts, 2000 sockets",
        goal: "accept -> socket p99, ms",
        figure: "p99",
        anchor: "ws",
      },
    ],
  },
  {
    name: "inbox at 10 k / key read",
    unit: "ms",
    figures: ["list", "counters"].map((question) => ({
      label: question,
      result: "inbox at 10 k messages",
      goal: `${question} / key read`,
      figure: `${question} p50`,
      anchor: "key read",
      anchorFigure: "p50",
    })),
  },
  {
    name: "warm start / (server + listen)",
    unit: "ms",
    figures: [
      {
        result: "start",
        goal: "warm start / (server + listen)",
        figure: "warmMs",
        anchor: "initdb, server, Fastify",
      },
    ],
  },
];

/** Rounds of scenarios that take long to prepare. */
const getFewRounds = ({ rounds }: BenchContext): number => Math.ceil(rounds / 2);

/** Ends a scenario that hangs. It leaves time for more rounds. */
const limitSeconds = 300;

/** The short forms that measure `quickRows`, in execution order. */
export const quickScenarios: readonly Scenario[] = [
  {
    names: ["accept"],
    limitSeconds,
    run: async (c) => [
      // `echo` shows whether the machine is fast enough.
      ...(await acceptScenario({ ...c, senders: [32], anchors: ["floor", "echo"] })),
      ...(await acceptScenario({ ...c, senders: [256], anchors: ["floor"] })),
    ],
  },
  {
    names: ["peers"],
    limitSeconds,
    run: (c) => peersScenario({ ...c, senders: [1], stores: ["insert"], xmppServers: [] }),
  },
  {
    names: ["shapes"],
    limitSeconds,
    run: (c) => shapesScenario({ ...c, senders: [32], rounds: getFewRounds(c) }),
  },
  {
    names: ["low"],
    limitSeconds,
    run: (c) => lowRatesScenario({ ...c, rates: [50], rounds: getFewRounds(c), roundMs: 5_000 }),
  },
  {
    names: ["deliveries"],
    limitSeconds,
    run: (c) =>
      deliveriesScenario({
        ...c,
        lanes: [16, 64],
        rounds: getFewRounds(c),
        total: 3_200,
        lagMs: 0,
        loops: ["undici Pool"],
      }),
  },
  {
    names: ["dead-endpoints"],
    limitSeconds,
    run: async (c) => [
      await deadEndpointsScenario({ ...c, rounds: getFewRounds(c), lagMs: 3_000 }),
    ],
  },
  {
    names: ["p4"],
    limitSeconds,
    run: async (c) => [
      await fanOutScenario({ ...c, seconds: 5, warmUpSeconds: 3, anchors: ["ws"] }),
    ],
  },
  {
    names: ["inbox"],
    limitSeconds,
    run: (c) => inboxScenario({ ...c, sizes: [10_000], ms: 500, questions: ["list", "counters"] }),
  },
  {
    names: ["start"],
    limitSeconds,
    run: async (c) => [await startScenario({ rounds: c.rounds, idleSeconds: 0 })],
  },
];

/** A row with its measured values. */
export interface MeasuredRow {
  readonly name: string;
  readonly unit: string;
  readonly figure: number;
  readonly anchor: number;
  readonly ratio: number;
  readonly goal: Goal;
  readonly goalUnit: string;
}
/** A row whose scenario failed has no values. */
export type QuickRowResult = MeasuredRow | { readonly name: string };

/** Fills the rows in from the results of the run. Values are medians of the rounds. */
export function fillQuickRows(results: readonly ScenarioResult[]): readonly QuickRowResult[] {
  return quickRows.map((row) => {
    const measured = row.figures.flatMap((figure) => measureRow(row, figure, results) ?? []);
    const [worst] = measured.toSorted((a, b) => getMargin(a.goal) - getMargin(b.goal));
    return measured.length < row.figures.length || worst === undefined ? { name: row.name } : worst;
  });
}
function measureRow(
  row: QuickRow,
  { label, result: name, goal: goalLabel, figure, anchor, anchorFigure = figure }: QuickFigure,
  results: readonly ScenarioResult[],
): MeasuredRow | undefined {
  const result = results.find((entry) => entry.name === name);
  const goal = result?.goals.find((entry) => entry.label === goalLabel);
  if (result === undefined || goal === undefined) return undefined;
  const { rounds } = result;
  return {
    name: label === undefined ? row.name : `${row.name}: ${label}`,
    unit: row.unit,
    figure: computeSpread(rounds.map((r) => r.product[figure] ?? Number.NaN)).med,
    anchor: computeSpread(rounds.map((r) => r.anchors[anchor]?.[anchorFigure] ?? Number.NaN)).med,
    ratio: computeRatios(rounds, figure, anchor, anchorFigure).med,
    goal,
    goalUnit: row.goalUnit ?? "",
  };
}
/** Below 1: the goal is missed. */
const getMargin = ({ comparison, got, limit }: Goal): number =>
  comparison === ">=" ? got / limit : limit / got;
