import type { DeliveryLane } from "../../../core/delivery/planner.ts";
import type { AssignedNumbers } from "../../../core/draft.ts";
import type { JournalEntry } from "../../entry.ts";
import type { ChatWorkingState, VisitorBatch, CommandOutcome } from "../visitor-batch.ts";

/** Result of `commit_batch`. That of `commit_messages` is empty. */
export interface CommitResult {
  readonly status: readonly number[];
  readonly base: readonly number[];
  readonly seq: readonly number[];
  readonly number: readonly number[];
  readonly chat_number: readonly (number | null)[];
}
/** Result. `stale`: the stored state had changed. `known`: the key or id was used before. */
export const commitStatus = { written: 0, stale: 1, known: 2 } as const;

/** One database call that writes entries, with the data that is needed to publish them. */
export interface CommitCall<Result> {
  /** Number of commands and changes. */
  readonly size: number;
  /** Lanes with new deliveries. null: other changes may have made deliveries due. */
  readonly lanes: readonly DeliveryLane[] | null;
  /** The only session for the call, or undefined. See `GatewayConnection.session`. */
  readonly session?: number;
  /** Name and text of the prepared statement. */
  readonly name: string;
  readonly text: string;
  values(node: number, batch: number): readonly (number | boolean | string | Buffer | null)[];
  /** Parses the text that the statement returned. */
  parseResult(text: string): Result;
  /**
   * Returns the query that finds the result of this call if its response was lost. `parseResult` of
   * the query returns null if nothing was written.
   */
  createOutcomeLookup(node: number, batch: number): OutcomeLookup<Result>;
  countEntries(): ReadonlyMap<number, number>;
  /** Returns the written entries by account. `base`: position before the first one. */
  entries(result: Result): readonly AccountEntries[];
}
export interface AccountEntries {
  readonly account: number;
  readonly base: number;
  readonly entries: readonly JournalEntry[];
}
/** A query that finds the result of a call whose response was lost. */
export interface OutcomeLookup<Result> {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  parseResult(rows: readonly Readonly<Record<string, unknown>>[]): Result | null;
}
/** Returns the query for a result in the node's row, which the next call replaces. */
export function createNodeLookup<Result>(
  node: number,
  batch: number,
  parseResult: (text: string) => Result,
): OutcomeLookup<Result> {
  return {
    name: "last_batch",
    text: "select last_result from node where id = $1 and last_batch = $2",
    values: [node, batch],
    parseResult: ([row]) =>
      typeof row?.["last_result"] === "string" ? parseResult(row["last_result"]) : null,
  };
}

/** Writes visitor batches, each as a whole or not at all. */
export interface VisitorCommitCall extends CommitCall<CommitResult> {
  readonly visitorBatches: readonly VisitorBatch[];
  /** Returns the status of the visitor batch with index `n`, one of `commitStatus`. */
  getStatus(result: CommitResult, n: number): number;
  /** Returns the `seq` of the chat's last message after the batch, if it was written. */
  getLastSeq(chat: ChatWorkingState, result: CommitResult): number;
  /** Returns the number of a chat, or null if it has none yet. A new chat gets one in the batch. */
  getChatNumber(chat: ChatWorkingState, result: CommitResult): number | null;
  /** Returns the visitor number. A new visitor gets it when the batch is written. */
  getVisitorNumber(visitorBatch: VisitorBatch, result: CommitResult): number | null;
  getNumbers(
    visitorBatch: VisitorBatch,
    step: AnsweredCommand,
    result: CommitResult,
  ): AssignedNumbers;
}
export type AnsweredCommand = Extract<CommandOutcome, { readonly kind: "answered" }>;
/** Returns the number of commands of these visitor batches. */
export function countCommands(visitorBatches: readonly VisitorBatch[]): number {
  return visitorBatches.reduce((sum, { outcomes }) => sum + outcomes.length, 0);
}
/** Returns the accounts of these visitor batches, each with the number of their entries. */
export function countVisitorEntries(
  visitorBatches: readonly VisitorBatch[],
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { account, events } of visitorBatches)
    counts.set(account, (counts.get(account) ?? 0) + events.length);
  return counts;
}
