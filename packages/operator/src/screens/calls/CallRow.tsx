import type { Operator } from "@parlour/protocol";
import type { CallWithVisitor } from "@parlour/protocol/api";
import {
  IconCalendar,
  IconClock,
  IconClockExclamation,
  IconPhoneCalling,
  IconPhoneCheck,
  IconPhoneIncoming,
  IconPhoneX,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { can } from "../../state/session.tsx";
import { useWaitLimits, getWaitSeverity } from "../../state/wait-limits.tsx";
import { Button } from "../../ui/Button.tsx";
import { Icon, type IconType } from "../../ui/Icon.tsx";
import { formatClock, formatDayTime, formatDuration, formatExactTime } from "../../ui/time.ts";
import { t } from "../../ui/calls/text.ts";
import { useTakeCall } from "../../ui/calls/use-calls.ts";
import { PhoneNumber } from "../../ui/phone/PhoneNumber.tsx";
import { getVisitorName } from "../../ui/chat/visitor-name.ts";
import { formatDueTime, isFinished, outcomeText, getCallPhase } from "./format.ts";

interface CallRowProps {
  call: CallWithVisitor;
  me: Operator;
  now: number;
  open: boolean;
  offline: boolean;
  /** Whether this is the first call of its group. The first waiting call has the primary button. */
  isFirst: boolean;
}

/**
 * Renders one call in the list: visitor, number, duration. A waiting call has a button to take it.
 */
export function CallRow({ call, me, now, open, offline, isFirst }: CallRowProps) {
  const limits = useWaitLimits();
  const hasEnded = isFinished(call);
  const isWaiting = !hasEnded && call.operator === null;
  const phase = getCallPhase(call, now);
  const tone = isWaiting && phase.kind !== "later" ? getWaitSeverity(phase.ms, limits) : "";
  return (
    <li className={["call", open && "is-on", hasEnded && "done"].filter(Boolean).join(" ")}>
      <span
        className={`ico ${hasEnded ? (call.status === "end" ? "ok" : "bad") : tone === "" && !isWaiting ? "ok" : tone}`}
        aria-hidden="true"
      >
        <Icon of={callIcon(call, isWaiting)} />
      </span>
      <div className="lines">
        <h3 className="cut">
          <Link
            to="/calls/{-$call}"
            params={{ call: String(call.id) }}
            aria-current={open ? "true" : undefined}
            dir="auto"
            data-step
          >
            {getVisitorName(call)}
          </Link>
        </h3>
        <CallSummary {...{ call, me, now, hasEnded, isWaiting }} />
      </div>
      <div className="r">
        <CallTime {...{ call, now, hasEnded, isWaiting, tone }} />
        {isWaiting && can(me, "chats.answer") && (
          <TakeButton call={call} isFirst={isFirst} offline={offline} />
        )}
      </div>
    </li>
  );
}

/** Number or outcome, due time, operator and attempts. */
function CallSummary({
  call,
  me,
  now,
  hasEnded,
  isWaiting,
}: {
  call: CallWithVisitor;
  me: Operator;
  now: number;
  hasEnded: boolean;
  isWaiting: boolean;
}) {
  return (
    <p className="cut">
      {hasEnded ? outcomeText(call) : <PhoneNumber number={call.phone} />}
      {isWaiting && (
        <>
          {" "}
          ·{" "}
          {getCallPhase(call, now).kind === "later"
            ? formatDayTime(call.due_at ?? "", now)
            : t("call.now")}
        </>
      )}
      {call.operator !== null && (
        <> · {call.operator.id === me.id ? t("calls.you") : call.operator.name}</>
      )}
      {!hasEnded && call.attempts !== undefined && (
        <> · {t("call.attempts", { n: call.attempts })}</>
      )}
    </p>
  );
}

interface CallTimeProps {
  call: CallWithVisitor;
  now: number;
  hasEnded: boolean;
  isWaiting: boolean;
  tone: string;
}

/** Shows when the call ended or is due, or how long the visitor has been waiting or talking. */
function CallTime({ call, now, hasEnded, isWaiting, tone }: CallTimeProps) {
  const phase = getCallPhase(call, now);
  if (hasEnded)
    return (
      <time dateTime={call.updated_at} title={formatExactTime(call.updated_at)}>
        {formatClock(call.updated_at)}
      </time>
    );
  if (phase.kind === "later")
    return (
      <time className="timer num" dateTime={call.due_at} title={formatExactTime(call.due_at ?? "")}>
        {formatDueTime(call.due_at ?? "", now)}
      </time>
    );
  return (
    <span className={`timer num ${tone}`}>
      {isWaiting && <Icon of={tone === "bad" ? IconClockExclamation : IconClock} small />}
      {phase.kind === "calling"
        ? t("call.ringing", { time: formatDuration(phase.ms) })
        : formatDuration(phase.ms)}
    </span>
  );
}

function TakeButton({
  call,
  isFirst,
  offline,
}: {
  call: CallWithVisitor;
  isFirst: boolean;
  offline: boolean;
}) {
  const { busy, take } = useTakeCall(call.id);
  return (
    <Button
      small
      variant={isFirst ? "primary" : undefined}
      aria-label={t("call.takeof", { name: getVisitorName(call) })}
      unavailable={offline ? t("call.offline") : busy}
      onClick={take}
    >
      {t("call.take")}
    </Button>
  );
}

function callIcon(call: CallWithVisitor, isWaiting: boolean): IconType {
  if (call.status === "end") return IconPhoneCheck;
  if (call.status === "error") return IconPhoneX;
  if (call.due_at !== undefined) return IconCalendar;
  return isWaiting ? IconPhoneIncoming : IconPhoneCalling;
}
