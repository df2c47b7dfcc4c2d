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

type Format = "txt" | "html" | "signed";
const plainFormats: readonly Format[] = ["txt", "html"];
/** For operators: a developer, whose texts are masked, cannot sign (API-550). */
const signedFormats: readonly Format[] = [...plainFormats, "signed"];

/** Prints, downloads or emails a chat (API-047, CORE-111). Contains notes only on request. */
export function TranscriptDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const me = useCurrentOperator();
  const [format, setFormat] = useState<Format>("txt");
  const [notes, setNotes] = useState(false);
  const toHref = (form: Format | "print") =>
    `/api/v1/chats/${chat.id}/transcript?format=${form}${notes ? "&notes=true" : ""}`;
  const formats = can(me, "chats.answer") ? signedFormats : plainFormats;
  return (
    <Dialog
      title={t("transcript.title")}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("dialog.cancel")}</Button>
          <a
            className="btn"
            href={toHref("print")}
            target="_blank"
            rel="noopener"
            onClick={() => browserClock.after(0, onClose)}
          >
            {t("transcript.print")}
          </a>
          {/* The browser downloads the file, so that the page does not load its content. */}
          <a
            className="btn primary"
            href={toHref(format)}
            download={`chat-${chat.id}.${format === "signed" ? "signed.jsonl" : format}`}
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
        options={formats.map((value) => ({ value, label: t(`transcript.${value}`) }))}
        onChange={(event) =>
          setFormat(formats.find((value) => value === event.target.value) ?? "txt")
        }
        hint={format === "signed" ? t("transcript.signed.hint") : undefined}
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
