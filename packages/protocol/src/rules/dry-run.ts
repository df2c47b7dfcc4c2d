import {
  listConditions,
  evaluateCondition,
  getTurnTimes,
  type Condition,
  type Leaf,
  type RuleFacts,
} from "./index.ts";

/** Known facts of a finished visit. Times in Unix milliseconds. */
export interface PastVisit {
  readonly startedAt: number;
  readonly lastAt: number;
  /** The latest pages, oldest first. Earlier ones are not stored. */
  readonly pages: readonly { readonly url: string; readonly at: number }[];
  /** Number of the first of `pages` within the visit, from 1. */
  readonly firstPageNumber: number;
  readonly facts: Partial<
    Pick<RuleFacts, "referrer" | "visits" | "device" | "utm" | "language" | "working_hours">
  >;
}
/**
 * Result of a rule for one visit. `fires`: the condition was true at a moment. `maybe`: it depends
 * on unknown facts. `short`: one condition was missing. `no`: more were missing. `missing`:
 * conditions that were missing or unknown at the closest moment. `actual`: the actual fact.
 */
export interface DryRun {
  readonly result: "fires" | "maybe" | "short" | "no";
  /** Index in `pages` of the closest moment. */
  readonly page: number;
  readonly timeOnPage: number;
  readonly missing: readonly {
    readonly leaf: Leaf;
    readonly actual: RuleFacts[keyof RuleFacts] | null;
  }[];
}
const msPerSecond = 1000;

/**
 * Tests whether a rule would have fired in a visit. Evaluates every moment at which the result can
 * change.
 */
export function dryRun(condition: Condition | undefined, visit: PastVisit): DryRun {
  const leaves = listConditions(condition);
  let best: DryRun = { result: "no", page: 0, timeOnPage: 0, missing: [] };
  let bestCost = Infinity;
  visit.pages.forEach((page, n) => {
    const pageEnd = visit.pages[n + 1]?.at ?? visit.lastAt;
    const moments = new Set([page.at, pageEnd]);
    for (const leaf of leaves)
      for (const turnSeconds of getTurnTimes(leaf)) {
        const at =
          (leaf.type === "time_on_page" ? page.at : visit.startedAt) + turnSeconds * msPerSecond;
        if (at >= page.at && at <= pageEnd) moments.add(at);
      }
    for (const at of [...moments].sort((a, b) => a - b)) {
      const facts = getFactsAt(visit, n, at);
      const { cost, leaves: missing } = findMissing(condition, facts);
      // Of equally close moments, the first that could fire wins, else the last.
      if (cost > bestCost || (cost === bestCost && cost < 1)) continue;
      bestCost = cost;
      const isTrue = evaluateCondition(condition, facts) === true;
      best = {
        result: isTrue ? "fires" : cost < 1 ? "maybe" : cost < 2 ? "short" : "no",
        page: n,
        timeOnPage: facts.time_on_page ?? 0,
        missing: isTrue ? [] : missing.map((leaf) => ({ leaf, actual: facts[leaf.type] ?? null })),
      };
    }
  });
  return best;
}

/**
 * Counts the visits in which each condition was true at a moment, in the order of `listConditions`.
 * null: unknown for all visits.
 */
export function countMatchingVisits(
  condition: Condition | undefined,
  visits: readonly PastVisit[],
): readonly (number | null)[] {
  return listConditions(condition).map((leaf) => {
    const results = visits.map((visit) => dryRun(leaf, visit).result);
    return results.length > 0 && results.every((result) => result === "maybe")
      ? null
      : results.filter((result) => result === "fires").length;
  });
}

function getFactsAt(visit: PastVisit, n: number, at: number): Partial<RuleFacts> {
  const page = visit.pages[n];
  return {
    ...visit.facts,
    url: page?.url ?? "",
    time_on_page: Math.floor((at - (page?.at ?? at)) / msPerSecond),
    time_on_site: Math.floor((at - visit.startedAt) / msPerSecond),
    pages: visit.firstPageNumber + n,
  };
}

/** An unknown condition has almost no cost, so that known conditions decide. */
const unknownCost = 1 / 1024;
interface MissingConditions {
  readonly cost: number;
  readonly leaves: readonly Leaf[];
}
/** Returns the fewest conditions that must change so that the condition gets the expected value. */
function findMissing(
  condition: Condition | undefined,
  facts: Partial<RuleFacts>,
  expected = true,
): MissingConditions {
  if (condition === undefined) return { cost: 0, leaves: [] };
  if ("not" in condition) return findMissing(condition.not, facts, !expected);
  const children = "all" in condition ? condition.all : "any" in condition ? condition.any : null;
  if (children === null) {
    const leaf = condition as Leaf;
    const actual = evaluateCondition(leaf, facts);
    return actual === expected
      ? { cost: 0, leaves: [] }
      : { cost: actual === null ? unknownCost : 1, leaves: [leaf] };
  }
  const parts = children.map((child) => findMissing(child, facts, expected));
  if ("all" in condition === expected)
    return {
      cost: parts.reduce((sum, { cost }) => sum + cost, 0),
      leaves: parts.flatMap(({ leaves }) => leaves),
    };
  return parts.reduce<MissingConditions>(
    (cheapest, child) => (child.cost < cheapest.cost ? child : cheapest),
    {
      cost: Infinity,
      leaves: [],
    },
  );
}
