import type { Delivery } from "@parlour/protocol";
import { TableColumns } from "../TableColumns.tsx";
import { findOptionalColumns } from "./optional-columns.ts";
import { DeliveryRow } from "./row/DeliveryRow.tsx";
import { t } from "../text.ts";

interface DeliveryTableProps {
  rows: readonly Delivery[];
  openId: number | null;
  onToggle: (id: number) => void;
  pausedEndpoints: ReadonlySet<number>;
  selection: ReadonlyMap<number, Delivery>;
  onSelect: (row: Delivery, on: boolean) => void;
  /** Called after deliveries were resent. */
  onResent: () => void;
}

/** Renders one row per delivery. An expanded row shows its requests and responses. */
export function DeliveryTable({
  rows,
  openId,
  pausedEndpoints,
  selection,
  onSelect,
  onToggle,
  onResent,
}: DeliveryTableProps) {
  const optionalColumns = findOptionalColumns(rows);
  const { hasChats, hasUsage } = optionalColumns;
  return (
    <table>
      <TableColumns
        columns={[
          { className: "c-x", head: t("deliveries.expand"), isHidden: true },
          { className: "c-state", head: t("deliveries.state") },
          { className: "c-time", head: t("deliveries.time") },
          { className: "c-event", head: t("deliveries.event") },
          { className: "c-end", head: t("deliveries.endpoint") },
          ...(hasChats ? [{ className: "c-chat", head: t("deliveries.chat") }] : []),
          { head: t("deliveries.outcome") },
          ...(hasUsage ? [{ className: "c-used", head: t("deliveries.used") }] : []),
          { className: "c-took", head: t("deliveries.took"), isEnd: true },
          { className: "c-attempts", head: t("deliveries.tries"), isEnd: true },
          { className: "c-act", head: t("deliveries.action"), isHidden: true },
        ]}
      />
      <tbody>
        {rows.map((row) => (
          <DeliveryRow
            key={row.id}
            delivery={row}
            open={row.id === openId}
            {...optionalColumns}
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
