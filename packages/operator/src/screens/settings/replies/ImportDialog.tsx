// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import { ApiError } from "@parlour/client";
import type { ImportedReplies } from "@parlour/protocol/api";
import { useState } from "react";
import { api } from "../../../state/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
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

/** Import of quick replies: the file is checked first, every fault with its line; then all of it, or nothing. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [plan, setPlan] = useState<ImportedReplies | null>(null);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  const check = async (file: File) => {
    setPlan(null);
    setChosen(null);
    setFailure(null);
    setBusy(true);
    const read = await readFile(file);
    if (typeof read === "string") setFault(read);
    else {
      setFault(undefined);
      try {
        setPlan(await api.post<ImportedReplies>("/canned-replies/import", { ...read, dry_run: true }));
        setChosen(read);
      } catch (error) {
        if (error instanceof ApiError && error.status === 413) setFault(t("import.size"));
        else setFailure(error);
      }
    }
    setBusy(false);
  };
  const save = async () => {
    if (chosen === null || busy) return;
    setBusy(true);
    try {
      const { added, changed } = await api.post<ImportedReplies>("/canned-replies/import", chosen);
      stale("canned-replies");
      toast(t("import.done", { added, changed }));
      onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  const isGood = plan !== null && plan.faults.length === 0 && plan.added + plan.changed > 0;
  return (
    <Dialog
      title={t("import.title")}
      open
      onClose={onClose}
      wide
      actions={
        <>
          <Button onClick={onClose}>{t("import.cancel")}</Button>
          <Button variant="primary" unavailable={!isGood || busy} onClick={() => void save()}>
            {t("import.do")}
          </Button>
        </>
      }
    >
      <p>{t("import.text")}</p>
      {failure !== null && <Failure error={failure} />}
      <Field label={t("import.file")} error={fault}>
        {(ids) => (
          <input
            {...ids}
            type="file"
            className="input"
            accept=".csv,.json,text/csv,application/json"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) void check(file);
            }}
          />
        )}
      </Field>
      <div role="status">
        {busy && plan === null && <p className="soft">{t("import.checking")}</p>}
        {plan !== null && plan.faults.length === 0 && (
          <p>{t("import.would", { added: plan.added, changed: plan.changed, same: plan.same })}</p>
        )}
        {plan !== null && plan.faults.length > 0 && <p className="danger">{t("import.faults", { n: plan.faults.length })}</p>}
      </div>
      {plan !== null && plan.faults.length > 0 && (
        <ul className="faultlist">
          {plan.faults.map((one, index) => (
            <li key={index}>
              <span className="medium num">{t("import.line", { line: one.line })}</span>
              {one.field !== null && <code> {one.field}</code>}: {wordsOfFault(one)}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

type Fault = ImportedReplies["faults"][number];
const fields = ["scope", "folder", "shortcut", "language", "text"] as const;

/** A fault in words of this language. */
function wordsOfFault({ code, field, detail, message }: Fault): string {
  if (code === "form") {
    const known = fields.find((one) => one === field);
    return known ? t(`fault.form.${known}`) : t("fault.form");
  }
  // What a file says of itself (which quote, which column) is English.
  if (code === "file") return t("fault.file", { why: message });
  return t(`fault.${code}`, { detail: detail ?? "" });
}

/** The file with its form, or why it cannot be one. */
async function readFile(file: File): Promise<Chosen | string> {
  const format = /\.(csv|json)$/iu.exec(file.name)?.[1]?.toLowerCase();
  if (format !== "csv" && format !== "json") return t("import.kind");
  // Four bytes at most make a character.
  if (file.size > mostText * 4) return t("import.size");
  try {
    const content = await file.text();
    return content.length > mostText ? t("import.size") : { format, content };
  } catch {
    return t("import.unread");
  }
}
