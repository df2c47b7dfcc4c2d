import type { ArticleImport } from "@parlour/protocol/api";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { invalidateLists } from "../../../state/api/queries.ts";
import { Tag } from "../../../ui/badges.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog/dialog.tsx";
import { Switch } from "../../../ui/Field.tsx";
import { FileField } from "../../../ui/file/FileField.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { t } from "../text.ts";

type ImportItem = ArticleImport["items"][number];

const tones = { added: "ok", changed: "info", unchanged: undefined, left_out: "warn" } as const;
/** Rows that the dialog lists. */
const maxRows = 500;

/** Imports a folder of Markdown (ART-070): asks for the zip, shows the plan and then the result. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
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
  const changes = chosen?.result.items.filter(isChange).length ?? 0;
  const isEmpty = changes === 0 && chosen?.result.ordered_sections.length === 0;
  return (
    <Dialog
      title={t("articles.import.title")}
      open
      wide
      keepsText
      onClose={onClose}
      actions={
        isPlan && (
          <DialogActions
            cancel={t("articles.cancel")}
            onClose={onClose}
            button={t("articles.import.start", { n: changes })}
            unavailableReason={isEmpty && t("articles.import.nothing")}
            busy={busy}
            onPress={() => send(chosen.file, false)}
          />
        )
      }
    >
      {failure !== null && <ErrorMessage error={failure} />}
      {chosen?.result.dry_run !== false && (
        <FileField
          label={t("articles.import.file")}
          hint={t("articles.import.hint")}
          accept=".zip,application/zip"
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
      {chosen && !busy && <ImportedFiles {...chosen.result} />}
    </Dialog>
  );
}

const isChange = ({ result }: ImportItem): boolean => result === "added" || result === "changed";

const describeNote = ({
  code,
  detail,
  line,
}: NonNullable<ImportItem["reason"]> | ImportItem["warnings"][number]): string =>
  t(`articles.import.note.${code}`, { detail: detail ?? "", line: line ?? 0 });

/** What an import would do, or has done, file by file. */
function ImportedFiles({ dry_run, sections, ordered_sections, items }: ArticleImport) {
  const shown = items.toSorted((a, b) => Number(!isChange(a)) - Number(!isChange(b)));
  return (
    <>
      <output>
        {t(dry_run ? "articles.import.plan" : "articles.import.done", {
          n: items.filter(isChange).length,
        })}
      </output>
      {sections.length > 0 && (
        <p className="t13 soft">
          {t("articles.import.sections", { names: sections.join(", "), n: sections.length })}
        </p>
      )}
      {ordered_sections.length > 0 && (
        <p className="t13 soft">
          {t("articles.import.ordered", {
            names: ordered_sections.join(", "),
            n: ordered_sections.length,
          })}
        </p>
      )}
      <ul className="importfiles">
        {shown.slice(0, maxRows).map((item) => (
          <li key={item.file}>
            <span>
              <bdi className="medium t13">{item.title ?? item.file}</bdi>
              <small className="t12 soft">
                <bdi>{item.file}</bdi>
                {[...(item.reason ? [item.reason] : []), ...item.warnings].map((note) => (
                  <span key={JSON.stringify(note)}>{describeNote(note)}</span>
                ))}
              </small>
            </span>
            <Tag tone={tones[item.result]}>{t(`articles.import.${item.result}`)}</Tag>
          </li>
        ))}
      </ul>
      {shown.length > maxRows && (
        <p className="t13 soft">{t("articles.import.more", { n: shown.length - maxRows })}</p>
      )}
    </>
  );
}
