// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions -- WAI-ARIA feed: HTML has no element for it.
import { hasOlder, type ChatLog } from "@parlour/client";
import type { Chat, Operator } from "@parlour/protocol";
import { IconArrowDown } from "@tabler/icons-react";
import { lazy, memo, Suspense, useCallback, useEffect, useMemo, useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import { useLive, useLiveStore } from "../../state/live-context.tsx";
import { nameOf } from "../../state/live-state.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { useNow } from "../../ui/Time.tsx";
import { Article as FreshArticle } from "./Article.tsx";
import { groupsOf, keepGroups } from "./groups.ts";
import { Photos, photosOf } from "./media/photos.ts";
import { pressedOf } from "./pressed.ts";
import { useReadMark } from "./read-mark.ts";
import { t } from "./text.ts";
import { useFeed } from "./use-feed.ts";
import { visitorName } from "./words.ts";

const none: readonly never[] = [];
const noPresses: ReadonlyMap<number, string> = new Map();
/** Drawn again only for what concerns it: a line that comes makes or changes one article. */
const Article = memo(FreshArticle);
const ArticleMenu = lazy(() => import("./ArticleMenu.tsx").then((module) => ({ default: module.ArticleMenu })));

/** The conversation: a virtualised feed held at its end, older messages without a jump. */
export function Log({ chat, me, canRead }: { chat: Chat; me: Operator; canRead: boolean }) {
  const live = useLiveStore();
  const box = useRef<HTMLDivElement>(null);
  const messages = useLive((state) => state.snapshot.logs.get(chat.id)?.messages) ?? none;
  const outbox = useLive((state) => state.outbox);
  const waiting = useMemo(() => outbox.filter((item) => item.chatId === chat.id && item.state !== "held"), [outbox, chat.id]);
  const [keep] = useState(keepGroups);
  const groups = useMemo(() => keep(groupsOf(messages, waiting, me.id)), [keep, messages, waiting, me.id]);
  const pressed = useMemo(() => pressedOf(messages), [messages]);
  const photos = useMemo(() => photosOf(messages), [messages]);
  const now = useNow(60_000);
  const [active, setActive] = useState<string | null>(null);
  const stopKey = groups.some((group) => group.key === active) ? active : (groups.at(-1)?.key ?? null);
  const stop = groups.findIndex((group) => group.key === stopKey);
  /** The article in which something has or had the focus: it stays in the page, however far it is scrolled away. */
  const [heldKey, setHeld] = useState<string | null>(null);
  const held = heldKey === null ? -1 : groups.findIndex((group) => group.key === heldKey);
  const lastSeq = messages.at(-1)?.seq ?? 0;
  const { virtual, leftAt, onScroll, toEnd } = useFeed({ box, groups, stop, held, lastSeq, sending: waiting.length });
  const items = virtual.getVirtualItems();
  const older = useOlder(chat.id, items[0]?.index ?? 0);
  // The same function while the chat is: a new one would start the half second of reading again.
  const markRead = useCallback((seq: number) => live.markRead(chat.id, seq), [live, chat.id]);
  useReadMark(box, chat.id, canRead, markRead);

  const anchor = useRef<Element | null>(null);
  const [menu, setMenu] = useState<string | null>(null);
  const menuGroup = menu === null ? undefined : groups.find((group) => group.key === menu);
  const onFocus = ({ target }: FocusEvent) => {
    const article = target.closest<HTMLElement>("[data-article]");
    // Dialogs opened from an article are its children to React, not to the page.
    if (article && box.current?.contains(article)) setHeld(article.dataset["article"] ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const key = target.matches("[data-article]") ? feedKey(event, groups.length) : null;
    if (key === null) return;
    const group = key === "menu" ? undefined : groups[Math.max(0, Math.min(groups.length - 1, stop + key))];
    if (key !== "menu" && !group) return;
    event.preventDefault();
    if (!group) {
      anchor.current = target;
      setMenu(target.dataset["article"] ?? null);
      return;
    }
    setActive(group.key);
    virtual.scrollToIndex(groups.indexOf(group), { align: "auto" });
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
            onFocus={onFocus}
            style={{ blockSize: virtual.getTotalSize() }}
          >
            <Photos value={photos}>
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
                        {...{ group, me, now }}
                        pressed={group.kind === "bot" ? pressed : noPresses}
                        visitorPhoto={chat.visitor.photo ?? ""}
                        botPhoto={chat.bot?.photo ?? ""}
                        visitor={nameOf(chat) ?? null}
                        position={item.index + 1}
                        stop={group.key === stopKey}
                      />
                    </div>
                  )
                );
              })}
            </Photos>
          </div>
        </div>
      </div>
      {menuGroup && (
        <Suspense fallback={null}>
          <ArticleMenu group={menuGroup} anchor={anchor} onClose={() => setMenu(null)} />
        </Suspense>
      )}
      {leftAt !== null && (
        <ToEnd n={messages.filter((message) => message.seq > leftAt && message.author.id !== me.id).length} onClick={toEnd} />
      )}
    </div>
  );
}

/** Reads earlier messages when the first ones come near. Gives how that goes. */
function useOlder(chatId: number, firstIndex: number) {
  const live = useLiveStore();
  const older = useLive((state) => state.logs.get(chatId)?.older);
  const more = useLive((state) => hasMore(state.snapshot.logs.get(chatId)));
  useEffect(() => {
    if (more && firstIndex <= 3 && older !== "loading" && !(older instanceof Error)) live.loadOlder(chatId);
  }, [more, firstIndex, older, live, chatId]);
  return older;
}

function hasMore(log: ChatLog | undefined): boolean {
  return log !== undefined && hasOlder(log);
}

/** What a key does on an article: opens its menu, or moves by so many; null for keys that are not ours. */
function feedKey(event: KeyboardEvent, count: number): "menu" | number | null {
  if (event.key === "Enter") return "menu";
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  return { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5, Home: -count, End: count }[event.key] ?? null;
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
