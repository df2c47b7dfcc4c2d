import type { Chat } from "@parlour/protocol";
import type { ChatMatches, SearchSort } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ChatLink } from "../../../ui/open-chat/parts.tsx";
import { toChatAddress } from "../../../ui/address/chat-routes.ts";
import { api } from "../../../state/api/api.ts";
import { readsTexts, useCurrentOperator } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { useShortcuts } from "../../../ui/keyboard/shortcuts.ts";
import { t } from "../text.ts";
import { toSearchParams } from "../use-search-query.ts";

interface MatchQuery {
  /** `seq` of the match in the URL. Null if the chat was opened without one. */
  at: number | null;
  q: string;
  sort: SearchSort;
  showsAllVisitors: boolean;
}

/**
 * Shows a bar below the conversation: the number of the current match, buttons to the other
 * matches, and a link to the chat in the inbox.
 */
export function MatchBar({ chat, matches }: { chat: Chat; matches: Matches }) {
  const { n, total, step } = matches;
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
      <ChatLink className="btn primary small" {...toChatAddress(chat)}>
        {t("match.open")}
      </ChatLink>
    </footer>
  );
}

type Matches = ReturnType<typeof useMatches>;

/**
 * Loads the matches of the chat in order, for roles that read its texts. `at` is the match on
 * screen: the one in the URL, else the last. The URL stays as it is until a step, so that a late
 * response cannot lead back here from another screen. Stepping past the last match returns to the
 * first.
 */
export function useMatches(chatId: number, query: MatchQuery) {
  const { q, sort, showsAllVisitors } = query;
  const navigate = useNavigate();
  const canRead = readsTexts(useCurrentOperator());
  const { data } = useQuery({
    queryKey: ["matches", chatId, q],
    queryFn: ({ signal }) =>
      api.get<ChatMatches>(`/chats/${chatId}/matches`, { query: { q }, signal }),
    enabled: q !== "" && canRead,
    // The list of chats shows the error.
    retry: 0,
    staleTime: 15_000,
  });
  const seqs = data?.seqs ?? [];
  const last = seqs.at(-1) ?? null;
  const at = query.at ?? last;
  const openMatch = (seq: number | null) => {
    if (seq === null) return;
    void navigate({
      to: "/archive/{-$chat}",
      params: { chat: String(chatId) },
      search: toSearchParams({ q, sort, at: seq, showsAllVisitors }),
      replace: true,
    });
  };
  const step = (direction: 1 | -1) => {
    const from = at ?? 0;
    openMatch(
      direction > 0
        ? (seqs.find((seq) => seq > from) ?? seqs[0] ?? null)
        : (seqs.findLast((seq) => seq < from) ?? last),
    );
  };
  return { at, n: at === null ? 0 : seqs.indexOf(at) + 1, total: seqs.length, step };
}
