import { slaTargets } from "@parlour/protocol/chat-sla";
import type { SlaNumber, SlaReport } from "@parlour/protocol/api";
import type { ChatListQuery } from "../chat-list/chat-list-query.ts";
import { formatNumber, formatShare } from "../figures.ts";
import { t } from "../text.ts";

interface SlaFiguresProps {
  readonly report: SlaReport;
  readonly onList: (listed: ChatListQuery) => void;
}

/** Shows the share of met targets, the broken ones and those at risk. Each lists its chats. */
export function SlaFigures({ report, onList }: SlaFiguresProps) {
  const { totals, policies } = report;
  const [first = 0, next = 0, close = 0] = slaTargets.map((target) =>
    policies.reduce((sum, row) => sum + (row.target === target ? row.figures.broken : 0), 0),
  );
  const all = totals.met + totals.broken;
  const figures: readonly Omit<FigureProps, "onList">[] = [
    {
      number: "sla_met",
      name: t("sla.met"),
      count: totals.met,
      value: formatShare(totals.met, all),
      hint: t("sla.met.of", { n: all }),
    },
    {
      number: "sla_broken",
      name: t("sla.broken"),
      count: totals.broken,
      value: formatNumber(totals.broken),
      hint: t("sla.broken.of", { first, next, close }),
    },
    {
      number: "sla_at_risk",
      name: t("sla.risk"),
      count: report.at_risk,
      value: formatNumber(report.at_risk),
      hint: t("sla.risk.of"),
    },
  ];
  return (
    <dl className="card keyfigures three" aria-label={t("sla.figures")}>
      {figures.map((figure) => (
        <Figure key={figure.number} {...figure} onList={onList} />
      ))}
    </dl>
  );
}

interface FigureProps {
  readonly number: SlaNumber;
  readonly name: string;
  /** Number of the listed targets. */
  readonly count: number;
  readonly value: string;
  readonly hint: string;
  readonly onList: SlaFiguresProps["onList"];
}

function Figure({ number, name, count, value, hint, onList }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="v num">
        {count === 0 ? (
          value
        ) : (
          <button
            type="button"
            className="n"
            aria-label={`${value}, ${t(`list.${number}`)}`}
            onClick={() => onList({ number })}
          >
            {value}
          </button>
        )}
      </dd>
      <dd className="what">{hint}</dd>
    </div>
  );
}
