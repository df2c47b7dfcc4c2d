import type { ArticleImport } from "@parlour/protocol/api";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { invalidateLists } from "../../../state/api/queries.ts";
import { DialogActions } from "../../../ui/dialog/dialog.tsx";
import { Switch } from "../../../ui/Field.tsx";
import { FileField } from "../../../ui/file/FileField.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { t } from "../text.ts";
import type { ImportStep } from "./import-step.ts";
import { countChanges, ImportReport } from "./ImportReport.tsx";

/** Imports a folder of Markdown as a zip. */
export function useFileImport(onClose: () => void): ImportStep {
  const [chosen, setChosen] = useState<{ file: File; result: ArticleImport } | null>(null);
  const [hasOrder, setOrder] = useState(false);
  const { busy, failure, run } = useApiMutation();
  const send = (file: File, isPlan: boolean, order = hasOrder) =>
    void run(async () => {
      const form = new FormData();
      form.set("file", file);
      const query = new URLSearchParams({ dry_run: String(isPlan), order: String(order) });
      const path = `/articles/imports?${query}`;
      setChosen({ file, result: await api.post<ArticleImport>(path, form) });
      if (!isPlan) invalidateLists("articles", "article-sections");
    });
  const isPlan = chosen?.result.dry_run === true;
  const changes = chosen === null ? 0 : countChanges(chosen.result);
  const isEmpty = changes === 0 && chosen?.result.ordered_sections.length === 0;
  return {
    isFirst: chosen === null,
    actions: isPlan && (
      <DialogActions
        cancel={t("articles.cancel")}
        onClose={onClose}
        button={t("articles.import.start", { n: changes })}
        unavailableReason={isEmpty && t("articles.import.nothing")}
        busy={busy}
        onPress={() => send(chosen.file, false)}
      />
    ),
    body: (
      <>
        {failure !== null && <ErrorMessage error={failure} />}
        {chosen?.result.dry_run !== false && (
          <FileField
            label={t("articles.import.file")}
            hint={t("articles.import.hint")}
            accept=".zip,.json,application/zip,application/json"
            fileName={chosen?.file.name ?? null}
            disabled={busy}
            onFile={(file) => send(file, true)}
          />
        )}
        {chosen?.result.dry_run !== false && (
          <Switch
            label={t("articles.import.order")}
            checked={hasOrder}
            disabled={busy}
            onChange={({ target }) => {
              setOrder(target.checked);
              if (chosen) send(chosen.file, true, target.checked);
            }}
          />
        )}
        {busy && <output className="soft">{t("articles.import.busy")}</output>}
        {chosen && !busy && <ImportReport {...chosen.result} />}
      </>
    ),
  };
}
