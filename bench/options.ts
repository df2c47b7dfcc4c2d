import { parseArgs } from "node:util";
import { quickScenarios } from "./scenarios/quick.ts";
import { scenarios, type Scenario } from "./scenarios/index.ts";

export const usage = `npm run bench -- [options]   (docs/performance.md 3)
  --quick              the ten most important ratios in 3 minutes; with --only short forms
  --only a,b           only these: ${[...new Set(scenarios.flatMap((s) => s.names))].join(", ")}
  --peers              only the comparison with other servers, like --only peers
  --json FILE          figures of every round
  --check              exit code 1 when a goal is missed, or a scenario is void or could not run
  --big                the inbox and its reports also at 10 M messages
  --rounds N           rounds of each scenario (default 5, quick 2)
  --p4-seconds N       length of P4's load (default 30; 300 is preceded by a warm-up of 30 s)
  --sockets N          sockets of the rolling restart (default 10000, quick 1000; at most 16000)
  --redis              the nodes of the rolling restart use Redis
  --soak-minutes N     length of the memory scenario (default 1)
  --profile DIR        CPU profiles of the product go there; their longest entries are printed`;

/** Options of `npm run bench`. */
export interface BenchOptions {
  readonly quick: boolean;
  /** Names of the requested scenarios. Absent: all, or the ten rows with `quick`. */
  readonly only: readonly string[] | undefined;
  readonly json: string | undefined;
  readonly check: boolean;
  readonly help: boolean;
  readonly big: boolean;
  readonly rounds: number;
  readonly p4Seconds: number;
  readonly sockets: number;
  readonly redis: boolean;
  readonly soakMinutes: number;
  readonly profile: string | undefined;
}

/** Parses the arguments of the command line. Throws an error with a message for the user. */
export function parseOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string" },
      quick: { type: "boolean", default: false },
      peers: { type: "boolean", default: false },
      big: { type: "boolean", default: false },
      json: { type: "string" },
      check: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
      rounds: { type: "string" },
      sockets: { type: "string" },
      redis: { type: "boolean", default: false },
      "p4-seconds": { type: "string", default: "30" },
      "soak-minutes": { type: "string", default: "1" },
      profile: { type: "string" },
    },
  });
  const names = [...(values.only?.split(",") ?? []), ...(values.peers ? ["peers"] : [])];
  const unknownNames = names.filter((name) => !scenarios.some((s) => s.names.includes(name)));
  if (unknownNames.length > 0) throw new Error(`no scenario is called ${unknownNames.join(", ")}`);
  return {
    quick: values.quick,
    only: names.length > 0 ? names : undefined,
    json: values.json,
    check: values.check,
    help: values.help,
    big: values.big,
    rounds: parsePositive(values.rounds ?? (values.quick ? "2" : "5")),
    sockets: parseSockets(values.sockets ?? (values.quick ? "1000" : "10000")),
    redis: values.redis,
    p4Seconds: parsePositive(values["p4-seconds"]),
    soakMinutes: parsePositive(values["soak-minutes"]),
    profile: values.profile,
  };
}
function parsePositive(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new Error(`${text} is not a number above 0`);
}
/** Two balancers have 9,000 connections each, and clients have two while they move. */
function parseSockets(text: string): number {
  const value = parsePositive(text);
  if (Number.isInteger(value) && value >= 100 && value <= 16_000) return value;
  throw new Error(`--sockets: ${text} is not a whole number from 100 to 16000`);
}

/** Returns whether a run prints the ten rows. */
export const printsQuickRows = ({ quick, only }: Pick<BenchOptions, "quick" | "only">): boolean =>
  quick && only === undefined;
/** Returns the scenarios of a run in execution order. */
export function selectScenarios(
  options: Pick<BenchOptions, "quick" | "only">,
): readonly Scenario[] {
  if (printsQuickRows(options)) return quickScenarios;
  const { only } = options;
  if (only === undefined) return scenarios;
  return scenarios.filter((s) => s.names.some((name) => only.includes(name)));
}
