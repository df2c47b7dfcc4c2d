import type { Chat, Operator } from "@parlour/protocol";
import { useEffect, useEffectEvent, useMemo } from "react";
import { useLive, useLiveStore } from "../../state/live-context.tsx";
import { rowsOf, type Order } from "../../state/chat-order.ts";
import { isAnswer, type ClosedView, type LoadState, type View } from "../../state/live-state.ts";
import type { ClosedQuery } from "../../state/live/lists.ts";
import { isClosedView } from "./view-kind.ts";
import { fits, isNarrow, type Narrow } from "./views/narrow.ts";
import { visitorName } from "../../ui/visitor-name.ts";

/** The rows of a view and how far they are loaded. */
interface RowsState {
  chats: readonly Chat[];
  state: LoadState;
  /** Present when more may come behind the last row. */
  onEnd?: () => void;
}

/** Rows of the view. Running chats are all here and filtered here; closed ones come page by page and are filtered by the server. */
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

/** A list of closed chats takes in what ends while it is shown; one that found no answer is read again when the connection is back. */
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
/** Many chats may end at once. */
const restMs = 1_000;

function matches(chat: Chat, words: readonly string[]): boolean {
  const text = searchText(chat);
  // A name that nobody told is a word of the present language.
  const name = visitorName(chat).toLocaleLowerCase();
  return words.every((word) => text.includes(word) || name.includes(word));
}

/** What a chat is found by, made once for each state of it: with each key typed thousands are asked. */
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
