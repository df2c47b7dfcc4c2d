import type { Chat, Operator } from "@parlour/protocol";
import { useEffect, useEffectEvent, useMemo } from "react";
import { useLive, useLiveStore } from "../../state/live-context.tsx";
import { rowsOf, type Order } from "../../state/chat-order.ts";
import { isAnswer, type ClosedView, type LoadState, type View } from "../../state/live-state.ts";
import type { ClosedQuery } from "../../state/live/lists.ts";
import { isClosedView } from "./view-kind.ts";
import { fits, isNarrow, type Narrow } from "./views/narrow.ts";
import { visitorName } from "../../ui/visitor-name.ts";

/** Rows of a view and their load state. */
interface RowsState {
  chats: readonly Chat[];
  state: LoadState;
  /** Present if more rows may follow the last one. */
  onEnd?: () => void;
}

/**
 * Returns the rows of the view. Running chats are all in memory and filtered here. Closed ones are
 * loaded page by page and filtered by the server.
 */
export function useRows(view: View, order: Order, q: string, narrow: Narrow, me: Operator): RowsState {
  const live = useLiveStore();
  const known = useLive((state) => state.snapshot.chats);
  const closing = useLive((state) => state.closing);
  const running = useLive((state) => state.running);
  const closed = useLive((state) => state.closed);
  const closedView = isClosedView(view) ? view : null;
  useEffect(() => {
    if (!closedView) return;
    const timer = setTimeout(() => live.loadClosed(closedView, { q, ...narrow }), q === "" ? 0 : 250);
    return () => clearTimeout(timer);
  }, [live, closedView, q, narrow]);
  useKeptUp(closedView, { q, ...narrow });
  return useMemo(() => {
    if (isClosedView(view)) {
      const list = closed[view];
      return {
        chats: list.ids.flatMap((id) => known.get(id)?.chat ?? []),
        state: list.state,
        onEnd: () => live.loadClosed(view, { q, ...narrow }, true),
      };
    }
    const chats = rowsOf({ snapshot: { chats: known }, closing }, view, order, me.id);
    const wanted = isNarrow(narrow) ? chats.filter((chat) => fits(chat, narrow)) : chats;
    const words = q.toLocaleLowerCase().split(/\s+/);
    return { chats: q === "" ? wanted : wanted.filter((chat) => matches(chat, words)), state: running };
  }, [view, order, q, narrow, me.id, known, closing, running, closed, live]);
}

/**
 * Adds chats that end while the list of closed chats is shown. Reloads a list that failed without
 * an answer when the connection is back.
 */
function useKeptUp(view: ClosedView | null, asked: ClosedQuery): void {
  const live = useLiveStore();
  const isLive = useLive((state) => state.connection.kind === "live");
  const isDue = useLive((state) => view !== null && state.closed[view].isStale && state.closed[view].state === "ready") && isLive;
  const again = useEffectEvent(() => {
    const state = view && live.get().closed[view].state;
    if (view && state instanceof Error && !isAnswer(state)) live.loadClosed(view, asked);
  });
  const renew = useEffectEvent(() => view && live.renewClosed(view, asked));
  useEffect(() => {
    if (isLive) again();
  }, [isLive]);
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(renew, restMs);
    return () => clearTimeout(timer);
  }, [isDue]);
}
/** Debounce delay, because many chats may end at once. */
const restMs = 1_000;

function matches(chat: Chat, words: readonly string[]): boolean {
  const text = searchText(chat);
  // The name of an anonymous visitor is a text in the current language.
  const name = visitorName(chat).toLocaleLowerCase();
  return words.every((word) => text.includes(word) || name.includes(word));
}

/** Search text per version of a chat, cached because each keystroke searches thousands of chats. */
const texts = new WeakMap<Chat, string>();
function searchText(chat: Chat): string {
  const known = texts.get(chat);
  if (known !== undefined) return known;
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
  texts.set(chat, text);
  return text;
}
