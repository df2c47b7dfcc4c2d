// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions -- WAI-ARIA feed: HTML has no element for it.
import { ApiError } from "@parlour/client";
import type { Chat, Operator } from "@parlour/protocol";
import type { SearchSort } from "@parlour/protocol/api";
import {
  IconArrowForwardUp,
  IconChevronLeft,
  IconMessageOff,
  IconMessageSearch,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { api } from "../../state/api/api.ts";
import { useLiveState } from "../../state/live-context.tsx";
import { getKnownVisitorName } from "../../state/live-state.ts";
import { can } from "../../state/session.tsx";
import { LineSkeleton, useDelayedLoading } from "../../ui/loading/Skeleton.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChatStateTag } from "../../ui/chat/ChatStateTag.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { EmptyState } from "../../ui/badges.tsx";
import { formatFullTime, useNow } from "../../ui/time.ts";
import { MessageGroup } from "../inbox/conversation/message/MessageGroup.tsx";
import {
  groupMessages,
  type MessageGroupData,
} from "../inbox/conversation/message/message-groups.ts";
import { findPressedButtons } from "../inbox/conversation/message/pressed-buttons.ts";
import { getVisitorName } from "../../ui/chat/visitor-name.ts";
import { highlightWords } from "./highlight.ts";
import { MatchBar } from "./MatchBar.tsx";
import { t } from "./text.ts";
import { toSearchParams } from "./use-search-query.ts";
import { useMessageRange } from "./use-message-range.ts";

export function NoPreview() {
  return (
    <section className="pane talk none" aria-label={t("preview.label")}>
      <EmptyState icon={IconMessageSearch} title={t("preview.none")}>
        {t("preview.none.text", { keys: "J, K" })}
      </EmptyState>
    </section>
  );
}

interface Props {
  chatId: number;
  /** `seq` of the matching message. Null if the chat was opened without a match. */
  at: number | null;
  q: string;
  sort: SearchSort;
  /** Whether the list next to the conversation shows all visitors found. Links keep this state. */
  allPeople: boolean;
  me: Operator;
  /** Search words to highlight. */
  words: readonly string[];
  onContinue: () => void;
}

/** Shows a read-only conversation, scrolled to the matching message. */
export function ChatPreview({ chatId, at, q, sort, allPeople, me, words, onContinue }: Props) {
  const {
    data: chat,
    error,
    refetch,
  } = useQuery({
    queryKey: ["archive", chatId],
    queryFn: ({ signal }) => api.chat(chatId, signal),
    retry: (n, fault) => n < 1 && !(fault instanceof ApiError && fault.status === 404),
  });
  const isDelayed = useDelayedLoading(!chat && !error);
  if (!chat)
    return (
      <section className="pane talk" aria-label={t("preview.label")} data-pane aria-busy={!error}>
        <header className="head">
          <BackLink {...{ q, sort, allPeople }} />
        </header>
        {error instanceof ApiError && error.status === 404 ? (
          <EmptyState icon={IconMessageOff} title={t("preview.lost")} />
        ) : error ? (
          <ErrorMessage error={error} onRetry={() => void refetch()}>
            {t("preview.failed")}
          </ErrorMessage>
        ) : (
          isDelayed && (
            <div className="talkbones">
              <LineSkeleton />
            </div>
          )
        )}
      </section>
    );
  return (
    <section className="pane talk" aria-labelledby="preview-h" data-pane>
      <PreviewHead {...{ chat, q, sort, allPeople, me, onContinue }} />
      <PreviewMessages {...{ chat, at, me, words }} />
      <MatchBar {...{ chat, at, q, sort, allPeople }} />
    </section>
  );
}

function PreviewHead({
  chat,
  q,
  sort,
  allPeople,
  me,
  onContinue,
}: Pick<Props, "q" | "sort" | "allPeople" | "me" | "onContinue"> & { chat: Chat }) {
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const heading = useRef<HTMLHeadingElement>(null);
  // On a narrow screen the list is hidden when a chat opens, so the focus moves to the heading.
  useEffect(() => {
    if (
      document.activeElement === null ||
      document.activeElement === document.body ||
      document.activeElement.checkVisibility?.() === false
    )
      heading.current?.focus({ preventScroll: true });
  }, [chat.id]);
  return (
    <header className="head">
      <BackLink {...{ q, sort, allPeople }} />
      <div className="title">
        <h2 id="preview-h" tabIndex={-1} ref={heading}>
          <span className="cut" dir="auto">
            {getVisitorName(chat)}
          </span>
        </h2>
        <p className="sub">
          <span className="num">#{chat.visitor.number}</span>
          <span className="cut">{chat.channel.name}</span>
          <ChatStateTag chat={chat} />
          <time className="cut" dateTime={chat.created_at}>
            {formatFullTime(chat.created_at)}
          </time>
        </p>
      </div>
      {chat.state === "closed" && can(me, "chat") && (
        <Button
          icon={IconArrowForwardUp}
          flipIcon
          onClick={onContinue}
          title={`${t("preview.continue.hint")}  R`}
          aria-keyshortcuts="R"
          unavailable={offline && t("preview.offline")}
        >
          {t("preview.continue")}
        </Button>
      )}
    </header>
  );
}

function BackLink({ q, sort, allPeople }: Pick<Props, "q" | "sort" | "allPeople">) {
  return (
    <Link
      className="btn icon quiet back"
      to="/archive/{-$chat}"
      params={{ chat: undefined }}
      search={toSearchParams({ q, sort, allPeople })}
      aria-label={t("preview.back")}
    >
      <Icon of={IconChevronLeft} flip />
    </Link>
  );
}

interface PreviewMessagesProps {
  chat: Chat;
  at: number | null;
  me: Operator;
  words: readonly string[];
}

/** Renders the messages around the match. */
function PreviewMessages({ chat, at, me, words }: PreviewMessagesProps) {
  // If the next match is already loaded, the anchor stays and no request is sent.
  const [anchor, setAnchor] = useState(at);
  const { pages, messages } = useMessageRange(chat.id, anchor);
  if (at !== null && at !== anchor && pages.isSuccess && !messages.some(({ seq }) => seq === at))
    setAnchor(at);
  const groups = useMemo(() => groupMessages(messages, [], me.id), [messages, me.id]);
  const pressed = useMemo(() => findPressedButtons(messages), [messages]);
  const now = useNow(60_000);
  const isDelayed = useDelayedLoading(pages.isPending);
  const box = useRef<HTMLDivElement>(null);
  useScrollPosition(box, at, messages.length > 0, messages[0]?.seq ?? 0);
  useEffect(() => highlightWords(box.current, words), [words, messages]);
  const { stopKey, onKeyDown } = useRovingArticle(box, groups, at);
  if (pages.isError && messages.length === 0)
    return (
      <ErrorMessage error={pages.error} onRetry={() => void pages.refetch()}>
        {t("preview.failed")}
      </ErrorMessage>
    );
  return (
    <div className="log" ref={box} aria-busy={pages.isPending}>
      {isDelayed && (
        <div className="talkbones">
          <LineSkeleton />
        </div>
      )}
      {pages.isError && <ErrorMessage error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.hasPreviousPage && (
        <Pager
          busy={pages.isFetchingPreviousPage}
          onMore={() => void pages.fetchPreviousPage()}
          words={t("preview.earlier")}
        />
      )}
      <div
        className="feed"
        role="feed"
        aria-label={t("preview.log", { name: getVisitorName(chat) })}
        onKeyDown={onKeyDown}
      >
        {groups.map((group, index) => (
          <MessageGroup
            key={group.key}
            {...{ group, me, now, pressedButtons: pressed }}
            visitorPhoto={chat.visitor.photo ?? ""}
            botPhoto={chat.bot?.photo ?? ""}
            visitor={getKnownVisitorName(chat) ?? null}
            position={index + 1}
            isTabStop={group.key === stopKey}
          />
        ))}
      </div>
      {pages.hasNextPage && (
        <Pager
          busy={pages.isFetchingNextPage}
          onMore={() => void pages.fetchNextPage()}
          words={t("preview.later")}
        />
      )}
    </div>
  );
}

function Pager({ busy, onMore, words }: { busy: boolean; onMore: () => void; words: string }) {
  return (
    <p className="pager">
      <Button small unavailable={busy} onClick={onMore}>
        {words}
      </Button>
    </p>
  );
}

/**
 * Returns the key of the article in the tab order, initially the article with the match. The feed
 * keys of WAI-ARIA move it.
 */
function useRovingArticle(
  box: React.RefObject<HTMLDivElement | null>,
  groups: readonly MessageGroupData[],
  at: number | null,
) {
  const [active, setActive] = useState<string | null>(null);
  const matchGroup = groups.find((group) =>
    group.lines.some((line) => "message" in line && line.message.seq === at),
  );
  const stopKey = groups.some((group) => group.key === active)
    ? active
    : (matchGroup ?? groups.at(-1))?.key;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 5,
      PageUp: -5,
      Home: -groups.length,
      End: groups.length,
    }[event.key];
    if (step === undefined || !(event.target as HTMLElement).matches("[data-article]")) return;
    event.preventDefault();
    const from = groups.findIndex((group) => group.key === stopKey);
    const next = groups[Math.max(0, Math.min(groups.length - 1, from + step))];
    if (!next) return;
    setActive(next.key);
    box.current?.querySelector<HTMLElement>(`[data-article="${next.key}"]`)?.focus();
  };
  return { stopKey, onKeyDown };
}

/**
 * Scrolls to the match whenever it changes. Keeps the scroll position when earlier messages are
 * inserted above.
 */
function useScrollPosition(
  box: React.RefObject<HTMLDivElement | null>,
  at: number | null,
  loaded: boolean,
  firstSeq: number,
): void {
  const lastPosition = useRef<{
    readonly first: number;
    readonly size: number;
    readonly at: number | null;
  } | null>(null);
  useLayoutEffect(() => {
    const log = box.current;
    if (!log || !loaded) return;
    const previous = lastPosition.current;
    const hit = at === null ? null : log.querySelector<HTMLElement>(`[data-seq="${at}"]`);
    let shown = previous?.at ?? null;
    if (hit && shown !== at) {
      for (const old of log.querySelectorAll<HTMLElement>("[data-hit]")) delete old.dataset["hit"];
      hit.dataset["hit"] = t("preview.hit");
      hit.scrollIntoView({ block: "center" });
      shown = at;
    } else if (previous === null) log.scrollTo({ top: log.scrollHeight });
    else if (firstSeq < previous.first) log.scrollBy({ top: log.scrollHeight - previous.size });
    lastPosition.current = { first: firstSeq, size: log.scrollHeight, at: shown };
  }, [box, at, loaded, firstSeq]);
}
