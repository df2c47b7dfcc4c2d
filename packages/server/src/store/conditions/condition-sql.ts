import type { BoundCondition, Condition } from "@parlour/protocol/conditions/condition";
import type { Fact } from "@parlour/protocol/conditions/facts";
import {
  toPositive,
  type FactKind,
  type PositiveOperator,
  type Test,
} from "@parlour/protocol/conditions/operators";
import { expandSegments } from "@parlour/protocol/conditions/segments";
import { toTextPattern, type TextComparison } from "@parlour/protocol/conditions/text-pattern";
import { fromMicroseconds, type QueryParameters } from "../database/parameters.ts";

/** Where the rows of a condition have their values. */
interface RowSource {
  /** SQL of values that need no parsing, by path. Some have an index. */
  readonly columns: Readonly<Record<string, string>>;
  /** SQL of the body of the visitor. */
  readonly visitor: string;
}

/**
 * Returns a condition in SQL for a row `c` of chat. It gives the same answer as `conditionHolds`:
 * true or false, never null. `rows`: {@link visitorRows} for a row `v` of visitor.
 */
export function toConditionSql(
  { condition, facts, now }: BoundCondition,
  v: QueryParameters,
  rows: RowSource = chatRows,
): string {
  const toSql = (tree: Condition): string => {
    if ("not" in tree) return `not ${toSql(tree.not)}`;
    if ("any" in tree) return group(tree.any.map(toSql), "or", "false");
    if ("all" in tree) return group(tree.all.map(toSql), "and", "true");
    const fact = facts[tree.fact];
    return fact === undefined ? "false" : testSql({ fact, test: tree, now, rows }, v);
  };
  return toSql(expandSegments(condition, facts));
}
const group = (parts: readonly string[], operator: string, empty: string): string =>
  parts.length === 0 ? empty : `(${parts.join(` ${operator} `)})`;

interface BoundTest {
  readonly fact: Fact;
  readonly test: Test;
  readonly now: number;
  readonly rows: RowSource;
}
function testSql({ fact, test, now, rows }: BoundTest, v: QueryParameters): string {
  const { op, value } = test;
  const [positive, isReversed] = toPositive(op);
  const needles = listNeedles(fact, positive, value);
  const comparison = { fact, source: sourceOf(fact, rows), value, now };
  const exact = `coalesce(${comparisons[positive](comparison, v)}, false)`;
  const sql =
    needles === null
      ? exact
      : `case when ${needles.map((needle) => `strpos(c.body, ${v.put(needle)}) > 0`).join(" or ")} then ${exact} else false end`;
  return isReversed ? `not ${sql}` : `(${sql})`;
}

/**
 * Returns texts of which a chat's body contains one if the test may hold, because parsing JSON
 * costs ten times as much as finding a text. null if there are no such texts. Parlour writes an
 * object that names a row with its id first.
 */
function listNeedles(
  { kind, path }: Fact,
  op: PositiveOperator,
  value: Test["value"],
): readonly string[] | null {
  if (chatRows.columns[path.join(".")] !== undefined || path[0] === "visitor") return null;
  const values = op === "is" ? [value] : op === "any_of" && Array.isArray(value) ? value : [];
  const [parent, key] = [path.at(-2), path.at(-1)];
  if (path.includes("*")) return [`"${path[0]}":[{`];
  if (values.length === 0) return null;
  if (kind === "row" && key === "id") return values.map((id) => `"${parent}":{"id":${id},`);
  return kind === "choice" ? values.map((text) => `"${key}":${JSON.stringify(text)}`) : null;
}

/** A positive test of a fact. `source`: SQL for the value of the fact. */
interface Comparison {
  readonly fact: Fact;
  readonly source: string;
  readonly value: Test["value"];
  readonly now: number;
}
const put = ({ fact, value }: Comparison, v: QueryParameters): string =>
  `${v.put(value)}::${sqlTypes[fact.kind]}`;
const time = (at: number, v: QueryParameters): string => fromMicroseconds(v.put(at * 1000));
const match =
  (comparison: TextComparison) =>
  ({ source, value }: Comparison, v: QueryParameters): string =>
    `${source} ~ ${v.put(toTextPattern(comparison, String(value)))}`;
const compare =
  (operator: string) =>
  (test: Comparison, v: QueryParameters): string =>
    `${test.source} ${operator} ${put(test, v)}`;
const compareTime =
  (operator: string, toTime: (test: Comparison) => number) =>
  (test: Comparison, v: QueryParameters): string =>
    `${test.source} ${operator} ${time(toTime(test), v)}`;
const givenTime = ({ value }: Comparison): number => Date.parse(String(value));
const timeBeforeNow = ({ value, now }: Comparison): number => now - Number(value) * 1000;
const isOfKind: Partial<Record<FactKind, ReturnType<typeof compare>>> = {
  text: match("is"),
  date: compareTime("=", givenTime),
};
const isList = ({ kind }: Fact): boolean => sqlTypes[kind].endsWith("[]");

/** SQL of the tests, null if the value is missing. */
const comparisons: Readonly<
  Record<PositiveOperator, (test: Comparison, v: QueryParameters) => string>
> = {
  is: (test, v) => (isOfKind[test.fact.kind] ?? compare("="))(test, v),
  any_of: (test, v) => {
    const { fact, source, value } = test;
    if (fact.kind === "names") {
      const patterns = [value].flat().map((name) => toTextPattern("is_named", String(name)));
      return `exists (select from unnest(${source}) x where x ~ any(${v.put(patterns)}::text[]))`;
    }
    return isList(fact) ? compare("&&")(test, v) : `${source} = any(${put(test, v)}[])`;
  },
  all_of: compare("@>"),
  contains: match("contains"),
  starts: match("starts"),
  ends: match("ends"),
  at_least: compare(">="),
  at_most: compare("<="),
  before: compareTime("<", givenTime),
  after: compareTime(">", givenTime),
  longer_ago_than: compareTime("<", timeBeforeNow),
  within_last: compareTime(">=", timeBeforeNow),
  present: ({ fact, source }) =>
    isList(fact) ? `cardinality(${source}) > 0` : `${source} is not null`,
};

const sqlTypes: Readonly<Record<FactKind, string>> = {
  text: "text",
  choice: "text",
  number: "float8",
  flag: "boolean",
  time: "timestamptz",
  date: "timestamptz",
  row: "bigint",
  rows: "bigint[]",
  choices: "text[]",
  names: "text[]",
};

/** SQL for a value of the chat's visitor, which is read only if the test needs it. */
function ofVisitor(value: string): string {
  return `(select w.${value} from visitor w where w.account_id = c.account_id and w.id = c.visitor_id)`;
}

const chatRows: RowSource = {
  columns: {
    number: "c.number",
    state: "c.state",
    "channel.id": "c.source",
    "assignee.id": "c.assignee",
    created_at: "c.created_at",
    closed_at: "c.closed_at",
    "visitor.number": ofVisitor("number"),
    took_part: `array(select p.operator_id from participant p where p.account_id = c.account_id and p.chat_id = c.id
    union select c.assignee where c.assignee is not null)`,
  },
  visitor: ofVisitor("body::jsonb"),
};
const chatsOfVisitor = "from chat x where x.account_id = v.account_id and x.visitor_id = v.id";
export const visitorRows: RowSource = {
  columns: {
    "visitor.number": "v.number",
    chats: `(select count(*) ${chatsOfVisitor})`,
    last_chat_at: `(select max(x.created_at) ${chatsOfVisitor})`,
  },
  visitor: "v.body::jsonb",
};

/** Returns SQL for the value of a fact. Empty texts and null become null, as in `readFact`. */
function sourceOf({ kind, path }: Fact, { columns, visitor }: RowSource): string {
  const column = columns[path.join(".")];
  if (column !== undefined) return column;
  const [document, keys] =
    path[0] === "visitor" ? [visitor, path.slice(1)] : ["c.body::jsonb", path];
  const type = sqlTypes[kind];
  if (type.endsWith("[]")) {
    const [first, rest] = splitAtEach(keys);
    const list = `${document} #> ${first}`;
    return `array(select (x #>> ${rest})::${type.slice(0, -2)} from jsonb_array_elements(case jsonb_typeof(${list}) when 'array' then ${list} else '[]' end) x)`;
  }
  const text = `nullif(${document} #>> ${toTextArray(keys)}, '')`;
  if (kind === "date") return `(${text} || 'T00:00:00Z')::timestamptz`;
  return type === "text" ? text : `(${text})::${type}`;
}
/** Returns the keys to a list, and those from an element of it to the value. */
function splitAtEach(keys: readonly string[]): readonly [string, string] {
  const each = keys.includes("*") ? keys.indexOf("*") : keys.length;
  return [toTextArray(keys.slice(0, each)), toTextArray(keys.slice(each + 1))];
}
/** Keys are names of fields, which contain no quote. */
const toTextArray = (keys: readonly string[]): string => `'{${keys.join(",")}}'::text[]`;
