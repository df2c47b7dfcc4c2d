import { TableBones } from "../../ui/Bones.tsx";
import { t } from "./text.ts";

/** New rows that wait until somebody wants to see them. */
export function Newer({ n, onShow }: { n: number; onShow: () => void }) {
  if (n === 0) return null;
  return (
    <button type="button" className="newer" onClick={onShow}>
      {t("ledger.new", { n })}
    </button>
  );
}

/** The ledger while its first rows come. */
export function LedgerBones() {
  return (
    <section className="card ledger" aria-busy="true">
      <TableBones />
    </section>
  );
}
