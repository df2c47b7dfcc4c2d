import { useState } from "react";
import { Field } from "../../../ui/Field.tsx";
import { Label } from "../FormPage.tsx";
import type { TabProps } from "./GeneralFields.tsx";
import { t } from "./text.ts";

const maxBytes = 8 * 1024;
const types = ["image/png", "image/svg+xml"];

/**
 * Renders the logo of the chat window's header. A file becomes a data URL in the settings (WG-112).
 * The server checks its content.
 */
export function LogoField({ form, readOnly }: TabProps) {
  const [fault, setFault] = useState<string | null>(null);
  const { logo } = form.values;
  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const wrong = !types.includes(file.type) ? t("widget.logo.type") : file.size > maxBytes ? t("widget.logo.size") : null;
    setFault(wrong);
    if (wrong === null) form.set("logo", await dataUrlOf(file));
  };
  const remove = (): void => {
    setFault(null);
    form.set("logo", null);
  };
  const label = (
    <Label form={form} name="logo">
      {t("widget.logo")}
    </Label>
  );
  return (
    <Field label={label} hint={t("widget.logo.hint")} error={fault ?? form.faults.logo}>
      {(ids) => (
        <div className="logo-field">
          {logo === null ? null : <img src={logo} alt={t("widget.logo.alt")} width={40} height={40} />}
          <input
            {...ids}
            type="file"
            accept={types.join()}
            disabled={readOnly}
            onChange={(event) => {
              void choose(event.target.files?.[0]);
              // Allows choosing the same file again after it was edited.
              event.target.value = "";
            }}
          />
          {logo === null ? null : (
            <button type="button" className="btn" disabled={readOnly} onClick={remove}>
              {t("widget.logo.remove")}
            </button>
          )}
        </div>
      )}
    </Field>
  );
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("The file cannot be read")));
    reader.readAsDataURL(file);
  });
}
