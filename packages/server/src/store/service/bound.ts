import type { Reader } from "../reader.ts";

/** A query with its reader given. */
export const bound =
  <A extends readonly unknown[], R>(reader: Reader, query: (reader: Reader, ...rest: A) => R) =>
  (...rest: A): R =>
    query(reader, ...rest);
