import type { Chat, Operator } from "@parlour/protocol";
import { useEffect, useRef, useState, type FocusEvent, type PointerEvent } from "react";
import { useLiveState, useLiveClient } from "../../state/live-context.tsx";
import { isOwnChat } from "../../state/live-state.ts";
import { setPreferences, usePreferences } from "../../state/browser/preferences.ts";
import { runOrToast } from "../../ui/mutation.ts";
import { useShortcuts } from "../../ui/keyboard/shortcuts.ts";
import { WaitingQueue } from "./WaitingQueue.tsx";
import { RingingPill } from "./RingingPill.tsx";
import { WaitingCard } from "./RingingCardWaiting.tsx";
import { useTakeChat } from "./use-take-chat.ts";
import { t } from "./text.ts";

interface WaitingChatsProps {
  me: Operator;
  chat: Chat;
  rings: readonly Chat[];
  corner: boolean;
  offline: boolean;
  hasCard: boolean;
  handlers: ReturnType<typeof useStableCard>["handlers"];
}

/**
 * Shows the waiting chats as a card or, when collapsed, as a pill. Also shows the queue of all
 * waiting chats.
 */
export function WaitingChats({
  me,
  chat,
  rings,
  corner,
  offline,
  hasCard,
  handlers,
}: WaitingChatsProps) {
  const { isFolded, fold } = useCollapsed(corner, rings);
  const [isQueueOpen, setQueueOpen] = useState(false);
  const pill = useRef<HTMLButtonElement>(null);
  const take = useTakeChat();
  const live = useLiveClient();
  const isFull = useLiveState((state) => hasReachedChatLimit(state.snapshot.chats.values(), me));
  const unavailable = offline ? t("ring.offline") : isFull ? t("ring.full") : false;
  const isPill = isFolded || hasCard || isFull || isQueueOpen;
  const reply = ({ id }: Chat) => {
    setQueueOpen(false);
    void take(id);
  };
  const skip = (ringingChat: Chat) => void runOrToast(() => live.skip(ringingChat.id), ringingChat);
  useShortcuts({
    "mod+j": () => {
      if (unavailable !== false) return false;
      reply(chat);
      return true;
    },
    "g w": () => setQueueOpen(true),
  });
  return (
    <>
      {isQueueOpen && (
        <WaitingQueue
          {...{ me, unavailable }}
          onReply={reply}
          onSkip={skip}
          onCard={() => {
            setQueueOpen(false);
            fold(false);
          }}
          onClose={(isBack) => {
            setQueueOpen(false);
            if (isBack) pill.current?.focus();
          }}
        />
      )}
      {isPill ? (
        <RingingPill
          ref={(button) => {
            pill.current = button;
          }}
          rings={rings}
          isOpen={isQueueOpen}
          title={isFull ? t("ring.full") : undefined}
          shouldPulse={corner}
          onPress={() => setQueueOpen((is) => !is)}
        />
      ) : (
        <WaitingCard
          {...{ chat, me, corner, handlers, unavailable }}
          more={rings.length - 1}
          onReply={() => reply(chat)}
          onSkip={() => skip(chat)}
          onFold={() => fold(true)}
          onQueue={() => setQueueOpen(true)}
        />
      )}
    </>
  );
}

/**
 * Returns whether the card is collapsed. The state is stored on this device, separately for the
 * list and for other screens. In the list, a newly offered chat expands the card.
 */
function useCollapsed(
  corner: boolean,
  rings: readonly Chat[],
): { readonly isFolded: boolean; readonly fold: (isFolded: boolean) => void } {
  const { ringFolded } = usePreferences();
  const position = corner ? "corner" : "list";
  const isFolded = ringFolded[position];
  const setFolded = (folded: boolean) =>
    setPreferences({ ringFolded: { ...ringFolded, [position]: folded } });
  const knownIds = useRef<ReadonlySet<number>>(new Set(rings.map(({ id }) => id)));
  useEffect(() => {
    const isNew = rings.some(({ id }) => !knownIds.current.has(id));
    knownIds.current = new Set(rings.map(({ id }) => id));
    if (isNew && !corner && isFolded)
      setPreferences({ ringFolded: { ...ringFolded, list: false } });
  }, [rings, corner, isFolded, ringFolded]);
  return { isFolded, fold: setFolded };
}

function hasReachedChatLimit(records: Iterable<{ readonly chat: Chat }>, me: Operator): boolean {
  const limit = me.chat_limit ?? 0;
  if (limit === 0) return false;
  let myChats = 0;
  for (const { chat } of records) if (isOwnChat(chat, me.id)) myChats += 1;
  return myChats >= limit;
}

/**
 * Returns the first waiting chat. While the pointer or the focus is on the card, it keeps its chat,
 * so that the operator answers the chat they see.
 */
export function useStableCard(rings: readonly Chat[]) {
  const [stableId, setStableId] = useState<number | null>(null);
  const chat = rings.find((ringingChat) => ringingChat.id === stableId) ?? rings[0] ?? null;
  const keepCurrent = () => setStableId(chat?.id ?? null);
  return {
    chat,
    isStable: stableId !== null && chat?.id === stableId,
    handlers: {
      onPointerEnter: keepCurrent,
      onFocus: keepCurrent,
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
