import type { Chat, Message, Operator } from "@parlour/protocol";
import { lazy, Suspense, useCallback, useRef } from "react";
import { useLiveClient } from "../../../../state/live-context.tsx";
import { ErrorMessage } from "../../../../ui/loading/ErrorMessage.tsx";
import { useReadMark } from "../use-read-mark.ts";
import { t } from "../../text.ts";
import { useMessageGroupMenu, useFeedFocus } from "./use-feed-focus.ts";
import { useScrollAnchor } from "../use-scroll-anchor.ts";
import { useConversationItems } from "./use-conversation-items.ts";
import { loadChunk } from "../../../../ui/loading/load-chunk.ts";
import { useLoadOlder } from "./use-load-older.ts";
import { ScrollToEndButton } from "./ScrollToEndButton.tsx";
import { Feed } from "./Feed.tsx";

const MessageGroupMenu = lazy(() =>
  loadChunk(() => import("../message/MessageGroupMenu.tsx")).then((module) => ({
    default: module.MessageGroupMenu,
  })),
);

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

/** Counts the messages by other people after the given sequence number. */
function countOthersSince(messages: readonly Message[], seq: number, me: number): number {
  return messages.filter((message) => message.seq > seq && message.author.id !== me).length;
}
