import { Dialog } from "../../ui/dialog/dialog.tsx";
import { definedNumbers } from "./definition-text.ts";
import { t } from "./text.ts";

/** Definitions of all numbers in the reports. */
export function AllDefinitions({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t("def.all")} open wide onClose={onClose}>
      <dl className="alldefs">
        {definedNumbers.map((number) => (
          <div key={number}>
            <dt>{t(`name.${number}`)}</dt>
            <dd>{t(`def.${number}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
