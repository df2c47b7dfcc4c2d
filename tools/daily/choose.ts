import { toNamePattern, type DailySet } from "../../tests/daily-set.ts";

/** What a test needs: nothing, a page without layout, a server with its database, a browser. */
export type TestLevel = "pure" | "screen" | "server" | "browser";

/** A declared test that ran, with its cost. */
export interface TestUnit {
  readonly file: string;
  readonly title: string;
  readonly level: TestLevel;
  /** Ids of the rules that it proves. */
  readonly rules: readonly string[];
  /** Seconds of all its rows. */
  readonly seconds: number;
  /** Whether it is daily in any case: it has a pin, or it is new. */
  readonly isKept: boolean;
  /** Whether the tests of its file need their order, so that all of them are daily or none. */
  readonly needsOrder: boolean;
}

/** Smallest cost of a test, s, so that of two that took no time one is enough. */
const minSeconds = 0.005;

/**
 * Chooses the daily tests: all pure ones, those of screens without a rule, and kept ones; then for
 * each rule two proofs, of different levels if there are such. Each step adds the test that proves
 * most for its seconds, which contain those of its file if that has no daily test yet.
 * `fileSeconds`: seconds of the hooks of each file.
 */
export function chooseDaily(
  allUnits: readonly TestUnit[],
  fileSeconds: ReadonlyMap<string, number>,
): ReadonlySet<TestUnit> {
  const spare = new Set(listSpareBrowserTests(allUnits));
  const units = allUnits.filter((unit) => unit.isKept || !spare.has(unit));
  const proofs = createProofs(units);
  const chosen = new Set<TestUnit>();
  const openFiles = new Set<string>();
  const add = (unit: TestUnit): void => {
    chosen.add(unit);
    openFiles.add(unit.file);
    proofs.add(unit);
  };
  for (const unit of units) if (isAlwaysDaily(unit)) add(unit);
  const always = new Set(chosen);
  const cost = ({ file, seconds }: TestUnit): number =>
    minSeconds + seconds + (openFiles.has(file) ? 0 : (fileSeconds.get(file) ?? 0));
  for (;;) {
    let best: TestUnit | null = null;
    let bestRatio = 0;
    for (const unit of units) {
      if (chosen.has(unit)) continue;
      const ratio = proofs.countGain(unit) / cost(unit);
      if (ratio > bestRatio) [best, bestRatio] = [unit, ratio];
    }
    if (best === null) break;
    add(best);
  }
  // A test that was added early may prove nothing that later ones do not prove as well.
  for (const unit of [...chosen].toSorted((a, b) => b.seconds - a.seconds))
    if (!always.has(unit) && proofs.removeSpare(unit)) chosen.delete(unit);
  const ordered = new Set([...chosen].flatMap((unit) => (unit.needsOrder ? [unit.file] : [])));
  return new Set(allUnits.filter((unit) => chosen.has(unit) || ordered.has(unit.file)));
}

/** Returns the tests in a browser whose every rule has two cheaper proofs. */
export function listSpareBrowserTests(units: readonly TestUnit[]): readonly TestUnit[] {
  const cheaper = Map.groupBy(
    units.filter(({ level }) => level !== "browser").flatMap(({ rules }) => [...new Set(rules)]),
    (id) => id,
  );
  return units.filter(
    ({ level, rules }) =>
      level === "browser" && rules.every((id) => (cheaper.get(id)?.length ?? 0) >= 2),
  );
}

const isAlwaysDaily = ({ level, rules, isKept }: TestUnit): boolean =>
  isKept || level === "pure" || (level === "screen" && rules.length === 0);

/** Proofs that a rule should have, and has. */
interface RuleProofs {
  readonly all: number;
  readonly allLevels: ReadonlySet<TestLevel>;
  readonly byLevel: Map<TestLevel, number>;
}

/** Counts the chosen proofs of each rule. */
function createProofs(units: readonly TestUnit[]) {
  const rules = new Map<string, RuleProofs>();
  for (const id of new Set(units.flatMap((unit) => unit.rules))) {
    const proving = units.filter((unit) => unit.rules.includes(id));
    rules.set(id, {
      all: proving.length,
      allLevels: new Set(proving.map(({ level }) => level)),
      byLevel: new Map(),
    });
  }
  const count = ({ byLevel }: RuleProofs): number =>
    [...byLevel.values()].reduce((sum, n) => sum + n, 0);
  /** Number of missing proofs: of the two, and of the two levels. */
  const countMissing = (rule: RuleProofs): number =>
    Math.max(0, Math.min(2, rule.all) - count(rule)) +
    Math.max(0, Math.min(2, rule.allLevels.size) - rule.byLevel.size);
  const change = ({ rules: ids, level }: TestUnit, by: 1 | -1): void => {
    for (const id of new Set(ids)) {
      const { byLevel } = rules.get(id)!;
      const n = (byLevel.get(level) ?? 0) + by;
      if (n === 0) byLevel.delete(level);
      else byLevel.set(level, n);
    }
  };
  const sumMissing = (ids: readonly string[]): number =>
    [...new Set(ids)].reduce((sum, id) => sum + countMissing(rules.get(id)!), 0);
  return {
    add: (unit: TestUnit) => change(unit, 1),
    /** Number of missing proofs that the test would be. */
    countGain(unit: TestUnit): number {
      const before = sumMissing(unit.rules);
      if (before === 0) return 0;
      change(unit, 1);
      const after = sumMissing(unit.rules);
      change(unit, -1);
      return before - after;
    },
    /** Removes a test if nothing is missing without it, and returns whether it did. */
    removeSpare(unit: TestUnit): boolean {
      change(unit, -1);
      if (sumMissing(unit.rules) === 0) return true;
      change(unit, 1);
      return false;
    },
  };
}

/**
 * Returns the tests that are not chosen, by file: "all" if it has no other. A test whose names
 * cannot be told from those of a chosen one stays daily.
 */
export function listLeft(
  units: readonly TestUnit[],
  chosen: ReadonlySet<TestUnit>,
  filesWithOther: ReadonlySet<string>,
): DailySet["left"] {
  const left: Record<string, "all" | readonly string[]> = {};
  const byFile = Map.groupBy(units, ({ file }) => file);
  for (const file of [...byFile.keys()].toSorted()) {
    const all = byFile.get(file) ?? [];
    const daily = all.filter((unit) => chosen.has(unit)).map(({ title }) => title);
    const titles = all
      .filter((unit) => !chosen.has(unit))
      .map(({ title }) => title)
      .filter((title) => !daily.some((other) => toNamePattern(title).test(other)));
    if (titles.length === 0) continue;
    left[file] = daily.length === 0 && !filesWithOther.has(file) ? "all" : [...new Set(titles)];
  }
  return left;
}
