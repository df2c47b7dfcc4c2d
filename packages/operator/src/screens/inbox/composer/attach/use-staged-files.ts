import { hasPastedText } from "@parlour/protocol/widget/paste";
import { useMemo, type ClipboardEvent } from "react";
import { type DraftMode } from "../../../../state/drafts/drafts.ts";
import { useLiveClient } from "../../../../state/live-context.tsx";
import { toast } from "../../../../ui/dialog/toast.tsx";
import { readTransferredFiles, addFiles } from "./add-files.ts";
import { useUploads } from "./use-uploads.ts";
import { t as write } from "../text.ts";

/** Returns the files attached to the reply. */
export function useStagedFiles(chatId: number, mode: DraftMode) {
  const allFiles = useUploads((state) => state.attachments);
  return useMemo(
    () => (mode === "text" ? allFiles.filter((file) => file.chatId === chatId) : []),
    [allFiles, chatId, mode],
  );
}

/** Returns the handler that attaches pasted files to the reply. */
export function usePaste(chatId: number, mode: DraftMode): (event: ClipboardEvent) => void {
  const { uploads } = useLiveClient();
  return (event) => {
    const { files } = readTransferredFiles(event.clipboardData);
    if (files.length === 0 || hasPastedText(event.clipboardData.getData("text/html"))) return;
    event.preventDefault();
    if (mode === "text") addFiles(uploads, chatId, files);
    else toast(write("attach.drop.note"));
  };
}
