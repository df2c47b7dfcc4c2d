import { TableSkeleton } from "../../ui/loading/Skeleton.tsx";
import { t } from "./text.ts";

/** Shows how many new rows wait, and inserts them when pressed. */
export function NewRowsButton({ n, onShow }: { n: number; onShow: () => void }) {
  if (n === 0) return null;
  return (
    <button type="button" className="newer" onClick={onShow}>
      {t("deliveries.new", { n })}
    </button>
  );
}

export function DeliveryTableSkeleton() {
  return (
    <section className="card ledger" aria-busy="true">
      <TableSkeleton />
    </section>
  );
}
