import type { Attachment } from "@parlour/client";
import { IconAlertCircle, IconRefresh, IconX } from "@tabler/icons-react";
import { useLiveState, useLiveClient } from "../../../../state/live-context.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { formatDuration } from "../../../../ui/time.ts";
import { formatSize } from "../../../../ui/file/format-size.ts";
import { t as composerText } from "../text.ts";
import { FilePreview } from "./FilePreview.tsx";
import { useUploads } from "./use-uploads.ts";
import { VoicePreview } from "./VoicePreview.tsx";
import { uploadStateText } from "./format.ts";
import { t } from "./text.ts";

/** Lists the files of the reply. `onRemoved` moves the focus after a file is removed. */
export function AttachmentList({
  files,
  onRemoved,
}: {
  files: readonly Attachment[];
  onRemoved: () => void;
}) {
  return (
    <ul className="tray" aria-label={t("attach.list")}>
      {files.map((file) => (
        <Attachment key={file.id} file={file} onRemoved={onRemoved} />
      ))}
    </ul>
  );
}

function Attachment({ file, onRemoved }: { file: Attachment; onRemoved: () => void }) {
  const { uploads } = useLiveClient();
  const sent = useUploads((state) => state.sent.get(file.id));
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const hasFailed = file.state === "refused" || file.state === "lost";
  return (
    <li className={hasFailed ? "staged bad" : "staged"}>
      <FilePreview file={file} />
      <span className="grow">
        <span className="medium cut" dir="auto" title={file.name}>
          {file.name}
        </span>
        <small className="num">
          {hasFailed && <Icon of={IconAlertCircle} small />}
          {[
            ...(hasFailed
              ? []
              : [
                  formatSize(file.size),
                  ...(file.duration === undefined ? [] : [formatDuration(file.duration * 1000)]),
                ]),
            uploadStateText(file, { sent, offline, maxMib: uploads.maxMib() }),
          ].join(" · ")}
        </small>
        {file.voice && <VoicePreview file={file} />}
        {file.state === "sending" && (
          <progress
            className="bar"
            aria-label={composerText("attach.progress", { name: file.name })}
            max={file.size}
            value={sent ?? 0}
          />
        )}
      </span>
      {file.state === "waiting" && file.why !== null && !offline && (
        <Button
          small
          variant="quiet"
          icon={IconRefresh}
          aria-label={t("attach.retry")}
          onClick={() => uploads.retryWaiting()}
        />
      )}
      <Button
        small
        variant="quiet"
        icon={IconX}
        aria-label={t(file.state === "sending" ? "attach.cancel" : "attach.remove", {
          name: file.name,
        })}
        onClick={() => {
          uploads.remove(file.id);
          onRemoved();
        }}
      />
    </li>
  );
}
