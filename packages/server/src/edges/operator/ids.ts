import { refuse } from "../../core/failure.ts";

/** An id of a path or query that the schema let through; one beyond 2^53 names nothing, so it is as unknown as any other. */
export function idOf(text: string, what = "object"): number {
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : unknown(what);
}

/** The same answer for what does not exist, belongs to another account or is out of sight (API-002). */
export function unknown(what: string): never {
  return refuse("not_found", `There is no such ${what}.`);
}
export function found<T>(value: T | null, what: string): T {
  return value ?? unknown(what);
}
