import type pg from "pg";
import { createDb, type Db, type Sql } from "../src/store/sql.ts";

/**
 * Creates a database that calls `beforeMatch` once, before the first matching statement, to
 * simulate a concurrent change.
 */
export function hookedDb(pool: pg.Pool, fits: (text: string) => boolean, then: () => Promise<void>): Db {
  const db = createDb(pool);
  let isDone = false;
  const hooked = (sql: Sql): Sql => ({
    async query(text, values) {
      if (!isDone && fits(text)) {
        isDone = true;
        await then();
      }
      return sql.query(text, values);
    },
  });
  return { ...hooked(db), transaction: (run) => db.transaction((tx) => run(hooked(tx))) };
}
