// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions -- WAI-ARIA feed: HTML has no element for it.
import { hasOlder } from "@parlour/client";
import type { Chat, Operator } from "@parlour/protocol";
import { IconArrowDown } from "@tabler/icons-react";
import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { useLive, useLiveStore } from "../../state/live-context.tsx";
import { nameOf } from "../../state/live-state.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { useNow } from "../../ui/Time.tsx";
import { Article } from "./Article.tsx";
import { ArticleMenu } from "./ArticleMenu.tsx";
import { groupsOf } from "./groups.ts";
import { t } from "./text.ts";
import { useReadMark } from "./read-mark.ts";
import { visitorName } from "./words.ts";

const none: readonly never[] = [];
const nearEnd = 80;

/** The conversation: a virtualised feed held at its end, older messages without a jump. */
export function Log({ chat, me, canRead }: { chat: Chat; me: Operator; canRead: boolean }) {
  const live = useLiveStore();
  const box = useRef<HTMLDivElement>(null);
  const log = useLive((state) => state.snapshot.logs).get(chat.id);
  const older = useLive((state) => state.logs).get(chat.id)?.older;
  const outbox = useLive((state) => state.outbox);
  const messages = log?.messages ?? none;
  const waiting = useMemo(() => outbox.filter((item) => item.chatId === chat.id && item.state !== "held"), [outbox, chat.id]);
  const groups = useMemo(() => groupsOf(messages, waiting, me.id), [messages, waiting, me.id]);
  const now = useNow(60_000);
  const [active, setActive] = useState<string | null>(null);
  /** Last message when the reader left the end; null while he is there. */
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const lastSeq = messages.at(-1)?.seq ?? 0;
  const newer = leftAt === null ? 0 : messages.filter((message) => message.seq > leftAt && message.author.id !== me.id).length;
  const stopKey = groups.some((group) => group.key === active) ? active : (groups.at(-1)?.key ?? null);
  const stopIndex = groups.findIndex((group) => group.key === stopKey);

  // The virtualiser changes in place; without the React compiler nothing here is memoised behind its back.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: groups.length,
    getScrollElement: () => box.current,
    getItemKey: (index) => groups[index]?.key ?? index,
    overscan: 6,
    gap: 12,
    paddingStart: 16,
    paddingEnd: 16,
    estimateSize: (index) => estimate(groups[index]?.lines.length ?? 1),
    anchorTo: "end",
    followOnAppend: true,
    scrollEndThreshold: nearEnd,
    rangeExtractor: (range: Range) => {
      const rows = defaultRangeExtractor(range);
      return stopIndex < 0 || rows.includes(stopIndex) ? rows : [...rows, stopIndex].toSorted((a, b) => a - b);
    },
  });
  const items = virtual.getVirtualItems();

  useLayoutEffect(() => {
    virtual.scrollToEnd();
  }, [virtual]);
  // Banners and a growing composer make the log shorter, a narrower window its lines longer: whoever stood at the end stays there.
  const atEnd = leftAt === null;
  useEffect(() => {
    const element = box.current;
    if (!element || !atEnd) return;
    const observer = new ResizeObserver(() => virtual.scrollToEnd());
    observer.observe(element);
    const feed = element.querySelector(".feed");
    if (feed) observer.observe(feed);
    return () => observer.disconnect();
  }, [atEnd, virtual]);
  const sendingCount = waiting.length;
  useEffect(() => {
    if (sendingCount > 0) virtual.scrollToEnd();
  }, [sendingCount, virtual]);
  const firstIndex = items[0]?.index ?? 0;
  const more = log !== undefined && hasOlder(log);
  useEffect(() => {
    if (more && firstIndex <= 3 && older !== "loading" && !(older instanceof Error)) live.loadOlder(chat.id);
  }, [more, firstIndex, older, live, chat.id]);
  useReadMark(box, chat, canRead, (seq) => live.markRead(chat.id, seq));

  const onScroll = () => {
    const log = box.current;
    if (!log) return;
    // By the element: the virtualiser hears of this scroll only after us.
    if (log.scrollHeight - log.scrollTop - log.clientHeight <= nearEnd) {
      if (leftAt !== null) setLeftAt(null);
    } else if (leftAt === null) setLeftAt(lastSeq);
  };
  const anchor = useRef<Element | null>(null);
  const [menu, setMenu] = useState<string | null>(null);
  const menuGroup = menu === null ? undefined : groups.find((group) => group.key === menu);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.key === "Enter" && target.matches("[data-article]")) {
      event.preventDefault();
      anchor.current = target;
      setMenu(target.dataset["article"] ?? null);
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5, Home: -groups.length, End: groups.length }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || !target.matches("[data-article]")) return;
    const index = Math.max(0, Math.min(groups.length - 1, stopIndex + step));
    const group = groups[index];
    if (!group) return;
    event.preventDefault();
    setActive(group.key);
    virtual.scrollToIndex(index, { align: "auto" });
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-article="${group.key}"]`)?.focus({ preventScroll: true }));
  };

  return (
    <div className="logbox">
      <div className="log" ref={box} onScroll={onScroll}>
        {older instanceof Error && (
          <Failure error={older} onRetry={() => live.loadOlder(chat.id)}>
            {t("talk.olderfailed")}
          </Failure>
        )}
        <div className="feedbox">
          <div
            className="feed"
            role="feed"
            aria-busy={older === "loading"}
            aria-label={t("talk.with", { name: visitorName(chat) })}
            onKeyDown={onKeyDown}
            style={{ blockSize: virtual.getTotalSize() }}
          >
            {items.map((item) => {
              const group = groups[item.index];
              return (
                group && (
                  <div
                    key={item.key}
                    data-index={item.index}
                    ref={virtual.measureElement}
                    className="slot"
                    style={{ transform: `translateY(${item.start}px)` }}
                  >
                    <Article
                      group={group}
                      me={me}
                      visitor={nameOf(chat) ?? null}
                      now={now}
                      position={item.index + 1}
                      stop={group.key === stopKey}
                    />
                  </div>
                )
              );
            })}
          </div>
        </div>
      </div>
      {menuGroup && <ArticleMenu group={menuGroup} anchor={anchor} onClose={() => setMenu(null)} />}
      {leftAt !== null && (
        <div className="newpill">
          <Button
            small
            variant={newer > 0 ? "primary" : undefined}
            icon={IconArrowDown}
            onClick={() => {
              virtual.scrollToEnd();
              setLeftAt(null);
            }}
          >
            {newer > 0 ? t("talk.new", { n: newer }) : t("talk.toend")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** About the height of an article before it is measured. */
function estimate(lines: number): number {
  return 24 + lines * 44;
}
