import type { ModelUsage } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { i18n } from "../../../text/index.ts";
import { SegmentedControl } from "../../../ui/choice/SegmentedControl.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { useNow } from "../../../ui/time.ts";
import { UsageChart } from "./UsageChart.tsx";
import {
  listDays,
  listGroups,
  listHours,
  sumUsage,
  type UsageFigures,
  type UsageNumber,
} from "./usage-figures.ts";
import { t } from "./usage-text.ts";

const dayCount = 30;

/** Shows the use of the model today and in the last 30 days (MODEL-060). */
export function ModelUsageSection() {
  const isAllowed = can(useCurrentOperator(), "account.manage");
  const query = useQuery({
    queryKey: ["model", "usage"],
    queryFn: () => api.get<ModelUsage>(`/model/usage?days=${dayCount}`),
    enabled: isAllowed,
  });
  const { data, error, refetch } = query;
  if (data === undefined)
    return error !== null && <ErrorMessage error={error} onRetry={() => void refetch()} />;
  if (data.days.length === 0) return <p className="hint">{t("usage.none", { n: dayCount })}</p>;
  return <Usage usage={data} />;
}

/** Formats a cost. Small ones have up to four decimals. */
const formatCost = (cost: number, currency: string): string =>
  i18n.number(cost / 1_000_000, {
    style: "currency",
    currency,
    maximumFractionDigits: cost < 1_000_000 ? 4 : 2,
    minimumFractionDigits: 2,
  });

function Usage({ usage }: { readonly usage: ModelUsage }) {
  const now = useNow(60_000);
  const [period, setPeriod] = useState<"hours" | "days">("days");
  const [number, setNumber] = useState<UsageNumber>("tokens");
  const total = sumUsage(usage.days);
  const numbers: readonly UsageNumber[] = [
    "tokens",
    "requests",
    "failed",
    ...(total.cost > 0 ? (["cost"] as const) : []),
  ];
  const name = t(`usage.number.${number}`);
  return (
    <>
      <KeyFigures usage={usage} total={total} />
      <div className="usagechoice">
        <SegmentedControl
          label={t("usage.period")}
          value={period}
          options={[
            { value: "hours", label: t("usage.period.hours") },
            { value: "days", label: t("usage.period.days", { n: dayCount }) },
          ]}
          onChange={setPeriod}
        />
        <SegmentedControl
          label={t("usage.number")}
          value={number}
          options={numbers.map((value) => ({ value, label: t(`usage.number.${value}`) }))}
          onChange={setNumber}
        />
      </div>
      <UsageChart
        title={t(`usage.chart.${period}`, { number: name })}
        unit={period}
        steps={period === "hours" ? listHours(usage, now) : listDays(usage, dayCount, now)}
        groups={listGroups(usage[period])}
        number={number}
        numbers={numbers}
        format={(value, kind) =>
          kind === "cost" ? formatCost(value, usage.currency) : i18n.number(value)
        }
      />
    </>
  );
}

function KeyFigures({
  usage,
  total,
}: {
  readonly usage: ModelUsage;
  readonly total: UsageFigures;
}) {
  const today = sumUsage(usage.hours);
  const limit = usage.tokens_per_day;
  return (
    <dl className="usagefigures">
      <div>
        <dt>{t("usage.tokens.today")}</dt>
        <dd>
          <span className="t20 bold num">{i18n.number(usage.tokens_today)}</span>{" "}
          {limit !== null && <span>{t("usage.of", { n: i18n.number(limit) })}</span>}
          <small>
            {limit === null
              ? t("usage.nolimit")
              : t("usage.share", {
                  share: i18n.number(usage.tokens_today / limit, { style: "percent" }),
                })}
          </small>
        </dd>
      </div>
      <div>
        <dt>{t("usage.requests.today")}</dt>
        <dd>
          <span className="t20 bold num">{i18n.number(today.requests)}</span>
          <small>{t("usage.failed.n", { n: today.failed })}</small>
        </dd>
      </div>
      {total.cost > 0 && (
        <div>
          <dt>{t("usage.cost.today")}</dt>
          <dd>
            <span className="t20 bold num">{formatCost(today.cost, usage.currency)}</span>
            <small>
              {t("usage.cost.days", { cost: formatCost(total.cost, usage.currency), n: dayCount })}
            </small>
          </dd>
        </div>
      )}
    </dl>
  );
}
