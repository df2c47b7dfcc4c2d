import type { Snapshot } from "@parlour/client";
import type { Chat } from "@parlour/protocol";
import { isMine, waitOf, type ClosedView, type LiveState, type View } from "./live-state.ts";

export type Order = "wait" | "new";

/**
 * Returns the running chats of a view, sorted by longest wait or by newest message. Chats with a
 * pending close count as closed.
 */
export function rowsOf(
  { snapshot, closing }: { readonly snapshot: Pick<Snapshot, "chats"> } & Pick<LiveState, "closing">,
  view: Exclude<View, ClosedView>,
  order: Order,
  operatorId: number,
): Chat[] {
  const rows: Chat[] = [];
  for (const { chat } of inOrder(snapshot.chats, order))
    if (chat.state !== "closed" && !closing.has(chat.id) && inView(chat, view, operatorId)) rows.push(chat);
  return rows;
}

/**
 * A chat with its sort keys. Dates are parsed once per version of the chat, not at each comparison.
 */
interface Keyed {
  readonly chat: Chat;
  readonly wait: number;
  readonly activity: number;
}

let ordered: { readonly order: Order; readonly chats: Snapshot["chats"]; readonly rows: readonly Keyed[] } | null = null;

/**
 * Sorts all chats. Starts from the previous order, because a batch of events changes little. The
 * list may hold thousands of chats and is sorted ten times a second.
 */
function inOrder(chats: Snapshot["chats"], order: Order): readonly Keyed[] {
  const before = ordered?.order === order ? ordered : null;
  if (before?.chats === chats) return before.rows;
  const rows: Keyed[] = [];
  for (const row of before?.rows ?? []) {
    const chat = chats.get(row.chat.id)?.chat;
    if (chat) rows.push(chat === row.chat ? row : keyed(chat));
  }
  if (rows.length < chats.size) {
    const known = new Set(rows.map((row) => row.chat.id));
    for (const { chat } of chats.values()) if (!known.has(chat.id)) rows.push(keyed(chat));
  }
  rows.sort(order === "wait" ? byWait : byActivity);
  ordered = { order, chats, rows };
  return rows;
}

function keyed(chat: Chat): Keyed {
  return { chat, wait: waitOf(chat) ?? Infinity, activity: activityOf(chat) };
}

function inView(chat: Chat, view: Exclude<View, ClosedView>, operatorId: number): boolean {
  if (view === "all") return true;
  return view === "mine" ? isMine(chat, operatorId) : chat.state === view;
}

function byWait(a: Keyed, b: Keyed): number {
  if (a.wait !== b.wait) return a.wait - b.wait;
  return a.wait === Infinity ? byActivity(a, b) : a.chat.id - b.chat.id;
}

function byActivity(a: Keyed, b: Keyed): number {
  return b.activity - a.activity || b.chat.id - a.chat.id;
}

/** Returns the time of the last activity in Unix milliseconds. */
function activityOf(chat: Chat): number {
  return Date.parse(chat.last_message?.created_at ?? chat.closed_at ?? chat.created_at);
}
