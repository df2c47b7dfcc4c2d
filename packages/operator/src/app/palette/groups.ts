import type { Chat } from "@parlour/protocol";
import type { VisitorHit, SearchHit, SearchResult } from "@parlour/protocol/api";
import type { Command } from "../../ui/keyboard/commands.ts";

/** Kinds of groups, in display order. */
export type GroupKind =
  | "chat"
  | "recent"
  | "chats"
  | "people"
  | "messages"
  | "settings"
  | "views"
  | "reminders"
  | "status"
  | "go"
  | "looks";

export type PaletteItem = { readonly id: string } & (
  | { readonly kind: "command"; readonly command: Command }
  | { readonly kind: "chat"; readonly chat: Chat }
  | { readonly kind: "person"; readonly person: VisitorHit }
  | { readonly kind: "message"; readonly chat: Chat; readonly hit: SearchHit }
  /** Link to all results of a group that has more results than are shown. */
  | { readonly kind: "all"; readonly of: GroupKind }
);
export interface PaletteGroup {
  readonly kind: GroupKind;
  /** Text next to the title. */
  readonly note?: string | undefined;
  /** Number of matching rows, including hidden ones. Absent if all rows are shown. */
  readonly total?: number;
  readonly rows: readonly PaletteItem[];
}

/** The first character selects the scope: `>` actions, `@` people, `#` a chat number. */
type SearchScope = "everything" | "actions" | "people" | "number";
export interface PaletteQuery {
  readonly scope: SearchScope;
  /** The query without its scope character. */
  readonly words: string;
  /** Query for the server. Empty if no request is needed. */
  readonly remote: string;
}
export function parsePaletteQuery(text: string): PaletteQuery {
  const trimmed = text.trim();
  const words = trimmed.slice(1).trim();
  if (trimmed.startsWith(">")) return { scope: "actions", words, remote: "" };
  if (trimmed.startsWith("@")) return { scope: "people", words, remote: words };
  if (trimmed.startsWith("#"))
    return { scope: "number", words, remote: words === "" ? "" : `#${words}` };
  return { scope: "everything", words: trimmed, remote: trimmed };
}

/** Maximum number of rows in each group during a search. */
export const maxRowsPerGroup: Readonly<Record<GroupKind, number>> = {
  chat: 3,
  recent: 5,
  chats: 3,
  people: 3,
  messages: 2,
  settings: 2,
  views: 2,
  reminders: 2,
  status: 5,
  go: 2,
  looks: 2,
};

/**
 * Converts the server's response to groups. If an email address, phone or order number matches
 * exactly, people come first. A chat with the typed number precedes them.
 */
export function toServerGroups(
  result: SearchResult,
  chats: PaletteGroup | null,
  words: string,
): readonly PaletteGroup[] {
  const rows = (result.people?.items ?? []).map((person): PaletteItem => ({
    id: `person-${person.visitor.id}`,
    kind: "person",
    person,
  }));
  const messages = result.items.flatMap(({ chat, hits }): PaletteItem[] =>
    hits
      .slice(0, 1)
      .map((hit) => ({ id: `message-${chat.id}-${hit.seq}`, kind: "message", chat, hit })),
  );
  const visitorGroup = limitGroupRows({
    kind: "people",
    rows,
    total: result.people?.count ?? 0,
  });
  const chatGroups = chats === null ? [] : [chats];
  const [first] = chats?.rows ?? [];
  const isExact =
    result.people?.items[0]?.exact === true &&
    !(first?.kind === "chat" && hasNumber(first.chat, words));
  return [
    ...(isExact ? [visitorGroup, ...chatGroups] : [...chatGroups, visitorGroup]),
    limitGroupRows({
      kind: "messages",
      rows: messages,
      ...(result.next_cursor === null
        ? { total: messages.length }
        : { total: messages.length + 1 }),
    }),
  ].filter(({ rows }) => rows.length > 0);
}

/** Returns whether this is the number of the chat, also in the format `#301`. */
const hasNumber = ({ number }: Chat, words: string): boolean =>
  number !== undefined && words.trim().replace(/^#/, "") === String(number);

/**
 * Merges the chats of this device and the server. Order: the typed number, own, waiting, other
 * open, closed.
 */
export function createChatGroup(
  local: readonly Chat[],
  remote: { readonly chats: readonly Chat[]; readonly total: number },
  me: number,
  words: string,
): PaletteGroup | null {
  const chats = new Map([...remote.chats, ...local].map((chat) => [chat.id, chat]));
  const rank = (chat: Chat): number => (hasNumber(chat, words) ? -1 : rankState(chat));
  const rankState = ({ state, assignee }: Chat): number =>
    state === "open" && assignee?.id === me
      ? 0
      : state === "waiting"
        ? 1
        : state === "closed"
          ? 3
          : 2;
  const latest = (chat: Chat): number =>
    Date.parse(chat.last_message?.created_at ?? chat.created_at);
  const sorted = [...chats.values()].toSorted((a, b) => rank(a) - rank(b) || latest(b) - latest(a));
  if (sorted.length === 0) return null;
  return limitGroupRows({
    kind: "chats",
    rows: sorted.map((chat): PaletteItem => ({ id: `chat-${chat.id}`, kind: "chat", chat })),
    total: Math.max(remote.total, sorted.length),
  });
}

/** Finds visitors of chats on this device by exact contact, before the server responds. */
export function findLocalVisitors(chats: readonly Chat[], words: string): PaletteGroup | null {
  const found = new Map<number, VisitorHit>();
  for (const chat of chats) {
    const { visitor, channel, last_message } = chat;
    if (!isExactMatch(words, visitor)) continue;
    const chatCount = found.get(visitor.id)?.visitor.chats ?? 0;
    const visitorResult = {
      ...visitor,
      last_seen_at: last_message?.created_at ?? chat.created_at,
      chat: null,
      chats: chatCount + 1,
      blocked: false,
    };
    found.set(visitor.id, { visitor: visitorResult, channel, exact: true, data: null });
  }
  if (found.size === 0) return null;
  return limitGroupRows({
    kind: "people",
    rows: [...found.values()].map((person): PaletteItem => ({
      id: `person-${person.visitor.id}`,
      kind: "person",
      person,
    })),
  });
}
/** Minimum number of digits for a text to count as a phone number. */
const minPhoneDigits = 7;
function isExactMatch(words: string, { email, phone }: Chat["visitor"]): boolean {
  const text = words.trim().toLocaleLowerCase();
  if (text === "") return false;
  if (text === email?.value.toLocaleLowerCase()) return true;
  const digits = text.replaceAll(/\D/g, "").replace(/^0+/, "");
  return (
    /^[+\d\s()./-]+$/.test(text) &&
    digits.length >= minPhoneDigits &&
    (phone?.value.replaceAll(/\D/g, "").endsWith(digits) ?? false)
  );
}

/** Limits a group to its maximum number of rows, with a link to all results. */
export function limitGroupRows(group: PaletteGroup): PaletteGroup {
  const max = maxRowsPerGroup[group.kind];
  const total = Math.max(group.total ?? 0, group.rows.length);
  const hasMore = total > Math.min(max, group.rows.length);
  const canShowAll =
    hasMore && (group.kind === "chats" || group.kind === "people" || group.kind === "messages");
  return {
    ...group,
    total,
    rows: [
      ...group.rows.slice(0, max),
      ...(canShowAll ? [{ id: `all-${group.kind}`, kind: "all" as const, of: group.kind }] : []),
    ],
  };
}

/**
 * Merges new results into the groups. Rows up to the selected one keep their positions. If none is
 * selected, the new groups are shown unchanged.
 */
export function mergePaletteGroups(
  shown: readonly PaletteGroup[],
  next: readonly PaletteGroup[],
  selected: string | null,
): readonly PaletteGroup[] {
  const at = shown.findIndex(({ rows }) => rows.some(({ id }) => id === selected));
  if (at < 0) return next;
  const groupsAbove = shown.slice(0, at);
  const group = shown[at];
  if (!group) return next;
  const newest = new Map(next.flatMap(({ rows }) => rows).map((row) => [row.id, row]));
  const refresh = (rows: readonly PaletteItem[]): readonly PaletteItem[] =>
    rows.map((row) => newest.get(row.id) ?? row);
  const head = group.rows.slice(0, group.rows.findIndex(({ id }) => id === selected) + 1);
  const usedIds = new Set(
    [...groupsAbove, { rows: head }].flatMap(({ rows }) => rows.map(({ id }) => id)),
  );
  const same = next.find(({ kind }) => kind === group.kind);
  const tail = (same?.rows ?? []).filter(({ id }) => !usedIds.has(id));
  const room = Math.max(
    0,
    (same?.rows ?? []).filter(({ kind }) => kind !== "all").length - head.length,
  );
  const more = tail.filter(({ kind }) => kind !== "all").slice(0, room);
  const all = (same?.rows ?? []).filter((row) => row.kind === "all" && !usedIds.has(row.id));
  const usedKinds = new Set([...groupsAbove.map(({ kind }) => kind), group.kind]);
  return [
    ...groupsAbove.map((groupAbove) => ({ ...groupAbove, rows: refresh(groupAbove.rows) })),
    { ...(same ?? group), rows: [...refresh(head), ...more, ...all] },
    ...next.filter(({ kind }) => !usedKinds.has(kind)),
  ];
}

/** Returns whether each word begins a word of the texts. Digits may be inside a number. */
export function matchesQuery(
  query: string,
  texts: readonly (string | null | undefined)[],
): boolean {
  const normalized = texts
    .filter((text) => typeof text === "string")
    .map((text) => ` ${normalizeText(text)}`);
  const digits = normalized.map((text) => text.replaceAll(/\D/g, ""));
  return normalizeText(query)
    .split(/\s+/)
    .filter((word) => word !== "")
    .every((word) => {
      const number = word.replaceAll(/\D/g, "").replace(/^0+/, "");
      return (
        normalized.some((text) => hasWordStart(text, word)) ||
        (number.length > 3 && digits.some((text) => text.includes(number)))
      );
    });
}
function hasWordStart(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? "")) return true;
  return false;
}
const normalizeText = (text: string): string =>
  text.toLocaleLowerCase().normalize("NFKD").replaceAll(/\p{M}/gu, "");
