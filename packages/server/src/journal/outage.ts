import pg from "pg";
import { Refusal } from "../core/failure.ts";
import { NotConnected, OutcomeUnknown } from "./connection.ts";

/** The database is away, or has no means left: expected, and nobody's bug (journal.md 1, Errors). Classes 08, 40, 53, 55, 57, 58, read-only. */
export function isOutage(error: unknown): boolean {
  if (error instanceof NotConnected || error instanceof OutcomeUnknown) return true;
  if (error instanceof pg.DatabaseError) return /^(08|40|53|55|57|58)|^25006$/.test(error.code ?? "");
  return isLinkFault(error);
}
/** The connection broke or stays silent: nobody knows what became of what was asked. pg's own client and the socket below name no class. */
export function isLinkFault(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof pg.DatabaseError) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    (code !== undefined && /^E[A-Z]+$/.test(code)) ||
    /^Connection terminated|^timeout (exceeded|expired)|^Client (has encountered|was closed)|^Cannot use a pool|^Query read timeout/.test(
      error.message,
    )
  );
}
/** A write that was not acknowledged. */
export function unavailable(): Refusal {
  return new Refusal({
    failure: "temporarily_unavailable",
    message: "Not saved, or the outcome is unknown: the database does not answer. Try again shortly.",
    retryAfterMs: 1_000,
  });
}
/** An outage becomes its Refusal; everything else stays what it is. */
export function toRefusal(error: unknown): unknown {
  return isOutage(error) ? unavailable() : error;
}
/** SQLSTATE by which a database that answers refused to write, for want of means or because it is read-only (P18); null: another reason. */
export function wantOf(error: unknown): string | null {
  const code = error instanceof pg.DatabaseError ? (error.code ?? "") : "";
  return /^(53|58)|^25006$/.test(code) ? code : null;
}
