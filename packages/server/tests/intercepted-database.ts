import type pg from "pg";
import { createDb, type Db, type Sql } from "../src/store/database/sql.ts";

/**
 * Creates a database that calls `beforeMatch` once, before the first matching statement, to
 * simulate a concurrent change.
 */
export function interceptDatabase(
  pool: pg.Pool,
  matches: (text: string) => boolean,
  beforeMatch: () => Promise<void>,
): Db {
  const db = createDb(pool);
  let isDone = false;
  const intercept = (sql: Sql): Sql => ({
    async query(text, values) {
      if (!isDone && matches(text)) {
        isDone = true;
        await beforeMatch();
      }
      return sql.query(text, values);
    },
  });
  return { ...intercept(db), transaction: (run) => db.transaction((tx) => run(intercept(tx))) };
}
