import { maxLogoBytes } from "@parlour/protocol/entity/widget/logo";
import type { Field } from "@parlour/protocol/settings/field";
import { useState } from "react";
import { FileField } from "../../../../ui/file/FileField.tsx";
import { ChangedLabel } from "../../../../ui/form/ChangedLabel.tsx";
import type { ControlProps } from "../kind/controls.tsx";
import { t } from "./logo-text.ts";

const logoTypes = ["image/png", "image/svg+xml"];

/**
 * Renders a logo of the chat window or the help centre. An uploaded file becomes a data URL in the
 * settings (WG-112). The server validates its content.
 */
export function LogoField({ form, name, label, hint, readOnly }: ControlProps<Field>) {
  const [fileError, setFileError] = useState<string | null>(null);
  const logo = form.values[name] as string | null;
  const selectFile = async (file: File): Promise<void> => {
    const error = !logoTypes.includes(file.type)
      ? t("logofield.type")
      : file.size > maxLogoBytes
        ? t("logofield.size")
        : null;
    setFileError(error);
    if (error === null) form.set(name, await readDataUrl(file));
  };
  const remove = (): void => {
    setFileError(null);
    form.set(name, null);
  };
  const changedLabel = (
    <ChangedLabel form={form} name={name}>
      {label}
    </ChangedLabel>
  );
  return (
    <FileField
      label={changedLabel}
      hint={hint}
      error={fileError ?? form.errors[name]}
      accept={logoTypes.join()}
      fileName={logo === null ? null : ""}
      disabled={readOnly}
      onFile={(file) => void selectFile(file)}
      before={logo !== null && <img src={logo} alt={t("logofield.alt")} width={40} height={40} />}
      after={
        logo !== null && (
          <button type="button" className="btn quiet" disabled={readOnly} onClick={remove}>
            {t("logofield.remove")}
          </button>
        )
      }
    />
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
