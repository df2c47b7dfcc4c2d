import type { Reader } from "../database/reader.ts";

/** Binds a query to its reader. */
export const bindReader =
  <A extends readonly unknown[], R>(reader: Reader, query: (reader: Reader, ...rest: A) => R) =>
  (...rest: A): R =>
    query(reader, ...rest);
