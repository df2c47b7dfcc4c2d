// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type {
  Retention,
  RetentionDays,
  RetentionPreview,
  StorageFigures,
} from "@parlour/protocol/api";
import { retention } from "@parlour/protocol/settings/kinds/retention";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { i18n } from "../../../text/index.ts";
import { api } from "../../../state/api/api.ts";
import { useCurrentOperator } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { formatFullTime } from "../../../ui/time.ts";
import { formatSize } from "../../../ui/file/format-size.ts";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { listProblems, toBody, type FormValues } from "../kit/kind/form-values.ts";
import { singleScreen } from "../kit/kind/single-screen.ts";
import "./data.css";
import { EraseVisitorForm } from "./EraseVisitorForm.tsx";
import { ErasureLog } from "./ErasureLog.tsx";
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
  const download = async () => {
    await api.get("/account/export/ready");
    location.assign("/api/v1/account/export");
  };
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

/** Previews which data the entered retention times would remove now. Changes nothing. */
function DeletionPreview({ values }: { values: FormValues }) {
  const me = useCurrentOperator();
  const [preview, setPreview] = useState<RetentionPreview | null>(null);
  const { busy, failure, run } = useApiMutation();
  const loadPreview = async () => {
    const body = toBody(retention.fields, values, Object.keys(values));
    setPreview(await api.post<RetentionPreview>("/retention/dry-run", body));
  };
  if (!me.instance_owner) return null;
  return (
    <div className="trial">
      <Button
        onClick={() => void run(loadPreview)}
        unavailable={busy || listProblems(retention.fields, values).length > 0}
      >
        {t("data.try")}
      </Button>
      {failure !== null && <ErrorMessage error={failure} />}
      <div role="status">
        {preview !== null && (
          <DeletionPreviewList items={preview.items.filter((item) => item.count > 0)} />
        )}
      </div>
    </div>
  );
}

function DeletionPreviewList({ items }: { items: RetentionPreview["items"] }) {
  if (items.length === 0) return <p>{t("data.try.none")}</p>;
  return (
    <>
      <h3>{t("data.try.title")}</h3>
      <ul>
        {items.map((item) => (
          <li key={item.kind}>
            {t(`data.${item.kind as Exclude<keyof RetentionDays, "log_days">}`)}:{" "}
            {t("data.try.row", { n: item.count, examples: item.examples.join(", ") })}
          </li>
        ))}
      </ul>
    </>
  );
}

function StorageSummary() {
  const { data, isPending } = useQuery({
    queryKey: ["data-figures"],
    queryFn: () => api.get<StorageFigures>("/data/figures"),
  });
  if (data === undefined) return <div aria-busy={isPending} />;
  const rows = [
    [t("data.visitors"), i18n.number(data.visitors)],
    [t("data.chats"), i18n.number(data.chats)],
    [t("data.messages"), i18n.number(data.messages)],
    [t("data.files"), `${i18n.number(data.files)} · ${formatSize(data.file_bytes)}`],
    [t("data.visits"), i18n.number(data.visits)],
    ...(data.oldest_at === null ? [] : [[t("data.oldest"), formatFullTime(data.oldest_at)]]),
  ];
  return (
    <section className="card figures" aria-labelledby="g-kept">
      <h2 id="g-kept">{t("data.kept")}</h2>
      <dl>
        {rows.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
