import type { FieldOfFact } from "../conditions/facts.ts";
import type { InputProblem } from "../conditions/problem.ts";
import { findFieldValueProblem } from "../field-values.ts";
import {
  actions,
  type Action,
  type ActionDeclaration,
  type ActionOf,
  type ActionRowKind,
  type Argument,
} from "./actions.ts";

/** The rows and fields of an account that actions may name. */
export interface KnownRows {
  readonly rows: Readonly<Record<ActionRowKind, { readonly has: (id: number) => boolean }>>;
  readonly fields: readonly FieldOfFact[];
}

/**
 * Returns the first argument of valid actions that names an unknown row or field, or a value that
 * its field does not take (ACT-021). Paths begin with `path`.
 */
export function findUnknownReference(
  list: readonly Action[],
  path: string,
  known: KnownRows,
): InputProblem | null {
  for (const [n, action] of list.entries()) {
    const declaration: ActionDeclaration = actions[action.type];
    const given: Readonly<Record<string, unknown>> = { ...action };
    for (const [name, argument] of Object.entries(declaration.arguments)) {
      const problem = given[name] === undefined ? null : findUnknown(argument, given[name], known);
      if (problem !== null) return [`${path}[${n}].${name}`, problem];
    }
    const value = action.type === "set_field" ? findValueProblem(action, known) : null;
    if (value !== null) return [`${path}[${n}].value`, value];
  }
  return null;
}

/** Returns the end of a sentence that begins with the path of the argument, or null. */
function findUnknown(
  argument: Argument,
  value: unknown,
  { rows, fields }: KnownRows,
): string | null {
  if (argument.type === "field") {
    const names = fields.map(({ object, key }) => `${object}.${key}`);
    return names.includes(String(value)) ? null : `must be one of the fields: ${names.join(", ")}`;
  }
  if (argument.type !== "row" && argument.type !== "rows") return null;
  const { to } = argument;
  if ([value].flat().every((id) => rows[to].has(Number(id)))) return null;
  const suffix = to === "webhook" ? " that takes chat_action" : "";
  return `must be the id of a ${to.replace("_", " ")} of this account${suffix}`;
}

function findValueProblem(
  { field, value }: ActionOf<"set_field">,
  { fields }: KnownRows,
): string | null {
  const definition = fields.find(({ object, key }) => `${object}.${key}` === field);
  return value === null || definition === undefined
    ? null
    : findFieldValueProblem(definition, value);
}
