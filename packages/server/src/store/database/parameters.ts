/** Parameters of one query. `put(x)` adds x and returns its placeholder for the query text. */
export interface QueryParameters {
  readonly list: readonly unknown[];
  put(value: unknown): string;
}

export function createParameters(...first: readonly unknown[]): QueryParameters {
  const list = [...first];
  return { list, put: (value) => `$${list.push(value)}` };
}

/** Converts a bigint column, which arrives as text. Values are below 2^53 (CORE-004). */
export const toInteger = (value: string | number): number => Number(value);
export const toIntegerOrNull = (value: string | number | null): number | null =>
  value === null ? null : Number(value);

/** Formats a time as RFC 3339 in UTC with milliseconds (API-001). */
export const toIsoTime = (value: Date | string): string => new Date(value).toISOString();
export const toIsoTimeOrNull = (value: Date | string | null): string | null =>
  value === null ? null : toIsoTime(value);

/** Returns an `ilike` pattern that finds `text` anywhere, with escaped characters (H-258). */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/gu, "\\$&")}%`;

/**
 * Returns SQL for a timestamp as an integer of microseconds. It is exact, so that a keyset page
 * neither skips nor repeats a row: floats are off by less than half a microsecond until 2106, and
 * the cast rounds. `extract` computes with decimals, which is several times slower.
 */
export const toMicroseconds = (column: string): string =>
  `(date_part('epoch', ${column}) * 1000000)::bigint`;
export const fromMicroseconds = (placeholder: string): string =>
  `(timestamptz 'epoch' + ${placeholder}::bigint * interval '1 microsecond')`;

/**
 * Returns a join that looks up each row by key, whatever row counts the planner estimates. `offset
 * 0` prevents a hash of the whole table, which PostgreSQL chooses for tables that were never
 * analysed (journal.md 2).
 */
export const lookupJoin = (table: string, alias: string, on: string): string =>
  `cross join lateral (select ${alias}.* from ${table} ${alias} where ${on} offset 0) ${alias}`;

/** Limits a subquery to all of its `count` rows, of which a kept plan expects only a tenth. */
export const fewRows = (count: string): string => `limit ${count}`;
