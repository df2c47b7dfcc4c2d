import { IconDownload } from "@tabler/icons-react";
import { i18n } from "../../text/index.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Menu } from "../../ui/dialog/menu.tsx";
import { t } from "./text.ts";

/** Limit of API-257, repeated because importing the schema adds its library to the bundle. */
const maxExportedRows = 50_000;

/** Menu that downloads the chats found. */
export function ExportMenu({ q, unavailable }: { q: string; unavailable: boolean }) {
  if (unavailable) return null;
  const hint = t("export.hint", { n: i18n.number(maxExportedRows) });
  return (
    <Menu
      label={t("export.button")}
      className="btn small"
      groups={[
        {
          entries: [
            { id: "csv", label: t("export.csv"), hint },
            { id: "xlsx", label: t("export.xlsx"), hint },
            { id: "jsonl", label: t("export.jsonl"), hint },
          ],
        },
      ]}
      onAction={(format) => {
        const link = document.createElement("a");
        link.href = `/api/v1/search/export?${new URLSearchParams({ q, format }).toString()}`;
        link.download = "";
        link.click();
      }}
    >
      <Icon of={IconDownload} small /> {t("export.button")}
    </Menu>
  );
}
