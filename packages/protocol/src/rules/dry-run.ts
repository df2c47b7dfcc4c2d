import {
  listConditions,
  evaluateCondition,
  getConditionChangeTimes,
  type Condition,
  type SingleCondition,
  type RuleFacts,
} from "./index.ts";

/** Known values of a finished visit. Times are in Unix milliseconds. */
export interface PastVisit {
  readonly startedAt: number;
  readonly lastAt: number;
  /** The latest pages of the visit, oldest first. Earlier pages are not stored. */
  readonly pages: readonly { readonly url: string; readonly at: number }[];
  /** Number of the first element of `pages` within the visit, which begins with 1. */
  readonly firstPageNumber: number;
  readonly facts: Partial<RuleFacts>;
}
/**
 * Result of a rule for one visit. `fires`: the condition was met at some moment. `maybe`: that
 * depends on unknown values. `short`: one condition was not met. `no`: more than one was not met.
 * `missing` lists the conditions that were not met or unknown at the closest moment, with the
 * `actual` value of each.
 */
export interface RuleDryRun {
  readonly result: "fires" | "maybe" | "short" | "no";
  /** Index in `pages` of the page at the closest moment. */
  readonly page: number;
  readonly timeOnPage: number;
  readonly missing: readonly {
    readonly leaf: SingleCondition;
    readonly actual: RuleFacts[keyof RuleFacts] | null;
  }[];
}
const msPerSecond = 1000;

/** Evaluates a rule at every moment of a visit at which the result can change. */
export function dryRunRule(condition: Condition | undefined, visit: PastVisit): RuleDryRun {
  const leaves = listConditions(condition);
  let best: RuleDryRun = { result: "no", page: 0, timeOnPage: 0, missing: [] };
  let bestCost = Infinity;
  visit.pages.forEach((page, n) => {
    const pageEnd = visit.pages[n + 1]?.at ?? visit.lastAt;
    const moments = new Set([page.at, pageEnd]);
    for (const leaf of leaves)
      for (const turnSeconds of getConditionChangeTimes(leaf)) {
        const at =
          (leaf.type === "time_on_page" ? page.at : visit.startedAt) + turnSeconds * msPerSecond;
        if (at >= page.at && at <= pageEnd) moments.add(at);
      }
    for (const at of [...moments].sort((a, b) => a - b)) {
      const facts = getFactsAt(visit, n, at);
      const closest = findMissing(condition, facts);
      const { cost } = closest;
      // If several moments are equally close, the first moment at which the rule could fire is
      // used, or else the last one.
      if (cost > bestCost || (cost === bestCost && cost < 1)) continue;
      bestCost = cost;
      const isTrue = evaluateCondition(condition, facts) === true;
      best = {
        result: isTrue ? "fires" : cost < 1 ? "maybe" : cost < 2 ? "short" : "no",
        page: n,
        timeOnPage: facts.time_on_page ?? 0,
        missing: isTrue
          ? []
          : closest.leaves.map((leaf) => ({ leaf, actual: facts[leaf.type] ?? null })),
      };
    }
  });
  return best;
}

/** Counts the visits in which each condition was met. Null if unknown for all. */
export function countMatchingVisits(
  condition: Condition | undefined,
  visits: readonly PastVisit[],
): readonly (number | null)[] {
  return listConditions(condition).map((leaf) => {
    const results = visits.map((visit) => dryRunRule(leaf, visit).result);
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

/** Cost of an unknown condition. It is almost zero, so that known conditions decide. */
const unknownCost = 1 / 1024;
interface MissingConditions {
  readonly cost: number;
  readonly leaves: readonly SingleCondition[];
}
/** The smallest set of conditions that must change for the expected value. */
function findMissing(
  condition: Condition | undefined,
  facts: Partial<RuleFacts>,
  expected = true,
): MissingConditions {
  if (condition === undefined) return { cost: 0, leaves: [] };
  if ("not" in condition) return findMissing(condition.not, facts, !expected);
  const children = "all" in condition ? condition.all : "any" in condition ? condition.any : null;
  if (children === null) {
    const leaf = condition as SingleCondition;
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
