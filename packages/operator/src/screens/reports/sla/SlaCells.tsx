import type { SlaNumber, SlaReport } from "@parlour/protocol/api";
import type { ListedNumber } from "../chat-list/chat-list-query.ts";
import { formatNumber, formatShare, noValue } from "../figures.ts";
import { t } from "../text.ts";

/** Returns the heads of {@link SlaCells}. */
export const listSlaHeads = (): readonly string[] => [
  t("sla.share"),
  t("sla.met"),
  t("sla.atrisk"),
  t("sla.broken"),
];

interface SlaCellsProps {
  /** The day or policy of the row. */
  readonly name: string;
  readonly figures: SlaReport["totals"];
  readonly onOpen: (number: SlaNumber) => void;
}

/** The numbers of a day or of a policy. A press lists the chats of a number. */
export function SlaCells({ name, figures, onOpen }: SlaCellsProps) {
  const { met, broken } = figures;
  const cells = [
    ["sla_met", met],
    ["sla_met_at_risk", figures.met_at_risk],
    ["sla_broken", broken],
  ] as const;
  return (
    <>
      <td className="end num">{formatShare(met, met + broken)}</td>
      {cells.map(([number, count]) => (
        <CountCell key={number} name={name} number={number} count={count} onOpen={onOpen} />
      ))}
    </>
  );
}

interface CountCellProps<N extends ListedNumber> {
  readonly name: string;
  readonly number: N;
  readonly count: number;
  readonly onOpen: (number: N) => void;
}

/** A number in a table. A press lists its chats. */
export function CountCell<N extends ListedNumber>(props: CountCellProps<N>) {
  const { name, number, count, onOpen } = props;
  return (
    <td className="end num">
      {count === 0 ? (
        <span className="faint">{noValue}</span>
      ) : (
        <button
          type="button"
          className="n"
          aria-label={t("table.cell", {
            name,
            column: t(`list.${number}`),
            value: formatNumber(count),
          })}
          onClick={() => onOpen(number)}
        >
          {formatNumber(count)}
        </button>
      )}
    </td>
  );
}
