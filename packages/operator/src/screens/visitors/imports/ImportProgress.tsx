import type { VisitorImportDetails } from "@parlour/protocol/api";
import { i18n } from "../../../text/index.ts";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { t } from "./text.ts";

/** Shows how far the plan or the run is, with Cancel. */
export function ImportProgress({
  found: { state, processed, total },
  onCancel,
}: {
  found: VisitorImportDetails;
  onCancel: () => Promise<void>;
}) {
  const isRunning = state === "running";
  const progress = t("vimport.rows", {
    processed: i18n.number(processed),
    total: i18n.number(total),
  });
  return (
    <>
      <p>{t(isRunning ? "vimport.running" : "vimport.planning")}</p>
      <progress className="bar" aria-label={progress} max={total} value={processed} />
      <p className="t13 soft num">{progress}</p>
      {isRunning && <p className="soft">{t("vimport.running.hint")}</p>}
      <div className="importacts">
        <MutationButton mutate={onCancel}>{t("vimport.cancel")}</MutationButton>
      </div>
    </>
  );
}
