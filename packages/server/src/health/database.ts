import { Refusal } from "../core/failure.ts";
import type { Clock } from "../core/command.ts";
import type { DatabaseFacts } from "../store/queries/operation.ts";
import { tryRoom } from "../store/room.ts";
import type { Db } from "../store/sql.ts";
import { finding, type Finding } from "./finding.ts";

/** Maximum response time of `/ready` in milliseconds, whatever the database does (P17). */
const patienceMs = 1_500;
/** Maximum wait for a free pool connection in milliseconds. Less than the total response time. */
const poolPatienceMs = 1_000;
/** Number of connections that a node needs. */
const nodeConnections = 25;
/** Maximum difference between two clocks in milliseconds. */
const apartMs = 2_000;

/** State of the journal's database connection. */
export interface Writing {
  /** Milliseconds since the connection was lost, or 0 while connected. */
  readonly downMs: number;
  /** Batches rejected for lack of resources, with the last SQLSTATE. */
  readonly unwritten: { readonly count: number; readonly code: string };
}
export interface DatabaseDeps {
  readonly clock: Pick<Clock, "now" | "scheduleAt">;
  readonly db: Db;
  readonly writing: () => Writing;
  /** Resolves if the write connection answers. */
  readonly askWriting: () => Promise<void>;
}

/**
 * Creates the check whether messages can be written (CFG-016). It resolves with null if they can. A
 * full disk still accepts data that fits into existing pages. After a rejection, neither a smaller
 * commit nor an answer proves recovery, only a write that allocates space. The check makes this
 * write itself, because a node that is not ready may receive no requests (P18).
 */
export function openDatabaseCheck({ clock, db, writing, askWriting }: DatabaseDeps): () => Promise<Finding | null> {
  let forgiven = 0;
  const tryWriting = async ({ count, code }: Writing["unwritten"]): Promise<Finding | null> => {
    try {
      await tryRoom(db);
    } catch (error) {
      if (error instanceof Refusal) return refusal(code);
      // Other errors, such as a missing permission, say nothing about resources. They are reported
      // once.
      forgiven = count;
      return refusal(code);
    }
    forgiven = count;
    return null;
  };
  const hasFreeConnection = (): Promise<boolean> =>
    new Promise((tell) => {
      const cancel = clock.scheduleAt(clock.now() + poolPatienceMs, () => tell(false));
      const end = (isFree: boolean): void => {
        cancel();
        tell(isFree);
      };
      db.query("select 1").then(
        () => end(true),
        () => end(false),
      );
    });
  /**
   * Messages use the journal's connection, so an exhausted pool is only a warning (CFG-016).
   * Rejects if messages cannot be written.
   */
  const askBoth = async (): Promise<Finding | null> => {
    const isFree = hasFreeConnection();
    await askWriting();
    return (await isFree) ? null : finding("database_pool");
  };
  return () => {
    const { downMs, unwritten } = writing();
    // The journal's own connection decides.
    if (downMs > 0) return Promise.resolve(finding("database_away"));
    return new Promise((tell) => {
      const cancel = clock.scheduleAt(clock.now() + patienceMs, () => tell(finding("database_silent", { ms: patienceMs })));
      const end = (found: Finding | null): void => {
        cancel();
        tell(found);
      };
      if (unwritten.count > forgiven) void tryWriting(unwritten).then(end);
      else askBoth().then(end, () => end(finding("database_closed")));
    });
  };
}
function refusal(code: string): Finding {
  if (code === "53100") return finding("database_full");
  if (code === "25006") return finding("database_read_only");
  return finding("database_unwritable", { reason: code });
}

/** Returns the problems of a reachable database, or its version if there are none. */
export function judgeDatabase({ version, number, unsafe, weakCommit, mayCreateRole, hasRoles, free }: DatabaseFacts): readonly Finding[] {
  const found: Finding[] = [];
  if (number < 150_000) found.push(finding("database_old", { version }));
  if (unsafe.length > 0) found.push(finding("database_unsafe", { settings: unsafe.join(", ") }));
  if (weakCommit !== null) found.push(finding("database_standby", { setting: weakCommit }));
  if (!mayCreateRole && !hasRoles) found.push(finding("database_roles"));
  if (free < nodeConnections) found.push(finding("database_crowded", { count: free }));
  return found.length > 0 ? found : [finding("database_good", { version })];
}
/** Checks how many nodes use the database (CORE-180). */
export function judgeNodes({ nodes }: Pick<DatabaseFacts, "nodes">): Finding {
  return finding(nodes > 1 ? "nodes_several" : "nodes_good", { count: nodes });
}
/**
 * Compares the clocks. `askedAt` and `answeredAt`: local time before and after the query in
 * milliseconds.
 */
export function judgeClock({ now }: Pick<DatabaseFacts, "now">, asked: number, answered: number): Finding {
  const apart = Math.round(Math.abs(now - (asked + answered) / 2));
  return apart > apartMs ? finding("clock_apart", { ms: apart }) : finding("clock_good");
}
