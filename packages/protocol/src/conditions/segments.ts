import { isFactOfVisitorAlone, type Facts, type Segments } from "./facts.ts";
import { toPositive, type Test } from "./operators.ts";
import { listTests, mapTests, type Tree } from "./tree.ts";

type Condition = Tree<Test>;

/**
 * Segments in conditions on chats (SEG-007). A test of segments stands for their conditions, in the
 * predicate and in the SQL, so both stay equal.
 */

/** Returns whether a condition on visitors can be tested for chats, which lack counts of chats. */
export const canTestChats = (condition: Condition): boolean =>
  listTests(condition).every(({ fact }) => !isFactOfVisitorAlone(fact));

/** Returns a condition with the conditions of segments instead of the tests that name them. */
export const expandSegments = (condition: Condition, facts: Facts): Condition =>
  mapTests(condition, (test) => {
    const segments = facts[test.fact]?.segments;
    return segments === undefined ? test : toCondition(test, segments);
  });

/** Returns the condition that a test of segments stands for. */
export function toCondition({ op, value }: Test, segments: Segments): Condition {
  const [positive, isReversed] = toPositive(op);
  const ids = positive === "present" ? [...segments.keys()] : [value].flat();
  const members = ids.map((id): Condition => segments.get(Number(id)) ?? { any: [] });
  const condition = positive === "all_of" ? { all: members } : { any: members };
  return isReversed ? { not: condition } : condition;
}
