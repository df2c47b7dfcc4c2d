/** The invalid part of a condition or action, with the allowed values if they are a list. */
export type InputProblem = readonly [path: string, problem: string, allowed?: readonly string[]];

/** Returns the problem of a value that is none of the allowed ones. */
export const notOneOf = (path: string, allowed: readonly string[]): InputProblem => [
  path,
  `must be ${allowed.join(" or ")}`,
  allowed,
];
