import { useState } from "react";
import { Field } from "../../../../ui/Field.tsx";
import { ChangedLabel } from "../../kit/form/FormPage.tsx";
import type { TabProps } from "./GeneralFields.tsx";
import { t } from "../text.ts";

const maxLogoBytes = 8 * 1024;
const logoTypes = ["image/png", "image/svg+xml"];

/**
 * Renders the logo in the header of the chat window. An uploaded file becomes a data URL in the
 * settings (WG-112). The server validates its content.
 */
export function LogoField({ form, readOnly }: TabProps) {
  const [fileError, setFileError] = useState<string | null>(null);
  const { logo } = form.values;
  const selectFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const error = !logoTypes.includes(file.type)
      ? t("widget.logo.type")
      : file.size > maxLogoBytes
        ? t("widget.logo.size")
        : null;
    setFileError(error);
    if (error === null) form.set("logo", await readDataUrl(file));
  };
  const remove = (): void => {
    setFileError(null);
    form.set("logo", null);
  };
  const label = (
    <ChangedLabel form={form} name="logo">
      {t("widget.logo")}
    </ChangedLabel>
  );
  return (
    <Field label={label} hint={t("widget.logo.hint")} error={fileError ?? form.errors.logo}>
      {(ids) => (
        <div className="logo-field">
          {logo === null ? null : (
            <img src={logo} alt={t("widget.logo.alt")} width={40} height={40} />
          )}
          <input
            {...ids}
            type="file"
            accept={logoTypes.join()}
            disabled={readOnly}
            onChange={(event) => {
              void selectFile(event.target.files?.[0]);
              // Clears the input, so that the same file can be chosen again after it was edited.
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

function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () =>
      reject(reader.error ?? new Error("The file cannot be read")),
    );
    reader.readAsDataURL(file);
  });
}
