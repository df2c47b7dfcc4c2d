// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions --
// WAI-ARIA feed: HTML has no element for it.
import type { Chat, Message, Operator } from "@parlour/protocol";
import { lazy, memo, Suspense, useCallback, useRef } from "react";
import { useLiveClient } from "../../../../state/live-context.tsx";
import { getKnownVisitorName } from "../../../../state/live-state.ts";
import { ErrorMessage } from "../../../../ui/loading/ErrorMessage.tsx";
import { useNow } from "../../../../ui/time.ts";
import { MessageGroup as FreshArticle } from "../message/MessageGroup.tsx";
import { PhotosContext } from "../../media/photos.ts";
import { ChannelKindContext } from "../../list/channel-kind.ts";
import { LazyChangeMenu } from "../../lazy-action-parts.ts";
import { ChangeMenuContext, EarlierChatContext } from "../message-contexts.ts";
import { JumpContext } from "../quote/jump-context.ts";
import { useMessageJump } from "../use-message-jump.ts";
import { useReadMark } from "../use-read-mark.ts";
import { t } from "../../text.ts";
import { handleFeedKey, useMessageGroupMenu, useFeedFocus } from "./use-feed-focus.ts";
import { useScrollAnchor } from "../use-scroll-anchor.ts";
import { useConversationItems } from "./use-conversation-items.ts";
import { getVisitorName } from "../../../../ui/chat/visitor-name.ts";
import { loadChunk } from "../../../../ui/loading/load-chunk.ts";
import { useLoadOlder } from "./use-load-older.ts";
import { ScrollToEndButton } from "./ScrollToEndButton.tsx";

const noPressedButtons: ReadonlyMap<number, string> = new Map();
/** Memoized, because a new message changes or creates only one group. */
const MessageGroup = memo(FreshArticle);
const MessageGroupMenu = lazy(() =>
  loadChunk(() => import("../message/MessageGroupMenu.tsx")).then((module) => ({
    default: module.MessageGroupMenu,
  })),
);

const EarlierChat = lazy(() =>
  loadChunk(() => import("../EarlierChat.tsx")).then((module) => ({
    default: module.EarlierChat,
  })),
);
const renderEarlierChat = (chatId: number) => (
  <Suspense fallback={null}>
    <EarlierChat chatId={chatId} />
  </Suspense>
);

const renderChangeMenu = (message: Message) => <LazyChangeMenu message={message} />;

/**
 * Renders the messages as a virtualized feed. The feed stays at its end, and older messages are
 * inserted without a visible jump.
 */
export function MessageList({ chat, me, canRead }: { chat: Chat; me: Operator; canRead: boolean }) {
  const live = useLiveClient();
  const box = useRef<HTMLDivElement>(null);
  const items = useConversationItems(chat.id, me.id);
  const feedFocus = useFeedFocus(box, items.groups);
  const scrollAnchor = useScrollAnchor({ box, ...items, ...feedFocus });
  const older = useLoadOlder(chat.id, scrollAnchor.virtualizer.getVirtualItems()[0]?.index ?? 0);
  // The identity is stable while the chat is open. A new function would restart the 0.5 s until a
  // message counts as read.
  const markRead = useCallback((seq: number) => live.markRead(chat.id, seq), [live, chat.id]);
  useReadMark(box, chat.id, canRead, markRead);
  const menu = useMessageGroupMenu(items.groups);
  return (
    <div className="logbox">
      <div className="log" ref={box} onScroll={scrollAnchor.onScroll}>
        {older instanceof Error && (
          <ErrorMessage error={older} onRetry={() => live.loadOlder(chat.id)}>
            {t("conversation.olderfailed")}
          </ErrorMessage>
        )}
        <div className="feedbox">
          <Feed
            {...{ box, chat, me, items, feedFocus, virtualizer: scrollAnchor.virtualizer }}
            isReading={older === "loading"}
            onMenu={menu.open}
          />
        </div>
      </div>
      {menu.group && (
        <Suspense fallback={null}>
          <MessageGroupMenu group={menu.group} anchor={menu.anchor} onClose={menu.close} />
        </Suspense>
      )}
      {scrollAnchor.leftAt !== null && (
        <ScrollToEndButton
          n={countOthersSince(items.messages, scrollAnchor.leftAt, me.id)}
          onClick={scrollAnchor.toEnd}
        />
      )}
    </div>
  );
}

interface VirtualFeed {
  chat: Chat;
  me: Operator;
  items: ReturnType<typeof useConversationItems>;
  virtualizer: ReturnType<typeof useScrollAnchor>["virtualizer"];
}

interface FeedProps extends VirtualFeed {
  box: { readonly current: HTMLElement | null };
  feedFocus: ReturnType<typeof useFeedFocus>;
  isReading: boolean;
  onMenu: (article: HTMLElement) => void;
}

/** Renders the feed with the height of its groups. Handles keys that move between groups. */
function Feed({ box, chat, me, items, feedFocus, virtualizer, isReading, onMenu }: FeedProps) {
  const { groups } = items;
  const { scrollToIndex } = virtualizer;
  const jump = useMessageJump({ box, groups, scrollToIndex, setActive: feedFocus.setActive });
  return (
    <div
      className="feed"
      role="feed"
      aria-busy={isReading}
      aria-label={t("conversation.with", { name: getVisitorName(chat) })}
      onKeyDown={(event) => {
        const moveTo = (group: (typeof groups)[number]) => {
          feedFocus.setActive(group.key);
          virtualizer.scrollToIndex(groups.indexOf(group), { align: "auto" });
        };
        handleFeedKey(
          { box, groups, tabStopIndex: feedFocus.tabStopIndex, moveTo, openMenu: onMenu },
          event,
        );
      }}
      onFocus={feedFocus.onFocus}
      style={{ blockSize: virtualizer.getTotalSize() }}
    >
      <PhotosContext value={items.photos}>
        <ChannelKindContext value={chat.channel.kind}>
          <JumpContext value={jump}>
            <EarlierChatContext value={renderEarlierChat}>
              <ChangeMenuContext value={renderChangeMenu}>
                <VisibleGroups
                  {...{ chat, me, items, virtualizer }}
                  stopKey={feedFocus.tabStopKey}
                />
              </ChangeMenuContext>
            </EarlierChatContext>
          </JumpContext>
        </ChannelKindContext>
      </PhotosContext>
    </div>
  );
}

/** Renders only the groups near the viewport, at their positions. */
function VisibleGroups({
  chat,
  me,
  items,
  virtualizer,
  stopKey,
}: VirtualFeed & { stopKey: string | null }) {
  const now = useNow(60_000);
  return virtualizer.getVirtualItems().map((item) => {
    const group = items.groups[item.index];
    return (
      group && (
        <div
          key={item.key}
          data-index={item.index}
          ref={virtualizer.measureElement}
          className="slot"
          style={{ transform: `translateY(${item.start}px)` }}
        >
          <MessageGroup
            {...{ group, me, now }}
            pressedButtons={group.kind === "bot" ? items.pressed : noPressedButtons}
            visitorId={chat.visitor.id}
            visitorPhoto={chat.visitor.photo ?? ""}
            botPhoto={chat.bot?.photo ?? ""}
            visitor={getKnownVisitorName(chat.visitor) ?? null}
            position={item.index + 1}
            isTabStop={group.key === stopKey}
          />
        </div>
      )
    );
  });
}

/** Counts the messages by other people after the given sequence number. */
function countOthersSince(messages: readonly Message[], seq: number, me: number): number {
  return messages.filter((message) => message.seq > seq && message.author.id !== me).length;
}
