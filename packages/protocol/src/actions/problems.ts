import { notOneOf, type InputProblem } from "../conditions/problem.ts";
import { findFirst, isObject } from "../conditions/tree.ts";
import { isMailAddress } from "../email/sender.ts";
import { isTime } from "../field-kinds.ts";
import {
  actions,
  actionTypes,
  maxActions,
  type ActionDeclaration,
  type Argument,
} from "./actions.ts";

/** Returns the first problem of a list of actions in JSON form, or null (ACT-011). */
export function findActionsProblem(value: unknown, path: string): InputProblem | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > maxActions)
    return [path, `must be a list of 1 to ${maxActions} actions`];
  return findFirst(value, (action, n) => findActionProblem(action, `${path}[${n}]`));
}

/** Returns the first problem of an action in JSON form, or null. Paths begin with `path`. */
function findActionProblem(value: unknown, path: string): InputProblem | null {
  if (!isObject(value)) return [path, "must be an object"];
  const { type, ...given } = value;
  const known: readonly string[] = actionTypes;
  if (typeof type !== "string" || !known.includes(type))
    return notOneOf(`${path}.type`, actionTypes);
  const declaration: ActionDeclaration = actions[type as keyof typeof actions];
  const names = Object.keys(declaration.arguments);
  const { oneOf = [] } = declaration;
  const demanded = names.filter(
    (name) => !declaration.arguments[name]?.optional && !oneOf.includes(name),
  );
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) return [`${path}.${unknown}`, `is no argument of ${type}`, names];
  if (oneOf.length > 0 && oneOf.filter((name) => given[name] !== undefined).length !== 1)
    return [path, `must have exactly one of ${oneOf.join(", ")}`, oneOf];
  const missing = demanded.find((name) => given[name] === undefined);
  if (missing !== undefined) return [`${path}.${missing}`, "is missing"];
  const problem = findFirst(Object.entries(declaration.arguments), ([name, argument]) =>
    given[name] === undefined
      ? null
      : findArgumentProblem(argument, given[name], `${path}.${name}`),
  );
  const flag = given["until"] === null ? names.find((name) => given[name] === true) : undefined;
  return flag === undefined ? problem : [`${path}.${flag}`, "needs a time in until"];
}

/** Each key of the table has the check of its own type. */
const findArgumentProblem = (
  argument: Argument,
  value: unknown,
  path: string,
): InputProblem | null => checks[argument.type](value, argument as never, path);

type Checks = {
  readonly [T in Argument["type"]]: (
    value: unknown,
    argument: Extract<Argument, { readonly type: T }>,
    path: string,
  ) => InputProblem | null;
};
const checks: Checks = {
  row: (value, { to }, path) =>
    isId(value) ? null : [path, `must be the id of a ${to.replace("_", " ")}`],
  rows: (value, { to, max, optional }, path) =>
    Array.isArray(value) &&
    value.length <= max &&
    (value.length > 0 || optional === true) &&
    value.every(isId)
      ? null
      : [path, `must be ${optional === true ? "at most" : "1 to"} ${max} ids of ${to}s`],
  choice: (value, { values }, path) =>
    values.some((allowed) => allowed === value) ? null : notOneOf(path, values),
  text: (value, { max }, path) =>
    typeof value === "string" && value.trim() !== "" && Array.from(value).length <= max
      ? null
      : [path, `must be text of 1 to ${max} characters`],
  integer: (value, { min, max }, path) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max
      ? null
      : [path, `must be a whole number from ${min} to ${max}`],
  time: (value, { openEnd }, path) =>
    isTime(value) || (openEnd === true && value === null)
      ? null
      : [path, `must be an RFC 3339 time with a zone${openEnd === true ? ", or null" : ""}`],
  flag: (value, _, path) => (typeof value === "boolean" ? null : [path, "must be true or false"]),
  email: (value, _, path) =>
    typeof value === "string" && isMailAddress(value) ? null : [path, "must be an email address"],
  field: (value, _, path) =>
    typeof value === "string" && /^(chat|visitor)\.[a-z][a-z0-9_]{0,39}$/.test(value)
      ? null
      : [path, "must be the name of a field, such as visitor.plan"],
  field_value: (value, _, path) =>
    isFieldValue(value) ? null : [path, "must be a value of the field, or null"],
};

const isId = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;
/** The kind of the field decides about the rest (FLD-010). */
const isFieldValue = (value: unknown): boolean =>
  value === null ||
  ["string", "number", "boolean"].includes(typeof value) ||
  (Array.isArray(value) && value.every((item) => typeof item === "string"));
