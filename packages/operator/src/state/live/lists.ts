import {
  createRetryScheduler,
  evictUnshownChats,
  isPermanentError,
  mergeChats,
  getRetryAfterMs,
  type Api,
  type ChatQuery,
  type RetryScheduler,
  type Timers,
} from "@parlour/client";
import type { Chat } from "@parlour/protocol";
import { toError, closedViews, pagedViews, type PagedList, type PagedView } from "../live-state.ts";
import type { Chats } from "./chats/chats.ts";
import type { ErasedVisitors } from "./chats/erased-visitors.ts";
import type { LiveStore } from "./store.ts";

export interface ListDeps {
  api: Api;
  store: LiveStore;
  timers: Timers;
  random: () => number;
  chats: Chats;
  erased: ErasedVisitors;
}
export type InboxLists = ReturnType<typeof createInboxLists>;

/** Filter of a paged list: text in names and contacts, and ids of related objects. */
export interface PagedChatsQuery {
  readonly q: string;
  /** Id of the view, in the list of a saved view. */
  readonly view?: number | undefined;
  readonly channel?: number;
  readonly department?: number;
  readonly operator?: number;
  readonly tag?: number;
  readonly language?: string;
}

/** Returns the query of the service API for the chats of a list. */
export function toChatQuery(view: PagedView, query: PagedChatsQuery): ChatQuery {
  const { operator, ...others } = query;
  return {
    ...others,
    view: view === "saved" ? query.view : view,
    q: query.q || undefined,
    assignee: operator,
  };
}

const maxPageSize = 200;
const pageSize = 50;
const maxOpenChats = 10_000;

/** Loads the inbox lists: open chats at once, closed chats and saved views page by page. */
export function createInboxLists(deps: ListDeps) {
  let pendingLoad: Promise<void> | null = null;
  const retries = createRetryScheduler<PagedView>(deps);
  return {
    /**
     * Loads the open chats, one request at a time. A failure rejects and is stored in the state.
     */
    loadRunning(): Promise<void> {
      if (pendingLoad) return pendingLoad;
      const load = loadRunningChats(deps).finally(() => {
        if (pendingLoad === load) pendingLoad = null;
      });
      pendingLoad = load;
      return load;
    },
    /**
     * Discards a pending load, whose response may be outdated. The next load does not wait for it.
     */
    invalidateRequests() {
      pendingLoad = null;
    },
    loadPaged: (view: PagedView, query: PagedChatsQuery, more: boolean) =>
      loadPagedChats(deps, view, query, more),
    renewPaged: (view: PagedView, query: PagedChatsQuery) =>
      refreshPagedChats(deps, retries, view, query),
    /** Marks all lists as stale, because chats may have changed while offline. */
    markStale: () => markListsStale(deps.store, pagedViews),
    /** Marks the lists of closed chats as stale, because a chat ended. */
    markClosedStale: () => markListsStale(deps.store, closedViews),
    /** Marks the saved view as stale: a chat came or went. */
    markSavedStale: () => markListsStale(deps.store, ["saved"]),
    /** Marks the saved view as stale if it lists the chat, which may be in it no more. */
    handleChatChange: (chatId: number) => {
      if (deps.store.get().paged.saved.ids.includes(chatId)) markListsStale(deps.store, ["saved"]);
    },
    stop: () => retries.cancelWaits(),
  };
}

/** Creates a filter that removes chats of visitors erased after the request (CORE-116). */
const createErasureFilter =
  ({ erased }: ListDeps) =>
  (chats: readonly Chat[], since: number): readonly Chat[] =>
    chats.filter((chat) => !erased.isOldChat(chat, since));

async function loadRunningChats(deps: ListDeps): Promise<void> {
  const { api, store } = deps;
  const withoutErased = createErasureFilter(deps);
  if (store.get().running !== "ready") store.set({ running: "loading" });
  const since = store.get().snapshot.position;
  try {
    const loadedIds = new Set<number>();
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<Api["chats"]>> = await api.chats({
        view: "all",
        // By activity, a chat that gets a message between two requests could be on neither page.
        sort: "created",
        limit: maxPageSize,
        cursor: cursor || undefined,
      });
      for (const chat of page.items) loadedIds.add(chat.id);
      store.setSnapshot(mergeChats(store.get().snapshot, withoutErased(page.items, since), since));
      cursor = page.next_cursor;
    } while (cursor && loadedIds.size < maxOpenChats);
    if (!cursor) removeEnded(deps, loadedIds, since);
    store.set({ running: "ready" });
    deps.chats.repair();
  } catch (error) {
    store.set({ running: toError(error) });
    throw error;
  }
}

/** Removes chats that are not in the loaded list, unless a newer event changed them. */
function removeEnded({ store, chats }: ListDeps, listed: ReadonlySet<number>, since: number): void {
  const ended = [...store.get().snapshot.chats.values()]
    .filter(
      (record) =>
        record.chat.state !== "closed" && record.position <= since && !listed.has(record.chat.id),
    )
    .map((record) => record.chat.id);
  const open = ended.find((id) => id === chats.openId());
  const removed = ended.filter((id) => id !== open);
  if (removed.length > 0)
    store.setSnapshot(evictUnshownChats(store.get().snapshot, removed, removed));
  if (open !== undefined) void chats.load(open);
}

const toQueryKey = (query: PagedChatsQuery): string => {
  const { q, view, channel, department, operator, tag, language } = query;
  return JSON.stringify([q, view, channel, department, operator, tag, language]);
};

function markListsStale(store: LiveStore, views: readonly PagedView[]): void {
  for (const view of views) {
    const list = accessPagedList(store, view);
    if (list.get().state !== "idle" && !list.get().isStale) list.put({ isStale: true });
  }
}

/** Creates functions that read and change one paged list in the state. */
function accessPagedList(store: LiveStore, view: PagedView) {
  const get = () => store.get().paged[view];
  return {
    get,
    put: (change: Partial<PagedList>) =>
      store.set({ paged: { ...store.get().paged, [view]: { ...get(), ...change } } }),
  };
}

async function loadPagedChats(
  deps: ListDeps,
  view: PagedView,
  query: PagedChatsQuery,
  more: boolean,
): Promise<void> {
  const list = accessPagedList(deps.store, view);
  const key = toQueryKey(query);
  const previous = list.get();
  if (previous.state === "loading" && previous.key === key) return;
  if (more && (previous.cursor === null || previous.key !== key)) return;
  list.put(
    more
      ? { state: "loading" }
      : {
          state: "loading",
          isStale: false,
          key,
          cursor: null,
          ids: previous.key === key ? previous.ids : [],
        },
  );
  try {
    const { ids, cursor } = await loadPageOfView(
      deps,
      { view, query, cursor: more ? previous.cursor : null },
      () => list.get().key === key,
    );
    if (list.get().key === key)
      list.put({
        ids: more ? [...new Set([...list.get().ids, ...ids])] : ids,
        cursor,
        state: "ready",
      });
  } catch (error) {
    if (list.get().key === key) list.put({ state: toError(error) });
  }
}

/**
 * Inserts newly ended chats at the front and keeps the loaded rows (CORE-045). Loads a saved view
 * again with as many rows, because chats also leave it (VIEW-011). Retries without a response.
 */
async function refreshPagedChats(
  deps: ListDeps,
  retries: RetryScheduler<PagedView>,
  view: PagedView,
  query: PagedChatsQuery,
): Promise<void> {
  const list = accessPagedList(deps.store, view);
  const key = toQueryKey(query);
  const isUnchanged = () => list.get().key === key && list.get().state === "ready";
  if (!isUnchanged()) return;
  list.put({ isStale: false });
  try {
    const shown = view === "saved" ? list.get().ids.length : 0;
    const ids: number[] = [];
    let cursor: string | null = null;
    do {
      const limit = Math.min(maxPageSize, Math.max(pageSize, shown));
      const page = await loadPageOfView(deps, { view, query, cursor, limit }, isUnchanged);
      ids.push(...page.ids);
      cursor = page.cursor;
    } while (cursor !== null && ids.length < shown && isUnchanged());
    retries.reset(view);
    // The next page is being loaded, and will be appended to the current list.
    if (!isUnchanged()) return list.put({ isStale: true });
    const currentIds = list.get().ids;
    const last =
      cursor === null || view === "saved" ? -1 : currentIds.findLastIndex((id) => ids.includes(id));
    list.put(
      last < 0
        ? { ids: [...new Set(ids)], cursor }
        : { ids: [...ids, ...currentIds.slice(last + 1)] },
    );
  } catch (error) {
    if (isPermanentError(error)) return;
    retries.schedule(view, getRetryAfterMs(error), () => list.put({ isStale: true }));
  }
}

/** Loads a page of a list. Adds the chats to the snapshot if the list still needs them. */
async function loadPageOfView(
  deps: ListDeps,
  {
    view,
    query,
    cursor,
    limit = pageSize,
  }: {
    readonly view: PagedView;
    readonly query: PagedChatsQuery;
    readonly cursor: string | null;
    readonly limit?: number;
  },
  isWanted: () => boolean,
): Promise<{ ids: readonly number[]; cursor: string | null }> {
  const { api, store } = deps;
  const since = store.get().snapshot.position;
  const page = await api.chats({
    ...toChatQuery(view, query),
    // A saved view has an order of its own.
    sort: view === "saved" ? undefined : "activity",
    limit,
    cursor: cursor ?? undefined,
  });
  if (isWanted())
    store.setSnapshot(
      mergeChats(store.get().snapshot, createErasureFilter(deps)(page.items, since), since),
    );
  return { ids: page.items.map((chat) => chat.id), cursor: page.next_cursor };
}
