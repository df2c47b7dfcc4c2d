import { maxAttachments, type Uploads } from "@parlour/client";
import { announce } from "../../../../ui/live-region.tsx";
import { toast } from "../../../../ui/dialog/toast.tsx";
import { t } from "../text.ts";

/** Adds files to the composer, or says how many are too many. `voiceSeconds`: a voice message. */
export function addFiles(
  uploads: Uploads,
  chatId: number,
  files: readonly File[],
  voiceSeconds?: number,
): void {
  if (files.length === 0) return;
  const rejectedCount = uploads.add(chatId, files, voiceSeconds);
  if (rejectedCount > 0)
    toast(t("attach.many", { n: rejectedCount, most: maxAttachments }), { tone: "bad" });
  if (files.length > rejectedCount)
    announce(t("attach.added", { n: files.length - rejectedCount }));
}

/** Returns the files of a drop or paste, and counts folders, which cannot be read. */
export function readTransferredFiles(transfer: DataTransfer): {
  files: readonly File[];
  folders: number;
} {
  const entries = Array.from(transfer.items, (item) => ({
    file: item.kind === "file" ? item.getAsFile() : null,
    folder: item.kind === "file" && item.webkitGetAsEntry()?.isDirectory === true,
  }));
  return {
    files: entries.flatMap(({ file, folder }) => (file && !folder ? [file] : [])),
    folders: entries.filter(({ folder }) => folder).length,
  };
}
