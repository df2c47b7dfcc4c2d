import type { Chat } from "@parlour/protocol";

/** Filter of a list, by ids. A chat must match every field that is set. */
export interface ChatFilter {
  readonly channel?: number;
  readonly department?: number;
  /** Id of the assigned operator. */
  readonly operator?: number;
  readonly tag?: number;
  /** Language of the visitor's chat window. The value `de` also matches `de-AT`. */
  readonly language?: string;
}
export interface SavedFilter {
  readonly name: string;
  readonly narrow: ChatFilter;
}
/** Filters of one operator, stored in this browser. */
export interface StoredFilters {
  readonly narrow: ChatFilter;
  readonly saved: readonly SavedFilter[];
}

export const filterParts = ["channel", "department", "operator", "tag", "language"] as const;
export type FilterPart = (typeof filterParts)[number];
/** Maximum number of saved filters, so that the list stays usable. */
export const maxSavedFilters = 20;

export function hasFilter(narrow: ChatFilter): boolean {
  return filterParts.some((part) => narrow[part] !== undefined);
}

export function areFiltersEqual(a: ChatFilter, b: ChatFilter): boolean {
  return filterParts.every((part) => a[part] === b[part]);
}

export function matchesFilter(chat: Chat, filter: ChatFilter): boolean {
  return (
    (filter.channel === undefined || chat.channel.id === filter.channel) &&
    (filter.department === undefined || chat.department?.id === filter.department) &&
    (filter.operator === undefined || chat.assignee?.id === filter.operator) &&
    (filter.tag === undefined || (chat.tags ?? []).some((tag) => tag.id === filter.tag)) &&
    (filter.language === undefined || getBaseLanguage(chat.session) === filter.language)
  );
}

/** Returns the language of the session without its country. Null if it is unknown. */
function getBaseLanguage(session: Chat["session"]): string | null {
  return session?.language?.split("-")[0]?.toLowerCase() ?? null;
}

/** Adds a saved filter, or replaces the one with its name. Above the limit, removes the oldest. */
export function addSavedFilter(
  saved: readonly SavedFilter[],
  name: string,
  narrow: ChatFilter,
): readonly SavedFilter[] {
  return [...saved.filter((savedFilter) => savedFilter.name !== name), { name, narrow }].slice(
    -maxSavedFilters,
  );
}

/** Parses the stored filters. Invalid data is treated as no filters. */
export function parseStoredFilters(text: string | null): StoredFilters {
  const emptyFilters: StoredFilters = { narrow: {}, saved: [] };
  if (text === null) return emptyFilters;
  try {
    const parsed = JSON.parse(text) as Partial<StoredFilters>;
    const saved = Array.isArray(parsed.saved) ? parsed.saved : [];
    return {
      narrow: parseFilter(parsed.narrow),
      saved: saved
        .filter((savedFilter) => typeof savedFilter.name === "string" && savedFilter.name !== "")
        .map((savedFilter) => ({ name: savedFilter.name, narrow: parseFilter(savedFilter.narrow) }))
        .slice(-maxSavedFilters),
    };
  } catch {
    return emptyFilters;
  }
}

function parseFilter(value: unknown): ChatFilter {
  if (typeof value !== "object" || value === null) return {};
  const entries = filterParts.map(
    (part) => [part, (value as Record<string, unknown>)[part]] as const,
  );
  return Object.fromEntries(
    entries.filter(([part, id]) => (part === "language" ? isLanguageCode(id) : isId(id))),
  );
}
const isId = (value: unknown): boolean =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0;
const isLanguageCode = (value: unknown): boolean =>
  typeof value === "string" && /^[a-z]{2,3}$/.test(value);
