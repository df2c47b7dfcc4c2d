// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions -- WAI-ARIA feed: HTML has no element for it.
import type { Chat, Operator } from "@parlour/protocol";
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { getKnownVisitorName } from "../../../state/live-state.ts";
import { LineSkeleton, useDelayedLoading } from "../../../ui/loading/Skeleton.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { useNow } from "../../../ui/time.ts";
import { MessageGroup } from "../../../ui/conversation/message/MessageGroup.tsx";
import {
  groupMessages,
  type MessageGroupData,
} from "../../../ui/conversation/message/message-groups.ts";
import { findPressedButtons } from "../../../ui/conversation/message/pressed-buttons.ts";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { highlightWords } from "./highlight.ts";
import { t } from "../text.ts";
import { useMessageRange } from "./use-message-range.ts";

interface PreviewMessagesProps {
  chat: Chat;
  at: number | null;
  me: Operator;
  words: readonly string[];
}

/** Renders the messages around the match. */
export function PreviewMessages({ chat, at, me, words }: PreviewMessagesProps) {
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
            visitorId={chat.visitor.id}
            visitorPhoto={chat.visitor.photo ?? ""}
            botPhoto={chat.bot?.photo ?? ""}
            visitor={getKnownVisitorName(chat.visitor) ?? null}
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
