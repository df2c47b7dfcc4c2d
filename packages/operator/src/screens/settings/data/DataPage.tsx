// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { StorageFigures, Retention, RetentionPreview } from "@parlour/protocol/api";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { i18n } from "../../../text/index.ts";
import { api, queryClient } from "../../../state/api/api.ts";
import { useCurrentOperator } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { formatFullTime } from "../../../ui/time.ts";
import { formatSize } from "../../../ui/file/format-size.ts";
import { FormTextField } from "../kit/form/form-fields.tsx";
import { FormPage } from "../kit/form/FormPage.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { QueryPageBody } from "../kit/resource/parts.tsx";
import { t as shared } from "../text.ts";
import { useForm, type Form } from "../kit/form/use-form.ts";
import "./data.css";
import { EraseVisitorForm } from "./EraseVisitorForm.tsx";
import { ErasureLog } from "./ErasureLog.tsx";
import {
  toPatchBody,
  retentionKinds,
  toFormValues,
  findInvalidKinds,
  type RetentionValues,
} from "./retention-form.ts";
import { t } from "./text.ts";

/**
 * Renders Settings → Data and privacy: what is stored for how long (CORE-115), export, and erasure
 * of a visitor (CORE-116).
 */
export function DataPage() {
  const query = useQuery({
    queryKey: ["retention"],
    queryFn: () => api.get<Retention>("/retention"),
  });
  return (
    <QueryPageBody query={query} title={t("data.title")} about={t("data.about")}>
      {(retention) => <DataForm saved={retention} />}
    </QueryPageBody>
  );
}

function DataForm({ saved }: { saved: Retention }) {
  const me = useCurrentOperator();
  const form = useForm<RetentionValues>({
    saved: toFormValues(saved),
    validate: (values) =>
      Object.fromEntries(findInvalidKinds(values).map((kind) => [kind, t("data.whole")])),
    save: async (values, changed) => {
      queryClient.setQueryData(
        ["retention"],
        await api.patch<Retention>("/retention", toPatchBody(values, changed)),
      );
    },
  });
  const readOnly = me.instance_owner ? null : t("data.retention.owner");
  const labels = Object.fromEntries(
    retentionKinds.map((kind) => [kind, t(`data.${kind}`)]),
  ) as Record<keyof RetentionValues, string>;
  return (
    <FormPage
      title={t("data.title")}
      about={t("data.about")}
      form={form}
      labels={labels}
      readOnly={readOnly}
      side={<StorageSummary />}
    >
      <SettingsSection id="g-days" title={t("data.retention")}>
        <p className="hint">{t("data.retention.hint")}</p>
        <div className="days">
          {retentionKinds.map((kind) => (
            <RetentionField
              key={kind}
              form={form}
              kind={kind}
              readOnly={readOnly !== null}
              managed={saved.managed.includes(kind)}
            />
          ))}
        </div>
        {readOnly === null && <DeletionPreview values={form.values} />}
      </SettingsSection>
      <ExportSection />
      <EraseVisitorForm />
      <ErasureLog />
    </FormPage>
  );
}

interface RetentionFieldProps {
  form: Form<RetentionValues>;
  kind: keyof RetentionValues;
  readOnly: boolean;
  managed: boolean;
}

function RetentionField({ form, kind, readOnly, managed }: RetentionFieldProps) {
  return (
    <FormTextField
      form={form}
      name={kind}
      label={t(`data.${kind}`)}
      inputMode="numeric"
      maxLength={6}
      readOnly={readOnly || managed}
      {...(managed && { hint: shared("page.managed") })}
    />
  );
}

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
function DeletionPreview({ values }: { values: RetentionValues }) {
  const [preview, setPreview] = useState<RetentionPreview | null>(null);
  const { busy, failure, run } = useApiMutation();
  const loadPreview = async () =>
    setPreview(
      await api.post<RetentionPreview>("/retention/dry-run", toPatchBody(values, retentionKinds)),
    );
  return (
    <div className="trial">
      <Button
        onClick={() => void run(loadPreview)}
        unavailable={busy || findInvalidKinds(values).length > 0}
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
            {t(`data.${item.kind as keyof RetentionValues}`)}:{" "}
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
