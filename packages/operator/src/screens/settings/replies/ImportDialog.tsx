// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import { ApiError } from "@parlour/client";
import type { ImportedReplies } from "@parlour/protocol/api";
import { useRef, useState } from "react";
import { api } from "../../../state/api.ts";
import { useDeed } from "../../../ui/deed.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogActions } from "../../../ui/DialogActions.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { Field } from "../../../ui/Field.tsx";
import { toast } from "../../../ui/toast.tsx";
import { stale } from "../data.ts";
import { t } from "./text.ts";

const mostText = 200_000;
interface Chosen {
  readonly format: "csv" | "json";
  readonly content: string;
}

/**
 * Imports quick replies. The server checks the file first and reports each error with its line. The
 * import applies all rows or none.
 */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { checked, check } = useCheck();
  const saving = useDeed();
  const { chosen, plan, fault } = checked;
  const failure = checked.failure ?? saving.failure;
  const choose = (file: File) => {
    saving.forget();
    void check(file);
  };
  const save = () => void saving.run(() => importReplies(chosen).then(onClose));
  const busy = checked.busy || saving.busy;
  const actions = (
    <DialogActions
      cancel={t("import.cancel")}
      onClose={onClose}
      verb={t("import.do")}
      why={hindranceOf(checked)}
      busy={busy}
      onPress={save}
    />
  );
  return (
    <Dialog title={t("import.title")} open onClose={onClose} wide actions={actions}>
      <p>{t("import.text")}</p>
      {failure !== null && <Failure error={failure} />}
      <FileField fault={fault} onFile={choose} />
      <div role="status">
        {checked.busy && <p className="soft">{t("import.checking")}</p>}
        {plan !== null && <Verdict plan={plan} />}
      </div>
      {plan !== null && plan.faults.length > 0 && <Faults faults={plan.faults} />}
    </Dialog>
  );
}

/** Returns why the chosen file cannot be imported. False if it can. */
function hindranceOf({ plan, busy }: Checked): string | false {
  if (busy) return false;
  if (plan === null) return t("import.why.none");
  if (plan.faults.length > 0) return t("import.why.faults");
  return plan.added + plan.changed === 0 && t("import.why.same");
}

async function importReplies(chosen: Chosen | null): Promise<void> {
  const { added, changed } = await api.post<ImportedReplies>("/canned-replies/import", chosen);
  stale("canned-replies");
  toast(t("import.done", { added, changed }));
}

/** The chosen file, and the result of the server's check. */
interface Checked {
  readonly chosen: Chosen | null;
  readonly plan: ImportedReplies | null;
  readonly fault?: string;
  readonly failure: unknown;
  readonly busy: boolean;
}
const unchecked: Checked = { chosen: null, plan: null, failure: null, busy: false };

function useCheck() {
  const [checked, setChecked] = useState(unchecked);
  const latest = useRef<File | null>(null);
  const check = async (file: File) => {
    latest.current = file;
    setChecked({ ...unchecked, busy: true });
    const found = await checkedFile(file);
    // Another file may have been chosen meanwhile.
    if (latest.current === file) setChecked(found);
  };
  return { checked, check };
}

async function checkedFile(file: File): Promise<Checked> {
  const chosen = await readFile(file);
  if (typeof chosen === "string") return { ...unchecked, fault: chosen };
  try {
    const plan = await api.post<ImportedReplies>("/canned-replies/import", { ...chosen, dry_run: true });
    return { ...unchecked, chosen, plan };
  } catch (failure) {
    return failure instanceof ApiError && failure.status === 413 ? { ...unchecked, fault: t("import.size") } : { ...unchecked, failure };
  }
}

function FileField({ fault, onFile }: { fault: string | undefined; onFile: (file: File) => void }) {
  return (
    <Field label={t("import.file")} error={fault}>
      {(ids) => (
        <input
          {...ids}
          type="file"
          className="input"
          accept=".csv,.json,text/csv,application/json"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) onFile(file);
          }}
        />
      )}
    </Field>
  );
}

function Verdict({ plan: { added, changed, same, faults } }: { plan: ImportedReplies }) {
  if (faults.length > 0) return <p className="danger">{t("import.faults", { n: faults.length })}</p>;
  return <p>{t("import.would", { added, changed, same })}</p>;
}

function Faults({ faults }: { faults: readonly Fault[] }) {
  return (
    <ul className="faultlist">
      {faults.map((one, index) => (
        <li key={index}>
          <span className="medium num">{t("import.line", { line: one.line })}</span>
          {one.field !== null && <code> {one.field}</code>}: {wordsOfFault(one)}
        </li>
      ))}
    </ul>
  );
}

type Fault = ImportedReplies["faults"][number];
const fields = ["scope", "folder", "shortcut", "language", "text"] as const;

/** Returns the text of an import error in the interface language. */
function wordsOfFault({ code, field, detail, message }: Fault): string {
  if (code === "form") {
    const known = fields.find((one) => one === field);
    return known ? t(`fault.form.${known}`) : t("fault.form");
  }
  // Parse errors of the file itself (which quote, which column) are in English.
  if (code === "file") return t("fault.file", { why: message });
  return t(`fault.${code}`, { detail: detail ?? "" });
}

/** Returns the file with its format, or the reason why it cannot be imported. */
async function readFile(file: File): Promise<Chosen | string> {
  const format = /\.(csv|json)$/iu.exec(file.name)?.[1]?.toLowerCase();
  if (format !== "csv" && format !== "json") return t("import.kind");
  // A character has at most 4 bytes.
  if (file.size > mostText * 4) return t("import.size");
  try {
    const content = await file.text();
    return content.length > mostText ? t("import.size") : { format, content };
  } catch {
    return t("import.unread");
  }
}
