import type { DeliveryTotals, Endpoint } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api } from "../../state/api.ts";
import { i18n } from "../../text/index.ts";
import { filledOf } from "../../ui/address-words.ts";
import { atLeast } from "../../ui/at-least.ts";
import { useNow } from "../../ui/Time.tsx";
import { ageWords } from "./age.ts";
import { changeOf, filterOfFigure, isQuiet, successRate } from "./figures.ts";
import type { Filter } from "./filter.ts";
import { t } from "./text.ts";
import { tookWords } from "./took.ts";

/** Interval in ms. The endpoint cards below use the same interval. */
const everyMs = 5_000;
const percent = (part: number, digits = 0): string => i18n.number(part, { style: "percent", maximumFractionDigits: digits });

interface FigureProps {
  readonly totals: DeliveryTotals;
  /** Renders the link from a figure to its deliveries. */
  readonly to: (state: Filter["state"], hours: Filter["hours"], words: ReactNode) => ReactNode;
}

/**
 * Shows figures of the last 24 hours above the list. Each figure links to its filtered deliveries
 * (API-151).
 */
export function Figures({ filter, endpoints }: { filter: Filter; endpoints: readonly Endpoint[] }) {
  const { endpoint, kind, event } = filter;
  const { data: totals } = useQuery({
    queryKey: ["deliveries", "totals", { endpoint, kind, event }],
    queryFn: ({ signal }) => api.get<DeliveryTotals>("/deliveries/totals", { query: { endpoint, kind, event }, signal }),
    refetchInterval: everyMs,
    retry: 0,
    placeholderData: (before) => before,
  });
  // If the figures cannot be loaded, the list shows the error or its empty state.
  if (totals === undefined || isQuiet(totals)) return null;
  const to: FigureProps["to"] = (state, hours, words) => (
    <Link to="/integrations/$" params={{ _splat: "deliveries" }} search={filledOf(filterOfFigure(filter, state, hours)) as never}>
      {words}
    </Link>
  );
  return (
    <dl className="figs card" aria-label={t("figs.title")}>
      <Events totals={totals} to={to} />
      <Success totals={totals} to={to} />
      <Queued totals={totals} to={to} endpoints={endpoints} />
      <Took totals={totals} to={to} />
      <Figure name={t("state.not_usable")} hint={t("figs.unusable")}>
        {to("not_usable", 24, i18n.number(totals.not_usable))}
      </Figure>
    </dl>
  );
}

function Figure({ name, hint, bar, children }: { name: string; hint: ReactNode; bar?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="v num">{children}</dd>
      {bar}
      <dd className="h">{hint}</dd>
    </div>
  );
}

function Events({ totals, to }: FigureProps) {
  const { events, is_capped: isCapped, events_before: before } = totals;
  const change = changeOf(totals);
  const hint = isCapped
    ? t("figs.capped", { n: i18n.number(events) })
    : change === null
      ? before === null
        ? t("figs.before.many")
        : t("figs.before.none")
      : change === 0
        ? t("figs.before.same")
        : t(change > 0 ? "figs.before.more" : "figs.before.fewer", { part: percent(Math.abs(change)) });
  return (
    <Figure name={t("figs.title")} hint={hint}>
      {to(
        null,
        24,
        <>
          {atLeast(events, isCapped)} <small>{t("figs.events", { n: events })}</small>
        </>,
      )}
    </Figure>
  );
}

function Success({ totals, to }: FigureProps) {
  const { delivered, failed, dead } = totals;
  const rate = successRate(totals);
  const words = rate === null ? "–" : percent(rate, 1);
  const parts = [
    to("delivered", 24, t("figs.delivered", { n: i18n.number(delivered) })),
    failed > 0 && to("failed", 24, t("figs.failed", { n: i18n.number(failed) })),
    dead > 0 && to("dead", 24, t("figs.dead", { n: i18n.number(dead) })),
  ].filter((part) => part !== false);
  return (
    <Figure
      name={t("figs.success")}
      hint={parts.map((part, at) => (
        <span key={at}>
          {at > 0 && ", "}
          {part}
        </span>
      ))}
      bar={
        rate !== null && (
          <dd className="bar" aria-hidden="true">
            <span style={{ inlineSize: `${rate * 100}%` }} />
          </dd>
        )
      }
    >
      {words}
    </Figure>
  );
}

function Queued({ totals: { queued }, to, endpoints }: FigureProps & { endpoints: readonly Endpoint[] }) {
  const now = useNow(5_000);
  const { count, is_capped: isCapped, oldest_at: oldest, endpoint_id: id } = queued;
  const endpoint = endpoints.find((one) => one.id === id);
  const where = endpoint && [endpoint.name, ...(endpoint.state === "paused" ? [t("ledger.paused")] : [])].join(", ");
  const age = oldest === null ? "" : ageWords(now - Date.parse(oldest));
  const hint =
    oldest === null ? t("figs.queued.none") : where === undefined ? t("ends.oldest", { age }) : t("figs.queued.oldest", { age, where });
  return (
    <Figure name={t("figs.queued")} hint={hint}>
      {to("pending", null, atLeast(count, isCapped))}
    </Figure>
  );
}

function Took({ totals: { took }, to }: FigureProps) {
  return (
    <Figure name={t("ledger.took")} hint={took === null ? t("figs.took.none") : t("figs.took.most", { time: tookWords(took.p95_ms) })}>
      {took === null
        ? "–"
        : to(
            null,
            24,
            <>
              {tookWords(took.median_ms)} <small>{t("figs.took.median")}</small>
            </>,
          )}
    </Figure>
  );
}
