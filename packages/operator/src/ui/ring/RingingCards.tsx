import type { Chat, Operator } from "@parlour/protocol";
import { useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useLiveState } from "../../state/live-context.tsx";
import {
  listIncomingTransfers,
  findInvitation,
  listRingingChats,
} from "../../state/inbox/offers.ts";
import { useOwnPresence } from "../../state/live/presence.ts";
import { can, useCurrentOperator } from "../../state/session.tsx";
import { loadChunk } from "../loading/load-chunk.ts";
import { ChatNotices } from "./ChatNotices.tsx";
import { ReminderNotices } from "../reminders/ReminderNotices.tsx";
import { InviteCard } from "./RingingCardInvite.tsx";
import { TransferCard } from "./RingingCardTransfer.tsx";
import { TakenCard } from "./RingingCardWaiting.tsx";
import { useRingingCall } from "./use-ringing-call.ts";
import "./ring.css";
import { WaitingChats, useStableCard } from "./WaitingChats.tsx";

const CallCard = lazy(() =>
  loadChunk(() => import("./RingingCardCall.tsx")).then((module) => ({ default: module.CallCard })),
);

/**
 * Shows notices, then one card at a time. Waiting chats have a card in the list only, because the
 * rail shows them on every screen. It never takes the focus.
 *
 * `area` is "list" at the bottom of the list, "corner" on another screen, and "conversation" above
 * an open chat that covers the list. With "conversation" only notices are shown.
 */
export function RingingCards({ area }: { area: "list" | "corner" | "conversation" }) {
  const me = useCurrentOperator();
  const openChat = useParams({ strict: false }).chat;
  const corner = area === "corner";
  if (area === "conversation")
    return (
      <div className="ringstack">
        <ReminderNotices me={me} />
        <ChatNotices me={me} openChat={openChat} />
      </div>
    );
  return (
    <div className={corner ? "ringstack corner" : "ringstack"}>
      <ReminderNotices me={me} />
      <ChatNotices me={me} openChat={corner ? undefined : openChat} />
      <ActiveCards me={me} corner={corner} openChat={corner ? undefined : openChat} />
    </div>
  );
}

interface ActiveCardsProps {
  me: Operator;
  corner: boolean;
  /** Id of the chat in the URL of the inbox. */
  openChat: string | undefined;
}

/**
 * Shows one card: an incoming transfer (which ends first), an invitation, or a call (whose visitor
 * waits at the telephone). Without them, the list shows the first waiting chat.
 */
function ActiveCards({ me, corner, openChat }: ActiveCardsProps) {
  const offered = useLiveState((state) => listRingingChats(state, me.id));
  const transferred = useLiveState((state) => listIncomingTransfers(state, me.id)).find(
    (chat) => String(chat.id) !== openChat,
  );
  const invitation = useLiveState((state) => findInvitation(state, me.id));
  const takenChat = useLiveState((state) => state.taken);
  const isOnline = useOwnPresence(me) === "online";
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const ringingCalls = useRingingCall(offered, me);
  const rings = isOnline && can(me, "chats.answer") ? offered : noChats;
  const { chat, isStable, handlers } = useStableCard(rings);
  const card = transferred ? (
    <TransferCard key={transferred.id} chat={transferred} corner={corner} />
  ) : invitation ? (
    <InviteCard key={invitation.chat.id} {...invitation} corner={corner} />
  ) : ringingCalls.call !== null && isOnline ? (
    <Suspense fallback={null}>
      <CallCard
        key={ringingCalls.call.id}
        call={ringingCalls.call}
        more={ringingCalls.more}
        corner={corner}
        offline={offline}
      />
    </Suspense>
  ) : takenChat && !isStable ? (
    // Shown only while no card is under the pointer, because it must not replace such a card.
    <TakenCard visitor={takenChat.visitorName} operator={takenChat.by} corner={corner} />
  ) : null;
  return (
    <>
      {card}
      {chat !== null && card === null && !corner && (
        <WaitingChats {...{ me, chat, rings, handlers }} />
      )}
    </>
  );
}

const noChats: readonly Chat[] = [];
