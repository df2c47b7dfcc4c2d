import { useMemo, useState } from "react";
import { useLive } from "../../state/live-context.tsx";
import { groupsOf, keepGroups } from "./groups.ts";
import { photosOf } from "./media/photos.ts";
import { pressedOf } from "./pressed.ts";

const none: readonly never[] = [];

/**
 * Returns the items of a conversation. Each part is computed again only when its messages change: a
 * new message creates or changes a single group.
 */
export function useLines(chatId: number, me: number) {
  const messages = useLive((state) => state.snapshot.logs.get(chatId)?.messages) ?? none;
  const outbox = useLive((state) => state.outbox);
  const waiting = useMemo(() => outbox.filter((item) => item.chatId === chatId && item.state !== "held"), [outbox, chatId]);
  const [keep] = useState(keepGroups);
  const groups = useMemo(() => keep(groupsOf(messages, waiting, me)), [keep, messages, waiting, me]);
  const pressed = useMemo(() => pressedOf(messages), [messages]);
  const photos = useMemo(() => photosOf(messages), [messages]);
  return { messages, groups, pressed, photos, lastSeq: messages.at(-1)?.seq ?? 0, sending: waiting.length };
}
