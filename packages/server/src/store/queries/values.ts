/** The values of one query: `values.put(x)` gives the placeholder that stands for x in its text. */
export interface Values {
  readonly list: readonly unknown[];
  put(value: unknown): string;
}

export function values(...first: readonly unknown[]): Values {
  const list = [...first];
  return { list, put: (value) => `$${list.push(value)}` };
}

/** bigint columns come as text; all of ours stay below 2^53 (CORE-004). */
export const int = (value: string | number): number => Number(value);
export const intOrNull = (value: string | number | null): number | null => (value === null ? null : Number(value));

/** API-001: RFC 3339 UTC with milliseconds. */
export const iso = (value: Date | string): string => new Date(value).toISOString();
export const isoOrNull = (value: Date | string | null): string | null => (value === null ? null : iso(value));

/** A pattern for `ilike` that finds `text` anywhere, whatever signs it holds (H-258). */
export const anywhere = (text: string): string => `%${text.replaceAll(/[\\%_]/gu, "\\$&")}%`;

/**
 * A timestamp as a whole number of microseconds: exact, so that a keyset page neither skips nor repeats a row. Floats are off by less than half a
 * microsecond until 2106, and the cast rounds; `extract` counts in decimals, which costs several times as much.
 */
export const microseconds = (column: string): string => `(date_part('epoch', ${column}) * 1000000)::bigint`;
export const fromMicroseconds = (placeholder: string): string =>
  `(timestamptz 'epoch' + ${placeholder}::bigint * interval '1 microsecond')`;

/**
 * A join that is a look by key for every row before it, whatever the planner believes of sizes: `offset 0` keeps it from hashing the whole
 * table, which it does on tables that were never analysed (journal.md 2).
 */
export const byKey = (table: string, alias: string, on: string): string =>
  `cross join lateral (select ${alias}.* from ${table} ${alias} where ${on} offset 0) ${alias}`;
