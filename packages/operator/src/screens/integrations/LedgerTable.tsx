import type { Delivery } from "@parlour/protocol";
import { Columns } from "./Columns.tsx";
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
  /** Called after deliveries were sent again. */
  onSent: () => void;
}

/** Renders the deliveries as rows. An open row shows its requests and responses. */
export function LedgerTable({ rows, openId, resting, picked, onPick, onToggle, onSent }: Props) {
  return (
    <table>
      <Columns
        of={[
          { className: "c-x", head: t("ledger.expand"), isHidden: true },
          { className: "c-state", head: t("ledger.state") },
          { className: "c-time", head: t("ledger.time") },
          { className: "c-event", head: t("ledger.event") },
          { className: "c-end", head: t("ledger.endpoint") },
          { className: "c-chat", head: t("ledger.chat") },
          { head: t("ledger.outcome") },
          { className: "c-used", head: t("ledger.used") },
          { className: "c-took", head: t("ledger.took"), isEnd: true },
          { className: "c-tries", head: t("ledger.tries"), isEnd: true },
          { className: "c-act", head: t("ledger.action"), isHidden: true },
        ]}
      />
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
