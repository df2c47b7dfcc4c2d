import type { DeliveryTotals, Endpoint } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api } from "../../../state/api/api.ts";
import { i18n } from "../../../text/index.ts";
import { omitEmptyParams } from "../../../ui/address/search-params.ts";
import { formatCount } from "../../../ui/format-count.ts";
import { useNow } from "../../../ui/time.ts";
import { formatAge } from "../age.ts";
import { getRelativeChange, toStatisticFilter, hasNoEvents, getSuccessRate } from "./figures.ts";
import type { DeliveryFilter } from "./delivery-filter.ts";
import { t } from "../text.ts";
import { formatAttemptDuration } from "../../../ui/exchange/attempt-duration.ts";

/** Polling interval in ms. The endpoint cards below use the same interval. */
const refreshIntervalMs = 5_000;
const formatPercent = (part: number, digits = 0): string =>
  i18n.number(part, { style: "percent", maximumFractionDigits: digits });

interface FigureProps {
  readonly totals: DeliveryTotals;
  readonly renderLink: (
    state: DeliveryFilter["state"],
    hours: DeliveryFilter["hours"],
    words: ReactNode,
  ) => ReactNode;
}

interface FiguresProps {
  filter: DeliveryFilter;
  endpoints: readonly Endpoint[];
}

/**
 * Shows statistics of the last 24 hours above the list. Each number links to its filtered
 * deliveries (API-151).
 */
export function DeliveryStatistics({ filter, endpoints }: FiguresProps) {
  const { endpoint, kind, event } = filter;
  const totals = useQuery({
    queryKey: ["deliveries", "totals", { endpoint, kind, event }],
    queryFn: ({ signal }) =>
      api.get<DeliveryTotals>("/deliveries/totals", { query: { endpoint, kind, event }, signal }),
    refetchInterval: refreshIntervalMs,
    retry: 0,
    placeholderData: (before) => before,
  }).data;
  // If the statistics cannot be loaded, the list below shows the error or its empty state.
  if (totals === undefined || hasNoEvents(totals)) return null;
  const renderLink: FigureProps["renderLink"] = (state, hours, content) => (
    <Link
      to="/integrations/$"
      params={{ _splat: "deliveries" }}
      search={omitEmptyParams(toStatisticFilter(filter, state, hours)) as never}
    >
      {content}
    </Link>
  );
  return (
    <dl className="figs card" aria-label={t("figures.title")}>
      <EventsFigure totals={totals} renderLink={renderLink} />
      <SuccessFigure totals={totals} renderLink={renderLink} />
      <QueuedFigure totals={totals} renderLink={renderLink} endpoints={endpoints} />
      <DurationFigure totals={totals} renderLink={renderLink} />
      <Figure name={t("state.not_usable")} hint={t("figures.unusable")}>
        {renderLink("not_usable", 24, i18n.number(totals.not_usable))}
      </Figure>
    </dl>
  );
}

function Figure({
  name,
  hint,
  bar,
  children,
}: {
  name: string;
  hint: ReactNode;
  bar?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="v num">{children}</dd>
      {bar}
      <dd className="h">{hint}</dd>
    </div>
  );
}

function EventsFigure({ totals, renderLink }: FigureProps) {
  const { events, is_capped, events_before } = totals;
  const change = getRelativeChange(events, events_before);
  const hint = is_capped
    ? t("figures.capped", { n: i18n.number(events) })
    : change === null
      ? events_before === null
        ? t("figures.before.many")
        : t("figures.before.none")
      : change === 0
        ? t("figures.before.same")
        : t(change > 0 ? "figures.before.more" : "figures.before.fewer", {
            part: formatPercent(Math.abs(change)),
          });
  return (
    <Figure name={t("figures.title")} hint={hint}>
      {renderLink(
        null,
        24,
        <>
          {formatCount(events, is_capped)} <small>{t("figures.events", { n: events })}</small>
        </>,
      )}
    </Figure>
  );
}

function SuccessFigure({ totals, renderLink }: FigureProps) {
  const { delivered, failed, dead } = totals;
  const rate = getSuccessRate(delivered, failed + dead);
  const rateText = rate === null ? "–" : formatPercent(rate, 1);
  const parts = [
    renderLink("delivered", 24, t("figures.delivered", { n: i18n.number(delivered) })),
    failed > 0 && renderLink("failed", 24, t("figures.failed", { n: i18n.number(failed) })),
    dead > 0 && renderLink("dead", 24, t("figures.dead", { n: i18n.number(dead) })),
  ].filter((part) => part !== false);
  return (
    <Figure
      name={t("figures.success")}
      hint={parts.map((part, index) => (
        <span key={index}>
          {index > 0 && ", "}
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
      {rateText}
    </Figure>
  );
}

function QueuedFigure({
  totals: { queued },
  renderLink,
  endpoints,
}: FigureProps & { endpoints: readonly Endpoint[] }) {
  const now = useNow(5_000);
  const { count, is_capped, oldest_at, endpoint_id } = queued;
  const endpoint = endpoints.find((item) => item.id === endpoint_id);
  const endpointText =
    endpoint &&
    [endpoint.name, ...(endpoint.state === "paused" ? [t("deliveries.paused")] : [])].join(", ");
  const age = oldest_at === null ? "" : formatAge(now - Date.parse(oldest_at));
  const hint =
    oldest_at === null
      ? t("figures.queued.none")
      : endpointText === undefined
        ? t("endpoints.oldest", { age })
        : t("figures.queued.oldest", { age, where: endpointText });
  return (
    <Figure name={t("figures.queued")} hint={hint}>
      {renderLink("pending", null, formatCount(count, is_capped))}
    </Figure>
  );
}

function DurationFigure({ totals: { took }, renderLink }: FigureProps) {
  return (
    <Figure
      name={t("deliveries.took")}
      hint={
        took === null
          ? t("figures.took.none")
          : t("figures.took.most", { time: formatAttemptDuration(took.p95_ms) })
      }
    >
      {took === null
        ? "–"
        : renderLink(
            null,
            24,
            <>
              {formatAttemptDuration(took.median_ms)} <small>{t("figures.took.median")}</small>
            </>,
          )}
    </Figure>
  );
}
