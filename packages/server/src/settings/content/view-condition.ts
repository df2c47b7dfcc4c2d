import { findConditionProblem, type Condition } from "@parlour/protocol/conditions/condition";
import type { ConfigFile } from "@parlour/protocol/config";
import {
  chatFacts,
  factsWith,
  type FieldOfFact,
  type Facts,
} from "@parlour/protocol/conditions/facts";
import { toPositive, type Test } from "@parlour/protocol/conditions/operators";
import { mapTests, visitTests } from "@parlour/protocol/conditions/tree";
import type { CustomFileValue } from "../kind/file-forms.ts";
import { parsePath } from "../parse-path.ts";
import type { FileHelpers, FileReference, ReferencedKind } from "../resource.ts";
import { sortKeys } from "../sort-keys.ts";

/**
 * Conditions in the provisioning file (VIEW-009). They name channels, departments, operators, tags
 * and segments where the API has ids. Bots have no name in the file, so their ids stay.
 */
export const fileCondition = {
  read: (value, at, helpers) => readFileCondition(factsWith, value, at, helpers),
  references: listReferences,
  toNamed: (value, names) =>
    mapTests(value, (test) => {
      const kind = findKind(test);
      if (kind === null) return test;
      const named = listValues(test).map((id) => names[kind](id as number));
      return withValues(
        test,
        named.filter((name) => name !== undefined),
        named.includes(undefined),
      );
    }),
  toIds: (value, ids) => mapValues(value, (name, kind) => ids[kind](String(name))),
  toCompared: (value) =>
    sortKeys(
      mapValues(value, (name, kind) =>
        kind === "channel" || !isName(name) ? name : name.toLowerCase(),
      ),
    ),
} satisfies {
  readonly [N in keyof CustomFileValue]: (
    value: Condition,
    ...rest: Rest<NonNullable<CustomFileValue[N]>>
  ) => unknown;
};
type Rest<F extends (...args: never[]) => unknown> =
  Parameters<F> extends [unknown, ...infer R] ? R : never;

/** Returns a condition that is valid with the fields of the file, or reports its problem. */
export function readFileCondition(
  toFacts: (fields: readonly FieldOfFact[]) => Facts,
  value: Condition,
  at: readonly (string | number)[],
  { fields, reportError }: FileHelpers,
): Condition {
  const problem = findConditionProblem(
    mapValues(value, (name) => (isName(name) ? 1 : 0)),
    toFacts(fields),
  );
  if (problem === null) return value;
  const [path, message] = problem;
  reportError([...at, ...parsePath(path)], message.replace("the id of", "the name of"), "VIEW-002");
  // The file is refused, so the value is not used.
  return { all: [] };
}

/** Returns the fields of a file, which its conditions can name. */
export const listFileFields = ({ fields = [] }: ConfigFile): readonly FieldOfFact[] =>
  fields.map((field) => ({ ...field, options: field.options ?? [] }));

const facts: Facts = chatFacts;
type Value = string | number | boolean;
const isName = (value: Value): value is string => typeof value === "string" && value !== "";
/** Returns the kind of the rows that a test names in the file, or null. */
function findKind({ fact }: Test): ReferencedKind | null {
  const { to } = facts[fact] ?? {};
  return to === undefined || to === "bot" ? null : to;
}
const listValues = ({ value }: Test): readonly Value[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as Value];

/** Converts the values that name rows. A value that is not a condition stays, for the check. */
function mapValues(
  value: Condition,
  convert: (value: Value, kind: ReferencedKind) => string | number | boolean,
): Condition {
  return mapTests(value, (test) => {
    const kind = findKind(test);
    if (kind === null || test.value === undefined) return test;
    const values = listValues(test).map((item) => convert(item, kind)) as (string | number)[];
    return { ...test, value: Array.isArray(test.value) ? values : (values[0] ?? test.value) };
  });
}

/** Returns a test without deleted rows. If none is left, no chat has the value. */
function withValues(
  test: Test,
  named: readonly (string | number)[],
  isIncomplete: boolean,
): Condition {
  const [positive, isReversed] = toPositive(test.op);
  const isEmpty = listValues(test).length > 0 && named.length === 0;
  if (isEmpty || (isIncomplete && positive === "all_of"))
    return isReversed ? { all: [] } : { any: [] };
  if (named.length === 0) return test;
  return { ...test, value: Array.isArray(test.value) ? named : (named[0] ?? "") };
}

function listReferences(condition: Condition): readonly FileReference[] {
  const found: FileReference[] = [];
  visitTests(condition, "", (test, at) => {
    const kind = findKind(test);
    if (kind === null) return;
    for (const [n, name] of listValues(test).entries()) {
      const path = [...parsePath(at), "value", ...(Array.isArray(test.value) ? [n] : [])];
      found.push({ kind, name: String(name), path });
    }
  });
  return found;
}
