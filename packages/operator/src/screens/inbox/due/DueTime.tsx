import type { Chat } from "@parlour/protocol";
import { IconAlarm, IconClock, IconClockExclamation } from "@tabler/icons-react";
import { Icon } from "../../../ui/Icon.tsx";
import { formatExactTime, formatUpcoming, useNow } from "../../../ui/time.ts";
import { t as ui } from "../../../ui/text.ts";
import { t } from "./text.ts";

type Sla = NonNullable<Chat["sla"]>;
const tones = { on_time: "", at_risk: "warn", broken: "bad" } as const;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Shows in the head of a chat what is due, and when: amber at risk, red when late (SLA-021). */
export function DueTime({ chat: { sla } }: { chat: Chat }) {
  const now = useNow(minuteMs / 4, sla !== undefined);
  return sla === undefined ? null : <Due sla={sla} now={now} isNamed />;
}

/** Shows in a row when the snooze of the chat ends, or else when it is due. */
export function RowTime({ chat: { snoozed, sla }, now }: { chat: Chat; now: number }) {
  if (snoozed !== undefined)
    return (
      <time className="timer num" dateTime={snoozed.until} title={formatExactTime(snoozed.until)}>
        <Icon of={IconAlarm} small />
        <span className="vh">{t("due.snoozed")} </span>
        {formatUpcoming(snoozed.until, now, "short")}
      </time>
    );
  return sla === undefined ? null : <Due sla={sla} now={now} />;
}

function Due({ sla, now, isNamed }: { sla: Sla; now: number; isNamed?: boolean }) {
  const tone = tones[sla.state];
  const target = t(`due.${sla.target}`);
  return (
    <time
      className={`timer num ${tone}`}
      dateTime={sla.due_at}
      title={`${sla.policy.name}: ${target}, ${formatExactTime(sla.due_at)}`}
    >
      {(tone !== "" || isNamed) && (
        <Icon of={tone === "bad" ? IconClockExclamation : IconClock} small />
      )}
      {isNamed && <span className="hide-s">{target}: </span>}
      {formatDue(sla, now)}
    </time>
  );
}

/** Formats a due time as "due in 24 min", "due 17:00" or "4 min late". */
function formatDue(sla: Sla, now: number): string {
  const left = Date.parse(sla.due_at) - now;
  if (sla.state === "broken") return t("due.late", { time: formatSpan(-left) });
  return left < hourMs
    ? t("due.in", { time: formatSpan(left) })
    : t("due.at", { time: formatUpcoming(sla.due_at, now, "short") });
}

/** Formats a time as "24 min" or "3 h", at least a minute. */
const formatSpan = (ms: number): string =>
  ms < hourMs
    ? ui("ago.min", { n: Math.max(1, Math.floor(ms / minuteMs)) })
    : ui("ago.h", { n: Math.floor(ms / hourMs) });
