import type { OutboxFile } from "@parlour/client";
import { useState } from "react";
import { toInstallationFileUrl } from "../../../../ui/pictures.ts";
import { t } from "./text.ts";
import { useObjectUrl } from "./use-object-url.ts";

/** Plays a recording before it is sent. The end of its upload does not interrupt the sound. */
export function VoicePreview({ file }: { file: OutboxFile }) {
  const [blob] = useState(file.blob);
  const local = useObjectUrl(blob);
  const stored = file.upload === null ? null : toInstallationFileUrl(file.upload.url);
  const src = blob === null ? stored : local;
  return (
    src !== null && (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- the operator has just said it
      <audio controls preload="metadata" src={src} aria-label={t("attach.listen")} />
    )
  );
}
