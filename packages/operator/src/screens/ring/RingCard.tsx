// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import type { Chat, Operator } from "@parlour/protocol";
import { IconBellRinging, IconClock, IconClockExclamation, IconCornerUpLeft } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState, type FocusEvent, type PointerEvent } from "react";
import { ApiError } from "@parlour/client";
import { useLive, useLiveStore } from "../../state/live-context.tsx";
import { waitOf } from "../../state/live-state.ts";
import { firstTaker } from "../../state/first-taker.ts";
import { handedTo, invitationTo, ringsOf } from "../../state/offers.ts";
import { useOwnPresence } from "../../state/presence.ts";
import { may, useMe } from "../../state/session.tsx";
import { useWaitLimits, waitTone } from "../../state/wait-limits.tsx";
import { Button } from "../../ui/Button.tsx";
import { detailsOf, wordsOf } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { duration, useNow } from "../../ui/Time.tsx";
import { toast } from "../../ui/toast.tsx";
import { modKey, useKeys } from "../../ui/keys.ts";
import "./ring.css";
import { useRingingCall } from "./ringing-call.ts";
import { InviteCard } from "./RingCardInvite.tsx";
import { RingAbout, RingFoot, RingFrame } from "./RingFrame.tsx";
import { TransferCard } from "./RingCardTransfer.tsx";
import { t } from "./text.ts";
import { visitorName } from "../../ui/visitor-name.ts";
import { fetchPart } from "../../ui/fetch-part.ts";

const CallCard = lazy(() => fetchPart(() => import("./RingCardCall.tsx")).then((module) => ({ default: module.CallCard })));

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
        toast(t("ring.faster", { name: firstTaker(error) || t("ring.colleague") }));
        await navigate({ to: "/inbox/$view/{-$chat}", params: { view: "all", chat: String(chatId) } });
      } else toast(`${t("ring.failed")} ${wordsOf(error)} ${detailsOf(error)}`, { tone: "bad" });
    }
  };
}

/**
 * What asks for this operator now, one card at a time: a transfer (it ends first), an invitation, a call (somebody waits at his telephone), the newest waiting chat that is offered to
 * him. Stands at the foot of the list, in the corner of other screens; never moves focus.
 */
export function RingCard({ corner = false }: { corner?: boolean }) {
  const me = useMe();
  const rings = useLive((state) => ringsOf(state, me.id));
  const [handed] = useLive((state) => handedTo(state, me.id));
  const invited = useLive((state) => invitationTo(state, me.id));
  const taken = useLive((state) => state.taken);
  const isOut = useOwnPresence(me) === "offline";
  const offline = useLive((state) => state.connection.kind === "offline");
  const { chat, isHeld, handlers } = useHeldCard(rings);
  const waiting = isOut || !may(me, "chat") ? null : chat;
  const { reply, open } = useAnswering(offline ? null : waiting);
  const calls = useRingingCall(rings, me);
  if (handed) return <TransferCard key={handed.id} chat={handed} corner={corner} onOpened={open} />;
  if (invited) return <InviteCard key={invited.chat.id} {...invited} corner={corner} onOpened={open} />;
  if (calls.call !== null && !isOut)
    return (
      <Suspense fallback={null}>
        <CallCard key={calls.call.id} call={calls.call} more={calls.more} corner={corner} offline={offline} />
      </Suspense>
    );
  // The card under the hand is not taken away because a colleague took another chat.
  if (taken && !isHeld) return <Taken who={taken.who} by={taken.by} corner={corner} />;
  if (waiting === null) return null;
  const more = rings.length - 1;
  return <WaitingCard chat={waiting} onReply={() => reply(waiting)} {...{ me, more, corner, offline, handlers }} />;
}

/** Taking the waiting chat, by its key too (`chat`: null while it cannot be), and opening what was taken. */
function useAnswering(chat: Chat | null) {
  const take = useTakeChat();
  const navigate = useNavigate();
  const reply = ({ id }: Chat) => void take(id);
  useKeys({
    "mod+j": () => {
      if (chat === null) return false;
      reply(chat);
      return true;
    },
  });
  const open = (chatId: number) => {
    void navigate({ to: "/inbox/$view/{-$chat}", params: { view: "mine", chat: String(chatId) }, state: { focus: nextFocus() } });
  };
  return { reply, open };
}

/** A colleague was faster. */
function Taken({ who, by, corner }: { who: string; by: string; corner: boolean }) {
  return (
    <section className={`ring float ${corner ? "corner" : ""}`} role="status">
      <p>
        <span className="medium">{who || t("ring.chat")}</span>
        <br />
        <span className="soft">{t("ring.taken", { name: by })}</span>
      </p>
    </section>
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
  handlers: ReturnType<typeof useHeldCard>["handlers"];
}

/** A waiting chat: who, what, how long; Reply and Skip. */
function WaitingCard({ chat, me, more, corner, offline, onReply, handlers }: WaitingProps) {
  const live = useLiveStore();
  const now = useNow(1000);
  const name = visitorName(chat);
  const said = chat.last_message === null || chat.last_message.line !== undefined ? "" : chat.last_message.text;
  return (
    <RingFrame
      corner={corner}
      icon={IconBellRinging}
      title={t("ring.title")}
      timer={<Waited since={waitOf(chat)} now={now} />}
      aria-label={t("ring.label", { name })}
      {...handlers}
    >
      <RingAbout name={name} channel={chat.channel.name} said={said}>
        {!offline && <TimeLeft chat={chat} me={me} now={now} />}
      </RingAbout>
      <RingFoot more={more} words={t("ring.more", { n: more })} others={{ to: "/inbox/$view/{-$chat}", params: { view: "waiting" } }}>
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
        <Button onClick={() => live.skip(chat.id)}>{t("ring.skip")}</Button>
      </RingFoot>
    </RingFrame>
  );
}

function Waited({ since, now }: { since: number | null; now: number }) {
  const limits = useWaitLimits();
  if (since === null) return null;
  const waited = Math.max(0, now - since);
  const tone = waitTone(waited, limits);
  return (
    <span className={`timer num ${tone}`}>
      {tone !== "" && <Icon of={tone === "bad" ? IconClockExclamation : IconClock} small />}
      {duration(waited)}
    </span>
  );
}

/** How long an invitation by a bot, or an offer to this operator alone, stands still. */
function TimeLeft({ chat: { wait, bot }, me, now }: { chat: Chat; me: Pick<Operator, "id">; now: number }) {
  const alone = wait?.offered?.length === 1 && wait.offered[0] === me.id;
  const until = wait?.invited_until ?? (alone ? wait.offer_until : undefined);
  if (until === undefined) return null;
  const left = duration(Math.max(0, Date.parse(until) - now));
  return (
    <>
      <br />
      <span className="t12">
        {wait?.invited_until === undefined ? t("ring.offer") : t("ring.invited", { name: bot?.name ?? "" })}{" "}
        <span className="num">{t("ring.left", { left })}</span>
      </span>
    </>
  );
}
