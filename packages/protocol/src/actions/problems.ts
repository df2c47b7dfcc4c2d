import { isObject } from "../conditions/tree.ts";
import { findProblem } from "../settings/problems.ts";
import {
  actions,
  actionTypes,
  maxActions,
  type ActionDeclaration,
  type Argument,
} from "./actions.ts";

/** The invalid part of an action, with the allowed values if they are a list. */
export type ActionProblem = readonly [path: string, problem: string, allowed?: readonly string[]];

/** Returns the first problem of a list of actions in JSON form, or null (ACT-011). */
export function findActionsProblem(value: unknown, path: string): ActionProblem | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > maxActions)
    return [path, `must be a list of 1 to ${maxActions} actions`];
  for (const [n, action] of value.entries()) {
    const problem = findActionProblem(action, `${path}[${n}]`);
    if (problem !== null) return problem;
  }
  return null;
}

/** Returns the first problem of an action in JSON form, or null. Paths begin with `path`. */
export function findActionProblem(value: unknown, path: string): ActionProblem | null {
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
  for (const [name, argument] of Object.entries(declaration.arguments)) {
    const problem =
      given[name] === undefined
        ? null
        : findArgumentProblem(argument, given[name], `${path}.${name}`);
    if (problem !== null) return problem;
  }
  return null;
}

function findArgumentProblem(
  argument: Argument,
  value: unknown,
  path: string,
): ActionProblem | null {
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

const notOneOf = (path: string, allowed: readonly string[]): ActionProblem => [
  path,
  `must be ${allowed.join(" or ")}`,
  allowed,
];
