import { defaultRetention } from "@parlour/protocol/api";
import { applyRetention } from "../store/erasure/retention.ts";
import { readRetention } from "../store/settings/account/retention.ts";
import type { Db } from "../store/database/sql.ts";
import type { Clock } from "../core/command.ts";
import type { Log } from "../log.ts";

export interface RetentionDeps {
  readonly clock: Clock;
  readonly db: Db;
  readonly log: Log;
}

/** Creates the job that removes data by age during the cleanup (CORE-115). */
export function createRetentionJob({ clock, db, log }: RetentionDeps): {
  cleanUp(): Promise<void>;
  close(): void;
} {
  let isClosed = false;
  return {
    async cleanUp() {
      const { own, file } = await readRetention(db);
      const counts = await applyRetention(
        { db, now: () => clock.now(), isClosed: () => isClosed },
        { ...defaultRetention, ...own, ...file },
      );
      if (Object.values(counts).some((count) => count > 0))
        log.info({ counts }, "retention.removed");
    },
    close() {
      isClosed = true;
    },
  };
}
