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
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { may } from "../../state/session.tsx";
import { useWaitLimits, waitTone } from "../../state/wait-limits.tsx";
import { Button } from "../../ui/Button.tsx";
import { Icon, type IconType } from "../../ui/Icon.tsx";
import { clockTime, dayTime, duration, exactTime } from "../../ui/Time.tsx";
import { t } from "./text.ts";
import { stepCall } from "./use-calls.ts";
import { callerName, isOver, outcomeOf, partOf, readable } from "./words.ts";

interface RowProps {
  call: CallSeen;
  me: Operator;
  now: number;
  open: boolean;
  offline: boolean;
}

/** One call of the list: who, number, how long; a waiting one is taken here. */
export function CallRow({ call, me, now, open, offline }: RowProps) {
  const navigate = useNavigate();
  const limits = useWaitLimits();
  const [busy, setBusy] = useState(false);
  const name = callerName(call);
  const over = isOver(call);
  const waits = !over && call.operator === null;
  const part = partOf(call, now);
  const isLater = part.kind === "later";
  const tone = waits && !isLater ? waitTone(part.ms, limits) : "";
  const take = async () => {
    setBusy(true);
    if (await stepCall(call.id, { do: "take" })) await navigate({ to: "/calls/{-$call}", params: { call: String(call.id) } });
    setBusy(false);
  };
  return (
    <li className={["call", open && "is-on", over && "done"].filter(Boolean).join(" ")}>
      <span className={`ico ${over ? (call.status === "end" ? "ok" : "bad") : tone === "" && !waits ? "ok" : tone}`} aria-hidden="true">
        <Icon of={iconOf(call, waits)} />
      </span>
      <div className="lines">
        <h3 className="cut">
          <Link to="/calls/{-$call}" params={{ call: String(call.id) }} aria-current={open ? "true" : undefined} dir="auto">
            {name}
          </Link>
        </h3>
        <p className="cut">
          {over ? outcomeOf(call) : <bdi className="num">{readable(call.phone)}</bdi>}
          {call.operator !== null && <> · {call.operator.id === me.id ? t("calls.you") : call.operator.name}</>}
          {!over && call.attempts !== undefined && <> · {t("call.attempts", { n: call.attempts })}</>}
        </p>
      </div>
      <div className="r">
        {over ? (
          <time dateTime={call.updated_at} title={exactTime(call.updated_at)}>
            {clockTime(call.updated_at)}
          </time>
        ) : isLater ? (
          <time className="timer num" dateTime={call.due_at} title={exactTime(call.due_at ?? "")}>
            {dayTime(call.due_at ?? "", now)}
          </time>
        ) : (
          <span className={`timer num ${tone}`}>
            {waits && <Icon of={tone === "bad" ? IconClockExclamation : IconClock} small />}
            {duration(part.ms)}
          </span>
        )}
        {waits && may(me, "chat") && (
          <Button
            small
            variant={tone === "bad" ? "primary" : undefined}
            aria-label={t("call.takeof", { name })}
            unavailable={offline ? t("call.offline") : busy}
            onClick={() => void take()}
          >
            {t("call.take")}
          </Button>
        )}
      </div>
    </li>
  );
}

function iconOf(call: CallSeen, waits: boolean): IconType {
  if (call.status === "end") return IconPhoneCheck;
  if (call.status === "error") return IconPhoneX;
  if (call.due_at !== undefined) return IconCalendar;
  return waits ? IconPhoneIncoming : IconPhoneCalling;
}
