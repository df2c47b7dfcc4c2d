import { Refusal } from "../core/failure.ts";
import type { Clock } from "../core/ports.ts";
import type { DatabaseFacts } from "../store/queries/operation.ts";
import { tryRoom } from "../store/room.ts";
import type { Db } from "../store/sql.ts";
import { finding, type Finding } from "./finding.ts";

/** The answer of `/ready` comes within this, whatever the database does (P17), ms. */
const patienceMs = 1_500;
/** How long a free connection of the pool is waited for, ms; less than the answer may take. */
const poolPatienceMs = 1_000;
/** Connections that a node needs. */
const nodeConnections = 25;
/** How far two clocks may be apart, ms. */
const apartMs = 2_000;

/** What the journal knows of its database. */
export interface Writing {
  /** Milliseconds without a connection; 0: there is one. */
  readonly downMs: number;
  /** Batches that were refused for want of means, and the SQLSTATE of the last one. */
  readonly unwritten: { readonly count: number; readonly code: string };
}
export interface DatabaseDeps {
  readonly clock: Pick<Clock, "now" | "alarm">;
  readonly db: Db;
  readonly writing: () => Writing;
  /** Resolves when the connection that writes messages answers. */
  readonly askWriting: () => Promise<void>;
}

/**
 * Asks whether messages can be written (CFG-016). null: they can. A full disk takes what fits into pages that are there, so after a refusal
 * neither a smaller commit nor an answer counts, but a write that needs space; it is tried from here, because perhaps nobody is sent to a node
 * that is not ready (P18).
 */
export function openDatabaseCheck({ clock, db, writing, askWriting }: DatabaseDeps): () => Promise<Finding | null> {
  let forgiven = 0;
  const tryWriting = async ({ count, code }: Writing["unwritten"]): Promise<Finding | null> => {
    try {
      await tryRoom(db);
    } catch (error) {
      if (error instanceof Refusal) return refusal(code);
      // A missing right, for one, says nothing of means: it is told once.
      forgiven = count;
      return refusal(code);
    }
    forgiven = count;
    return null;
  };
  const hasFreeConnection = (): Promise<boolean> =>
    new Promise((tell) => {
      const cancel = clock.alarm(clock.now() + poolPatienceMs, () => tell(false));
      const end = (isFree: boolean): void => {
        cancel();
        tell(isFree);
      };
      db.query("select 1").then(
        () => end(true),
        () => end(false),
      );
    });
  /** Messages take the journal's connection; a pool without a free one refuses less (CFG-016). Rejects when messages cannot be written. */
  const askBoth = async (): Promise<Finding | null> => {
    const isFree = hasFreeConnection();
    await askWriting();
    return (await isFree) ? null : finding("database_pool");
  };
  return () => {
    const { downMs, unwritten } = writing();
    // The journal's own connection is the one that counts.
    if (downMs > 0) return Promise.resolve(finding("database_away"));
    return new Promise((tell) => {
      const cancel = clock.alarm(clock.now() + patienceMs, () => tell(finding("database_silent", { ms: patienceMs })));
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

/** What is wrong with a database that answers; or its version. */
export function judgeDatabase({ version, number, unsafe, weakCommit, mayCreateRole, hasRoles, free }: DatabaseFacts): readonly Finding[] {
  const found: Finding[] = [];
  if (number < 150_000) found.push(finding("database_old", { version }));
  if (unsafe.length > 0) found.push(finding("database_unsafe", { settings: unsafe.join(", ") }));
  if (weakCommit !== null) found.push(finding("database_standby", { setting: weakCommit }));
  if (!mayCreateRole && !hasRoles) found.push(finding("database_roles"));
  if (free < nodeConnections) found.push(finding("database_crowded", { count: free }));
  return found.length > 0 ? found : [finding("database_good", { version })];
}
/** How many Parlours use the database (CORE-180). */
export function judgeNodes({ nodes }: Pick<DatabaseFacts, "nodes">): Finding {
  return finding(nodes > 1 ? "nodes_several" : "nodes_good", { count: nodes });
}
/** `asked` and `answered`: this machine's time around the question, ms. */
export function judgeClock({ now }: Pick<DatabaseFacts, "now">, asked: number, answered: number): Finding {
  const apart = Math.round(Math.abs(now - (asked + answered) / 2));
  return apart > apartMs ? finding("clock_apart", { ms: apart }) : finding("clock_good");
}
