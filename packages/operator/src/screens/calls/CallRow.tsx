import type { Operator } from "@parlour/protocol";
import type { CallSeen } from "@parlour/protocol/api";
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
import { may } from "../../state/session.tsx";
import { useWaitLimits, waitTone } from "../../state/wait-limits.tsx";
import { Button } from "../../ui/Button.tsx";
import { Icon, type IconType } from "../../ui/Icon.tsx";
import { clockTime, dayTime, duration, exactTime } from "../../ui/Time.tsx";
import { t } from "./text.ts";
import { useTakeCall } from "./use-calls.ts";
import { Phone } from "../../ui/Phone.tsx";
import { visitorName } from "../../ui/visitor-name.ts";
import { dueText, isOver, outcomeOf, partOf } from "./words.ts";

interface RowProps {
  call: CallSeen;
  me: Operator;
  now: number;
  open: boolean;
  offline: boolean;
  /** The first waiting call has the primary button of the list. */
  isFirst: boolean;
}

/** One call in the list: visitor, number, duration. A waiting call has a button to take it. */
export function CallRow({ call, me, now, open, offline, isFirst }: RowProps) {
  const limits = useWaitLimits();
  const over = isOver(call);
  const waits = !over && call.operator === null;
  const part = partOf(call, now);
  const tone = waits && part.kind !== "later" ? waitTone(part.ms, limits) : "";
  return (
    <li className={["call", open && "is-on", over && "done"].filter(Boolean).join(" ")}>
      <span className={`ico ${over ? (call.status === "end" ? "ok" : "bad") : tone === "" && !waits ? "ok" : tone}`} aria-hidden="true">
        <Icon of={iconOf(call, waits)} />
      </span>
      <div className="lines">
        <h3 className="cut">
          <Link to="/calls/{-$call}" params={{ call: String(call.id) }} aria-current={open ? "true" : undefined} dir="auto" data-step>
            {visitorName(call)}
          </Link>
        </h3>
        <p className="cut">
          {over ? outcomeOf(call) : <Phone number={call.phone} />}
          {waits && <> · {part.kind === "later" ? dayTime(call.due_at ?? "", now) : t("call.now")}</>}
          {call.operator !== null && <> · {call.operator.id === me.id ? t("calls.you") : call.operator.name}</>}
          {!over && call.attempts !== undefined && <> · {t("call.attempts", { n: call.attempts })}</>}
        </p>
      </div>
      <div className="r">
        <When {...{ call, now, over, waits, tone }} />
        {waits && may(me, "chat") && <TakeButton call={call} isFirst={isFirst} offline={offline} />}
      </div>
    </li>
  );
}

/** When the call finished or is due, or how long it has been waiting or talking. */
function When({ call, now, over, waits, tone }: { call: CallSeen; now: number; over: boolean; waits: boolean; tone: string }) {
  const part = partOf(call, now);
  if (over)
    return (
      <time dateTime={call.updated_at} title={exactTime(call.updated_at)}>
        {clockTime(call.updated_at)}
      </time>
    );
  if (part.kind === "later")
    return (
      <time className="timer num" dateTime={call.due_at} title={exactTime(call.due_at ?? "")}>
        {dueText(call.due_at ?? "", now)}
      </time>
    );
  return (
    <span className={`timer num ${tone}`}>
      {waits && <Icon of={tone === "bad" ? IconClockExclamation : IconClock} small />}
      {part.kind === "calling" ? t("call.ringing", { time: duration(part.ms) }) : duration(part.ms)}
    </span>
  );
}

function TakeButton({ call, isFirst, offline }: { call: CallSeen; isFirst: boolean; offline: boolean }) {
  const { busy, take } = useTakeCall(call.id);
  return (
    <Button
      small
      variant={isFirst ? "primary" : undefined}
      aria-label={t("call.takeof", { name: visitorName(call) })}
      unavailable={offline ? t("call.offline") : busy}
      onClick={take}
    >
      {t("call.take")}
    </Button>
  );
}

function iconOf(call: CallSeen, waits: boolean): IconType {
  if (call.status === "end") return IconPhoneCheck;
  if (call.status === "error") return IconPhoneX;
  if (call.due_at !== undefined) return IconCalendar;
  return waits ? IconPhoneIncoming : IconPhoneCalling;
}
