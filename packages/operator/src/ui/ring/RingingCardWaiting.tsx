// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { Chat, Operator } from "@parlour/protocol";
import {
  IconBellRinging,
  IconChevronDown,
  IconClock,
  IconClockExclamation,
  IconCornerUpLeft,
} from "@tabler/icons-react";
import type { FocusEventHandler, KeyboardEvent, PointerEventHandler } from "react";
import { useLiveState } from "../../state/live-context.tsx";
import { getWaitingSince } from "../../state/live-state.ts";
import { useWaitLimits, getWaitSeverity } from "../../state/wait-limits.tsx";
import { Button } from "../Button.tsx";
import { Icon } from "../Icon.tsx";
import { modKey } from "../keyboard/shortcuts.ts";
import { formatDuration, useNow } from "../time.ts";
import { toPreview } from "../message/preview.ts";
import { getVisitorName } from "../chat/visitor-name.ts";
import { RingingCardBody, RingingCardFrame } from "./RingingCardFrame.tsx";
import { t } from "./text.ts";

/** Shows that another operator took the chat. */
export function TakenCard({
  visitor,
  operator,
  corner,
}: {
  visitor: string;
  operator: string;
  corner: boolean;
}) {
  return (
    <section className={`ring float ${corner ? "corner" : ""}`} role="status">
      <p>
        <span className="medium">{visitor || t("ring.chat")}</span>
        <br />
        <span className="soft">{t("ring.taken", { name: operator })}</span>
      </p>
    </section>
  );
}

interface WaitingCardProps {
  chat: Chat;
  me: Operator;
  /** Number of other ringing chats. */
  more: number;
  unavailable: string | false;
  onReply: () => void;
  onSkip: () => void;
  onFold: () => void;
  onQueue: () => void;
  handlers: {
    onPointerEnter: () => void;
    onFocus: () => void;
    onPointerLeave: PointerEventHandler<HTMLElement>;
    onBlur: FocusEventHandler<HTMLElement>;
  };
}

/** Card for a waiting chat with its last message, Reply and Skip. Escape collapses it. */
export function WaitingCard({
  chat,
  me,
  more,
  unavailable,
  onReply,
  onSkip,
  onFold,
  onQueue,
  handlers,
}: WaitingCardProps) {
  const order = useLiveState((state) => state.ringOrder);
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const now = useNow(1000);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onFold();
  };
  return (
    <RingingCardFrame
      corner={false}
      icon={IconBellRinging}
      title={t(order === "newest" ? "ring.newest" : "ring.longest")}
      timer={<WaitingTimer chat={chat} now={now} />}
      aria-label={t("ring.label", { name: getVisitorName(chat) })}
      action={
        <Button
          variant="quiet"
          small
          icon={IconChevronDown}
          aria-label={t("ring.fold")}
          keys="Esc"
          onClick={onFold}
        />
      }
      onKeyDown={onKeyDown}
      {...handlers}
    >
      <RingingCardBody
        name={getVisitorName(chat)}
        channel={chat.channel}
        message={lastMessageText(chat)}
      >
        {!offline && <RemainingTime chat={chat} me={me} now={now} />}
      </RingingCardBody>
      <div className="acts">
        <Button
          variant="primary"
          icon={IconCornerUpLeft}
          flipIcon
          keys={`${modKey}J`}
          unavailable={unavailable}
          onClick={onReply}
        >
          {t("ring.reply")}
        </Button>
        <Button onClick={onSkip}>{t("ring.skip")}</Button>
      </div>
      {more > 0 && (
        <Button variant="text" small className="morerings" aria-haspopup="dialog" onClick={onQueue}>
          {t("ring.more", { n: more })}
        </Button>
      )}
    </RingingCardFrame>
  );
}

/** Returns the beginning of the last message. Empty if that is a system message. */
export function lastMessageText({ last_message }: Chat): string {
  return last_message === null || last_message.line !== undefined
    ? ""
    : toPreview(last_message.text);
}

/** Shows how long the visitor has waited, in colours that depend on the account's limits. */
export function WaitingTimer({ chat, now }: { chat: Chat; now: number }) {
  const limits = useWaitLimits();
  const since = getWaitingSince(chat);
  if (since === null) return null;
  const waitedMs = Math.max(0, now - since);
  const tone = getWaitSeverity(waitedMs, limits);
  return (
    <span className={`timer num ${tone}`}>
      {tone !== "" && <Icon of={tone === "bad" ? IconClockExclamation : IconClock} small />}
      {formatDuration(waitedMs)}
    </span>
  );
}

/** Shows how long an invitation by a bot, or an offer to this operator alone, remains open. */
function RemainingTime({
  chat: { wait, bot },
  me,
  now,
}: {
  chat: Chat;
  me: Operator;
  now: number;
}) {
  const isOnlyOffer = wait?.offered?.length === 1 && wait.offered[0] === me.id;
  const until = wait?.invited_until ?? (isOnlyOffer ? wait.offer_until : undefined);
  // Rounds up to whole seconds, so that "0:00" is never shown.
  const remainingMs = until === undefined ? 0 : Math.ceil((Date.parse(until) - now) / 1000) * 1000;
  if (remainingMs <= 0) return null;
  return (
    <>
      <br />
      <span className="t12">
        {wait?.invited_until === undefined
          ? t("ring.offer")
          : t("ring.invited", { name: bot?.name ?? "" })}{" "}
        <span className="num">{t("ring.left", { left: formatDuration(remainingMs) })}</span>
      </span>
    </>
  );
}
