import { useMemo, useState } from "react";
import { useLiveState } from "../../../../state/live-context.tsx";
import { groupMessages, reuseGroups } from "../../../../ui/conversation/message/message-groups.ts";
import { listPhotos } from "../../../../ui/conversation/media/photos.ts";
import { findPressedButtons } from "../../../../ui/conversation/message/pressed-buttons.ts";

const noMessages: readonly never[] = [];

/**
 * Returns the items of a conversation. A new message creates or changes a single group. All other
 * groups are reused.
 */
export function useConversationItems(chatId: number, me: number) {
  const messages = useLiveState((state) => state.snapshot.logs.get(chatId)?.messages) ?? noMessages;
  const outbox = useLiveState((state) => state.outbox);
  const pending = useMemo(
    () => outbox.filter((item) => item.chatId === chatId && item.state !== "held"),
    [outbox, chatId],
  );
  const [reuse] = useState(reuseGroups);
  const groups = useMemo(
    () => reuse(groupMessages(messages, pending, me)),
    [reuse, messages, pending, me],
  );
  const pressed = useMemo(() => findPressedButtons(messages), [messages]);
  const photos = useMemo(() => listPhotos(messages), [messages]);
  return {
    messages,
    groups,
    pressed,
    photos,
    lastSeq: messages.at(-1)?.seq ?? 0,
    pendingCount: pending.length,
  };
}
