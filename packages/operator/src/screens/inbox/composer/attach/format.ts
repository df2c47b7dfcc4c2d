import { ApiError, type Attachment } from "@parlour/client";
import { getErrorText } from "../../../../ui/loading/ErrorMessage.tsx";
import { t } from "../text.ts";

/** Returns why a file was rejected. `maxMib` is the size limit of the server in MiB. */
function rejectionText(reason: NonNullable<Attachment["why"]>, maxMib: number): string {
  if (!(reason instanceof ApiError))
    return reason === "too_big" ? t("attach.too_big", { n: maxMib }) : t(`attach.${reason}`);
  if (reason.status === 413) return t("attach.server.413");
  return reason.status === 415 ? t("attach.server.415") : getErrorText(reason);
}

/** Describes the state of an upload. `offline` means that nothing can be sent. */
export function uploadStateText(
  file: Attachment,
  { sent, offline, maxMib }: { sent: number | undefined; offline: boolean; maxMib: number },
): string {
  switch (file.state) {
    case "refused":
      return file.why === null ? "" : rejectionText(file.why, maxMib);
    case "lost":
      return t("attach.lost");
    case "stored":
      return t("attach.stored");
    case "sending":
      return progressText(file.size, sent ?? 0);
    case "waiting":
      if (offline || (file.why instanceof ApiError && file.why.code === "network"))
        return t("attach.offline");
      return file.why instanceof ApiError
        ? t("attach.again", { why: getErrorText(file.why) })
        : t("attach.turn");
  }
}

function progressText(size: number, sent: number): string {
  return sent >= size
    ? t("attach.storing")
    : t("attach.sending", { percent: toPercent(size, sent) });
}

/** Returns the progress in whole per cent. Returns 100 only when everything is sent. */
export function toPercent(size: number, sent: number): number {
  return size === 0 ? 100 : Math.floor((Math.min(sent, size) / size) * 100);
}
