import { refuse } from "../../core/failure.ts";
import { cleanText } from "../../core/text.ts";

/** Maximum number in a cursor: fits into a bigint, and exceeds the time in microseconds. */
const maxCursorValue = 9_000_000_000_000_000;

/** Encodes the list's name and the last row as an opaque cursor (API-004). */
export function encodeCursor(list: string, values: readonly (number | string)[]): string {
  return Buffer.from(JSON.stringify([list, ...values])).toString("base64url");
}

/**
 * Returns the values of the last row, or nothing without a cursor. Rejects one of another list
 * (H-255). A forged one selects only permitted rows.
 */
export function decodeCursor(
  list: string,
  cursor: string | undefined,
  length: number,
): readonly number[] {
  if (cursor === undefined) return [];
  const [name, ...values] = parseCursor(cursor);
  return name === list && values.length === length && values.every(isCursorValue)
    ? (values as number[])
    : refuseCursor();
}

/** As {@link decodeCursor}, for a cursor of an integer and a text. */
export function decodeTextCursor(list: string, cursor: string): readonly [number, string] {
  const [name, value, text, ...more] = parseCursor(cursor);
  return name === list && isCursorValue(value) && typeof text === "string" && more.length === 0
    ? [value as number, cleanText(text)]
    : refuseCursor();
}

const refuseCursor = (): never =>
  refuse(
    "invalid_request",
    "This cursor does not belong to this list. Start again without a cursor.",
    { field: "cursor" },
  );

/**
 * Cuts one page from rows of which one more than `limit` was read. `key`: the values of a row that
 * {@link decodeCursor} returns for the next page.
 */
export function cutPage<T>(
  list: string,
  rows: readonly T[],
  limit: number,
  key: (row: T) => readonly (number | string)[],
): { items: T[]; next_cursor: string | null } {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, next_cursor: last === undefined ? null : encodeCursor(list, key(last)) };
}

/** Returns one page, by ascending id, of a list that is short enough to be loaded completely. */
export function paginate<T extends { readonly id: number }>(
  list: string,
  rows: readonly T[],
  query: { readonly limit?: number; readonly cursor?: string },
): { items: T[]; next_cursor: string | null } {
  const [after = 0] = decodeCursor(list, query.cursor, 1);
  const limit = query.limit ?? 50;
  const remaining = rows.filter((row) => row.id > after);
  return cutPage(list, remaining, limit, ({ id }) => [id]);
}

/** Pages a list in an order of the account. The cursor counts rows: ids have no place. */
export function paginateInOrder<T>(
  list: string,
  rows: readonly T[],
  query: { readonly limit?: number; readonly cursor?: string },
): { items: T[]; next_cursor: string | null } {
  const [from = 0] = decodeCursor(list, query.cursor, 1);
  const next = from + (query.limit ?? 50);
  return {
    items: rows.slice(from, next),
    next_cursor: rows.length > next ? encodeCursor(list, [next]) : null,
  };
}

function parseCursor(cursor: string): readonly unknown[] {
  try {
    const parts = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")) as unknown;
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
const isCursorValue = (value: unknown): boolean =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= maxCursorValue;
