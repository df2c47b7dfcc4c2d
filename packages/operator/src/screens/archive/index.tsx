import "../../ui/inbox.css";
import "./archive.css";
import { ApiError } from "@parlour/client";
import { useMemo, useRef } from "react";
import { usePreferences } from "../../state/browser/preferences.ts";
import { can, useCurrentOperator } from "../../state/session.tsx";
import { getErrorText } from "../../ui/loading/ErrorMessage.tsx";
import { useTitle } from "../../ui/title.ts";
import { useOpenChat } from "../../ui/open-chat/open-chat.ts";
import { NoPreview, ChatPreview } from "./preview/ChatPreview.tsx";
import { SearchBar } from "./search-bar/SearchBar.tsx";
import { t } from "./text.ts";
import { toggleVisitor } from "./tokens.ts";
import { useArchiveShortcuts } from "./use-archive-shortcuts.ts";
import { useSearchQuery } from "./use-search-query.ts";
import { useSearch } from "./use-search.ts";
import { SearchResults } from "./SearchResults.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import { useVisitorNames } from "./use-visitor-names.ts";

/** Renders `/archive/<chat?>?q=&sort=&at=`: the search and, next to it, the open conversation. */
export function Screen() {
  // Re-renders this screen when the language changes.
  usePreferences();
  const me = useCurrentOperator();
  const {
    chatId,
    q,
    at,
    sort,
    setSort,
    showsAllVisitors,
    showAllVisitors,
    text,
    setText,
    search,
    close,
  } = useSearchQuery();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLElement>(null);
  const found = useSearch(q, sort);
  const visitorNames = useVisitorNames(found);
  const openChat = useOpenChat();
  const continueChat = () => {
    if (chatId !== null) openChat({ chatId, view: "closed", request: "continue" });
  };
  const move = useArchiveShortcuts({
    list,
    field,
    close,
    continueChat: chatId === null || !can(me, "chats.answer") ? null : continueChat,
  });
  const words = useHitWords(found.items, chatId);
  useTitle("section", t("archive.title"));
  useTitle("page", q);
  const searchError = searchErrorText(found.pages.error);
  return (
    <main className={chatId === null ? "inbox archive" : "inbox archive chosen"}>
      <h1 className="vh">{t("archive.title")}</h1>
      <section className="pane list" aria-labelledby="archive-h" data-pane ref={list}>
        <header className="head">
          <h2 id="archive-h">{t("archive.title")}</h2>
          <span className="grow" />
          <ExportMenu q={q} unavailable={searchError !== null || found.items.length === 0} />
        </header>
        <SearchBar
          {...{ text, field, visitorNames }}
          onText={setText}
          onSearch={() => search(text)}
          onDown={() => move(1)}
          error={searchError}
        />
        <SearchResults
          {...{ q, chatId, at, sort, showsAllVisitors, found }}
          onShowAllVisitors={showAllVisitors}
          onSort={setSort}
          onPerson={(number) => search(toggleVisitor(q, number), true)}
          onClear={() => setText("")}
          isInvalid={searchError !== null}
        />
      </section>
      {chatId === null ? (
        <NoPreview />
      ) : (
        <ChatPreview
          key={chatId}
          {...{ chatId, at, q, sort, showsAllVisitors, me, words }}
          onContinue={continueChat}
        />
      )}
    </main>
  );
}

/** Returns why the server rejected the query. Null if it was not rejected. */
function searchErrorText(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === "forbidden") return error.message;
  return error.code === "invalid_request" ? getErrorText(error) : null;
}

/** Returns the words in the chat that matched the query. */
function useHitWords(
  items: ReturnType<typeof useSearch>["items"],
  chatId: number | null,
): readonly string[] {
  return useMemo(() => {
    const found = items.find(({ chat }) => chat.id === chatId);
    return [
      ...new Set(
        found?.hits.flatMap(({ excerpt }) =>
          excerpt.filter(({ hit }) => hit).map(({ text }) => text),
        ),
      ),
    ];
  }, [items, chatId]);
}
