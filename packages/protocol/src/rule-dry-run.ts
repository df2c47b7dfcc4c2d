import { leavesOf, truth, turnsOf, type Condition, type Leaf, type RuleFacts } from "./rules.ts";

/** Known facts of a finished visit. Times in Unix milliseconds. */
export interface PastVisit {
  readonly startedAt: number;
  readonly lastAt: number;
  /** The latest pages, oldest first. Earlier ones are not stored. */
  readonly pages: readonly { readonly url: string; readonly at: number }[];
  /** Number of the first of `pages` within the visit, from 1. */
  readonly from: number;
  readonly facts: Partial<Pick<RuleFacts, "referrer" | "visits" | "device" | "utm" | "language" | "working_hours">>;
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
  readonly missing: readonly { readonly leaf: Leaf; readonly seen: RuleFacts[keyof RuleFacts] | null }[];
}
const second = 1000;

/**
 * Tests whether a rule would have fired in a visit. Evaluates every moment at which the result can
 * change.
 */
export function dryRun(condition: Condition | undefined, visit: PastVisit): DryRun {
  const leaves = leavesOf(condition);
  let best: DryRun = { result: "no", page: 0, timeOnPage: 0, missing: [] };
  let bestCost = Infinity;
  visit.pages.forEach((page, n) => {
    const until = visit.pages[n + 1]?.at ?? visit.lastAt;
    const moments = new Set([page.at, until]);
    for (const leaf of leaves)
      for (const turn of turnsOf(leaf)) {
        const at = (leaf.type === "time_on_page" ? page.at : visit.startedAt) + turn * second;
        if (at >= page.at && at <= until) moments.add(at);
      }
    for (const at of [...moments].sort((a, b) => a - b)) {
      const facts = factsAt(visit, n, at);
      const { cost, leaves: missing } = missingOf(condition, facts);
      // Of equally close moments, the first that could fire wins, else the last.
      if (cost > bestCost || (cost === bestCost && cost < 1)) continue;
      bestCost = cost;
      const isTrue = truth(condition, facts) === true;
      best = {
        result: isTrue ? "fires" : cost < 1 ? "maybe" : cost < 2 ? "short" : "no",
        page: n,
        timeOnPage: facts.time_on_page ?? 0,
        missing: isTrue ? [] : missing.map((leaf) => ({ leaf, seen: facts[leaf.type] ?? null })),
      };
    }
  });
  return best;
}

/**
 * Counts the visits in which each condition was true at a moment, in the order of `listConditions`.
 * null: unknown for all visits.
 */
export function countLeaves(condition: Condition | undefined, visits: readonly PastVisit[]): readonly (number | null)[] {
  return leavesOf(condition).map((leaf) => {
    const results = visits.map((visit) => dryRun(leaf, visit).result);
    return results.length > 0 && results.every((result) => result === "maybe")
      ? null
      : results.filter((result) => result === "fires").length;
  });
}

function factsAt(visit: PastVisit, n: number, at: number): Partial<RuleFacts> {
  const page = visit.pages[n];
  return {
    ...visit.facts,
    url: page?.url ?? "",
    time_on_page: Math.floor((at - (page?.at ?? at)) / second),
    time_on_site: Math.floor((at - visit.startedAt) / second),
    pages: visit.from + n,
  };
}

/** An unknown condition has almost no cost, so that known conditions decide. */
const unknownCost = 1 / 1024;
interface Missing {
  readonly cost: number;
  readonly leaves: readonly Leaf[];
}
/** Returns the fewest conditions that must change so that the condition gets the expected value. */
function missingOf(condition: Condition | undefined, facts: Partial<RuleFacts>, wanted = true): Missing {
  if (condition === undefined) return { cost: 0, leaves: [] };
  if ("not" in condition) return missingOf(condition.not, facts, !wanted);
  const all = "all" in condition ? condition.all : "any" in condition ? condition.any : null;
  if (all === null) {
    const leaf = condition as Leaf;
    const is = truth(leaf, facts);
    return is === wanted ? { cost: 0, leaves: [] } : { cost: is === null ? unknownCost : 1, leaves: [leaf] };
  }
  const parts = all.map((one) => missingOf(one, facts, wanted));
  if ("all" in condition === wanted)
    return { cost: parts.reduce((sum, { cost }) => sum + cost, 0), leaves: parts.flatMap(({ leaves }) => leaves) };
  return parts.reduce<Missing>((least, one) => (one.cost < least.cost ? one : least), { cost: Infinity, leaves: [] });
}
