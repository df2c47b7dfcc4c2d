import type { Delivery } from "@parlour/protocol";
import { DeliveryRow } from "./DeliveryRow.tsx";
import { t } from "./text.ts";

interface Props {
  rows: readonly Delivery[];
  openId: number | null;
  onToggle: (id: number) => void;
  /** Endpoints that are paused. */
  resting: ReadonlySet<number>;
  picked: ReadonlyMap<number, Delivery>;
  onPick: (row: Delivery, on: boolean) => void;
  /** Something was sent again. */
  onSent: () => void;
}

/** The deliveries, a row each; an open one shows what went over the wire. */
export function LedgerTable({ rows, openId, resting, picked, onPick, onToggle, onSent }: Props) {
  return (
    <table>
      <colgroup>
        <col className="c-x" />
        <col className="c-state" />
        <col className="c-time" />
        <col className="c-event" />
        <col className="c-end" />
        <col className="c-chat" />
        <col />
        <col className="c-tries" />
        <col className="c-act" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">
            <span className="vh">{t("ledger.expand")}</span>
          </th>
          <th scope="col">{t("ledger.state")}</th>
          <th scope="col">{t("ledger.time")}</th>
          <th scope="col">{t("ledger.event")}</th>
          <th scope="col">{t("ledger.endpoint")}</th>
          <th scope="col">{t("ledger.chat")}</th>
          <th scope="col">{t("ledger.outcome")}</th>
          <th scope="col" className="end-n">
            {t("ledger.tries")}
          </th>
          <th scope="col">
            <span className="vh">{t("ledger.action")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <DeliveryRow
            key={row.id}
            delivery={row}
            open={row.id === openId}
            rests={resting.has(row.endpoint.id)}
            picked={picked.has(row.id)}
            onPick={(on) => onPick(row, on)}
            onToggle={() => onToggle(row.id)}
            onSent={onSent}
          />
        ))}
      </tbody>
    </table>
  );
}
