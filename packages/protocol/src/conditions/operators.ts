import { toTextPattern, type TextComparison } from "./text-pattern.ts";

/** Kinds of facts, their operators and the values that a test compares with. */

export type FactKind =
  | "text"
  | "number"
  | "flag"
  /** RFC 3339 in UTC with milliseconds. */
  | "time"
  /** A day, such as 2026-11-20. Its time is midnight in UTC. */
  | "date"
  /** One text of a list. */
  | "choice"
  /** Several texts of a list. */
  | "choices"
  /** Names of things. They are compared without regard to case and quotation marks. */
  | "names"
  /** Id of a row of the settings. */
  | "row"
  /** Ids of rows of the settings. */
  | "rows";

/**
 * Value of a fact: of the kind `text` or `choice` a string, `time` or `date` milliseconds since
 * 1970, `row` an id, `choices`, `names` and `rows` a list. undefined: the chat has none.
 */
export type FactValue = string | number | boolean | readonly (string | number)[] | undefined;

/** What a test compares with. `values`: 1 to {@link maxValues} of them. */
export type Operand =
  | "none"
  | "value"
  | "values"
  /** Whole seconds before now. */
  | "seconds";

export const operators = {
  is: "value",
  is_not: "value",
  any_of: "values",
  none_of: "values",
  all_of: "values",
  contains: "value",
  contains_not: "value",
  starts: "value",
  ends: "value",
  at_least: "value",
  at_most: "value",
  before: "value",
  after: "value",
  longer_ago_than: "seconds",
  within_last: "seconds",
  missing: "none",
  present: "none",
} as const satisfies Readonly<Record<string, Operand>>;
export type Operator = keyof typeof operators;
export const maxValues = 100;

export const operatorsOf: Readonly<Record<FactKind, readonly Operator[]>> = {
  text: ["is", "is_not", "contains", "contains_not", "starts", "ends", "missing", "present"],
  number: ["is", "is_not", "at_least", "at_most", "missing", "present"],
  flag: ["is", "is_not", "missing", "present"],
  time: ["before", "after", "longer_ago_than", "within_last", "missing", "present"],
  date: ["is", "is_not", "before", "after", "longer_ago_than", "within_last", "missing", "present"],
  choice: ["is", "is_not", "any_of", "none_of", "missing", "present"],
  choices: ["any_of", "none_of", "all_of", "missing", "present"],
  names: ["any_of", "none_of", "missing", "present"],
  row: ["is", "is_not", "any_of", "none_of", "missing", "present"],
  rows: ["any_of", "none_of", "all_of", "missing", "present"],
};

/** They are true for a missing value, because the other operator is false. */
const opposites = {
  is_not: "is",
  none_of: "any_of",
  contains_not: "contains",
  missing: "present",
} as const satisfies Partial<Record<Operator, Operator>>;
export type PositiveOperator = Exclude<Operator, keyof typeof opposites>;

/** Returns the positive operator that decides the test, and whether its answer is reversed. */
export function toPositive(op: Operator): readonly [op: PositiveOperator, isReversed: boolean] {
  const opposite = (opposites as Partial<Record<Operator, PositiveOperator>>)[op];
  return opposite === undefined ? [op as PositiveOperator, false] : [opposite, true];
}

/** Compares a value that is present. `now`: ms since 1970. */
type Comparison = (fact: Exclude<FactValue, undefined>, now: number) => boolean;
/** Returns the comparison with a value. What can be done once is done here. */
type CreateComparison = (operand: never) => Comparison;
const matches =
  (comparison: TextComparison) =>
  (text: string): Comparison => {
    const pattern = new RegExp(toTextPattern(comparison, text), "u");
    return (fact) => pattern.test(String(fact));
  };
const listOf = (fact: unknown): readonly unknown[] => (Array.isArray(fact) ? fact : [fact]);

/** Whether a test holds for a value. Texts are compared without regard to case. */
const comparisons: Readonly<Record<PositiveOperator, CreateComparison>> = {
  is: (value: string | number | boolean) => (fact) => fact === value,
  any_of: (values: readonly unknown[]) => (fact) =>
    listOf(fact).some((element) => values.includes(element)),
  all_of: (values: readonly unknown[]) => (fact) =>
    values.every((value) => listOf(fact).includes(value)),
  contains: matches("contains"),
  starts: matches("starts"),
  ends: matches("ends"),
  at_least: (value: number) => (fact) => Number(fact) >= value,
  at_most: (value: number) => (fact) => Number(fact) <= value,
  before: compareTime((fact, time) => fact < time),
  after: compareTime((fact, time) => fact > time),
  longer_ago_than: (seconds: number) => (fact, now) => Number(fact) < now - seconds * 1000,
  within_last: (seconds: number) => (fact, now) => Number(fact) >= now - seconds * 1000,
  present: () => () => true,
};
function compareTime(compare: (fact: number, time: number) => boolean) {
  return (text: string): Comparison => {
    const time = Date.parse(text);
    return (fact) => compare(Number(fact), time);
  };
}
const textIs = matches("is");
const dateIs = compareTime((fact, date) => fact === date);
const isNamed = matches("is_named");
const anyIsNamed = (names: readonly string[]): Comparison => {
  const tests = names.map(isNamed);
  return (fact, now) =>
    listOf(fact).some((element) => tests.some((test) => test(element as string, now)));
};
function comparisonOf(kind: FactKind, op: PositiveOperator): CreateComparison {
  if (op === "is" && kind === "text") return textIs;
  if (op === "is" && kind === "date") return dateIs;
  return kind === "names" && op === "any_of" ? anyIsNamed : comparisons[op];
}

/** A test of a condition. `value` is absent for operators without one. */
export interface Test {
  readonly fact: string;
  readonly op: Operator;
  readonly value?: string | number | boolean | readonly (string | number)[];
}

/** Returns whether a test holds for the value of its fact at a time in ms since 1970. */
export function compileTest(
  kind: FactKind,
  { op, value }: Test,
): (fact: FactValue, now: number) => boolean {
  const [positive, isReversed] = toPositive(op);
  const compare = comparisonOf(kind, positive)(value as never);
  return (fact, now) => {
    const isPresent = fact !== undefined && !(Array.isArray(fact) && fact.length === 0);
    return (isPresent && compare(fact, now)) !== isReversed;
  };
}
