import type { Attempt, Delivery } from "@parlour/protocol";
import type { DeliveryWithAttempts } from "@parlour/protocol/api";
import { getDeliveryMark } from "@parlour/protocol/entity/delivery-mark";
import { IconClockExclamation } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState, type KeyboardEvent } from "react";
import { ChatLink } from "../../../../ui/open-chat/parts.tsx";
import { api } from "../../../../state/api/api.ts";
import { LineSkeleton, useDelayedLoading } from "../../../../ui/loading/Skeleton.tsx";
import { CopyButton } from "../../../../ui/copy/CopyButton.tsx";
import { ErrorMessage } from "../../../../ui/loading/ErrorMessage.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { formatExactTime } from "../../../../ui/time.ts";
import { responseMarkStyle } from "../../../../ui/exchange/response-mark-style.ts";
import { t } from "../../text.ts";
import { formatAttemptDuration } from "../../../../ui/exchange/attempt-duration.ts";
import { EditAsTestButton } from "../../tests/EditAsTestButton.tsx";
import { AttemptExchange } from "../../../../ui/exchange/RawExchange.tsx";

/** Shows every attempt of one delivery with its request and response. */
export function DeliveryDetail({ delivery }: { delivery: Delivery }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["deliveries", delivery.id, "attempts", delivery.updated_at],
    queryFn: () => api.get<DeliveryWithAttempts>(`/deliveries/${delivery.id}`),
    refetchInterval: delivery.state === "pending" ? 2000 : false,
    placeholderData: (before) => before,
  });
  const isDelayed = useDelayedLoading(isPending);
  if (error && data === undefined)
    return <ErrorMessage error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <div className="pad" aria-busy="true">
        {isDelayed && <LineSkeleton lines={5} />}
      </div>
    );
  return (
    <>
      {data.attempts_made.length === 0 ? (
        <p className="pad soft">{t("try.none")}</p>
      ) : (
        <AttemptTabs attempts={data.attempts_made} />
      )}
      <Footer delivery={delivery} data={data} />
    </>
  );
}

function Footer({ delivery, data }: { delivery: Delivery; data: DeliveryWithAttempts }) {
  const { endpoint, event } = delivery;
  const attempts = data.attempts_made;
  const body = attempts.at(-1)?.request?.body;
  return (
    <div className="dfoot">
      <DeliveryIds delivery={delivery} webhook={findWebhookId(attempts)} />
      {body !== undefined && (
        <EditAsTestButton endpointId={endpoint.id} event={event} body={body} />
      )}
      <CopyButton small text={formatDetails(data)} label={t("ids.copy")} />
    </div>
  );
}

/** Shows the ids that identify the delivery in other screens and in logs. */
function DeliveryIds({ delivery, webhook }: { delivery: Delivery; webhook: string | null }) {
  return (
    <div className="ids">
      <span>
        {t("ids.delivery")} <span className="mono">{delivery.id}</span>
      </span>
      {delivery.seq !== null && (
        <span>
          {t("ids.message")} <span className="mono">seq {delivery.seq}</span>
        </span>
      )}
      {webhook !== null && (
        <span>
          webhook-id <span className="mono">{webhook}</span>
        </span>
      )}
      {delivery.chat_id !== null && (
        <ChatLink chatId={delivery.chat_id} view="all">
          {delivery.chat_number === undefined
            ? t("ids.chat.open")
            : t("ids.chat", { n: String(delivery.chat_number) })}
        </ChatLink>
      )}
    </div>
  );
}

function AttemptTabs({ attempts }: { attempts: readonly Attempt[] }) {
  const id = useId();
  const [clickedIndex, setClickedIndex] = useState<number | null>(null);
  const tabList = useRef<HTMLDivElement>(null);
  const selectedIndex = Math.min(clickedIndex ?? attempts.length - 1, attempts.length - 1);
  const attempt = attempts[selectedIndex];
  const move = (event: KeyboardEvent) => {
    const next = getNextTab(event.key, selectedIndex, attempts.length);
    if (next === null) return;
    event.preventDefault();
    setClickedIndex(next);
    tabList.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  if (attempt === undefined) return null;
  return (
    <>
      <div
        className="attempts"
        role="tablist"
        aria-label={t("try.list")}
        ref={tabList}
        onKeyDown={move}
        tabIndex={-1}
      >
        {attempts.map((item, index) => (
          <button
            key={`${item.started_at} ${item.n}`}
            type="button"
            role="tab"
            id={`${id}-${index}`}
            aria-selected={index === selectedIndex}
            aria-controls={`${id}-wire`}
            tabIndex={index === selectedIndex ? 0 : -1}
            onClick={() => setClickedIndex(index)}
          >
            <AttemptTab attempt={item} />
          </button>
        ))}
      </div>
      <AttemptExchange
        key={selectedIndex}
        id={`${id}-wire`}
        labelledBy={`${id}-${selectedIndex}`}
        attempt={attempt}
      />
    </>
  );
}

/** Returns the index of the tab that a key moves to, wrapping around. Null for all other keys. */
function getNextTab(key: string, index: number, count: number): number | null {
  const isRtl = document.dir === "rtl";
  const target = {
    ArrowRight: index + (isRtl ? -1 : 1),
    ArrowLeft: index + (isRtl ? 1 : -1),
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: -1,
  }[key];
  return target === undefined ? null : (target + count) % count;
}

const timeoutMark = { icon: IconClockExclamation, tone: "warning" };

/** Renders the tab of an attempt with outcome, duration and time. */
function AttemptTab({ attempt }: { attempt: Attempt }) {
  const { n, outcome, status, error } = attempt;
  const mark = getDeliveryMark(outcome, error?.code ?? null);
  const { icon, tone } = outcome === "timeout" ? timeoutMark : responseMarkStyle[mark];
  return (
    <>
      <Icon of={icon} className={tone} small />
      <b>
        {t("try.name", { n })} · {mark === "not_usable" ? t("state.not_usable") : outcome}
        {status !== null && ` ${status}`}
      </b>
      <span className="num soft">{formatAttemptDuration(attempt.duration_ms)}</span>
      <small>
        {[formatExactTime(attempt.started_at), error?.message].filter(Boolean).join(" · ")}
      </small>
    </>
  );
}

function findWebhookId(attempts: readonly Attempt[]): string | null {
  return (
    attempts
      .map((attempt) => attempt.request?.headers["webhook-id"])
      .find((value) => value !== undefined) ?? null
  );
}

function formatDetails(delivery: DeliveryWithAttempts): string {
  const attemptLines = delivery.attempts_made.map((attempt) =>
    `${attempt.n}. ${attempt.started_at} ${attempt.outcome} ${attempt.status ?? "-"} ${attempt.duration_ms} ms ${attempt.error?.message ?? ""}`.trim(),
  );
  return [
    `delivery ${delivery.id} ${delivery.state} ${delivery.event}`,
    `endpoint ${delivery.endpoint.name}`,
    ...(delivery.chat_id === null ? [] : [`chat ${delivery.chat_id}`]),
    ...attemptLines,
  ].join("\n");
}
