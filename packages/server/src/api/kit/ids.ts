import { refuse } from "../../core/failure.ts";

/** Parses an id of a path or query. Throws `not_found` for an id above 2^53, which cannot exist. */
export function parseId(text: string, objectName = "object"): number {
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : rejectNotFound(objectName);
}

/** Throws `not_found`, the same for missing, foreign and invisible objects (API-002). */
export function rejectNotFound(objectName: string): never {
  return refuse("not_found", `There is no such ${objectName}.`);
}
export function requireFound<T>(value: T | null, objectName: string): T {
  return value ?? rejectNotFound(objectName);
}
