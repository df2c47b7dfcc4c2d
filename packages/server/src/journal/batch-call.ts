import type { JournalEntry } from "./entry.ts";
import type { Group, Step } from "./group.ts";
import type { ChangeJob } from "./job.ts";

/** Result of `commit_batch` or `commit_messages`. */
export interface BatchResult {
  readonly status: readonly number[];
  readonly base: readonly number[];
  readonly seq: readonly number[];
  readonly number: readonly number[];
}
/**
 * Result of one unit. `stale`: its state had changed. `known`: a key or client id was used before.
 */
export const groupStatus = { written: 0, stale: 1, known: 2 } as const;

/** Commands of one visitor, or one change of a delivery. Written or rejected as a whole. */
export type Unit = { readonly group: Group } | { readonly change: ChangeJob };

/** Returns the account of a unit and the number of entries that the unit writes. */
export function entriesOf(unit: Unit): [account: number, entries: number] {
  return "group" in unit ? [unit.group.account, unit.group.events.length] : [unit.change.account, 1];
}

/**
 * One database call that writes a whole batch. It also maps the result back to entries and answers.
 */
export interface BatchCall {
  readonly units: readonly Unit[];
  /** True if the batch contains deliveries. */
  readonly owes: boolean;
  /** Name and text of the prepared statement. */
  readonly name: string;
  readonly text: string;
  values(node: number, batch: number): readonly (number | boolean | Buffer | null)[];
  /**
   * Returns the query that finds the result of this call after its answer was lost. Its
   * `parseResult` returns null if nothing was written.
   */
  lookUp(node: number, batch: number): LookUp;
  /** Returns the status of the n-th unit, one of `commitStatus`. */
  statusOf(result: BatchResult, n: number): number;
  /**
   * Returns the written entries per account, in ascending order. `base` is the position before the
   * first entry.
   */
  entries(result: BatchResult): readonly { account: number; base: number; entries: readonly JournalEntry[] }[];
  /** Returns the visitor number of a batch. The write assigns the number of a new visitor. */
  numberOf(group: Group, result: BatchResult): number | null;
  /** Returns an answer with its reserved slots filled (see `Decision` in `core/ports.ts`). */
  answer(group: Group, step: AnsweredStep, result: BatchResult): string;
}
/** A query that finds the result of a call whose answer was lost. */
export interface LookUp {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  resultOf(rows: readonly Readonly<Record<string, unknown>>[]): BatchResult | null;
}
/** A command with its answer, whose reserved slots are not filled yet. */
export type AnsweredStep = Pick<Extract<Step, { readonly kind: "answered" }>, "answer" | "chat" | "count">;
