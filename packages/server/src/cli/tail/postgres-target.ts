import { openShortPool } from "../../store/database/connections.ts";
import { createDb } from "../../store/database/sql.ts";
import {
  clearEventCopy,
  copyEvents,
  findCopiedCursor,
  prepareEventCopy,
} from "../../store/event-copy/copy-events.ts";
import { StartError } from "../../embedded/start-error.ts";
import type { Clock } from "../../core/command.ts";
import { listCopyTables } from "./tables.ts";
import type { EventTarget } from "./targets.ts";

/**
 * Copies events into a schema of a PostgreSQL database, with tables of the latest states. A page is
 * one transaction with its cursor.
 */
export async function openPostgresTarget(
  url: string,
  schema: string,
  clock: Clock,
): Promise<EventTarget> {
  const pool = openShortPool({ connectionString: url, max: 1, application_name: "parlour tail" });
  const db = createDb(pool);
  const copy = { schema, tables: listCopyTables() };
  let cursor: string | null;
  try {
    cursor = await db.transaction(async (tx) => {
      await prepareEventCopy(tx, copy);
      return findCopiedCursor(tx, copy);
    });
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    findCursor: () => Promise.resolve(cursor),
    async write(page) {
      const isWritten = await db.transaction((tx) =>
        copyEvents(tx, copy, page, { after: cursor, now: clock.now() }),
      );
      if (!isWritten)
        throw new StartError("another process writes to the same tables; this one ends", 1);
      ({ cursor } = page);
    },
    async reset() {
      await db.transaction((tx) => clearEventCopy(tx, copy));
      cursor = null;
    },
    close: () => pool.end(),
  };
}
