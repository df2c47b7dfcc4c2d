import type { Chat, Operator } from "@parlour/protocol";
import { useState, type FocusEvent, type PointerEvent } from "react";
import { useLiveClient } from "../../state/live-context.tsx";
import { runOrToast } from "../mutation.ts";
import { useShortcuts } from "../keyboard/shortcuts.ts";
import { WaitingCard } from "./RingingCardWaiting.tsx";
import { useOpenChat } from "../open-chat/open-chat.ts";
import { openQueueEvent, useUnavailableReason } from "./take-chat.ts";

interface WaitingChatsProps {
  me: Operator;
  chat: Chat;
  rings: readonly Chat[];
  handlers: ReturnType<typeof useStableCard>["handlers"];
}

/** Shows the first waiting chat below the list. Collapsed, it returns with another offer. */
export function WaitingChats({ me, chat, rings, handlers }: WaitingChatsProps) {
  const [foldedIds, setFoldedIds] = useState<ReadonlySet<number>>(new Set());
  const openChat = useOpenChat();
  const live = useLiveClient();
  const unavailable = useUnavailableReason(me);
  const isFolded = rings.every(({ id }) => foldedIds.has(id));
  const reply = () => openChat({ chatId: chat.id, view: "mine", request: "accept" });
  useShortcuts({
    // The chat of the card, which stays the same while the pointer is on it.
    "mod+j": () => {
      if (unavailable !== false || isFolded) return false;
      reply();
      return true;
    },
  });
  if (isFolded) return null;
  return (
    <WaitingCard
      {...{ chat, me, handlers, unavailable }}
      more={rings.length - 1}
      onReply={reply}
      onSkip={() => void runOrToast(() => live.skip(chat.id), chat)}
      onFold={() => setFoldedIds(new Set(rings.map(({ id }) => id)))}
      onQueue={() => window.dispatchEvent(new Event(openQueueEvent))}
    />
  );
}

/** Returns the first waiting chat, or the one on the card while that has the pointer or focus. */
export function useStableCard(rings: readonly Chat[]) {
  const [stableId, setStableId] = useState<number | null>(null);
  const chat = rings.find((ringingChat) => ringingChat.id === stableId) ?? rings[0] ?? null;
  const pinCurrent = () => setStableId(chat?.id ?? null);
  return {
    chat,
    isStable: stableId !== null && chat?.id === stableId,
    handlers: {
      onPointerEnter: pinCurrent,
      onFocus: pinCurrent,
      onPointerLeave: (event: PointerEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(document.activeElement)) setStableId(null);
      },
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (
          !event.currentTarget.contains(event.relatedTarget) &&
          !event.currentTarget.matches(":hover")
        )
          setStableId(null);
      },
    },
  };
}
