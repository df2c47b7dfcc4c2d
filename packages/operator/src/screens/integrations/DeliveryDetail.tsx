import type { Attempt, Delivery } from "@parlour/protocol";
import type { DeliveryWithAttempts } from "@parlour/protocol/api";
import { IconAlertCircle, IconCircleCheck, IconClockExclamation } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState, type KeyboardEvent } from "react";
import { api } from "../../state/api.ts";
import { LineBones, useLate } from "../../ui/Bones.tsx";
import { CopyButton } from "../../ui/Copy.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { exactTime } from "../../ui/Time.tsx";
import { t } from "./text.ts";
import { UseAsTest } from "./UseAsTest.tsx";
import { Wire } from "./Wire.tsx";

/** Every try of one delivery with its request and answer. */
export function DeliveryDetail({ delivery }: { delivery: Delivery }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["deliveries", delivery.id, "attempts", delivery.updated_at],
    queryFn: () => api.get<DeliveryWithAttempts>(`/deliveries/${delivery.id}`),
    refetchInterval: delivery.state === "pending" ? 2000 : false,
    placeholderData: (before) => before,
  });
  const late = useLate(isPending);
  if (error && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <div className="pad" aria-busy="true">
        {late && <LineBones lines={5} />}
      </div>
    );
  const body = data.attempts_made.at(-1)?.request?.body;
  return (
    <>
      {data.attempts_made.length === 0 ? <p className="pad soft">{t("try.none")}</p> : <Tries attempts={data.attempts_made} />}
      <div className="dfoot">
        <div className="ids">
          <span>
            {t("ids.delivery")} <span className="mono">{delivery.id}</span>
          </span>
          {delivery.seq !== null && (
            <span>
              {t("ids.message")} <span className="mono">seq {delivery.seq}</span>
            </span>
          )}
          {webhookId(data.attempts_made) !== null && (
            <span>
              webhook-id <span className="mono">{webhookId(data.attempts_made)}</span>
            </span>
          )}
          {delivery.chat_id !== null && (
            <Link to="/inbox/$view/{-$chat}" params={{ view: "all", chat: String(delivery.chat_id) }}>
              {t("ids.chat", { id: delivery.chat_id })}
            </Link>
          )}
        </div>
        {body !== undefined && <UseAsTest endpointId={delivery.endpoint.id} event={delivery.event} body={body} />}
        <CopyButton small text={detailsOf(data)} label={t("ids.copy")} />
      </div>
    </>
  );
}

function Tries({ attempts }: { attempts: readonly Attempt[] }) {
  const id = useId();
  const [chosen, setChosen] = useState<number | null>(null);
  const tabs = useRef<HTMLDivElement>(null);
  const at = Math.min(chosen ?? attempts.length - 1, attempts.length - 1);
  const attempt = attempts[at];
  const move = (event: KeyboardEvent) => {
    const back = document.dir === "rtl" ? "ArrowRight" : "ArrowLeft";
    const forth = document.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    const to =
      event.key === forth || event.key === "ArrowDown"
        ? at + 1
        : event.key === back || event.key === "ArrowUp"
          ? at - 1
          : event.key === "Home"
            ? 0
            : event.key === "End"
              ? attempts.length - 1
              : null;
    if (to === null) return;
    event.preventDefault();
    const next = (to + attempts.length) % attempts.length;
    setChosen(next);
    tabs.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  if (attempt === undefined) return null;
  return (
    <>
      <div className="tries" role="tablist" aria-label={t("try.list")} ref={tabs} onKeyDown={move} tabIndex={-1}>
        {attempts.map((one, index) => (
          <button
            key={`${one.started_at} ${one.n}`}
            type="button"
            role="tab"
            id={`${id}-${index}`}
            aria-selected={index === at}
            aria-controls={`${id}-wire`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => setChosen(index)}
          >
            <Icon
              of={one.outcome === "delivered" ? IconCircleCheck : one.outcome === "timeout" ? IconClockExclamation : IconAlertCircle}
              small
              className={one.outcome === "delivered" ? "success" : one.outcome === "timeout" ? "warning" : "danger"}
            />
            <b>
              {t("try.name", { n: one.n })} · {one.outcome}
              {one.status !== null && ` ${one.status}`}
            </b>
            <span className="num soft">{took(one.duration_ms)}</span>
            <small>{[exactTime(one.started_at), one.error?.message].filter(Boolean).join(" · ")}</small>
          </button>
        ))}
      </div>
      <Wire key={at} id={`${id}-wire`} labelledBy={`${id}-${at}`} attempt={attempt} />
    </>
  );
}

const took = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

function webhookId(attempts: readonly Attempt[]): string | null {
  return attempts.map((attempt) => attempt.request?.headers["webhook-id"]).find((value) => value !== undefined) ?? null;
}

function detailsOf(delivery: DeliveryWithAttempts): string {
  const tries = delivery.attempts_made.map((one) =>
    `${one.n}. ${one.started_at} ${one.outcome} ${one.status ?? "-"} ${one.duration_ms} ms ${one.error?.message ?? ""}`.trim(),
  );
  return [
    `delivery ${delivery.id} ${delivery.state} ${delivery.event}`,
    `endpoint ${delivery.endpoint.name}`,
    ...(delivery.chat_id === null ? [] : [`chat ${delivery.chat_id}`]),
    ...tries,
  ].join("\n");
}
