import type { Message } from "@parlour/protocol";
import type { CallSeen } from "@parlour/protocol/api";
import type { ReactNode } from "react";
import { Failure } from "../../ui/Failure.tsx";
import { dayTime, exactTime } from "../../ui/Time.tsx";
import { visitorName } from "../../ui/visitor-name.ts";
import { lineOf, systemText } from "../inbox/words.ts";
import { t } from "./text.ts";
import { useCallLines, useLastWords } from "./use-call-chat.ts";
import { secondTime } from "./words.ts";

/** The events of a call, newest first, and the last messages of its chat. */
export function CallLog({ call, now }: { call: CallSeen; now: number }) {
  const lines = useCallLines(call);
  const words = useLastWords(call);
  return (
    <>
      <Events title={t("call.happened")} read={lines} none={t("call.happened.none")}>
        {(lines.data ?? []).toReversed().map((line) => (
          <Event key={line.seq} at={line.created_at} time={secondTime(line.created_at, now)}>
            {systemText(line)}
          </Event>
        ))}
      </Events>
      <Events title={t("call.words")} read={words} none={t("call.words.none")}>
        {(words.data ?? []).map((message) => (
          <Event key={message.seq} at={message.created_at} time={dayTime(message.created_at, now)}>
            <b className="medium">{authorOf(message, call)}</b> {lineOf(message)}
          </Event>
        ))}
      </Events>
    </>
  );
}

const authorOf = ({ author }: Message, call: CallSeen): string =>
  author.name !== ""
    ? author.name
    : author.kind === "visitor"
      ? visitorName(call)
      : t(`call.author.${author.kind === "bot" ? "bot" : "operator"}`);

interface EventsProps {
  readonly title: string;
  readonly read: { readonly isError: boolean; readonly isSuccess: boolean; readonly error: unknown; readonly refetch: () => unknown };
  /** Shown if there is no entry. */
  readonly none: string;
  readonly children: readonly ReactNode[];
}

function Events({ title, read, none, children }: EventsProps) {
  return (
    <section className="card events" aria-label={title}>
      <h3>{title}</h3>
      {read.isError && <Failure error={read.error} onRetry={() => void read.refetch()} />}
      {read.isSuccess && children.length === 0 ? <p className="soft t13">{none}</p> : <dl>{children}</dl>}
    </section>
  );
}

function Event({ at, time, children }: { at: string; time: string; children: ReactNode }) {
  return (
    <div>
      <dt className="num">
        <time dateTime={at} title={exactTime(at)}>
          {time}
        </time>
      </dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}
