import { notOneOf, type InputProblem } from "../conditions/problem.ts";
import { findFirst, isObject } from "../conditions/tree.ts";
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
export function findActionProblem(value: unknown, path: string): InputProblem | null {
  if (!isObject(value)) return [path, "must be an object"];
  const { type, ...given } = value;
  const known: readonly string[] = actionTypes;
  if (typeof type !== "string" || !known.includes(type))
    return notOneOf(`${path}.type`, actionTypes);
  const declaration: ActionDeclaration = actions[type as keyof typeof actions];
  const names = Object.keys(declaration.arguments);
  const demanded = names.filter((name) => !declaration.arguments[name]?.optional);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) return [`${path}.${unknown}`, `is no argument of ${type}`, names];
  const missing = demanded.filter((name) => given[name] === undefined);
  if (declaration.oneOf && missing.length !== demanded.length - 1)
    return [path, `must have exactly one of ${demanded.join(" and ")}`, demanded];
  if (!declaration.oneOf && missing.length > 0) return [`${path}.${missing[0]}`, "is missing"];
  return findFirst(Object.entries(declaration.arguments), ([name, argument]) =>
    given[name] === undefined
      ? null
      : findArgumentProblem(argument, given[name], `${path}.${name}`),
  );
}

function findArgumentProblem(
  argument: Argument,
  value: unknown,
  path: string,
): InputProblem | null {
  switch (argument.type) {
    case "row":
      return Number.isSafeInteger(value) && Number(value) > 0
        ? null
        : [path, `must be the id of a ${argument.to.replace("_", " ")}`];
    case "choice":
      return argument.values.some((allowed) => allowed === value)
        ? null
        : notOneOf(path, argument.values);
    case "text":
      return isText(value, argument.max)
        ? null
        : [path, `must be text of 1 to ${argument.max} characters`];
    case "integer":
      return isInteger(value, argument)
        ? null
        : [path, `must be a whole number from ${argument.min} to ${argument.max}`];
    case "time":
      return isTime(value) ? null : [path, "must be an RFC 3339 time with a zone"];
    case "flag":
      return typeof value === "boolean" ? null : [path, "must be true or false"];
    case "field":
      return typeof value === "string" && /^(chat|visitor)\.[a-z][a-z0-9_]{0,39}$/.test(value)
        ? null
        : [path, "must be the name of a field, such as visitor.plan"];
    case "field_value":
      return isFieldValue(value) ? null : [path, "must be a value of the field, or null"];
  }
}

const isText = (value: unknown, max: number): boolean =>
  typeof value === "string" && value.trim() !== "" && Array.from(value).length <= max;
const isInteger = (value: unknown, { min, max }: Extract<Argument, { type: "integer" }>): boolean =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
/** The kind of the field decides about the rest (FLD-010). */
const isFieldValue = (value: unknown): boolean =>
  value === null ||
  ["string", "number", "boolean"].includes(typeof value) ||
  (Array.isArray(value) && value.every((item) => typeof item === "string"));
