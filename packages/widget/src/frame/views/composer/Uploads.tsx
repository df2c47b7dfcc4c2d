import { formatFileSize } from "../../media/media.ts";
import { Icon } from "../Icon.tsx";
import { addStyles } from "../styles.ts";
import css from "./uploads.css?inline";
import { maxFileBytes, useUploads, type UploadList, type UploadState } from "./use-uploads.ts";
import type { ControlProps, TextProps, ViewProps } from "../view-props.ts";

addStyles(css);

interface UploadsProps extends ControlProps {
  /**
   * Files that were chosen, pasted or dropped. This view removes them from the array when it takes
   * them. Some may have been added before the view was loaded.
   */
  readonly chosen: File[];
  /** A number that changes whenever files are added. */
  readonly choices: number;
  /** True while another pane is shown. Uploads continue. */
  readonly isHidden: boolean;
}

/** The uploads above the message field: progress, Cancel and errors. */
export function Uploads({ chosen, choices, isHidden, actions, t }: UploadsProps) {
  const files = useUploads({ actions }, chosen, choices);
  if (files.list.length === 0) return null;
  return (
    <ul class="pw-uploads" hidden={isHidden}>
      {files.list.map((one) => (
        <UploadRow key={one.key} upload={one} files={files} t={t} />
      ))}
    </ul>
  );
}

function UploadRow({
  upload,
  files,
  t,
}: { readonly upload: UploadState; readonly files: UploadList } & TextProps) {
  const id = `pw-up-${upload.key}`;
  return (
    <li>
      <span class="pw-uploads__name" id={id}>
        <bdi>{upload.name}</bdi>
      </span>
      {upload.problem === null ? (
        <progress
          max={1}
          value={upload.progress}
          aria-label={t("uploading", { name: upload.name })}
        />
      ) : (
        <span class="pw-err" role="alert">
          <Icon name="alert" small />
          {getProblemText(upload, t)}
        </span>
      )}
      {upload.problem === "failed" || upload.problem === "fast" ? (
        <button
          type="button"
          class="pw-link"
          aria-describedby={id}
          onClick={() => files.retry(upload.key)}
        >
          {t("tryAgain")}
        </button>
      ) : null}
      <CancelButton
        label={t(upload.problem === null ? "cancel" : "remove")}
        describedBy={id}
        cancel={() => files.cancel(upload.key)}
      />
    </li>
  );
}

function CancelButton({
  label,
  describedBy,
  cancel,
}: {
  readonly label: string;
  readonly describedBy: string;
  readonly cancel: () => void;
}) {
  return (
    <button
      type="button"
      class="pw-icon"
      aria-label={label}
      aria-describedby={describedBy}
      onClick={cancel}
    >
      <Icon name="x" small />
    </button>
  );
}

function getProblemText({ problem, name }: UploadState, t: ViewProps["t"]): string {
  if (problem === "large") return t("tooLarge", { name, size: formatFileSize(maxFileBytes, t) });
  if (problem === "kind") return t("refusedKind");
  return t(problem === "fast" ? "tooFast" : "uploadFailed");
}
