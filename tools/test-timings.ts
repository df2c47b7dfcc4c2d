/** The last whole run of `npm test`, as the launcher stores it. */
export interface TestRun {
  /** Load average at the start. null: the system does not say. */
  readonly load: number | null;
  /** Seconds of each test file, with its hooks. */
  readonly files: Readonly<Record<string, number>>;
}

export type Timings = Readonly<Record<string, number>>;

/** From this length on, a file needs a reason in `tests/slow-files.json`, s. */
export const slowFileSeconds = 10;
/** The order of shorter files makes no difference, s. */
const minListedSeconds = 1;
const maxLoad = 1;
const maxGrowth = 1.2;

/**
 * Returns why the times of a run say more about the machine than about the tests. null: they are
 * usable.
 */
export function refuseRun({ load, files }: TestRun, known: Timings): string | null {
  if (load === null || load > maxLoad)
    return `the load at the start was ${load ?? "unknown"}; it must be at most ${maxLoad}`;
  const growth = medianOf(
    Object.entries(known).flatMap(([file, seconds]) => {
      const now = files[file];
      return now === undefined ? [] : [now / seconds];
    }),
  );
  return growth > maxGrowth
    ? `the known files took ${growth.toFixed(2)} times as long (median); at most ${maxGrowth}`
    : null;
}

/** Returns the lengths that decide in which order files run. */
export function selectTimings({ files }: TestRun): Timings {
  const listed = Object.entries(files)
    .filter(([file, seconds]) => seconds >= minListedSeconds && !file.endsWith(".long.test.ts"))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(listed);
}

/** Returns the reasons of those files that are still slow. */
export function removeQuickFiles(
  reasons: Readonly<Record<string, string>>,
  timings: Timings,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(reasons).filter(([file]) => (timings[file] ?? 0) > slowFileSeconds),
  );
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 1;
}
