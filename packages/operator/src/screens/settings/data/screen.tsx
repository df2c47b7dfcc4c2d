import type { Retention } from "@parlour/protocol/api";
import { retention } from "@parlour/protocol/settings/kinds/retention";
import { IconDownload } from "@tabler/icons-react";
import { api } from "../../../state/api/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { downloadFile } from "../../../ui/file/save-file.ts";
import { useApiMutation } from "../../../ui/mutation.ts";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { singleScreen } from "../kit/kind/single-screen.ts";
import "./data.css";
import { DeletionPreview } from "./DeletionPreview.tsx";
import { EraseVisitorForm } from "./EraseVisitorForm.tsx";
import { ErasureLog } from "./ErasureLog.tsx";
import { StorageSummary } from "./StorageSummary.tsx";
import { listFields } from "../kit/setting-field.ts";
import { t } from "./text.ts";

/**
 * Settings → Data and privacy: what is stored for how long (CORE-115), export, and erasure of a
 * visitor (CORE-116).
 */
export const dataScreen = singleScreen<Retention>()({
  kind: retention,
  prefix: "data",
  t,
  labels: [
    ...listFields(["data.export", "data.erase", "data.erased", "data.kept"]),
    { label: "data.erase.number", group: "data.erase" },
  ],
  sections: [
    {
      id: "retention",
      className: "days",
      fields: [
        "chats_days",
        "files_days",
        "visits_days",
        "addresses_days",
        "deliveries_days",
        "audit_days",
      ],
      below: (_stored, form) => <DeletionPreview values={form.values} />,
    },
  ],
  forbidden: () => t("data.retention.owner"),
  after: () => (
    <>
      <ExportSection />
      <EraseVisitorForm />
      <ErasureLog />
    </>
  ),
  side: () => <StorageSummary />,
});

/**
 * Downloads the export as a zip file. The first request makes the server check for a recent
 * re-authentication (CORE-014).
 */
function ExportSection() {
  const { failure, run } = useApiMutation();
  const download = () =>
    api.get("/account/export/ready").then(() => downloadFile("/api/v1/account/export"));
  return (
    <SettingsSection id="g-export" title={t("data.export")}>
      <p className="hint">{t("data.export.hint")}</p>
      {failure !== null && <ErrorMessage error={failure} />}
      <p>
        <Button icon={IconDownload} onClick={() => void run(download)}>
          {t("data.export.verb")}
        </Button>
      </p>
    </SettingsSection>
  );
}
