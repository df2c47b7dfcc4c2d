import pg from "pg";
import { Refusal, type MovedTo } from "../../core/failure.ts";
import { NoPrimaryError } from "./hosts/database-client.ts";

export type { MovedTo };

/** A call got no response. The database may have committed it (journal.md 1). */
export class CommitOutcomeUnknownError extends Error {
  readonly batch: number;
  constructor(batch: number, cause: unknown) {
    super("the connection was lost during a batch", { cause });
    this.name = "OutcomeUnknown";
    this.batch = batch;
  }
}
/** Thrown if the database did not accept a connection or respond to a query in time. */
export class DatabaseUnavailableError extends Error {
  constructor(cause?: unknown) {
    super("the database does not answer", { cause });
    this.name = "NotConnected";
  }
}

/**
 * Returns whether the error is a database outage or a lack of resources, and not a bug (journal.md
 * 1, Errors): SQLSTATE classes 08, 40, 53, 55, 57, 58 and read-only mode.
 */
export function isDatabaseOutage(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError || error instanceof CommitOutcomeUnknownError)
    return true;
  if (error instanceof pg.DatabaseError)
    return /^(08|40|53|55|57|58)|^25006$/.test(error.code ?? "");
  return isConnectionError(error);
}
/**
 * Returns whether the connection broke or timed out, so that the outcome of the query is unknown,
 * or whether no server accepted writes.
 * Errors of the pg client and the socket have no SQLSTATE.
 */
export function isConnectionError(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof pg.DatabaseError) return false;
  if (error instanceof NoPrimaryError) return true;
  const { code } = error as NodeJS.ErrnoException;
  return (
    (code !== undefined && /^E[A-Z]+$/.test(code)) ||
    /^Connection terminated|^timeout (exceeded|expired)|^Client (has encountered|was closed)|^Cannot use a pool|^Query read timeout/.test(
      error.message,
    )
  );
}
/** Creates the Refusal for a write that the database did not confirm. */
export function storageUnavailable(): Refusal {
  return new Refusal({
    failure: "temporarily_unavailable",
    message: "The database is not responding, so the change may not be saved. Try again shortly.",
    retryAfterMs: 1_000,
  });
}
/** Converts a database outage, or a move of the account, to a Refusal. Returns others unchanged. */
export function toRefusal(error: unknown): unknown {
  return isDatabaseOutage(error) ? storageUnavailable() : (toMoveRefusal(error) ?? error);
}
/** Returns the Refusal for a change of an account that moves or has moved (`watch_move.sql`). */
export function toMoveRefusal(error: unknown): Refusal | null {
  if (!(error instanceof pg.DatabaseError)) return null;
  if (error.code === "22M02") return accountMoved(JSON.parse(error.detail ?? "{}") as MovedTo);
  return error.code === "22M01"
    ? new Refusal({
        failure: "temporarily_unavailable",
        message: "This account is moving to another server. Nothing was saved. Try again shortly.",
        retryAfterMs: 1_000,
      })
    : null;
}
/** Creates the Refusal of a request about an account that is at another installation. */
export function accountMoved(movedTo: MovedTo): Refusal {
  return new Refusal({
    failure: "account_moved",
    message: `This account has moved to ${movedTo.public}. Send your requests there.`,
    movedTo,
  });
}
/**
 * Returns the SQLSTATE if a reachable database rejected a write for lack of resources or because it
 * is read-only (P18). Returns null otherwise.
 */
export function getResourceShortage(error: unknown): string | null {
  const code = error instanceof pg.DatabaseError ? (error.code ?? "") : "";
  return /^(53|58)|^25006$/.test(code) ? code : null;
}
