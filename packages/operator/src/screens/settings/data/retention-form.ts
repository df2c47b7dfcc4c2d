import type { Retention, RetentionPatch } from "@parlour/protocol/api";

/**
 * Kinds of data whose retention this page sets. The log of the server process has a setting of its
 * own.
 */
export const retentionKinds = [
  "chats_days",
  "files_days",
  "visits_days",
  "addresses_days",
  "deliveries_days",
  "audit_days",
] as const;
export type RetentionKind = (typeof retentionKinds)[number];
/** Form values: the number of days as text. */
export type RetentionValues = Record<RetentionKind, string>;

const maxRetentionDays = 36_500;

export const toFormValues = ({ days }: Retention): RetentionValues =>
  Object.fromEntries(retentionKinds.map((kind) => [kind, String(days[kind])])) as RetentionValues;

/** Parses a whole number of days. Null if the text is invalid. */
export function parseDays(text: string): number | null {
  const trimmed = text.trim();
  return /^\d{1,5}$/.test(trimmed) && Number(trimmed) <= maxRetentionDays ? Number(trimmed) : null;
}
export const findInvalidKinds = (values: RetentionValues): readonly RetentionKind[] =>
  retentionKinds.filter((kind) => parseDays(values[kind]) === null);

/** Returns the request body for the given kinds of data. */
export function toPatchBody(
  values: RetentionValues,
  kinds: readonly RetentionKind[],
): RetentionPatch {
  return Object.fromEntries(
    kinds.flatMap((kind) =>
      parseDays(values[kind]) === null ? [] : [[kind, parseDays(values[kind])]],
    ),
  );
}
