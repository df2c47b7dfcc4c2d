import type { Chat } from "@parlour/protocol";
import type { ChatMatches, SearchSort } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { api } from "../../../state/api/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { useShortcuts } from "../../../ui/keyboard/shortcuts.ts";
import { t } from "../text.ts";
import { toSearchParams } from "../use-search-query.ts";

interface Props {
  chat: Chat;
  /** `seq` of the match on screen. Null until a match is chosen. */
  at: number | null;
  q: string;
  sort: SearchSort;
  showsAllVisitors: boolean;
}

/**
 * Shows a bar below the conversation: the number of the current match, buttons to the other
 * matches, and a link to the chat in the inbox.
 */
export function MatchBar({ chat, at, q, sort, showsAllVisitors }: Props) {
  const { n, total, step } = useMatches(chat.id, { at, q, sort, showsAllVisitors });
  useShortcuts({
    n: () => total > 1 && (step(1), true),
    "shift+n": () => total > 1 && (step(-1), true),
  });
  return (
    <footer className="matchbar">
      <output className="grow faint t13">
        {total > 0 && t(n > 0 ? "match.n" : "match.some", { n, total })}
      </output>
      {total > 1 && (
        <>
          <Button
            small
            onClick={() => step(-1)}
            title={`${t("match.previous")}  Shift N`}
            aria-keyshortcuts="Shift+N"
          >
            {t("match.previous")}
          </Button>
          <Button
            small
            onClick={() => step(1)}
            title={`${t("match.next")}  N`}
            aria-keyshortcuts="N"
          >
            {t("match.next")}
          </Button>
        </>
      )}
      <Link
        className="btn primary small"
        to="/inbox/$view/{-$chat}"
        params={{ view: chat.state === "closed" ? "closed" : "all", chat: String(chat.id) }}
      >
        {t("match.open")}
      </Link>
    </footer>
  );
}

/**
 * Loads the matches of the chat in order. Selects the last match if the chat was opened without
 * one. Stepping past the last match returns to the first.
 */
function useMatches(chatId: number, { at, q, sort, showsAllVisitors }: Omit<Props, "chat">) {
  const navigate = useNavigate();
  const { data } = useQuery({
    queryKey: ["matches", chatId, q],
    queryFn: ({ signal }) =>
      api.get<ChatMatches>(`/chats/${chatId}/matches`, { query: { q }, signal }),
    enabled: q !== "",
    // No retry: roles without permission to read messages have no matches, and the list of chats
    // shows all other errors.
    retry: 0,
    staleTime: 15_000,
  });
  const seqs = data?.seqs ?? [];
  const openMatch = (seq: number | undefined) => {
    if (seq === undefined) return;
    const search = toSearchParams({ q, sort, at: seq, showsAllVisitors });
    void navigate({
      to: "/archive/{-$chat}",
      params: { chat: String(chatId) },
      search,
      replace: true,
    });
  };
  const last = seqs.at(-1);
  useEffect(() => {
    if (at === null) openMatch(last);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `go` is made anew with each drawing
  }, [at, last]);
  const matchIndex = at === null ? -1 : seqs.indexOf(at);
  const step = (direction: 1 | -1) => {
    const from = at ?? 0;
    openMatch(
      direction > 0
        ? (seqs.find((seq) => seq > from) ?? seqs[0])
        : (seqs.findLast((seq) => seq < from) ?? last),
    );
  };
  return { n: matchIndex + 1, total: seqs.length, step };
}
