import type { Chat, ChatPromise, ChatSla } from "@parlour/protocol";
import { IconAlarm, IconClock, IconClockExclamation } from "@tabler/icons-react";
import { Icon } from "../Icon.tsx";
import { formatExactTime, formatUpcoming, useNow } from "../time.ts";
import { t as ui } from "../text.ts";
import { t } from "./text.ts";

/** What is due in a chat: a target of its policy, or a promise to the visitor. */
interface Due {
  readonly at: string;
  readonly tone: "" | "warn" | "bad";
  readonly label: string;
  /** Name of the policy, or of the author of the promise. */
  readonly source: string;
}
interface DueChat {
  readonly sla?: ChatSla | undefined;
  readonly promise?: ChatPromise | undefined;
}
const tones = { on_time: "", running: "", kept: "", at_risk: "warn", broken: "bad" } as const;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Shows what is due in a chat, and when: amber at risk, red when late (SLA-021, PROM-013). */
export function DueTime({ chat }: { chat: DueChat }) {
  const due = findDue(chat);
  const now = useNow(minuteMs / 4, due !== undefined);
  return due === undefined ? null : <DueLabel due={due} now={now} isNamed />;
}

/** Shows in a row when the snooze of the chat ends, or else when it is due. */
export function RowTime({ chat, now }: { chat: Chat; now: number }) {
  const { snoozed } = chat;
  if (snoozed !== undefined) {
    const { until } = snoozed;
    return (
      <time
        className="timer num"
        dateTime={until ?? undefined}
        title={until === null ? undefined : formatExactTime(until)}
      >
        <Icon of={IconAlarm} small />
        <span className="vh">{t("due.snoozed")} </span>
        {until === null ? t("due.message") : formatUpcoming(until, now, "short")}
      </time>
    );
  }
  const due = findDue(chat);
  return due === undefined ? null : <DueLabel due={due} now={now} />;
}

/** Returns what is due first. Of a promise and a target at the same time, the promise. */
function findDue({ sla, promise }: DueChat): Due | undefined {
  const due: Due[] = [];
  if (promise !== undefined && promise.answered_at === undefined)
    due.push({
      at: promise.until,
      tone: tones[promise.state],
      label: t("due.promise"),
      source: promise.by.name,
    });
  if (sla !== undefined)
    due.push({
      at: sla.due_at,
      tone: tones[sla.state],
      label: t(`due.${sla.target}`),
      source: sla.policy.name,
    });
  return due.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))[0];
}

function DueLabel({ due, now, isNamed }: { due: Due; now: number; isNamed?: boolean }) {
  const { at, tone, label, source } = due;
  return (
    <time
      className={`timer num ${tone}`}
      dateTime={at}
      title={`${source}: ${label}, ${formatExactTime(at)}`}
    >
      {(tone !== "" || isNamed) && (
        <Icon of={tone === "bad" ? IconClockExclamation : IconClock} small />
      )}
      {isNamed && <span className="hide-s">{label}: </span>}
      {formatDue(due, now)}
    </time>
  );
}

/** Formats a due time as "due in 24 min", "due 17:00" or "4 min late". */
function formatDue({ at, tone }: Due, now: number): string {
  const left = Date.parse(at) - now;
  if (tone === "bad") return t("due.late", { time: formatSpan(-left) });
  return left < hourMs
    ? t("due.in", { time: formatSpan(left) })
    : t("due.at", { time: formatUpcoming(at, now, "short") });
}

/** Formats a time as "24 min", "30 h" or "3 d", at least a minute. */
function formatSpan(ms: number): string {
  if (ms < hourMs) return ui("ago.min", { n: Math.max(1, Math.floor(ms / minuteMs)) });
  return ms < 2 * dayMs
    ? ui("ago.h", { n: Math.floor(ms / hourMs) })
    : t("due.days", { n: Math.floor(ms / dayMs) });
}
