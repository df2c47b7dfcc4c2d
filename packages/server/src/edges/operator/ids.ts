import { refuse } from "../../core/failure.ts";

/** Parses an id of a path or query. An id beyond 2^53 cannot exist and is rejected as not found. */
export function idOf(text: string, what = "object"): number {
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : unknown(what);
}

/**
 * Throws the same error if the object does not exist, belongs to another account or is not visible
 * (API-002).
 */
export function unknown(what: string): never {
  return refuse("not_found", `There is no such ${what}.`);
}
export function found<T>(value: T | null, what: string): T {
  return value ?? unknown(what);
}
