import type { ConditionSubject, Fact, Facts, VisitorSubject } from "./facts.ts";
import {
  compileTest,
  maxValues,
  operators,
  operatorsOf,
  type FactKind,
  type FactValue,
  type Operator,
  type Test,
} from "./operators.ts";
import { isDate } from "../field-kinds.ts";
import { notOneOf, type InputProblem } from "./problem.ts";
import { expandSegments, toCondition } from "./segments.ts";
import { findFirst, findTreeProblem, isObject, listTests, type Tree } from "./tree.ts";

/**
 * Conditions on chats and visitors (decision 0208). One tree has three forms: a predicate over an
 * entity, SQL (`store/conditions` of the server) and text. For every stored chat and visitor,
 * predicate and SQL give the same answer.
 */
export type Condition = Tree<Test>;

/** A condition with what its tests refer to. */
export interface BoundCondition {
  readonly condition: Condition;
  /** Facts that tests can name. The value of any other one is missing. */
  readonly facts: Facts;
  /** ms since 1970. */
  readonly now: number;
}

/** Maximum number of tests in one condition. */
const maxTests = 100;
const maxTextLength = 500;
/** Ten years, the longest time before now that a test can name. */
export const maxSeconds = 315_360_000;

type Subject = ConditionSubject | VisitorSubject;
type Predicate = (subject: Subject, now: number) => boolean;

/** Whether a condition holds for a chat, or for a visitor if its facts are those of visitors. */
export const conditionHolds = (
  { condition, facts, now }: BoundCondition,
  subject: Subject,
): boolean => getPredicate(condition, facts)(subject, now);

/** Rules, views and policies compare each condition with many chats (PERF-26). */
const predicates = new WeakMap<Facts, WeakMap<Condition, Predicate>>();

function getPredicate(condition: Condition, facts: Facts): Predicate {
  let byCondition = predicates.get(facts);
  if (byCondition === undefined) predicates.set(facts, (byCondition = new WeakMap()));
  let predicate = byCondition.get(condition);
  if (predicate === undefined) byCondition.set(condition, (predicate = compile(condition, facts)));
  return predicate;
}

function compile(condition: Condition, facts: Facts): Predicate {
  if ("not" in condition) {
    const holds = compile(condition.not, facts);
    return (subject, now) => !holds(subject, now);
  }
  if ("any" in condition) {
    const children = condition.any.map((child) => compile(child, facts));
    return (subject, now) => children.some((holds) => holds(subject, now));
  }
  if ("all" in condition) {
    const children = condition.all.map((child) => compile(child, facts));
    return (subject, now) => children.every((holds) => holds(subject, now));
  }
  const fact = facts[condition.fact];
  if (fact === undefined) return () => false;
  if (fact.segments !== undefined) return compile(toCondition(condition, fact.segments), facts);
  const holds = compileTest(fact.kind, condition);
  return (subject, now) => holds(readFact(fact, subject), now);
}

/** Returns the values of the facts that a condition names, by name. null: missing. */
export const readFacts = (
  { condition, facts }: BoundCondition,
  chat: ConditionSubject,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    listTests(expandSegments(condition, facts)).map(({ fact }) => [
      fact,
      follow(chat, facts[fact]?.path ?? []) ?? null,
    ]),
  );

/** Returns the value of a fact. Empty texts and null count as absent. */
export function readFact({ kind, path }: Fact, subject: Subject): FactValue {
  const value = follow(subject, path);
  if (value === undefined || value === null || value === "") return undefined;
  return kind === "time" || kind === "date" ? Date.parse(value as string) : (value as FactValue);
}
/** Returns what a path leads to, from its element `start` on. */
function follow(value: unknown, path: readonly string[], start = 0): unknown {
  let found = value;
  for (let n = start; n < path.length; n++) {
    const key = path[n] ?? "";
    if (key === "*")
      return Array.isArray(found) ? found.map((item) => follow(item, path, n + 1)) : [];
    if (!isObject(found)) return undefined;
    found = found[key];
  }
  return found;
}

/** Returns the first problem, or null. `facts`: those that it may name. */
export function findConditionProblem(value: unknown, facts: Facts, path = ""): InputProblem | null {
  let tests = 0;
  return findTreeProblem<InputProblem>(value, path, (test, at) => {
    tests++;
    return tests > maxTests
      ? [at, `is one test too many: a condition has at most ${maxTests}`]
      : findTestProblem(test, at, facts);
  });
}

function findTestProblem(
  test: Readonly<Record<string, unknown>>,
  path: string,
  facts: Facts,
): InputProblem | null {
  const { op, value } = test;
  const name = test["fact"];
  const other = Object.keys(test).find((key) => !["fact", "op", "value"].includes(key));
  if (other !== undefined) return [`${path}.${other}`, "is not known here"];
  const fact = typeof name === "string" && Object.hasOwn(facts, name) ? facts[name] : undefined;
  if (fact === undefined) return notOneOf(`${path}.fact`, Object.keys(facts));
  const known: readonly string[] = operatorsOf[fact.kind];
  if (typeof op !== "string" || !known.includes(op)) return notOneOf(`${path}.op`, known);
  const at = `${path}.value`;
  switch (operators[op as Operator]) {
    case "none":
      return value === undefined ? null : [at, "must be left out"];
    case "seconds":
      return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxSeconds
        ? null
        : [at, `must be a whole number of seconds from 1 to ${maxSeconds}`];
    case "values":
      return !Array.isArray(value) || value.length === 0 || value.length > maxValues
        ? [at, `must be a list of 1 to ${maxValues}`]
        : findFirst(value, (element, n) => findValueProblem(fact, element, `${at}[${n}]`));
    case "value":
      return findValueProblem(fact, value, at);
  }
}

function findValueProblem(fact: Fact, value: unknown, path: string): InputProblem | null {
  const { kind, values = [], to = "row", segments } = fact;
  if (segments?.has(value as number) === false)
    return [path, "must be the id of a shared segment without visitor.chats and last_chat_at"];
  if (kind === "choice" || kind === "choices")
    return values.some((allowed) => allowed === value) ? null : notOneOf(path, values);
  const [isValid, wanted] = valueChecks[kind];
  return isValid(value) ? null : [path, `must be ${wanted.replace("{row}", to)}`];
}
const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;
const isText = (value: unknown): boolean =>
  typeof value === "string" &&
  value.length > 0 &&
  Array.from(value).length <= maxTextLength &&
  value.isWellFormed() &&
  !value.includes("\0");
const isRowId = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;
type ValueCheck = readonly [isValid: (value: unknown) => boolean, wanted: string];
const textCheck: ValueCheck = [isText, `text of 1 to ${maxTextLength} characters`];
const rowCheck: ValueCheck = [isRowId, "the id of a {row}"];
const valueChecks: Readonly<Record<Exclude<FactKind, "choice" | "choices">, ValueCheck>> = {
  text: textCheck,
  names: textCheck,
  number: [Number.isFinite, "a number"],
  flag: [(value) => typeof value === "boolean", "true or false"],
  time: [
    (value) => typeof value === "string" && rfc3339.test(value) && !Number.isNaN(Date.parse(value)),
    "a time with a zone, like 2026-11-20T09:00:00Z",
  ],
  date: [isDate, "a date like 2026-11-20"],
  row: rowCheck,
  rows: rowCheck,
};
