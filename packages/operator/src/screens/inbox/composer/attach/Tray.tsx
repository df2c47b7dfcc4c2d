import type { Attachment } from "@parlour/client";
import { IconAlertCircle, IconRefresh, IconX } from "@tabler/icons-react";
import { useLive, useLiveStore } from "../../../../state/live-context.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { duration } from "../../../../ui/Time.tsx";
import { sizeText } from "../../words.ts";
import { t } from "../text.ts";
import { Preview } from "./Preview.tsx";
import { useUploads } from "./use-uploads.ts";
import { stateWords } from "./words.ts";

/**
 * Files of the reply, each with its state and a Remove button. `onRemoved` moves the focus after
 * one is removed.
 */
export function Tray({ files, onGone }: { files: readonly Attachment[]; onGone: () => void }) {
  return (
    <ul className="tray" aria-label={t("attach.list")}>
      {files.map((file) => (
        <Staged key={file.id} file={file} onGone={onGone} />
      ))}
    </ul>
  );
}

function Staged({ file, onGone }: { file: Attachment; onGone: () => void }) {
  const { uploads } = useLiveStore();
  const sent = useUploads((state) => state.sent.get(file.id));
  const offline = useLive((state) => state.connection.kind === "offline");
  const bad = file.state === "refused" || file.state === "lost";
  return (
    <li className={bad ? "staged bad" : "staged"}>
      <Preview file={file} />
      <span className="grow">
        <span className="medium cut" dir="auto" title={file.name}>
          {file.name}
        </span>
        <small className="num">
          {bad && <Icon of={IconAlertCircle} small />}
          {[
            ...(bad ? [] : [sizeText(file.size), ...(file.duration === undefined ? [] : [duration(file.duration * 1000)])]),
            stateWords(file, { sent, offline, mostMib: uploads.maxMib() }),
          ].join(" · ")}
        </small>
        {file.state === "sending" && (
          <progress className="bar" aria-label={t("attach.progress", { name: file.name })} max={file.size} value={sent ?? 0} />
        )}
      </span>
      {file.state === "waiting" && file.why !== null && !offline && (
        <Button small variant="quiet" icon={IconRefresh} aria-label={t("attach.retry")} onClick={() => uploads.retryWaiting()} />
      )}
      <Button
        small
        variant="quiet"
        icon={IconX}
        aria-label={t(file.state === "sending" ? "attach.cancel" : "attach.remove", { name: file.name })}
        onClick={() => {
          uploads.remove(file.id);
          onGone();
        }}
      />
    </li>
  );
}
