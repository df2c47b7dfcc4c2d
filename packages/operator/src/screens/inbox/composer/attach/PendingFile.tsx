import type { OutboxFile } from "@parlour/client";
import { formatSize } from "../../../../ui/file/format-size.ts";
import { t } from "../text.ts";
import { FilePreview } from "./FilePreview.tsx";
import { useUploads } from "./use-uploads.ts";
import { toPercent } from "./format.ts";

/** Shows the file of a pending message. */
export function PendingFile({ file }: { file: OutboxFile }) {
  const sent = useUploads((state) => state.sent.get(file.id));
  return (
    <span className="file sendingfile">
      <FilePreview file={file} />
      <span className="medium" dir="auto">
        {file.name}
      </span>
      <small className="num">
        {sent !== undefined && file.upload === null
          ? t("sending.upload", { percent: toPercent(file.size, sent) })
          : formatSize(file.size)}
      </small>
      {sent !== undefined && file.upload === null && (
        <progress
          className="bar"
          aria-label={t("attach.progress", { name: file.name })}
          max={file.size}
          value={sent}
        />
      )}
    </span>
  );
}
