import type { InputProblem } from "@parlour/protocol/conditions/problem";
import { findConditionProblem, type Condition } from "@parlour/protocol/conditions/condition";
import type { Fact, Facts } from "@parlour/protocol/conditions/facts";
import {
  operators,
  operatorsOf,
  type FactKind,
  type Operator,
  type Test,
} from "@parlour/protocol/conditions/operators";
import { t } from "./text.ts";

/** Operators of new tests, where it is not the first one of the kind. */
const firstOperators: Readonly<Partial<Record<FactKind, Operator>>> = {
  text: "contains",
  number: "at_least",
  time: "within_last",
  date: "within_last",
};

/** Creates a test of a fact. Its value is absent until the operator chooses one. */
export function createTest(name: string, { kind }: Fact): Test {
  const op = firstOperators[kind] ?? operatorsOf[kind][0] ?? "present";
  return kind === "flag" ? { fact: name, op, value: true } : { fact: name, op };
}

/** Returns the test with another operator. Keeps its value if the operator takes it. */
export function changeOperator(test: Test, op: Operator): Test {
  const { fact, value } = test;
  const [from, to] = [operators[test.op], operators[op]];
  if (value === undefined || to === "none") return { fact, op };
  if (from === to) return { fact, op, value };
  if (from === "value" && to === "values" && typeof value !== "boolean")
    return { fact, op, value: [value].flat() };
  const [first] = [value].flat();
  return from === "values" && to === "value" && first !== undefined
    ? { fact, op, value: first }
    : { fact, op };
}

/** A line of the editor: a test, or a test in `not`. null: the condition is a group. */
export function toLine(
  condition: Condition,
): { readonly test: Test; readonly isExcluded: boolean } | null {
  if ("fact" in condition) return { test: condition, isExcluded: false };
  return "not" in condition && "fact" in condition.not
    ? { test: condition.not, isExcluded: true }
    : null;
}

/** Excludes a condition with `not`, or includes it again. */
export const toggleExclusion = (condition: Condition): Condition =>
  "not" in condition ? condition.not : { not: condition };

/** Returns a problem of the item at a path as text for the operator, or null. */
export function findProblemText(
  problem: InputProblem | null,
  path: string,
  test: Test,
): string | null {
  if (problem === null) return null;
  const [at, reason] = problem;
  if (!(at === path || at.startsWith(`${path}.`))) return null;
  if (at.endsWith(".fact")) return t("problem.fact", { name: test.fact });
  if (test.value === undefined || [test.value].flat().length === 0) return t("problem.choose");
  if (reason.startsWith("must be text")) return t("problem.text");
  return /too many|list of/.test(reason) ? t("problem.many") : t("problem.choose");
}

/** Returns the error of a form with a condition, under the name `if`. Empty if it is valid. */
export function findConditionError(condition: Condition, facts: Facts): { readonly if?: string } {
  const problem = findConditionProblem(condition, facts);
  if (problem === null) return {};
  const [, reason] = problem;
  if (reason.startsWith("lies deeper")) return { if: t("problem.deep") };
  return { if: t(/too many|list of 0/.test(reason) ? "problem.many" : "problem.complete") };
}
