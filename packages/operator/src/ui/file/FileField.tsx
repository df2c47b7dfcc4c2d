import { IconUpload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Field } from "../Field.tsx";
import { Icon } from "../Icon.tsx";
import { t } from "./text.ts";

interface FileFieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** File types as in the attribute `accept` of an input. */
  accept: string;
  /** Name of the chosen file, or "" if a stored file has no name. Null if there is none. */
  fileName?: string | null;
  disabled?: boolean;
  onFile: (file: File) => void;
  /** Picture of the file, before the button. */
  before?: ReactNode;
  /** Further actions, after the button. */
  after?: ReactNode;
}

/**
 * Field for one file: the browser's control, transparent above a button, with all its abilities.
 */
export function FileField({
  label,
  hint,
  error,
  accept,
  fileName = null,
  disabled = false,
  onFile,
  before,
  after,
}: FileFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <div className="filefield">
          {before}
          <span className="filepick">
            <input
              {...ids}
              type="file"
              accept={accept}
              disabled={disabled}
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                if (file) onFile(file);
                // Clears the input, so that the same file can be chosen again after it was edited.
                event.target.value = "";
              }}
            />
            <span className="btn" aria-hidden="true">
              <Icon of={IconUpload} small />
              {t(fileName === null ? "file.choose" : "file.replace")}
            </span>
          </span>
          {fileName !== null && fileName !== "" && (
            <span className="t13 cut" dir="auto">
              {fileName}
            </span>
          )}
          {after}
        </div>
      )}
    </Field>
  );
}
