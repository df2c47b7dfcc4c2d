// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions -- WAI-ARIA feed: HTML has no element for it.
import { hasOlderMessages, type MessageLog } from "@parlour/client";
import type { Chat, Message, Operator } from "@parlour/protocol";
import { IconArrowDown } from "@tabler/icons-react";
import { lazy, memo, Suspense, useCallback, useEffect, useRef } from "react";
import { useLive, useLiveStore } from "../../state/live-context.tsx";
import { nameOf } from "../../state/live-state.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { useNow } from "../../ui/Time.tsx";
import { Article as FreshArticle } from "./Article.tsx";
import { Photos } from "./media/photos.ts";
import { useReadMark } from "./read-mark.ts";
import { t } from "./text.ts";
import { onFeedKey, useArticleMenu, useStops } from "./use-articles.ts";
import { useFeed } from "./use-feed.ts";
import { useLines } from "./use-lines.ts";
import { visitorName } from "../../ui/visitor-name.ts";
import { fetchPart } from "../../ui/fetch-part.ts";

const noPresses: ReadonlyMap<number, string> = new Map();
/** Memoised: a new message creates or changes a single group. */
const Article = memo(FreshArticle);
const ArticleMenu = lazy(() => fetchPart(() => import("./ArticleMenu.tsx")).then((module) => ({ default: module.ArticleMenu })));

/**
 * The conversation: a virtualised feed that stays at its end and inserts older messages without a
 * jump.
 */
export function Log({ chat, me, canRead }: { chat: Chat; me: Operator; canRead: boolean }) {
  const live = useLiveStore();
  const box = useRef<HTMLDivElement>(null);
  const lines = useLines(chat.id, me.id);
  const stops = useStops(box, lines.groups);
  const feed = useFeed({ box, ...lines, ...stops });
  const older = useOlder(chat.id, feed.virtual.getVirtualItems()[0]?.index ?? 0);
  // Stable while the chat is open. A new function would restart the 0.5 s until messages count as
  // read.
  const markRead = useCallback((seq: number) => live.markRead(chat.id, seq), [live, chat.id]);
  useReadMark(box, chat.id, canRead, markRead);
  const menu = useArticleMenu(lines.groups);
  return (
    <div className="logbox">
      <div className="log" ref={box} onScroll={feed.onScroll}>
        {older instanceof Error && (
          <Failure error={older} onRetry={() => live.loadOlder(chat.id)}>
            {t("talk.olderfailed")}
          </Failure>
        )}
        <div className="feedbox">
          <Feed {...{ box, chat, me, lines, stops, virtual: feed.virtual }} isReading={older === "loading"} onMenu={menu.open} />
        </div>
      </div>
      {menu.group && (
        <Suspense fallback={null}>
          <ArticleMenu group={menu.group} anchor={menu.anchor} onClose={menu.close} />
        </Suspense>
      )}
      {feed.leftAt !== null && <ToEnd n={othersSince(lines.messages, feed.leftAt, me.id)} onClick={feed.toEnd} />}
    </div>
  );
}

interface FeedProps {
  box: { readonly current: HTMLElement | null };
  chat: Chat;
  me: Operator;
  lines: ReturnType<typeof useLines>;
  stops: ReturnType<typeof useStops>;
  virtual: ReturnType<typeof useFeed>["virtual"];
  isReading: boolean;
  onMenu: (article: HTMLElement) => void;
}

/** The feed element, as high as all its groups. Handles keys that move between groups. */
function Feed({ box, chat, me, lines, stops, virtual, isReading, onMenu }: FeedProps) {
  const { groups } = lines;
  return (
    <div
      className="feed"
      role="feed"
      aria-busy={isReading}
      aria-label={t("talk.with", { name: visitorName(chat) })}
      onKeyDown={(event) => {
        const moveTo = (group: (typeof groups)[number]) => {
          stops.setActive(group.key);
          virtual.scrollToIndex(groups.indexOf(group), { align: "auto" });
        };
        onFeedKey({ box, groups, stop: stops.stop, moveTo, openMenu: onMenu }, event);
      }}
      onFocus={stops.onFocus}
      style={{ blockSize: virtual.getTotalSize() }}
    >
      <Photos value={lines.photos}>
        <InSight {...{ chat, me, lines, virtual }} stopKey={stops.stopKey} />
      </Photos>
    </div>
  );
}

/** Renders the groups near the viewport at their positions. */
function InSight({ chat, me, lines, virtual, stopKey }: Pick<FeedProps, "chat" | "me" | "lines" | "virtual"> & { stopKey: string | null }) {
  const now = useNow(60_000);
  return virtual.getVirtualItems().map((item) => {
    const group = lines.groups[item.index];
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
            {...{ group, me, now }}
            pressed={group.kind === "bot" ? lines.pressed : noPresses}
            visitorPhoto={chat.visitor.photo ?? ""}
            botPhoto={chat.bot?.photo ?? ""}
            visitor={nameOf(chat) ?? null}
            position={item.index + 1}
            stop={group.key === stopKey}
          />
        </div>
      )
    );
  });
}

/** Counts messages of others after this one. */
function othersSince(messages: readonly Message[], seq: number, me: number): number {
  return messages.filter((message) => message.seq > seq && message.author.id !== me).length;
}

/** Loads earlier messages when the first ones come near. Returns the load state. */
function useOlder(chatId: number, firstIndex: number) {
  const live = useLiveStore();
  const older = useLive((state) => state.logs.get(chatId)?.older);
  const more = useLive((state) => hasMore(state.snapshot.logs.get(chatId)));
  useEffect(() => {
    if (more && firstIndex <= 3 && older !== "loading" && !(older instanceof Error)) live.loadOlder(chatId);
  }, [more, firstIndex, older, live, chatId]);
  return older;
}

function hasMore(log: MessageLog | undefined): boolean {
  return log !== undefined && hasOlderMessages(log);
}

function ToEnd({ n, onClick }: { n: number; onClick: () => void }) {
  return (
    <div className="newpill">
      <Button small variant={n > 0 ? "primary" : undefined} icon={IconArrowDown} onClick={onClick}>
        {n > 0 ? t("talk.new", { n }) : t("talk.toend")}
      </Button>
    </div>
  );
}
