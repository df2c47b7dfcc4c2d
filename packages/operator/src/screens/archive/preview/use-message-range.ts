import type { Message } from "@parlour/protocol";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../../../state/api/api.ts";

const pageSize = 50;
/** Number of messages loaded before the match. */
const messagesBefore = 20;

type MessageCursor =
  | { readonly after: number }
  | { readonly before: number }
  | Record<string, never>;

/**
 * Loads the messages around message `at`, or the end of the chat if `at` is null. More messages can
 * be loaded in both directions.
 */
export function useMessageRange(chatId: number, at: number | null) {
  const pages = useInfiniteQuery({
    queryKey: ["archive", chatId, at],
    queryFn: ({ pageParam, signal }) =>
      api.messages(chatId, { ...pageParam, limit: pageSize }, signal),
    initialPageParam: (at === null
      ? {}
      : { after: Math.max(0, at - messagesBefore - 1) }) as MessageCursor,
    getNextPageParam: (last, all): MessageCursor | undefined => {
      const end = all.flatMap((page) => page.items).at(-1)?.seq;
      // Loads nothing after the end of the chat. New messages appear in the inbox only.
      return at === null || end === undefined || last.items.length < pageSize
        ? undefined
        : { after: end };
    },
    getPreviousPageParam: (first): MessageCursor | undefined => {
      const begin = first.items[0]?.seq;
      return begin === undefined || begin <= 1 ? undefined : { before: begin };
    },
    staleTime: 30_000,
  });
  const messages = useMemo<readonly Message[]>(
    () => (pages.data?.pages ?? []).flatMap((page) => page.items),
    [pages.data],
  );
  return { pages, messages };
}
