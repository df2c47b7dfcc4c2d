import type { Delivery } from "@parlour/protocol";
import { TableColumns } from "../TableColumns.tsx";
import { DeliveryRow } from "./DeliveryRow.tsx";
import { t } from "../text.ts";

interface DeliveryTableProps {
  rows: readonly Delivery[];
  openId: number | null;
  onToggle: (id: number) => void;
  /** Endpoints that are paused. */
  pausedEndpoints: ReadonlySet<number>;
  selection: ReadonlyMap<number, Delivery>;
  onSelect: (row: Delivery, on: boolean) => void;
  /** Called after deliveries were sent again. */
  onResent: () => void;
}

/** Renders the deliveries as rows. An open row shows its requests and responses. */
export function DeliveryTable({ rows, openId, pausedEndpoints, selection, onSelect, onToggle, onResent }: DeliveryTableProps) {
  return (
    <table>
      <TableColumns
        columns={[
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
            isPaused={pausedEndpoints.has(row.endpoint.id)}
            isSelected={selection.has(row.id)}
            onSelect={(isSelected) => onSelect(row, isSelected)}
            onToggle={() => onToggle(row.id)}
            onResent={onResent}
          />
        ))}
      </tbody>
    </table>
  );
}
