import { IconPaperclip } from "@tabler/icons-react";
import { useEffect, useState, type RefObject } from "react";
import { createPortal } from "react-dom";
import { useLiveStore } from "../../../../state/live-context.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { toast } from "../../../../ui/toast.tsx";
import { t } from "../text.ts";
import { filesOf, takeFiles } from "./take-files.ts";

/**
 * Accepts files dropped on the conversation. Elsewhere a dropped file is ignored, so that it does
 * not replace the page.
 */
export function DropZone({ chatId, form, on }: { chatId: number; form: RefObject<HTMLElement | null>; on: boolean }) {
  const { uploads } = useLiveStore();
  const [over, setOver] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const pane = form.current?.closest<HTMLElement>(".talk") ?? null;
    if (!pane) return;
    const carries = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    const onOver = (event: DragEvent) => {
      if (!carries(event)) return;
      event.preventDefault();
      const inside = event.target instanceof Node && pane.contains(event.target);
      if (event.dataTransfer) event.dataTransfer.dropEffect = inside && on ? "copy" : "none";
      setOver(inside ? pane : null);
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(null);
    };
    const onDrop = (event: DragEvent) => {
      setOver(null);
      if (!carries(event) || !event.dataTransfer) return;
      event.preventDefault();
      if (!(event.target instanceof Node) || !pane.contains(event.target)) return;
      if (!on) {
        toast(t("attach.drop.note"));
        return;
      }
      const { files, folders } = filesOf(event.dataTransfer);
      if (folders > 0) toast(t("attach.folder"), { tone: "bad" });
      takeFiles(uploads, chatId, files);
    };
    window.addEventListener("dragover", onOver);
    window.addEventListener("dragleave", onLeave);
    window.addEventListener("drop", onDrop);
    return () => {
      window.removeEventListener("dragover", onOver);
      window.removeEventListener("dragleave", onLeave);
      window.removeEventListener("drop", onDrop);
    };
  }, [chatId, form, on, uploads]);
  return (
    over &&
    createPortal(
      <div className="dropzone" aria-hidden="true">
        <p className="float">
          <Icon of={IconPaperclip} /> {on ? t("attach.drop") : t("attach.drop.note")}
        </p>
      </div>,
      over,
    )
  );
}
