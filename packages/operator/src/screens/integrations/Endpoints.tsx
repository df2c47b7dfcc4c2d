import type { Endpoint } from "@parlour/protocol/api";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api, queries } from "../../state/api.ts";
import { Button } from "../../ui/Button.tsx";
import { wordsOf } from "../../ui/Failure.tsx";
import { Banner, Tag } from "../../ui/marks.tsx";
import { dayTime, exactTime, useNow } from "../../ui/Time.tsx";
import { toast } from "../../ui/toast.tsx";
import { troubleOf, unhealthy, type Trouble } from "../../state/endpoints.ts";
import { ageWords } from "./age.ts";
import { t } from "./text.ts";
import { useUnreachable } from "./use-unreachable.ts";

const fewShown = 8;

/**
 * Shows each endpoint with its queued deliveries, and pauses or resumes it (product.md 6,
 * CORE-122).
 */
export function EndpointCards({ endpoints, onChoose }: { endpoints: readonly Endpoint[]; onChoose: (id: number) => void }) {
  const [all, setAll] = useState(false);
  const now = useNow(5000);
  if (endpoints.length === 0) return null;
  const shown = all ? endpoints : endpoints.slice(0, fewShown);
  return (
    <section className="ends" aria-label={t("ends.title")}>
      {shown.map((endpoint) => (
        <EndpointCard key={endpoint.id} endpoint={endpoint} now={now} onChoose={onChoose} />
      ))}
      {endpoints.length > fewShown && (
        <Button variant="quiet" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? t("ends.fewer") : t("ends.all", { n: endpoints.length })}
        </Button>
      )}
    </section>
  );
}

const dots: Record<NonNullable<Trouble>, string> = { off: "bad", failing: "bad", paused: "away", waiting: "away" };

function EndpointCard({ endpoint, now, onChoose }: { endpoint: Endpoint; now: number; onChoose: (id: number) => void }) {
  const trouble = troubleOf(endpoint);
  const { blocked, turn } = useTurn(endpoint);
  const words = wordsFor(endpoint, now);
  return (
    <article className={`card endpoint ${trouble === null ? "" : dots[trouble]}`}>
      <h2>
        <span className={`dot ${trouble === null ? (endpoint.state === "off" ? "off" : "") : dots[trouble]}`} />
        <Button variant="text" className="cut" title={endpoint.url} onClick={() => onChoose(endpoint.id)}>
          {endpoint.name}
        </Button>
        <Tag>{t(`kind.${endpoint.kind}`)}</Tag>
      </h2>
      <p className="cut" title={words}>
        {words}
      </p>
      {endpoint.recent.attempts > 0 && <p className="cut">{recentWords(endpoint)}</p>}
      {endpoint.state === "on" ? (
        <Button
          variant="quiet"
          small
          icon={IconPlayerPause}
          aria-label={t("ends.pause.name", { name: endpoint.name })}
          unavailable={blocked}
          onClick={() => void turn("pause")}
        />
      ) : (
        endpoint.reason !== "disabled" && (
          <Button
            small
            icon={IconPlayerPlay}
            unavailable={blocked}
            aria-label={`${t(endpoint.state === "off" ? "ends.on" : "ends.resume")}: ${endpoint.name}`}
            onClick={() => void turn("resume")}
          >
            {t(endpoint.state === "off" ? "ends.on" : "ends.resume")}
          </Button>
        )
      )}
    </article>
  );
}

/** Returns "23 of the last 25 requests failed" (API-173). */
function recentWords({ recent: { attempts: n, failed } }: Endpoint): string {
  return failed === 0 ? t("ends.recent.good", { n }) : t("ends.recent.failed", { n, failed });
}

/** Returns "Failing · 41 wait · oldest 12 min". */
function wordsFor(endpoint: Endpoint, now: number): string {
  const trouble = troubleOf(endpoint);
  const { pending, oldest_at: oldest } = endpoint.queue;
  const { lanes, oldest_at: laneSince } = endpoint.waiting;
  const parts = [
    endpoint.state === "off" && endpoint.reason === "disabled" ? t("ends.disabled") : "",
    trouble === null || trouble === "waiting" ? "" : t(`ends.${trouble}`),
    pending > 0 ? t("ends.pending", { n: pending }) : t("ends.none"),
    oldest === null ? "" : t("ends.oldest", { age: ageWords(now - Date.parse(oldest)) }),
    lanes > 0 ? t("ends.lanes", { n: lanes, age: laneSince === null ? "" : ageWords(now - Date.parse(laneSince)) }) : "",
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

/**
 * Returns a function that pauses or resumes the endpoint. `disabledReason`: true or a text if it is
 * not possible now.
 */
function useTurn(endpoint: Endpoint) {
  const [busy, setBusy] = useState(false);
  const unreachable = useUnreachable();
  const turn = async (verb: "pause" | "resume"): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      const fresh = await api.post<Endpoint>(`/endpoints/${endpoint.id}/${verb}`);
      queries.setQueryData<Endpoint[]>(["endpoints"], (all) => all?.map((one) => (one.id === fresh.id ? fresh : one)));
      const done = verb === "resume" ? "ends.resumed.done" : endpoint.kind === "bot" ? "ends.paused.bot" : "ends.paused.done";
      toast(t(done, { name: endpoint.name }), {
        ...(verb === "pause" && {
          action: {
            label: t("ends.resume"),
            run: () =>
              void api
                .post(`/endpoints/${endpoint.id}/resume`)
                .then(() => queries.invalidateQueries({ queryKey: ["endpoints"] }))
                .catch((error: unknown) => toast(wordsOf(error), { tone: "bad" })),
          },
        }),
      });
      void queries.invalidateQueries({ queryKey: ["endpoints"] });
    } catch (error) {
      toast(wordsOf(error), { tone: "bad" });
    } finally {
      setBusy(false);
    }
  };
  return { blocked: unreachable ?? busy, turn };
}

/**
 * Shows what is wrong with an endpoint, why, and what to do (WH-062). Several endpoints are
 * collapsed into one line.
 */
export function EndpointBanners({ endpoints }: { endpoints: readonly Endpoint[] }) {
  const now = useNow(10_000);
  const [isShown, setShown] = useState(false);
  const sick = unhealthy(endpoints, now);
  return (
    <>
      {sick.length > 1 && (
        <Banner
          tone="bad"
          live
          action={
            <Button small aria-expanded={isShown} onClick={() => setShown(!isShown)}>
              {t(isShown ? "ends.many.hide" : "ends.many.show")}
            </Button>
          }
        >
          <strong className="medium">{t("ends.many", { n: sick.length })}</strong>
        </Banner>
      )}
      {(sick.length === 1 || isShown) && sick.map((endpoint) => <Unhealthy key={endpoint.id} endpoint={endpoint} now={now} />)}
    </>
  );
}

function Unhealthy({ endpoint, now }: { endpoint: Endpoint; now: number }) {
  const { blocked, turn } = useTurn(endpoint);
  const off = endpoint.state === "off";
  const since = off ? endpoint.since : endpoint.failing_since;
  return (
    <Banner
      tone="bad"
      live
      action={
        <>
          <Link className="btn small" to="/settings/$" params={{ _splat: `${endpoint.kind}s/${endpoint.owner_id}` }}>
            {t("ends.open")}
          </Link>
          <Button
            small
            icon={off ? IconPlayerPlay : IconPlayerPause}
            unavailable={blocked}
            onClick={() => void turn(off ? "resume" : "pause")}
          >
            {t(off ? "ends.on" : "ends.pause")}
          </Button>
        </>
      }
    >
      <p>
        <strong className="medium" title={since === null ? undefined : exactTime(since)}>
          {off
            ? t(endpoint.reason === "gone" ? "ends.gone.title" : "ends.failing.title", { name: endpoint.name })
            : t("ends.sick.title", { name: endpoint.name, time: dayTime(since ?? "", now) })}
        </strong>{" "}
        {off ? t("ends.off.text") : sickWords(endpoint, now)}
      </p>
    </Banner>
  );
}

/**
 * Returns "23 of the last 25 requests failed. Last result: http_error, status 503. 41 events are
 * queued in order; the next try is at 10:11."
 */
function sickWords(endpoint: Endpoint, now: number): string {
  const { last_failure: last, queue, recent } = endpoint;
  const { pending: n, next_at: next } = queue;
  const isAhead = next !== null && Date.parse(next) > now;
  return [
    recent.failed === 0 ? "" : `${recentWords(endpoint)}.`,
    last === null
      ? ""
      : last.status === null
        ? t("ends.sick.last", { outcome: last.outcome })
        : t("ends.sick.status", { ...last, status: last.status }),
    isAhead && n > 0 ? t("ends.sick.next", { n, time: dayTime(next, now) }) : t("ends.sick.queue", { n }),
  ]
    .filter((part) => part !== "")
    .join(" ");
}
