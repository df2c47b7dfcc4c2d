import { notOneOf, type InputProblem } from "../conditions/problem.ts";
import { findFirst, isObject } from "../conditions/tree.ts";
import { findProblem } from "../settings/problems.ts";
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
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) return [`${path}.${unknown}`, `is no argument of ${type}`, names];
  const missing = names.find((name) => given[name] === undefined);
  const isComplete = declaration.oneOf ? Object.keys(given).length === 1 : missing === undefined;
  if (!isComplete)
    return declaration.oneOf
      ? [path, `must have exactly one of ${names.join(" and ")}`, names]
      : [`${path}.${missing}`, "is missing"];
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
      return typeof value === "string" && findProblem(argument, value) === null
        ? null
        : [path, `must be text of 1 to ${argument.max} characters`];
  }
}
