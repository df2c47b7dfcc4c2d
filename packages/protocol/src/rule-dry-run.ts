import { leavesOf, truth, turnsOf, type Condition, type Leaf, type RuleFacts } from "./rules.ts";

/** What is known of a visit that is over; times in milliseconds since 1970. */
export interface PastVisit {
  readonly startedAt: number;
  readonly lastAt: number;
  /** The latest pages, oldest first; earlier ones are forgotten. */
  readonly pages: readonly { readonly url: string; readonly at: number }[];
  /** Number of the first of `pages` in the visit, from 1. */
  readonly from: number;
  readonly facts: Partial<Pick<RuleFacts, "referrer" | "visits" | "device" | "utm" | "language" | "working_hours">>;
}
/**
 * `fires`: the condition held at some moment; `maybe`: it would have if what is not known had been so; `short`: one condition was missing; `no`: more.
 * `missing`: what kept it from firing at the moment that was nearest, or what is not known; `seen`: what was there instead.
 */
export interface DryRun {
  readonly result: "fires" | "maybe" | "short" | "no";
  /** Place in `pages` of the moment. */
  readonly page: number;
  readonly timeOnPage: number;
  readonly missing: readonly { readonly leaf: Leaf; readonly seen: RuleFacts[keyof RuleFacts] | null }[];
}
const second = 1000;

/** Whether a rule would have fired in a visit: asked at every moment at which the answer can turn. */
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
      // Of equal moments the first that could fire; else the last, at which most time had passed.
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

/** In how many visits each condition held at some moment, in the order of `leavesOf`; null: nothing of it is known. */
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

/** A condition that is not known weighs next to nothing, so that what is known decides. */
const unknownCost = 1 / 1024;
interface Missing {
  readonly cost: number;
  readonly leaves: readonly Leaf[];
}
/** The fewest conditions that would have to be otherwise for this one to be as wanted. */
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
