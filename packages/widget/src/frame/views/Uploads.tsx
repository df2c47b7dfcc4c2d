import { sizeOf } from "../media.ts";
import { Icon } from "./Icon.tsx";
import { addStyles } from "./styles.ts";
import css from "./uploads.css?inline";
import { fileMost, useFiles, type Files, type Sending } from "./use-files.ts";
import type { View } from "./view.ts";

addStyles(css);

interface UploadsProps extends Pick<View, "acts" | "t"> {
  /**
   * Files that were chosen, pasted or dropped. They are taken from this array; some wait while this
   * view loads.
   */
  readonly chosen: File[];
  /** Changes whenever files were added. */
  readonly choices: number;
  /** Uploads continue while another pane is shown. */
  readonly isHidden: boolean;
}

/** The uploads above the message field: progress, Cancel and errors. */
export function Uploads({ chosen, choices, isHidden, acts, t }: UploadsProps) {
  const files = useFiles({ acts }, chosen, choices);
  if (files.list.length === 0) return null;
  return (
    <ul class="pw-uploads" hidden={isHidden}>
      {files.list.map((one) => (
        <Row key={one.key} one={one} files={files} t={t} />
      ))}
    </ul>
  );
}

function Row({ one, files, t }: { readonly one: Sending; readonly files: Files } & Pick<View, "t">) {
  const id = `pw-up-${one.key}`;
  return (
    <li>
      <span class="pw-uploads__name" id={id}>
        <bdi>{one.name}</bdi>
      </span>
      {one.problem === null ? (
        <progress max={1} value={one.part} aria-label={t("uploading", { name: one.name })} />
      ) : (
        <span class="pw-err" role="alert">
          <Icon name="alert" small />
          {problemText(one, t)}
        </span>
      )}
      {one.problem === "failed" || one.problem === "fast" ? (
        <button type="button" class="pw-link" aria-describedby={id} onClick={() => files.again(one.key)}>
          {t("tryAgain")}
        </button>
      ) : null}
      <Cancel label={t(one.problem === null ? "cancel" : "remove")} of={id} cancel={() => files.cancel(one.key)} />
    </li>
  );
}

function Cancel({ label, of, cancel }: { readonly label: string; readonly of: string; readonly cancel: () => void }) {
  return (
    <button type="button" class="pw-icon" aria-label={label} aria-describedby={of} onClick={cancel}>
      <Icon name="x" small />
    </button>
  );
}

function problemText({ problem, name }: Sending, t: View["t"]): string {
  if (problem === "large") return t("tooLarge", { name, size: sizeOf(fileMost, t) });
  if (problem === "kind") return t("refusedKind");
  return t(problem === "fast" ? "tooFast" : "uploadFailed");
}
