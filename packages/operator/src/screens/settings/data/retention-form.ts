import type { Retention, RetentionPatch } from "@parlour/protocol/api";

/** Kinds of data that this page sets. The log of the server process has its own setting. */
export const retentionKinds = ["chats_days", "files_days", "visits_days", "addresses_days", "deliveries_days", "audit_days"] as const;
export type RetentionKind = (typeof retentionKinds)[number];
/** Form values: days as text. */
export type RetentionValues = Record<RetentionKind, string>;

const longest = 36_500;

export const valuesOf = ({ days }: Retention): RetentionValues =>
  Object.fromEntries(retentionKinds.map((kind) => [kind, String(days[kind])])) as RetentionValues;

/** Parses a whole number of days. null: invalid. */
export function daysOf(text: string): number | null {
  const typed = text.trim();
  return /^\d{1,5}$/.test(typed) && Number(typed) <= longest ? Number(typed) : null;
}
export const wrongOf = (values: RetentionValues): readonly RetentionKind[] =>
  retentionKinds.filter((kind) => daysOf(values[kind]) === null);

/** Returns the request body for these kinds. */
export function patchOf(values: RetentionValues, kinds: readonly RetentionKind[]): RetentionPatch {
  return Object.fromEntries(kinds.flatMap((kind) => (daysOf(values[kind]) === null ? [] : [[kind, daysOf(values[kind])]])));
}
