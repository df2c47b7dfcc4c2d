import "../../ui/inbox.css";
import "./archive.css";
import { ApiError } from "@parlour/client";
import { IconArchive, IconDownload, IconSearchOff } from "@tabler/icons-react";
import { useNavigate, useParams, useSearch as useAddress } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { useKeys } from "../../app/keys.ts";
import { useLive } from "../../state/live-context.tsx";
import { usePreferences } from "../../state/preferences.ts";
import { may, useMe } from "../../state/session.tsx";
import { i18n } from "../../text/index.ts";
import { RowBones, useLate } from "../../ui/Bones.tsx";
import { Button } from "../../ui/Button.tsx";
import { Failure, wordsOf } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Banner, Empty } from "../../ui/marks.tsx";
import { Menu } from "../../ui/menu.tsx";
import { clockTime } from "../../ui/Time.tsx";
import { useTitle } from "../../ui/title.ts";
import { useChatActions } from "../inbox/actions.ts";
import { NoPreview, Preview } from "./Preview.tsx";
import { Results } from "./Results.tsx";
import { SearchBar } from "./SearchBar.tsx";
import { t } from "./text.ts";
import { useSearch } from "./use-search.ts";

/** Of API-070; the schema that says it would come along with its library. */
const exportMost = 50_000;
/** How long after the last key the search begins by itself. */
const typingMs = 300;

/** `/archive/<chat?>?q=&at=`: search at one side, the conversation at the other. */
export function Screen() {
  // Draws all below again in another language.
  usePreferences();
  const me = useMe();
  const navigate = useNavigate();
  const params: { chat?: string } = useParams({ strict: false });
  const address: { q?: string; at?: number } = useAddress({ strict: false });
  const { q = "" } = address;
  const at = address.at ?? null;
  const chatId = params.chat !== undefined && /^[1-9][0-9]{0,15}$/.test(params.chat) ? Number(params.chat) : null;
  const [text, setText] = useState(q);
  // What this screen asked for, and what the address says: when they part, the address changed by itself (back, forward, a link).
  const [asked, setAsked] = useState(q);
  const [seen, setSeen] = useState(q);
  if (q !== seen) {
    setSeen(q);
    if (q !== asked) {
      setAsked(q);
      setText(q);
    }
  }
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLElement>(null);
  const { pages, items, goesOn } = useSearch(q);
  const actions = useChatActions(chatId);
  useTitle("section", t("archive.title"));
  useTitle("page", q);

  const search = (next: string) => {
    const words = next.trim();
    if (words === q) return;
    setAsked(words);
    void navigate({ to: "/archive/{-$chat}", params: { chat: params.chat }, search: words === "" ? {} : { q: words }, replace: true });
  };
  const late = useRef(search);
  useEffect(() => {
    late.current = search;
  });
  useEffect(() => {
    const timer = setTimeout(() => late.current(text), typingMs);
    return () => clearTimeout(timer);
  }, [text]);

  const move = (step: number) => {
    const ways = [...(list.current?.querySelectorAll<HTMLElement>("[data-found]") ?? [])];
    const here = ways.findIndex((way) => way === document.activeElement);
    const from = here >= 0 ? here : ways.findIndex((way) => way.getAttribute("aria-current") === "true");
    ways[Math.max(0, Math.min(ways.length - 1, from + step))]?.focus();
  };
  const inList = () => list.current?.contains(document.activeElement) === true && document.activeElement?.matches("[data-found]") === true;
  useKeys({
    "/": () => {
      field.current?.focus();
      field.current?.select();
    },
    j: () => move(1),
    k: () => move(-1),
    arrowdown: () => (inList() ? move(1) : false),
    arrowup: () => (inList() ? move(-1) : false),
    r: () => {
      if (chatId === null || !may(me, "chat")) return false;
      actions.continueChat();
      return true;
    },
    escape: () => {
      if (chatId === null) return false;
      void navigate({ to: "/archive/{-$chat}", params: { chat: undefined }, search: q === "" ? {} : { q } });
      return true;
    },
  });

  const wrong = pages.error instanceof ApiError && (pages.error.status === 400 || pages.error.status === 403) ? pages.error : null;
  const words = useMemo(() => {
    const found = items.find(({ chat }) => chat.id === chatId);
    return [...new Set(found?.hits.flatMap(({ excerpt }) => excerpt.filter(({ hit }) => hit).map(({ text: word }) => word)))];
  }, [items, chatId]);
  return (
    <main className={chatId === null ? "inbox archive" : "inbox archive chosen"}>
      <h1 className="vh">{t("archive.title")}</h1>
      <section className="pane list" aria-labelledby="archive-h" data-pane ref={list}>
        <header className="head">
          <h2 id="archive-h">{t("archive.title")}</h2>
          <span className="grow" />
          <ExportMenu q={q} unavailable={wrong !== null || items.length === 0} />
        </header>
        <SearchBar
          text={text}
          onText={setText}
          onSearch={() => search(text)}
          onDown={() => move(1)}
          field={field}
          error={wrong === null ? null : wrong.status === 403 ? wrong.message : wordsOf(wrong)}
        />
        <Found q={q} chatId={chatId} at={at} onClear={() => setText("")} {...{ pages, items, goesOn, isWrong: wrong !== null }} />
      </section>
      {chatId === null ? <NoPreview /> : <Preview key={chatId} {...{ chatId, at, q, me, words }} onContinue={actions.continueChat} />}
    </main>
  );
}

interface FoundProps extends ReturnType<typeof useSearch> {
  q: string;
  chatId: number | null;
  at: number | null;
  isWrong: boolean;
  onClear: () => void;
}
/** The list with everything that may be said about it: how it comes along, how old it is, that it is empty. */
function Found({ q, chatId, at, pages, items, goesOn, isWrong, onClear }: FoundProps) {
  const connection = useLive((state) => state.connection.kind);
  const late = useLate(pages.isFetching && !pages.isError);
  const isFirst = pages.isPending;
  const isOver = !pages.isFetching && !goesOn;
  return (
    <div className="foundpane" aria-busy={pages.isFetching}>
      {pages.isError && !isWrong && (
        <Failure error={pages.error} onRetry={() => void pages.refetch()}>
          {t("results.failed", { why: wordsOf(pages.error) })}
        </Failure>
      )}
      {connection === "offline" && pages.dataUpdatedAt > 0 && (
        <Banner tone="warn">{t("results.asof", { time: clockTime(pages.dataUpdatedAt) })}</Banner>
      )}
      {connection === "catching_up" && <Banner tone="info">{t("results.catchup")}</Banner>}
      <output className="asof t12 soft">
        {late
          ? t(isFirst || pages.isPlaceholderData ? "results.busy" : "results.searching")
          : items.length > 0 && !isWrong
            ? t(pages.hasNextPage ? "results.more" : "results.n", { n: items.length })
            : ""}
      </output>
      {isFirst && late && <RowBones rows={8} />}
      {!isWrong && items.length > 0 && (
        <div className={pages.isPlaceholderData || pages.isError ? "stale" : undefined}>
          <Results items={items} q={q} chatId={chatId} at={at} />
        </div>
      )}
      {!isWrong && pages.isSuccess && items.length === 0 && isOver && !pages.hasNextPage && (
        <Empty
          icon={q === "" ? IconArchive : IconSearchOff}
          title={t(q === "" ? "results.empty" : "results.none")}
          action={q !== "" && <Button onClick={onClear}>{t("results.none.clear")}</Button>}
        >
          {t(q === "" ? "results.empty.text" : "results.none.text")}
        </Empty>
      )}
      {!isWrong && pages.hasNextPage && isOver && (
        <p className="pager">
          <Button small onClick={() => void pages.fetchNextPage()}>
            {t("results.older")}
          </Button>
        </p>
      )}
    </div>
  );
}

function ExportMenu({ q, unavailable }: { q: string; unavailable: boolean }) {
  if (unavailable) return null;
  const hint = t("export.hint", { n: i18n.number(exportMost) });
  return (
    <Menu
      label={t("export.button")}
      className="btn small"
      groups={[
        {
          entries: [
            { id: "csv", label: t("export.csv"), hint },
            { id: "jsonl", label: t("export.jsonl"), hint },
          ],
        },
      ]}
      onAction={(format) => {
        const link = document.createElement("a");
        link.href = `/api/v1/search/export?${new URLSearchParams({ q, format }).toString()}`;
        link.download = "";
        link.click();
      }}
    >
      <Icon of={IconDownload} small /> {t("export.button")}
    </Menu>
  );
}
