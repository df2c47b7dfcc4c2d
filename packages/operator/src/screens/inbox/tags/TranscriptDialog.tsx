import type { Chat } from "@parlour/protocol";
import type { MailPreferences } from "@parlour/protocol/api";
import { IconMail } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { browserClock } from "../../../state/clock.ts";
import { api } from "../../../state/api/api.ts";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Select, Switch } from "../../../ui/Field.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { t } from "./text.ts";

/** Downloads a chat or emails it to the visitor (CORE-111). Contains notes only on request. */
export function TranscriptDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const me = useCurrentOperator();
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
          {/* The browser downloads the file, so that the page does not load its content. */}
          <a
            className="btn primary"
            href={href}
            download={`chat-${chat.id}.${format}`}
            onClick={() => browserClock.after(0, onClose)}
          >
            {t("transcript.save")}
          </a>
        </>
      }
    >
      <Select
        label={t("transcript.form")}
        value={format}
        options={(["txt", "html"] as const).map((value) => ({
          value,
          label: t(`transcript.${value}`),
        }))}
        onChange={(event) => setFormat(event.target.value === "html" ? "html" : "txt")}
      />
      <Switch
        label={t("transcript.notes")}
        hint={t("transcript.notes.hint")}
        checked={notes}
        onChange={(event) => setNotes(event.target.checked)}
      />
      {can(me, "chats.answer") && <MailTranscript chat={chat} onDone={onClose} />}
    </Dialog>
  );
}

/** Emails the visible messages to the visitor's own address, without internal content. */
function MailTranscript({ chat, onDone }: { chat: Chat; onDone: () => void }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const mail = useQuery({
    queryKey: ["me", "mail"],
    queryFn: ({ signal }) => api.get<MailPreferences>("/me/mail", { signal }),
  });
  const to = chat.visitor.email?.value ?? "";
  if (mail.data?.available !== true) return null;
  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await api.post(`/chats/${chat.id}/mail-transcript`);
      toast(t("transcript.mailed", { to }));
      onDone();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <div className="field">
      <p className="hint">
        {to === "" ? t("transcript.mail.none") : t("transcript.mail.hint", { to })}
      </p>
      {failure !== null && <ErrorMessage error={failure} />}
      <div className="tools">
        <Button
          icon={IconMail}
          unavailable={to === "" ? t("transcript.mail.none") : busy}
          onClick={() => void send()}
        >
          {t("transcript.mail")}
        </Button>
      </div>
    </div>
  );
}
