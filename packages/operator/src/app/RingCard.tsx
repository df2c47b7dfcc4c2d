// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import type { Chat, Operator } from "@parlour/protocol";
import { IconBellRinging, IconClock, IconClockExclamation, IconCornerUpLeft } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState, type FocusEvent, type PointerEvent } from "react";
import { ApiError } from "@parlour/client";
import { useLive, useLiveStore } from "../state/live-context.tsx";
import { nameOf, waitOf } from "../state/live-state.ts";
import { handedTo, invitationTo, ringsOf } from "../state/offers.ts";
import { useOwnPresence } from "../state/presence.ts";
import { may, useMe } from "../state/session.tsx";
import { useWaitLimits, waitTone } from "../state/wait-limits.tsx";
import { Button } from "../ui/Button.tsx";
import { detailsOf, wordsOf } from "../ui/Failure.tsx";
import { Icon } from "../ui/Icon.tsx";
import { duration, useNow } from "../ui/Time.tsx";
import { toast } from "../ui/toast.tsx";
import { modKey, useKeys } from "./keys.ts";
import "./RingCard.css";
import { useRingingCall } from "./ringing-call.ts";
import { InviteCard } from "./RingCardInvite.tsx";
import { TransferCard } from "./RingCardTransfer.tsx";
import { t } from "./text.ts";

const CallCard = lazy(() => import("./RingCardCall.tsx").then((module) => ({ default: module.CallCard })));

let focusCount = 0;
/** A fresh wish to write (`HistoryState.focus`). */
export function nextFocus(): number {
  focusCount = Math.max(focusCount + 1, Date.now());
  return focusCount;
}

/** Takes a chat and opens it; of parallel takers one wins, the others see who (CORE-034). */
export function useTakeChat(): (chatId: number) => Promise<void> {
  const live = useLiveStore();
  const navigate = useNavigate();
  return async (chatId) => {
    try {
      await live.accept(chatId);
      await navigate({ to: "/inbox/$view/{-$chat}", params: { view: "mine", chat: String(chatId) }, state: { focus: nextFocus() } });
    } catch (error) {
      if (error instanceof ApiError && error.code === "already_accepted") {
        toast(t("ring.faster", { name: fasterName(error) }));
        await navigate({ to: "/inbox/$view/{-$chat}", params: { view: "all", chat: String(chatId) } });
      } else toast(`${t("ring.failed")} ${wordsOf(error)} ${detailsOf(error)}`, { tone: "bad" });
    }
  };
}

/** Who was first, from the body of `already_accepted` (API-024). */
function fasterName(error: ApiError): string {
  const body = error.body as { error?: { by?: { name?: string } } } | undefined;
  return body?.error?.by?.name ?? t("ring.colleague");
}

/**
 * What asks for this operator now, one card at a time: a transfer (it ends first), an invitation, a call (somebody waits at his telephone), the newest waiting chat that is offered to
 * him. Stands at the foot of the list, in the corner of other screens; never moves focus.
 */
export function RingCard({ corner = false }: { corner?: boolean }) {
  const live = useLiveStore();
  const me = useMe();
  const rings = useLive((state) => ringsOf(state, me.id));
  const [handed] = useLive((state) => handedTo(state, me.id));
  const taken = useLive((state) => state.taken);
  const presence = useOwnPresence(me);
  const take = useTakeChat();
  const navigate = useNavigate();
  const offline = useLive((state) => state.connection.kind === "offline");
  const { chat, isHeld, handlers } = useHeldCard(rings);
  const shows = chat !== null && presence !== "offline" && may(me, "chat");
  useKeys({
    "mod+j": () => {
      if (!shows || offline) return false;
      void take(chat.id);
      return true;
    },
  });
  const invited = useLive((state) => invitationTo(state, me.id));
  const calls = useRingingCall(rings, me);
  const open = (chatId: number) => {
    void navigate({ to: "/inbox/$view/{-$chat}", params: { view: "mine", chat: String(chatId) }, state: { focus: nextFocus() } });
  };
  if (handed) return <TransferCard key={handed.id} chat={handed} corner={corner} onOpened={open} />;
  if (invited) return <InviteCard key={invited.chat.id} {...invited} corner={corner} onOpened={open} />;
  if (calls.call !== null && presence !== "offline")
    return (
      <Suspense fallback={null}>
        <CallCard key={calls.call.id} call={calls.call} more={calls.more} corner={corner} offline={offline} />
      </Suspense>
    );
  // The card under the hand is not taken away because a colleague took another chat.
  if (taken && !isHeld)
    return (
      <section className={`ring float ${corner ? "corner" : ""}`} role="status">
        <p>
          <span className="medium">{taken.who || t("ring.chat")}</span>
          <br />
          <span className="soft">{t("ring.taken", { name: taken.by })}</span>
        </p>
      </section>
    );
  if (!shows) return null;
  return (
    <WaitingCard
      chat={chat}
      me={me}
      more={rings.length - 1}
      corner={corner}
      offline={offline}
      onReply={() => void take(chat.id)}
      onSkip={() => live.skip(chat.id)}
      handlers={handlers}
    />
  );
}

/** The newest chat; under the pointer or the focus the one that stood there, so that nobody answers another than he meant. */
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

interface WaitingProps {
  chat: Chat;
  me: Pick<Operator, "id">;
  /** How many others ring. */
  more: number;
  corner: boolean;
  offline: boolean;
  onReply: () => void;
  onSkip: () => void;
  handlers: ReturnType<typeof useHeldCard>["handlers"];
}

/** A waiting chat: who, what, how long; Reply and Skip. */
function WaitingCard({ chat, me, more, corner, offline, onReply, onSkip, handlers }: WaitingProps) {
  const now = useNow(1000);
  const name = nameOf(chat) ?? t("visitor.anonymous", { n: chat.visitor.number });
  const since = waitOf(chat);
  const waited = since === null ? 0 : Math.max(0, now - since);
  const tone = waitTone(waited, useWaitLimits());
  const invited = chat.wait?.invited_until === undefined ? null : Math.max(0, Date.parse(chat.wait.invited_until) - now);
  const alone = chat.wait?.offered?.length === 1 && chat.wait.offered[0] === me.id;
  const offerLeft = alone && chat.wait?.offer_until !== undefined ? Math.max(0, Date.parse(chat.wait.offer_until) - now) : null;
  return (
    <section className={`ring float ${corner ? "corner" : ""}`} aria-label={t("ring.label", { name })} {...handlers}>
      <h2>
        <Icon of={IconBellRinging} small /> {t("ring.title")} <span className="grow" />
        {since !== null && (
          <span className={`timer num ${tone}`}>
            {tone !== "" && <Icon of={tone === "bad" ? IconClockExclamation : IconClock} small />}
            {duration(waited)}
          </span>
        )}
      </h2>
      <p className="about">
        <span className="medium" dir="auto">
          {name}
        </span>{" "}
        <span className="t12 faint">{chat.channel.name}</span>
        <br />
        {invited !== null && (
          <span className="t12">
            {t("ring.invited", { name: chat.bot?.name ?? "" })} <span className="num">{t("ring.left", { left: duration(invited) })}</span>
            <br />
          </span>
        )}
        {invited === null && offerLeft !== null && (
          <span className="t12">
            {t("ring.offer")} <span className="num">{t("ring.left", { left: duration(offerLeft) })}</span>
            <br />
          </span>
        )}
        <span className="soft said" dir="auto">
          {chat.last_message === null || chat.last_message.line !== undefined ? "" : chat.last_message.text}
        </span>
      </p>
      <div className="acts">
        <Button
          variant="primary"
          icon={IconCornerUpLeft}
          flipIcon
          keys={`${modKey}J`}
          unavailable={offline && t("ring.offline")}
          onClick={onReply}
        >
          {t("ring.reply")}
        </Button>
        <Button onClick={onSkip}>{t("ring.skip")}</Button>
      </div>
      {more > 0 && (
        <Link className="morerings" to="/inbox/$view/{-$chat}" params={{ view: "waiting" }}>
          {t("ring.more", { n: more })}
        </Link>
      )}
    </section>
  );
}
