import type { Message } from "@parlour/protocol";
import type { CallWithVisitor } from "@parlour/protocol/api";
import type { ReactNode } from "react";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { formatDayTime, formatExactTime } from "../../../ui/time.ts";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { messagePreview, formatSystemMessage } from "../../../ui/message/format-message.ts";
import { t } from "../../../ui/calls/text.ts";
import { useCallEvents, useLastMessages } from "../use-call-chat.ts";
import { formatSecondTime } from "../format.ts";

/** Lists the events of a call, newest first, and the last messages of its chat. */
export function CallLog({ call, now }: { call: CallWithVisitor; now: number }) {
  const lines = useCallEvents(call);
  const words = useLastMessages(call.chat_id);
  return (
    <>
      <EventCard title={t("call.happened")} query={lines} emptyText={t("call.happened.none")}>
        {(lines.data ?? []).toReversed().map((line) => (
          <EventRow
            key={line.seq}
            at={line.created_at}
            time={formatSecondTime(line.created_at, now)}
          >
            {formatSystemMessage(line)}
          </EventRow>
        ))}
      </EventCard>
      <EventCard title={t("call.words")} query={words} emptyText={t("call.words.none")}>
        {(words.data ?? []).map((message) => (
          <EventRow
            key={message.seq}
            at={message.created_at}
            time={formatDayTime(message.created_at, now)}
          >
            <b className="medium">{authorText(message, call)}</b> {messagePreview(message)}
          </EventRow>
        ))}
      </EventCard>
    </>
  );
}

const authorText = ({ author }: Message, call: CallWithVisitor): string =>
  author.name !== ""
    ? author.name
    : author.kind === "visitor"
      ? getVisitorName(call)
      : t(`call.author.${author.kind === "bot" ? "bot" : "operator"}`);

interface EventCardProps {
  readonly title: string;
  readonly query: {
    readonly isError: boolean;
    readonly isSuccess: boolean;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** Text shown if the list is empty. */
  readonly emptyText: string;
  readonly children: readonly ReactNode[];
}

function EventCard({ title, query, emptyText, children }: EventCardProps) {
  return (
    <section className="card events" aria-label={title}>
      <h3>{title}</h3>
      {query.isError && <ErrorMessage error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && children.length === 0 ? (
        <p className="soft t13">{emptyText}</p>
      ) : (
        <dl>{children}</dl>
      )}
    </section>
  );
}

function EventRow({ at, time, children }: { at: string; time: string; children: ReactNode }) {
  return (
    <div>
      <dt className="num">
        <time dateTime={at} title={formatExactTime(at)}>
          {time}
        </time>
      </dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}
