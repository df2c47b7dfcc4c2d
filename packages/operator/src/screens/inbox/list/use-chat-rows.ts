import type { ChatQuery } from "@parlour/client";
import type { Chat, Operator } from "@parlour/protocol";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { browserClock } from "../../../state/clock.ts";
import { useLiveState, useLiveClient } from "../../../state/live-context.tsx";
import { sortChats, type ChatOrder } from "../../../state/inbox/chat-order.ts";
import {
  isRejection,
  type PagedView,
  type LoadState,
  type InboxView,
} from "../../../state/live-state.ts";
import { toChatQuery, type PagedChatsQuery } from "../../../state/live/lists.ts";
import { getSavedViewId } from "../../../state/inbox/saved-views.ts";
import { isClosedView, isSavedView, toPagedView } from "./view.ts";
import { matchesFilter, hasFilter, type ChatFilter } from "../views/filter.ts";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";

interface ChatRowsState {
  chats: readonly Chat[];
  state: LoadState;
  /** Loads the rows again after a failure. */
  onRetry: () => void;
  /** Present if more rows may follow the last loaded one. */
  onEnd?: () => void;
}

interface ChatRowsQuery {
  readonly order: ChatOrder;
  readonly q: string;
  readonly filter: ChatFilter;
  readonly me: Operator;
}
/** Returns the rows of the view: open chats from memory, others page by page from the server. */
export function useChatRows(
  view: InboxView,
  { order, q, filter, me }: ChatRowsQuery,
): ChatRowsState {
  const live = useLiveClient();
  const records = useLiveState((state) => state.snapshot.chats);
  const closing = useLiveState((state) => state.closing);
  const running = useLiveState((state) => state.running);
  const paged = useLiveState((state) => state.paged);
  const pagedView = toPagedView(view);
  const query = usePagedQuery(view, q, filter);
  useEffect(() => {
    if (!pagedView) return;
    return browserClock.after(query.q === "" ? 0 : 250, () => live.loadPaged(pagedView, query));
  }, [live, pagedView, query]);
  useRefreshPagedList(pagedView, query);
  return useMemo(() => {
    if (isSavedView(view) || isClosedView(view)) {
      const name = isSavedView(view) ? "saved" : view;
      const list = paged[name];
      return {
        chats: list.ids.flatMap((id) => records.get(id)?.chat ?? []),
        state: list.state,
        onRetry: () => live.loadPaged(name, query),
        onEnd: () => live.loadPaged(name, query, true),
      };
    }
    const chats = sortChats({ snapshot: { chats: records }, closing }, view, order, me.id);
    const filtered = hasFilter(filter)
      ? chats.filter((chat) => matchesFilter(chat, filter))
      : chats;
    const terms = q.toLocaleLowerCase().split(/\s+/);
    return {
      chats: q === "" ? filtered : filtered.filter((chat) => matchesTerms(chat, terms)),
      state: running,
      onRetry: live.loadRunning,
    };
  }, [view, query, order, q, filter, me.id, records, closing, running, paged, live]);
}

const usePagedQuery = (view: InboxView, q: string, filter: ChatFilter): PagedChatsQuery =>
  useMemo(() => ({ q, ...filter, view: getSavedViewId(view) ?? undefined }), [q, filter, view]);

/** Returns the query of a list that is loaded page by page. Null: its chats are in memory. */
export function useListQuery(view: InboxView, q: string, filter: ChatFilter): ChatQuery | null {
  const pagedView = toPagedView(view);
  const query = usePagedQuery(view, q, filter);
  return useMemo(() => pagedView && toChatQuery(pagedView, query), [pagedView, query]);
}

/**
 * Refreshes a list while it is shown, as chats come and go, and one that failed after a reconnect.
 */
function useRefreshPagedList(view: PagedView | null, query: PagedChatsQuery): void {
  const live = useLiveClient();
  const isLive = useLiveState((state) => state.connection.kind === "live");
  const isDue =
    useLiveState(
      (state) => view !== null && state.paged[view].isStale && state.paged[view].state === "ready",
    ) && isLive;
  const reloadFailed = useEffectEvent(() => {
    const state = view && live.get().paged[view].state;
    if (view && state instanceof Error && !isRejection(state)) live.loadPaged(view, query);
  });
  useEffect(() => {
    if (query.view === undefined) return;
    return live.onViewCounts((counts) => {
      if (counts?.some(({ id }) => id === query.view)) live.markSavedStale();
    });
  }, [live, query.view]);
  const refresh = useEffectEvent(() => view && live.renewPaged(view, query));
  useEffect(() => {
    if (isLive) reloadFailed();
  }, [isLive]);
  useEffect(() => {
    if (!isDue) return;
    return browserClock.after(debounceMs, refresh);
  }, [isDue]);
}
/** Debounce delay in ms, because many chats may close within a short time. */
const debounceMs = 1_000;

function matchesTerms(chat: Chat, terms: readonly string[]): boolean {
  const text = searchText(chat);
  // Anonymous visitors have a name in the current language.
  const name = getVisitorName(chat).toLocaleLowerCase();
  return terms.every((word) => text.includes(word) || name.includes(word));
}

/** Search text per version of a chat, because each keystroke searches thousands. */
const searchTextCache = new WeakMap<Chat, string>();
function searchText(chat: Chat): string {
  const cached = searchTextCache.get(chat);
  if (cached !== undefined) return cached;
  const { visitor } = chat;
  const text = [
    visitor.email?.value,
    visitor.phone?.value,
    visitor.customer,
    String(visitor.number),
    String(chat.id),
    chat.channel.name,
    chat.last_message?.text,
  ]
    .join(" ")
    .toLocaleLowerCase();
  searchTextCache.set(chat, text);
  return text;
}

/** Returns the order of a view and a function to change it. The order is stored on this device. */
export function useChatOrder(view: InboxView): readonly [ChatOrder, (order: ChatOrder) => void] {
  const [chosen, setChosen] = useState<Readonly<Partial<Record<InboxView, ChatOrder>>>>(() => {
    try {
      return JSON.parse(localStorage.getItem("parlour.order") ?? "{}") as Partial<
        Record<InboxView, ChatOrder>
      >;
    } catch {
      return {};
    }
  });
  const set = (order: ChatOrder) => {
    const next = { ...chosen, [view]: order };
    setChosen(next);
    try {
      localStorage.setItem("parlour.order", JSON.stringify(next));
    } catch (error) {
      console.warn("the order could not be kept on this device", error);
    }
  };
  return [chosen[view] ?? (view === "mine" ? "new" : "wait"), set];
}
