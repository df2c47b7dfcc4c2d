/** A figure of the code. `offenders`: the places that it counts, the worst first. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly offenders: readonly string[];
}

/**
 * The highest permitted values, by name of the figure. A figure with an exact limit has this value.
 * A counter has at most this value, because many commits lower it and would conflict on the number.
 */
export interface Limits {
  readonly exact: Readonly<Record<string, number>>;
  readonly counters: Readonly<Record<string, number>>;
}

export const limitsFile = "tools/structure-limits.json";

const shownOffenders = 3;

/**
 * Compares figures with their limits. A figure above its limit is a fault with its worst offenders.
 * A figure below an exact limit is a fault too, so that limits only go down.
 */
export function checkLimits(
  figures: readonly Figure[],
  { exact, counters }: Limits,
  place: string,
): readonly string[] {
  const unknown = [...Object.keys(exact), ...Object.keys(counters)].filter(
    (name) => !figures.some((figure) => figure.name === name),
  );
  return [
    ...unknown.map((name) => `${place}: ${name} is not a figure of the structure`),
    ...figures.flatMap(({ name, value, offenders }) => {
      const limit = exact[name] ?? counters[name];
      if (limit === undefined) return [`${place}: write "${name}": ${value}`];
      if (exact[name] !== undefined && value < limit)
        return [`${place}: ${name} is ${value} now, its limit ${limit}: write "${name}": ${value}`];
      if (value <= limit) return [];
      const shown = offenders.slice(0, shownOffenders).map((line) => `\n    ${line}`);
      return [`${name} is ${value}, its limit in ${place} ${limit}:${shown.join("")}`];
    }),
  ];
}

/**
 * Returns the limits with the present values of all counters. A counter above its limit keeps it,
 * so that the check still fails.
 */
export function lowerCounters(figures: readonly Figure[], { exact, counters }: Limits): Limits {
  const lowered = Object.entries(counters).map(([name, limit]) => {
    const value = figures.find((figure) => figure.name === name)?.value ?? limit;
    return [name, Math.min(limit, value)] as const;
  });
  return { exact, counters: Object.fromEntries(lowered) };
}
