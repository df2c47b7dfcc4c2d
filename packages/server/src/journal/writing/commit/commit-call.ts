import type { JournalEntry } from "../../entry.ts";
import type { ChatWorkingState, VisitorBatch, CommandOutcome } from "../visitor-batch.ts";
import type { DeliveryChangeJob } from "../jobs.ts";

/** Result of `commit_batch`. That of `commit_messages` is empty. */
export interface CommitResult {
  readonly status: readonly number[];
  readonly base: readonly number[];
  readonly seq: readonly number[];
  readonly number: readonly number[];
}
/**
 * Result of one unit. `stale`: the stored state had changed. `known`: an idempotency key or client
 * id was used before.
 */
export const commitStatus = { written: 0, stale: 1, known: 2 } as const;

/**
 * The commands of one visitor, or one change of a delivery. A unit is written or rejected as a
 * whole.
 */
export type CommitUnit = VisitorBatchUnit | { readonly change: DeliveryChangeJob };
export interface VisitorBatchUnit {
  readonly visitorBatch: VisitorBatch;
}

/** Returns the account of a unit and the number of entries that the unit writes. */
export function countEntries(unit: CommitUnit): [account: number, entries: number] {
  return "visitorBatch" in unit
    ? [unit.visitorBatch.account, unit.visitorBatch.events.length]
    : [unit.change.account, 1];
}

/**
 * One database call that writes a whole batch. It also maps the result back to entries and answers
 * for callers.
 */
export interface CommitCall {
  readonly units: readonly CommitUnit[];
  readonly hasDeliveries: boolean;
  /**
   * The only database session on which the call may be made, or undefined if any will do. See
   * `GatewayConnection.session`.
   */
  readonly session?: number;
  /** Name and text of the prepared statement. */
  readonly name: string;
  readonly text: string;
  values(node: number, batch: number): readonly (number | boolean | string | Buffer | null)[];
  /** Parses the text that the statement returned. */
  parseResult(text: string): CommitResult;
  /**
   * Returns the query that finds the result of this call if its response was lost. `parseResult` of
   * the query returns null if nothing was written.
   */
  createOutcomeLookup(node: number, batch: number): OutcomeLookup;
  /** Returns the status of the unit with index `n`, one of `commitStatus`. */
  getStatus(result: CommitResult, n: number): number;
  /**
   * Returns the written entries of each account, in ascending order. `base` is the position before
   * the first entry.
   */
  entries(
    result: CommitResult,
  ): readonly { account: number; base: number; entries: readonly JournalEntry[] }[];
  /** Returns the `seq` of the chat's last message after the batch, if it was written. */
  getLastSeq(chat: ChatWorkingState, result: CommitResult): number;
  /**
   * Returns the visitor number of a batch. A new visitor gets the number when the batch is written.
   */
  getVisitorNumber(visitorBatch: VisitorBatch, result: CommitResult): number | null;
  /**
   * Returns the answer of a command with its placeholders filled (see `Decision` in
   * `core/command.ts`).
   */
  answer(visitorBatch: VisitorBatch, step: AnsweredCommand, result: CommitResult): string;
}
/** A query that finds the result of a call whose response was lost. */
export interface OutcomeLookup {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  parseResult(rows: readonly Readonly<Record<string, unknown>>[]): CommitResult | null;
}
/** A command with its answer, whose placeholders are not filled yet. */
export type AnsweredCommand = Pick<
  Extract<CommandOutcome, { readonly kind: "answered" }>,
  "answer" | "chat" | "count"
>;
