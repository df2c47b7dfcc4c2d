import type { Snapshot } from "@parlour/client";
import type { Chat } from "@parlour/protocol";
import {
  isOwnChat,
  getWaitingSince,
  type ChatsState,
  type ClosedView,
  type FixedView,
} from "../live-state.ts";

export type ChatOrder = "wait" | "new" | "due";

/**
 * Returns the open chats of a view, sorted by longest wait, newest message or due time. Snoozed
 * chats are sorted by the end of their snooze. Chats with a pending close count as closed.
 */
export function sortChats(
  { snapshot, closing }: ChatsState,
  view: Exclude<FixedView, ClosedView>,
  order: ChatOrder,
  operatorId: number,
): Chat[] {
  const rows: Chat[] = [];
  for (const { chat } of sortAllChats(snapshot.chats, order))
    if (chat.state !== "closed" && !closing.has(chat.id) && isInView(chat, view, operatorId))
      rows.push(chat);
  return view === "snoozed" ? rows.sort(compareBySnooze) : rows;
}

/** A chat with its sort keys, whose dates are parsed once per version of the chat. */
interface SortableChat {
  readonly chat: Chat;
  /** Since when the chat waits, or until when an answer is due. Other chats have `Infinity`. */
  readonly time: number;
  readonly activity: number;
}

let lastSorted: {
  readonly order: ChatOrder;
  readonly chats: Snapshot["chats"];
  readonly rows: readonly SortableChat[];
} | null = null;

/** Sorts all chats, up to thousands ten times a second. So it starts from the previous order. */
function sortAllChats(chats: Snapshot["chats"], order: ChatOrder): readonly SortableChat[] {
  const previous = lastSorted?.order === order ? lastSorted : null;
  if (previous?.chats === chats) return previous.rows;
  const rows: SortableChat[] = [];
  for (const row of previous?.rows ?? []) {
    const chat = chats.get(row.chat.id)?.chat;
    if (chat) rows.push(chat === row.chat ? row : toSortableChat(chat, order));
  }
  if (rows.length < chats.size) {
    const sortedIds = new Set(rows.map((row) => row.chat.id));
    for (const { chat } of chats.values())
      if (!sortedIds.has(chat.id)) rows.push(toSortableChat(chat, order));
  }
  rows.sort(order === "new" ? compareByActivity : compareByTime);
  lastSorted = { order, chats, rows };
  return rows;
}

function toSortableChat(chat: Chat, order: ChatOrder): SortableChat {
  const time = order === "due" ? chat.sla && Date.parse(chat.sla.due_at) : getWaitingSince(chat);
  return { chat, time: time ?? Infinity, activity: getLastActivityMs(chat) };
}

function isInView(chat: Chat, view: Exclude<FixedView, ClosedView>, operatorId: number): boolean {
  if (view === "all") return true;
  // Snoozed chats are in no other view (SNZ-005).
  if (view === "snoozed" || chat.snoozed) return view === "snoozed" && chat.snoozed !== undefined;
  return view === "mine" ? isOwnChat(chat, operatorId) : chat.state === view;
}

function compareBySnooze(a: Chat, b: Chat): number {
  return (a.snoozed?.until ?? "z").localeCompare(b.snoozed?.until ?? "z");
}

function compareByTime(a: SortableChat, b: SortableChat): number {
  if (a.time !== b.time) return a.time - b.time;
  return a.time === Infinity ? compareByActivity(a, b) : a.chat.id - b.chat.id;
}

function compareByActivity(a: SortableChat, b: SortableChat): number {
  return b.activity - a.activity || b.chat.id - a.chat.id;
}

/** Returns the time of the last activity, or the end of a snooze if that is later. Unix ms. */
function getLastActivityMs(chat: Chat): number {
  const lastMs = Date.parse(chat.last_message?.created_at ?? chat.closed_at ?? chat.created_at);
  return chat.snooze_ended ? Math.max(lastMs, Date.parse(chat.snooze_ended.at)) : lastMs;
}
