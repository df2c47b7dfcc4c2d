import type { Attempt, Delivery } from "@parlour/protocol";
import type { DeliveryWithAttempts } from "@parlour/protocol/api";
import { markOf } from "@parlour/protocol/answer-mark";
import { IconClockExclamation } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState, type KeyboardEvent } from "react";
import { api } from "../../state/api.ts";
import { LineBones, useLate } from "../../ui/Bones.tsx";
import { CopyButton } from "../../ui/Copy.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { exactTime } from "../../ui/Time.tsx";
import { answerLook } from "./answer-look.ts";
import { t } from "./text.ts";
import { tookWords } from "./took.ts";
import { UseAsTest } from "./UseAsTest.tsx";
import { Wire } from "./Wire.tsx";

/** Shows every attempt of one delivery with request and response. */
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
        <Ids delivery={delivery} webhook={webhookId(data.attempts_made)} />
        {body !== undefined && <UseAsTest endpointId={delivery.endpoint.id} event={delivery.event} body={body} />}
        <CopyButton small text={detailsOf(data)} label={t("ids.copy")} />
      </div>
    </>
  );
}

/** Shows the ids for finding the delivery in other screens and logs. */
function Ids({ delivery, webhook }: { delivery: Delivery; webhook: string | null }) {
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
        <Link to="/inbox/$view/{-$chat}" params={{ view: "all", chat: String(delivery.chat_id) }}>
          {t("ids.chat", { id: delivery.chat_id })}
        </Link>
      )}
    </div>
  );
}

function Tries({ attempts }: { attempts: readonly Attempt[] }) {
  const id = useId();
  const [chosen, setChosen] = useState<number | null>(null);
  const tabs = useRef<HTMLDivElement>(null);
  const at = Math.min(chosen ?? attempts.length - 1, attempts.length - 1);
  const attempt = attempts[at];
  const move = (event: KeyboardEvent) => {
    const next = tabAfter(event.key, at, attempts.length);
    if (next === null) return;
    event.preventDefault();
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
            <Try attempt={one} />
          </button>
        ))}
      </div>
      <Wire key={at} id={`${id}-wire`} labelledBy={`${id}-${at}`} attempt={attempt} />
    </>
  );
}

/** Returns the index of the tab that a key moves to, wrapping around. null: another key. */
function tabAfter(key: string, at: number, count: number): number | null {
  const isBack = document.dir === "rtl";
  const to = {
    ArrowRight: at + (isBack ? -1 : 1),
    ArrowLeft: at + (isBack ? 1 : -1),
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: -1,
  }[key];
  return to === undefined ? null : (to + count) % count;
}

const late = { icon: IconClockExclamation, tone: "warning" };

/** Renders the tab of an attempt: outcome, duration, time. */
function Try({ attempt: { n, outcome, status, duration_ms: ms, started_at: at, error } }: { attempt: Attempt }) {
  const mark = markOf(outcome, error?.code ?? null);
  const { icon, tone } = outcome === "timeout" ? late : answerLook[mark];
  return (
    <>
      <Icon of={icon} className={tone} small />
      <b>
        {t("try.name", { n })} · {mark === "not_usable" ? t("state.not_usable") : outcome}
        {status !== null && ` ${status}`}
      </b>
      <span className="num soft">{tookWords(ms)}</span>
      <small>{[exactTime(at), error?.message].filter(Boolean).join(" · ")}</small>
    </>
  );
}

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
