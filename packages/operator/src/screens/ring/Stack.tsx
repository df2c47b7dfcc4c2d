import type { Chat, Operator } from "@parlour/protocol";
import { useNavigate, useParams } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState, type FocusEvent, type PointerEvent } from "react";
import { useLive, useLiveStore } from "../../state/live-context.tsx";
import { isMine } from "../../state/live-state.ts";
import { handedTo, invitationTo, ringsOf } from "../../state/offers.ts";
import { setPreferences, usePreferences } from "../../state/preferences.ts";
import { useOwnPresence } from "../../state/presence.ts";
import { may, useMe } from "../../state/session.tsx";
import { orSay } from "../../ui/deed.ts";
import { fetchPart } from "../../ui/fetch-part.ts";
import { useKeys } from "../../ui/keys.ts";
import { ChatNotices } from "./ChatNotices.tsx";
import { nextFocus } from "./focus-wish.ts";
import { Queue } from "./Queue.tsx";
import { InviteCard } from "./RingCardInvite.tsx";
import { TransferCard } from "./RingCardTransfer.tsx";
import { Pill } from "./RingPill.tsx";
import { Taken, WaitingCard } from "./RingCardWaiting.tsx";
import { useRingingCall } from "./ringing-call.ts";
import { useTakeChat } from "./take-chat.ts";
import { t } from "./text.ts";
import "./ring.css";

const CallCard = lazy(() => fetchPart(() => import("./RingCardCall.tsx")).then((module) => ({ default: module.CallCard })));

/**
 * Shows notices, then one card at a time, and the waiting chats as a card or a pill. Never moves
 * the focus. `place`: at the bottom of the list, in the corner of another screen, or above an open
 * chat that covers the list. The last shows only notices.
 */
export function Stack({ place }: { place: "list" | "corner" | "talk" }) {
  const me = useMe();
  const { chat: shown } = useParams({ strict: false });
  const corner = place === "corner";
  if (place === "talk")
    return (
      <div className="ringstack">
        <ChatNotices me={me} shown={shown} />
      </div>
    );
  return (
    <div className={corner ? "ringstack corner" : "ringstack"}>
      <ChatNotices me={me} shown={corner ? undefined : shown} />
      <Asking me={me} corner={corner} shown={corner ? undefined : shown} />
    </div>
  );
}

interface AskingProps {
  me: Operator;
  corner: boolean;
  /** Id of the chat in the URL, in the inbox. */
  shown: string | undefined;
}

/**
 * Shows one card: an incoming transfer (it ends first), an invitation, or a call (its visitor waits
 * at the telephone). Waiting chats follow below.
 */
function Asking({ me, corner, shown }: AskingProps) {
  const offered = useLive((state) => ringsOf(state, me.id));
  const handed = useLive((state) => handedTo(state, me.id)).find((chat) => String(chat.id) !== shown);
  const invited = useLive((state) => invitationTo(state, me.id));
  const taken = useLive((state) => state.taken);
  const isOnline = useOwnPresence(me) === "online";
  const offline = useLive((state) => state.connection.kind === "offline");
  const calls = useRingingCall(offered, me);
  const rings = isOnline && may(me, "chat") ? offered : none;
  const { chat, isHeld, handlers } = useHeldCard(rings);
  const navigate = useNavigate();
  const open = (chatId: number) =>
    void navigate({ to: "/inbox/$view/{-$chat}", params: { view: "mine", chat: String(chatId) }, state: { focus: nextFocus() } });
  const card = handed ? (
    <TransferCard key={handed.id} chat={handed} corner={corner} onOpened={open} />
  ) : invited ? (
    <InviteCard key={invited.chat.id} {...invited} corner={corner} onOpened={open} />
  ) : calls.call !== null && isOnline ? (
    <Suspense fallback={null}>
      <CallCard key={calls.call.id} call={calls.call} more={calls.more} corner={corner} offline={offline} />
    </Suspense>
  ) : taken && !isHeld ? (
    // A card under the pointer is not replaced because another operator took another chat.
    <Taken who={taken.who} by={taken.by} corner={corner} />
  ) : null;
  return (
    <>
      {card}
      {chat !== null && <Waiting {...{ me, chat, rings, corner, offline, handlers }} hasCard={card !== null} />}
    </>
  );
}

const none: readonly Chat[] = [];

interface WaitingProps {
  me: Operator;
  chat: Chat;
  rings: readonly Chat[];
  corner: boolean;
  offline: boolean;
  hasCard: boolean;
  handlers: ReturnType<typeof useHeldCard>["handlers"];
}

/** Shows the waiting chats as a card or, collapsed, as a pill, and the queue of all of them. */
function Waiting({ me, chat, rings, corner, offline, hasCard, handlers }: WaitingProps) {
  const { isFolded, fold } = useFold(corner, rings);
  const [isQueueOpen, setQueueOpen] = useState(false);
  const pill = useRef<HTMLButtonElement>(null);
  const take = useTakeChat();
  const live = useLiveStore();
  const isFull = useLive((state) => isAtLimit(state.snapshot.chats.values(), me));
  const unavailable = offline ? t("ring.offline") : isFull ? t("ring.full") : false;
  const isPill = isFolded || hasCard || isFull || isQueueOpen;
  const reply = ({ id }: Chat) => {
    setQueueOpen(false);
    void take(id);
  };
  const skip = (one: Chat) => void orSay(() => live.skip(one.id), one);
  useKeys({
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
        <Queue
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
        <Pill
          ref={(button) => {
            pill.current = button;
          }}
          rings={rings}
          isOpen={isQueueOpen}
          title={isFull ? t("ring.full") : undefined}
          pulses={corner}
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
 * Whether the card is collapsed, stored per device, separately for the list and other screens. In
 * the list a newly offered chat expands it.
 */
function useFold(corner: boolean, rings: readonly Chat[]): { readonly isFolded: boolean; readonly fold: (isFolded: boolean) => void } {
  const { ringFolded } = usePreferences();
  const place = corner ? "corner" : "list";
  const isFolded = ringFolded[place];
  const fold = (folded: boolean) => setPreferences({ ringFolded: { ...ringFolded, [place]: folded } });
  const known = useRef<ReadonlySet<number>>(new Set(rings.map(({ id }) => id)));
  useEffect(() => {
    const isNew = rings.some(({ id }) => !known.current.has(id));
    known.current = new Set(rings.map(({ id }) => id));
    if (isNew && !corner && isFolded) setPreferences({ ringFolded: { ...ringFolded, list: false } });
  }, [rings, corner, isFolded, ringFolded]);
  return { isFolded, fold };
}

function isAtLimit(records: Iterable<{ readonly chat: Chat }>, me: Operator): boolean {
  const limit = me.chat_limit ?? 0;
  if (limit === 0) return false;
  let own = 0;
  for (const { chat } of records) if (isMine(chat, me.id)) own += 1;
  return own >= limit;
}

/**
 * Returns the first chat. Under the pointer or the focus the card keeps its chat, so that nobody
 * answers a different chat from the one they see.
 */
function useHeldCard(rings: readonly Chat[]) {
  const [held, setHeld] = useState<number | null>(null);
  const chat = rings.find((one) => one.id === held) ?? rings[0] ?? null;
  const hold = () => setHeld(chat?.id ?? null);
  return {
    chat,
    isHeld: held !== null && chat?.id === held,
    handlers: {
      onPointerEnter: hold,
      onFocus: hold,
      onPointerLeave: (event: PointerEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(document.activeElement)) setHeld(null);
      },
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget) && !event.currentTarget.matches(":hover")) setHeld(null);
      },
    },
  };
}
