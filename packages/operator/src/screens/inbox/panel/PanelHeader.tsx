import { IconLayoutSidebarRight, IconX } from "@tabler/icons-react";
import { Button } from "../../../ui/Button.tsx";
import { t } from "../text.ts";

/** Header of the panel with the buttons that close it. */
export function PanelHeader({ onClose }: { onClose: () => void }) {
  return (
    <header className="head">
      <h2 className="grow" id="panel-h">
        {t("panel.title")}
      </h2>
      <Button
        variant="quiet"
        icon={IconX}
        className="only-narrow"
        aria-label={t("panel.close")}
        onClick={onClose}
      />
      <Button
        variant="quiet"
        icon={IconLayoutSidebarRight}
        flipIcon
        className="hide-narrow"
        aria-label={t("panel.hide")}
        keys="]"
        onClick={onClose}
      />
    </header>
  );
}
