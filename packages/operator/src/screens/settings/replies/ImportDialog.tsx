// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import { ApiError } from "@parlour/client";
import type { ImportedReplies } from "@parlour/protocol/api";
import { useRef, useState } from "react";
import { api } from "../../../state/api/api.ts";
import { useApiMutation } from "../../../ui/mutation.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { DialogActions } from "../../../ui/dialog/dialog.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { FileField } from "../../../ui/file/FileField.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { invalidateLists } from "../../../state/api/queries.ts";
import { t } from "./text.ts";

const maxTextLength = 200_000;
interface ImportFile {
  readonly format: "csv" | "json";
  readonly content: string;
}

/**
 * Imports quick replies. The server first validates the file and reports each error with its line.
 * The import applies all rows or none.
 */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { importCheck, check } = useImportCheck();
  const saving = useApiMutation();
  const { file, plan, fileError } = importCheck;
  const failure = importCheck.failure ?? saving.failure;
  const selectFile = (selectedFile: File) => {
    saving.clearFailure();
    void check(selectedFile);
  };
  const save = () => void saving.run(() => importReplies(file).then(onClose));
  const busy = importCheck.busy || saving.busy;
  const actions = (
    <DialogActions
      cancel={t("import.cancel")}
      onClose={onClose}
      button={t("import.do")}
      unavailableReason={getDisabledReason(importCheck)}
      busy={busy}
      onPress={save}
    />
  );
  return (
    <Dialog title={t("import.title")} open onClose={onClose} wide actions={actions}>
      <p>{t("import.text")}</p>
      {failure !== null && <ErrorMessage error={failure} />}
      <FileField
        label={t("import.file")}
        accept=".csv,.json,text/csv,application/json"
        fileName={importCheck.fileName}
        error={fileError}
        onFile={selectFile}
      />
      <div role="status">
        {importCheck.busy && <p className="soft">{t("import.checking")}</p>}
        {plan !== null && <ImportSummary plan={plan} />}
      </div>
      {plan !== null && plan.faults.length > 0 && <ImportErrors errors={plan.faults} />}
    </Dialog>
  );
}

/** Returns the reason why the chosen file cannot be imported, or false if it can. */
function getDisabledReason({ plan, busy }: ImportCheck): string | false {
  if (busy) return false;
  if (plan === null) return t("import.why.none");
  if (plan.faults.length > 0) return t("import.why.faults");
  return plan.added + plan.changed === 0 && t("import.why.same");
}

async function importReplies(file: ImportFile | null): Promise<void> {
  const { added, changed } = await api.post<ImportedReplies>("/canned-replies/import", file);
  invalidateLists("canned-replies");
  toast(t("import.done", { added, changed }));
}

/** The chosen file and the result of the server's validation. */
interface ImportCheck {
  readonly fileName: string | null;
  readonly file: ImportFile | null;
  readonly plan: ImportedReplies | null;
  readonly fileError?: string;
  readonly failure: unknown;
  readonly busy: boolean;
}
const emptyCheck: ImportCheck = {
  fileName: null,
  file: null,
  plan: null,
  failure: null,
  busy: false,
};

function useImportCheck() {
  const [importCheck, setImportCheck] = useState(emptyCheck);
  const latest = useRef<File | null>(null);
  const check = async (file: File) => {
    latest.current = file;
    setImportCheck({ ...emptyCheck, fileName: file.name, busy: true });
    const result = await checkFile(file);
    // Ignores the result if another file has been chosen since.
    if (latest.current === file) setImportCheck({ ...result, fileName: file.name });
  };
  return { importCheck, check };
}

async function checkFile(file: File): Promise<ImportCheck> {
  const content = await readFile(file);
  if (typeof content === "string") return { ...emptyCheck, fileError: content };
  try {
    const plan = await api.post<ImportedReplies>("/canned-replies/import", {
      ...content,
      dry_run: true,
    });
    return { ...emptyCheck, file: content, plan };
  } catch (failure) {
    return failure instanceof ApiError && failure.status === 413
      ? { ...emptyCheck, fileError: t("import.size") }
      : { ...emptyCheck, failure };
  }
}

function ImportSummary({ plan: { added, changed, same, faults } }: { plan: ImportedReplies }) {
  if (faults.length > 0)
    return <p className="danger">{t("import.faults", { n: faults.length })}</p>;
  return <p>{t("import.would", { added, changed, same })}</p>;
}

function ImportErrors({ errors }: { errors: readonly ImportError[] }) {
  return (
    <ul className="faultlist">
      {errors.map((error, index) => (
        <li key={index}>
          <span className="medium num">{t("import.line", { line: error.line })}</span>
          {error.field !== null && <code> {error.field}</code>}: {importErrorText(error)}
        </li>
      ))}
    </ul>
  );
}

type ImportError = ImportedReplies["faults"][number];
const importFields = ["scope", "folder", "shortcut", "language", "text"] as const;

/** Returns the text of an import error in the interface language. */
function importErrorText({ code, field, detail, message }: ImportError): string {
  if (code === "form") {
    const knownField = importFields.find((name) => name === field);
    return knownField ? t(`fault.form.${knownField}`) : t("fault.form");
  }
  // Syntax errors of the file, such as an unexpected quote in a column, are in English.
  if (code === "file") return t("fault.file", { why: message });
  return t(`fault.${code}`, { detail: detail ?? "" });
}

/** Returns the file with its format, or the reason why it cannot be imported. */
async function readFile(file: File): Promise<ImportFile | string> {
  const format = /\.(csv|json)$/iu.exec(file.name)?.[1]?.toLowerCase();
  if (format !== "csv" && format !== "json") return t("import.kind");
  // A character has at most 4 bytes.
  if (file.size > maxTextLength * 4) return t("import.size");
  try {
    const content = await file.text();
    return content.length > maxTextLength ? t("import.size") : { format, content };
  } catch {
    return t("import.unread");
  }
}
