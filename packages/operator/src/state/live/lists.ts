import { forget, mergeChats, type Api } from "@parlour/client";
import type { Chat } from "@parlour/protocol";
import { asError, type ClosedView, type LiveState } from "../live-state.ts";
import type { Chats } from "./chats.ts";
import type { Erased } from "./erased.ts";
import type { LiveStore } from "./store.ts";

export interface ListDeps {
  api: Api;
  store: LiveStore;
  chats: Pick<Chats, "openId" | "load" | "repair">;
  erased: Pick<Erased, "isOldChat">;
}
export type Lists = ReturnType<typeof createLists>;

/** Which closed chats: words in names and contacts, and ids of what they belong to. */
export interface ClosedQuery {
  readonly q: string;
  readonly channel?: number;
  readonly department?: number;
  readonly operator?: number;
  readonly tag?: number;
  readonly language?: string;
}

const runningPage = 200;
const closedPage = 50;
const mostRunning = 10_000;

/** The lists of the inbox: running chats all at once, closed ones page by page. */
export function createLists(deps: ListDeps) {
  let listing: Promise<void> | null = null;
  return {
    /** One reading at a time; rejects when the list was not read, and the state says why. */
    loadRunning(): Promise<void> {
      if (listing) return listing;
      const mine = readRunning(deps).finally(() => {
        if (listing === mine) listing = null;
      });
      listing = mine;
      return mine;
    },
    /** A reading that left before may answer with an older state: the next one does not wait for it. */
    askAnew() {
      listing = null;
    },
    loadClosed: (view: ClosedView, asked: ClosedQuery, more: boolean) => readClosed(deps, view, asked, more),
  };
}

/** Without what a visitor had said who was erased after the request left (CORE-116). */
const youngOf =
  ({ erased }: ListDeps) =>
  (chats: readonly Chat[], since: number): readonly Chat[] =>
    chats.filter((chat) => !erased.isOldChat(chat, since));

async function readRunning(deps: ListDeps): Promise<void> {
  const { api, store } = deps;
  const young = youngOf(deps);
  if (store.get().running !== "ready") store.set({ running: "loading" });
  const since = store.get().snapshot.position;
  try {
    const seen = new Set<number>();
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<Api["chats"]>> = await api.chats({
        view: "all",
        // Not by activity: a chat in which somebody writes between two pages would be on neither.
        sort: "created",
        limit: runningPage,
        ...(cursor && { cursor }),
      });
      for (const chat of page.items) seen.add(chat.id);
      store.setSnapshot(mergeChats(store.get().snapshot, young(page.items, since), since));
      cursor = page.next_cursor;
    } while (cursor && seen.size < mostRunning);
    if (!cursor) dropEnded(deps, seen, since);
    store.set({ running: "ready" });
    deps.chats.repair();
  } catch (error) {
    store.set({ running: asError(error) });
    throw error;
  }
}

/** What runs here but was not listed has ended, or is out of sight now, unless an event spoke of it meanwhile. */
function dropEnded({ store, chats }: ListDeps, listed: ReadonlySet<number>, since: number): void {
  const ended = [...store.get().snapshot.chats.values()]
    .filter((record) => record.chat.state !== "closed" && record.position <= since && !listed.has(record.chat.id))
    .map((record) => record.chat.id);
  const open = ended.find((id) => id === chats.openId());
  const dropped = ended.filter((id) => id !== open);
  if (dropped.length > 0) store.setSnapshot(forget(store.get().snapshot, dropped, dropped));
  if (open !== undefined) void chats.load(open);
}

async function readClosed(deps: ListDeps, view: ClosedView, asked: ClosedQuery, more: boolean): Promise<void> {
  const { api, store } = deps;
  const young = youngOf(deps);
  const { q, channel, department, operator, tag, language } = asked;
  const key = JSON.stringify([q, channel, department, operator, tag, language]);
  const before = store.get().closed[view];
  if (before.state === "loading" && before.key === key) return;
  if (more && (before.cursor === null || before.key !== key)) return;
  const list = () => store.get().closed[view];
  const put = (change: Partial<LiveState["closed"]["closed"]>) =>
    store.set({ closed: { ...store.get().closed, [view]: { ...list(), ...change } } });
  put(more ? { state: "loading" } : { state: "loading", key, cursor: null, ...(before.key !== key && { ids: [] }) });
  const since = store.get().snapshot.position;
  try {
    const page = await api.chats({
      view,
      sort: "activity",
      limit: closedPage,
      ...(q && { q }),
      ...(channel !== undefined && { channel }),
      ...(department !== undefined && { department }),
      ...(operator !== undefined && { assignee: operator }),
      ...(tag !== undefined && { tag }),
      ...(language !== undefined && { language }),
      ...(more && before.cursor && { cursor: before.cursor }),
    });
    if (list().key !== key) return;
    store.setSnapshot(mergeChats(store.get().snapshot, young(page.items, since), since));
    const ids = page.items.map((chat) => chat.id);
    put({ ids: more ? [...new Set([...list().ids, ...ids])] : ids, cursor: page.next_cursor, state: "ready" });
  } catch (error) {
    if (list().key === key) put({ state: asError(error) });
  }
}
