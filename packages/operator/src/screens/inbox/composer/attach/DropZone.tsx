import { IconPaperclip } from "@tabler/icons-react";
import { useEffect, useState, type RefObject } from "react";
import { createPortal } from "react-dom";
import { useLiveClient } from "../../../../state/live-context.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { toast } from "../../../../ui/dialog/toast.tsx";
import { t } from "../text.ts";
import { readTransferredFiles, addFiles } from "./add-files.ts";

interface DropZoneProps {
  chatId: number;
  form: RefObject<HTMLElement | null>;
  isEnabled: boolean;
}

/** Accepts files dropped on the conversation. Elsewhere, the browser would open the file. */
export function DropZone({ chatId, form, isEnabled }: DropZoneProps) {
  const { uploads } = useLiveClient();
  const [hoveredPane, setHoveredPane] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const pane = form.current?.closest<HTMLElement>(".conversation") ?? null;
    if (!pane) return;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      const isInside = event.target instanceof Node && pane.contains(event.target);
      if (event.dataTransfer)
        event.dataTransfer.dropEffect = isInside && isEnabled ? "copy" : "none";
      setHoveredPane(isInside ? pane : null);
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setHoveredPane(null);
    };
    const onDrop = (event: DragEvent) => {
      setHoveredPane(null);
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      if (!(event.target instanceof Node) || !pane.contains(event.target)) return;
      if (!isEnabled) {
        toast(t("attach.drop.note"));
        return;
      }
      const { files, folders } = readTransferredFiles(event.dataTransfer);
      if (folders > 0) toast(t("attach.folder"), { tone: "bad" });
      addFiles(uploads, chatId, files);
    };
    window.addEventListener("dragover", onOver);
    window.addEventListener("dragleave", onLeave);
    window.addEventListener("drop", onDrop);
    return () => {
      window.removeEventListener("dragover", onOver);
      window.removeEventListener("dragleave", onLeave);
      window.removeEventListener("drop", onDrop);
    };
  }, [chatId, form, isEnabled, uploads]);
  return (
    hoveredPane &&
    createPortal(
      <div className="dropzone" aria-hidden="true">
        <p className="float">
          <Icon of={IconPaperclip} /> {isEnabled ? t("attach.drop") : t("attach.drop.note")}
        </p>
      </div>,
      hoveredPane,
    )
  );
}
