import type { SiteImport } from "@parlour/protocol/api";
import { i18n } from "../../../text/index.ts";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { t } from "../text.ts";

/** Shows how far a site is read, with Cancel. */
export function SiteProgress({
  site: { address, total, processed },
  onCancel,
}: {
  site: SiteImport;
  onCancel: () => Promise<void>;
}) {
  const progress = t("articles.import.progress", {
    processed: i18n.number(processed),
    total: i18n.number(total),
  });
  return (
    <>
      <p>{t("articles.import.reading")}</p>
      <bdi className="medium t13">{address}</bdi>
      <progress className="bar" aria-label={progress} max={total} value={processed} />
      <p className="t13 soft num">{progress}</p>
      <p className="soft">{t("articles.import.reading.hint")}</p>
      <div>
        <MutationButton mutate={onCancel}>{t("articles.import.stop")}</MutationButton>
      </div>
    </>
  );
}
