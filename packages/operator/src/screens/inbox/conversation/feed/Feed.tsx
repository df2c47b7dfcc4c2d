// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions --
// WAI-ARIA feed: HTML has no element for it.
import type { OutboxItem } from "@parlour/client";
import type { Chat, Message, Operator } from "@parlour/protocol";
import { lazy, memo, Suspense } from "react";
import { getKnownVisitorName } from "../../../../state/live-state.ts";
import { useNow } from "../../../../ui/time.ts";
import { MessageGroup as FreshArticle } from "../../../../ui/conversation/message/MessageGroup.tsx";
import { PhotosContext } from "../../../../ui/conversation/media/photos.ts";
import { ChannelKindContext } from "../../../../ui/conversation/channel-kind.ts";
import { LazyMessageTools } from "../../lazy-action-parts.ts";
import { PendingMessageBubble } from "../message/PendingMessageBubble.tsx";
import {
  ChangeMenuContext,
  EarlierChatContext,
  PendingMessageContext,
} from "../../../../ui/conversation/message-contexts.ts";
import { JumpContext } from "../../../../ui/conversation/quote/jump-context.ts";
import { useMessageJump } from "../use-message-jump.ts";
import { t } from "../../text.ts";
import { handleFeedKey, type useFeedFocus } from "./use-feed-focus.ts";
import type { useScrollAnchor } from "../use-scroll-anchor.ts";
import type { useConversationItems } from "./use-conversation-items.ts";
import { getVisitorName } from "../../../../ui/chat/visitor-name.ts";
import { loadChunk } from "../../../../ui/loading/load-chunk.ts";

const noPressedButtons: ReadonlyMap<number, string> = new Map();
/** Memoized, because a new message changes or creates only one group. */
const MessageGroup = memo(FreshArticle);
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

const renderChangeMenu = (message: Message) => <LazyMessageTools message={message} />;
const renderPending = (item: OutboxItem) => <PendingMessageBubble item={item} />;

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
export function Feed({
  box,
  chat,
  me,
  items,
  feedFocus,
  virtualizer,
  isReading,
  onMenu,
}: FeedProps) {
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
                <PendingMessageContext value={renderPending}>
                  <VisibleGroups
                    {...{ chat, me, items, virtualizer }}
                    stopKey={feedFocus.tabStopKey}
                  />
                </PendingMessageContext>
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
