import { evictOldest } from "../core/bounded-map.ts";
import {
  startJobWorker,
  type JobPort,
  type JobWorker,
  type JobWorkerDeps,
} from "../actions/job-worker.ts";
import type { Db } from "../store/database/sql.ts";
import {
  claimSiteImports,
  findNextDue,
  insertSiteImport,
  removeOldSiteImports,
  takeSiteImport,
} from "../store/sites/site-import.ts";
import { saveSiteItem, takeSiteItem, type SiteLimits } from "../store/sites/site-item.ts";
import { readItem, type ReadDeps } from "./read-item.ts";

export interface SiteImportDeps extends JobWorkerDeps, Omit<ReadDeps, "robots"> {
  readonly db: Db;
}
/** A site as an operator names it. `prefix`: how addresses of its sitemap begin, or null. */
interface NamedSite {
  readonly operatorId: number;
  readonly address: string;
  readonly prefix: string | null;
}
export interface SiteImportPort extends JobPort {
  /** Stores an import and begins to read. Returns its id. */
  readonly create: (account: number, site: NamedSite) => Promise<number>;
}
export interface SiteImports extends JobWorker, SiteImportPort {
  /** Deletes imports that ended 7 days ago (ART-080). */
  cleanUp(): Promise<void>;
}

/** Pause between two requests of a node, and what one import reads (ART-081). */
const pauseMs = 500;
const limits: SiteLimits = {
  items: { sitemap: 50, page: 500, picture: 1_000 },
  pictureBytes: 100 * 1024 * 1024,
};
const retentionMs = 7 * 24 * 3_600_000;
const maxRobots = 500;

/** Starts what reads the pages of sites for imports of articles (ART-080). */
export function startSiteImports(deps: SiteImportDeps): SiteImports {
  const { clock, db, journal, onFault } = deps;
  const robots: ReadDeps["robots"] = new Map();
  const closing = new AbortController();
  let cancelAlarm = (): void => undefined;

  const processNext = async (): Promise<boolean> => {
    const job = await takeSiteImport(db, { node: journal.node, now: clock.now() });
    if (job === null) {
      const due = await findNextDue(db, journal.node);
      cancelAlarm();
      if (due !== null && !closing.signal.aborted)
        cancelAlarm = clock.scheduleAt(due, () => worker.wake());
      return false;
    }
    const item = await takeSiteItem(db, job);
    if (item === null) throw new Error(`the import ${job.id} reads without an address`);
    const outcome = await readItem({ ...deps, robots }, job, item, closing.signal).catch(
      (error: unknown) => {
        onFault(error);
        return { state: "left_out", code: "unreadable", dueAt: clock.now() } as const;
      },
    );
    evictOldest(robots, maxRobots);
    if (outcome !== null) await saveSiteItem(db, job, item, { outcome, limits, now: clock.now() });
    return outcome !== null;
  };
  const worker = startJobWorker(deps, {
    pauseMs,
    claim: (nodes) => claimSiteImports(db, journal.node, nodes),
    processNext,
  });
  return {
    ...worker,
    async create(account, site) {
      const given = { ...site, node: journal.node, now: clock.now() };
      const id = await insertSiteImport(db, account, given);
      worker.wake();
      return id;
    },
    async close() {
      closing.abort();
      cancelAlarm();
      await worker.close();
    },
    cleanUp: () => removeOldSiteImports(db, clock.now() - retentionMs),
  };
}
