import type { Chat } from "@parlour/protocol";

/** Filter of a list, by ids. A chat must match every given part. */
export interface Narrow {
  readonly channel?: number;
  readonly department?: number;
  /** Id of the assigned operator. */
  readonly operator?: number;
  readonly tag?: number;
  /** Language of the visitor's chat window. `de` also matches `de-AT`. */
  readonly language?: string;
}
export interface SavedNarrow {
  readonly name: string;
  readonly narrow: Narrow;
}
/** Filters of one operator, stored in this browser. */
export interface Kept {
  readonly narrow: Narrow;
  readonly saved: readonly SavedNarrow[];
}

export const narrowParts = ["channel", "department", "operator", "tag", "language"] as const;
export type NarrowPart = (typeof narrowParts)[number];
/** Limit that keeps the list of saved filters usable. */
export const mostSaved = 20;

export function isNarrow(narrow: Narrow): boolean {
  return narrowParts.some((part) => narrow[part] !== undefined);
}

export function sameNarrow(a: Narrow, b: Narrow): boolean {
  return narrowParts.every((part) => a[part] === b[part]);
}

/** Returns whether a chat matches the filter. */
export function fits(chat: Pick<Chat, "channel" | "department" | "assignee" | "tags" | "session">, narrow: Narrow): boolean {
  return (
    (narrow.channel === undefined || chat.channel.id === narrow.channel) &&
    (narrow.department === undefined || chat.department?.id === narrow.department) &&
    (narrow.operator === undefined || chat.assignee?.id === narrow.operator) &&
    (narrow.tag === undefined || (chat.tags ?? []).some((tag) => tag.id === narrow.tag)) &&
    (narrow.language === undefined || languageOf(chat.session) === narrow.language)
  );
}

/** Returns the language without its country. Null if unknown. */
function languageOf(session: Chat["session"]): string | null {
  return session?.language?.split("-")[0]?.toLowerCase() ?? null;
}

/** Adds a saved filter. Replaces one of the same name. Above the limit the oldest is removed. */
export function withSaved(saved: readonly SavedNarrow[], name: string, narrow: Narrow): readonly SavedNarrow[] {
  return [...saved.filter((one) => one.name !== name), { name, narrow }].slice(-mostSaved);
}

/** Parses the stored filters. Invalid data counts as no filters. */
export function keptOf(text: string | null): Kept {
  const nothing: Kept = { narrow: {}, saved: [] };
  if (text === null) return nothing;
  try {
    const read = JSON.parse(text) as Partial<Kept>;
    const saved = Array.isArray(read.saved) ? read.saved : [];
    return {
      narrow: narrowOf(read.narrow),
      saved: saved
        .filter((one) => typeof one.name === "string" && one.name !== "")
        .map((one) => ({ name: one.name, narrow: narrowOf(one.narrow) }))
        .slice(-mostSaved),
    };
  } catch {
    return nothing;
  }
}

function narrowOf(value: unknown): Narrow {
  if (typeof value !== "object" || value === null) return {};
  const entries = narrowParts.map((part) => [part, (value as Record<string, unknown>)[part]] as const);
  return Object.fromEntries(entries.filter(([part, id]) => (part === "language" ? isLanguage(id) : isId(id))));
}
const isId = (value: unknown): boolean => typeof value === "number" && Number.isSafeInteger(value) && value > 0;
const isLanguage = (value: unknown): boolean => typeof value === "string" && /^[a-z]{2,3}$/.test(value);
