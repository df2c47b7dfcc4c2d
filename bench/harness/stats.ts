/** Statistics of the benchmark: quantiles and ratios of paired rounds. Never means. */

export interface Spread {
  readonly min: number;
  readonly med: number;
  readonly max: number;
}

export function computeSpread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return { min: sorted[0] ?? Number.NaN, med: getMedian(sorted), max: sorted.at(-1) ?? Number.NaN };
}

/** For an even number of values, the mean of the two middle values. */
function getMedian(sorted: readonly number[]): number {
  const half = sorted.length / 2;
  return (
    ((sorted[Math.ceil(half) - 1] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2
  );
}

/** `sorted` must be ascending. */
export function getQuantile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export interface Goal {
  readonly id: string;
  readonly label: string;
  readonly comparison: ">=" | "<=";
  readonly limit: number;
  /** Label, comparison and limit in one text. */
  readonly want: string;
  readonly got: number;
  readonly pass: boolean;
}

export function goalAtLeast(id: string, label: string, limit: number, got: number): Goal {
  return createGoal({ id, label, comparison: ">=", limit }, got, got >= limit);
}
export function upperGoal(id: string, label: string, limit: number, got: number): Goal {
  return createGoal({ id, label, comparison: "<=", limit }, got, got <= limit);
}
function createGoal(
  target: Pick<Goal, "id" | "label" | "comparison" | "limit">,
  got: number,
  pass: boolean,
): Goal {
  const { label, comparison, limit } = target;
  return { ...target, want: `${label} ${comparison} ${limit}`, got: roundFigure(got), pass };
}
export const roundFigure = (value: number): number => Number(value.toPrecision(4));

/** Result of one scenario, printed and written as JSON. */
export interface ScenarioResult {
  readonly name: string;
  readonly params: Record<string, unknown>;
  readonly rounds: readonly {
    readonly product: Record<string, number>;
    readonly anchors: Record<string, Record<string, number>>;
  }[];
  /** `<figure> / <anchor>` → spread of the paired ratios. */
  readonly ratios: Record<string, Spread>;
  readonly goals: readonly Goal[];
  /** Why the figures do not count, for example because the machine was slow. */
  readonly invalid?: string | undefined;
  readonly notes?: readonly string[];
}

/** Returns the paired ratios of a figure of the server to the same figure of a baseline. */
export function computeRatios(
  rounds: ScenarioResult["rounds"],
  figure: string,
  anchor: string,
  anchorFigure = figure,
): Spread {
  return computeSpread(
    rounds.map(
      (r) => (r.product[figure] ?? Number.NaN) / (r.anchors[anchor]?.[anchorFigure] ?? Number.NaN),
    ),
  );
}

/**
 * CPU time of one `echo` above which the machine is too slow for ratios, µs: then anchors lose more
 * than the product.
 */
const maxEchoMicros = 25;
/** Returns why the figures of a run do not count, or undefined. For at least 32 senders. */
export function findSlowMachine(rounds: ScenarioResult["rounds"]): string | undefined {
  const { med } = computeSpread(rounds.map((r) => r.anchors["echo"]?.["serverMicros"] ?? 0));
  if (med <= maxEchoMicros) return undefined;
  return `one echo took ${med.toFixed(0)} µs of CPU, at most ${maxEchoMicros} on a usual machine`;
}
