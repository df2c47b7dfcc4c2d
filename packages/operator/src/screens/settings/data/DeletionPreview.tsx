// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { RetentionDays, RetentionPreview } from "@parlour/protocol/api";
import { retention } from "@parlour/protocol/settings/kinds/retention";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { useCurrentOperator } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { listProblems, toBody, type FormValues } from "../kit/kind/form-values.ts";
import { t } from "./text.ts";

/** Previews which data the entered retention times would remove now. Changes nothing. */
export function DeletionPreview({ values }: { values: FormValues }) {
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
