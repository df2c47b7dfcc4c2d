import type { Chat } from "@parlour/protocol";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Select, Switch } from "../../../ui/Field.tsx";
import { t } from "./text.ts";

/** Saves a chat as a file; notes only when they are asked for. */
export function TranscriptDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const [format, setFormat] = useState<"txt" | "html">("txt");
  const [notes, setNotes] = useState(false);
  const href = `/api/v1/chats/${chat.id}/transcript?format=${format}${notes ? "&notes=true" : ""}`;
  return (
    <Dialog
      title={t("transcript.title")}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("dialog.cancel")}</Button>
          {/* The browser saves it: nothing of the chat goes through the page. */}
          <a className="btn primary" href={href} download={`chat-${chat.id}.${format}`} onClick={() => setTimeout(onClose)}>
            {t("transcript.save")}
          </a>
        </>
      }
    >
      <Select
        label={t("transcript.form")}
        value={format}
        options={(["txt", "html"] as const).map((value) => ({ value, label: t(`transcript.${value}`) }))}
        onChange={(event) => setFormat(event.target.value === "html" ? "html" : "txt")}
      />
      <Switch
        label={t("transcript.notes")}
        hint={t("transcript.notes.hint")}
        checked={notes}
        onChange={(event) => setNotes(event.target.checked)}
      />
    </Dialog>
  );
}
