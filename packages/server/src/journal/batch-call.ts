import type { JournalEntry } from "./entry.ts";
import type { Group, Step } from "./group.ts";
import type { ChangeJob } from "./job.ts";

/** What `commit_batch` and `commit_messages` gave back. */
export interface BatchResult {
  readonly status: readonly number[];
  readonly base: readonly number[];
  readonly seq: readonly number[];
  readonly number: readonly number[];
}
export const groupStatus = { written: 0, stale: 1, known: 2 } as const;

export type Unit = { readonly group: Group } | { readonly change: ChangeJob };

/** Whose entries a unit writes, and how many. */
export function entriesOf(unit: Unit): [account: number, entries: number] {
  return "group" in unit ? [unit.group.account, unit.group.events.length] : [unit.change.account, 1];
}

/** One call that writes all its units or none, and the way from its result back to entries and answers. */
export interface BatchCall {
  readonly units: readonly Unit[];
  /** Something in it is owed to endpoints. */
  readonly owes: boolean;
  /** Name and text of the prepared statement. */
  readonly name: string;
  readonly text: string;
  values(node: number, batch: number): readonly (number | boolean | Buffer | null)[];
  /** A query that shows after a cut call what became of it, and its answer; null: nothing was written. */
  lookUp(node: number, batch: number): LookUp;
  /** What became of the n-th unit: one of groupStatus. */
  statusOf(result: BatchResult, n: number): number;
  /** Entries of what was written, by account, ascending; with the position before the first. */
  entries(result: BatchResult): readonly { account: number; base: number; entries: readonly JournalEntry[] }[];
  /** The number of a group's visitor, given by the write when it is new. */
  numberOf(group: Group, result: BatchResult): number | null;
  /** An answer with its slots filled (core/ports.ts, Decision). */
  answer(group: Group, step: AnsweredStep, result: BatchResult): string;
}
export interface LookUp {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  resultOf(rows: readonly Readonly<Record<string, unknown>>[]): BatchResult | null;
}
export type AnsweredStep = Pick<Extract<Step, { readonly kind: "answered" }>, "answer" | "chat" | "count">;
