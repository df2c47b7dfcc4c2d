import type { Field } from "@parlour/protocol/api";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useId } from "react";
import { Button } from "../../../../ui/Button.tsx";
import { TextField } from "../../../../ui/Field.tsx";
import { t } from "../text.ts";
import { maxRows, type FieldRow } from "./sign-form.ts";

interface FieldRowsProps {
  rows: readonly FieldRow[];
  /** Fields of the account that a page may set. Their names are suggested. */
  fields: readonly Field[];
  onChange: (rows: readonly FieldRow[]) => void;
}

/** Names and values of the fields that a link contains. */
export function FieldRows({ rows, fields, onChange }: FieldRowsProps) {
  const listId = useId();
  const change = (at: number, next: Partial<FieldRow>) =>
    onChange(rows.map((row, n) => (n === at ? { ...row, ...next } : row)));
  return (
    <fieldset className="plain">
      <legend className="label">{t("sign.fields")}</legend>
      <p className="hint">{t("sign.fields.hint")}</p>
      <datalist id={listId}>
        {fields.map(({ id, key, name }) => (
          <option key={id} value={key}>
            {name}
          </option>
        ))}
      </datalist>
      {rows.map((row, at) => (
        // Rows have no other identity than their position.
        <div key={at} className="sign-row">
          <TextField
            label={t("sign.field")}
            value={row.name}
            list={listId}
            mono
            maxLength={255}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => change(at, { name: target.value })}
          />
          <TextField
            label={t("sign.value")}
            value={row.value}
            maxLength={1_000}
            autoComplete="off"
            dir="auto"
            hint={getValueHint(fields.find(({ key }) => key === row.name.trim()))}
            onChange={({ target }) => change(at, { value: target.value })}
          />
          {rows.length > 1 && (
            <Button
              variant="quiet"
              icon={IconX}
              aria-label={t("sign.remove", { n: at + 1 })}
              onClick={() => onChange(rows.toSpliced(at, 1))}
            />
          )}
        </div>
      ))}
      {rows.length < maxRows && (
        <p>
          <Button
            icon={IconPlus}
            small
            onClick={() => onChange([...rows, { name: "", value: "" }])}
          >
            {t("sign.add")}
          </Button>
        </p>
      )}
    </fieldset>
  );
}

/** Returns how a value of the field is written, if a text alone does not say it. */
function getValueHint(field: Field | undefined): string | undefined {
  if (field?.kind === "several_of") return t("sign.value.several");
  if (field?.kind === "flag") return t("sign.value.flag");
  return field?.kind === "date" ? t("sign.value.date") : undefined;
}
