import { refuse } from "../../core/failure.ts";

/** Largest place that a cursor can name: PostgreSQL's bigint holds it and no present time in microseconds reaches it. */
const most = 9_000_000_000_000_000;

/** A page's place as opaque text (API-004): the list's name and whole numbers. */
export function cursorOf(list: string, place: readonly number[]): string {
  return Buffer.from(JSON.stringify([list, ...place])).toString("base64url");
}

/**
 * The numbers of a cursor of this list. Cursors are not trusted: one that this list did not make is refused (H-255), and whatever passes
 * only moves the place within what the asker may see.
 */
export function placeOf(list: string, cursor: string, length: number): readonly number[] {
  const parts = parsed(cursor);
  if (!Array.isArray(parts) || parts.length !== length + 1 || parts[0] !== list || !parts.slice(1).every(isPlace)) {
    return refuse("invalid_request", "This cursor is not of this list. Begin again without one.", { field: "cursor" });
  }
  return parts.slice(1) as number[];
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")) as unknown;
  } catch {
    return null;
  }
}
const isPlace = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most;
