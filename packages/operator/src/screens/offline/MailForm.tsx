import type { Operator } from "@parlour/protocol";
import type { OfflineMessageSeen } from "@parlour/protocol/api";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { api, queries } from "../../state/api.ts";
import { draftOf, setDraft } from "../../state/drafts.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Switch, TextArea, TextField } from "../../ui/Field.tsx";
import { subjectFor } from "./subject.ts";
import { t } from "./text.ts";

interface Written {
  readonly subject: string;
  readonly text: string;
  readonly quote: boolean;
}
/** What was begun and not sent stays on this device, as drafts of chats do (state/drafts.ts): over a reload, and while others are looked at. */
export const hasMailDraft = (operator: number, id: number): boolean => draftOf(operator, id, "mail") !== "";
function begunIn(operator: number, id: number): Written | null {
  const text = draftOf(operator, id, "mail");
  if (text === "") return null;
  try {
    const { subject = "", text: body = "", quote = true } = JSON.parse(text) as Partial<Written>;
    return { subject, text: body, quote };
  } catch {
    return null;
  }
}

interface FormProps {
  message: OfflineMessageSeen;
  me: Operator;
  offline: boolean;
  onEnd: () => void;
}

/** A mail to the visitor. What was written stays until it is saved. */
export function MailForm({ message, me, offline, onEnd }: FormProps) {
  const { id, contacts, channel } = message;
  const drop = () => setDraft(me.id, id, "mail", "");
  const [written, setWritten] = useState<Written>(
    () =>
      begunIn(me.id, id) ?? { subject: subjectFor(message, t("leftmail.subject.re", { channel: channel.name })), text: "", quote: true },
  );
  const [faults, setFaults] = useState<{ subject?: string; text?: string }>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const text = useRef<HTMLTextAreaElement>(null);
  // Opened by hand: the text is what comes next.
  useEffect(() => text.current?.focus(), []);
  const write = (part: Partial<Written>) => {
    const next = { ...written, ...part };
    setDraft(me.id, id, "mail", JSON.stringify(next));
    setFaults({});
    setWritten(next);
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...(written.subject.trim() === "" && { subject: t("leftmail.subject.empty") }),
      ...(written.text.trim() === "" && { text: t("leftmail.text.empty") }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0 || busy || offline) return;
    setBusy(true);
    setFailure(null);
    try {
      const done = await api.post<OfflineMessageSeen>(`/offline-messages/${id}/mail`, written, { idempotencyKey: keyOf(id, written) });
      drop();
      queries.setQueryData(["offline", "one", id], done);
      void queries.invalidateQueries({ queryKey: ["offline"] });
      onEnd();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="write" aria-label={t("leftmail.title", { to: contacts.email })} onSubmit={(event) => void send(event)} noValidate>
      <p className="medium" dir="auto">
        {t("leftmail.title", { to: contacts.email })}
      </p>
      <TextField
        label={t("leftmail.subject")}
        value={written.subject}
        maxLength={200}
        error={faults.subject}
        onChange={(event) => write({ subject: event.target.value })}
      />
      <TextArea
        label={t("leftmail.text")}
        value={written.text}
        rows={7}
        maxLength={16_000}
        error={faults.text}
        ref={text}
        onChange={(event) => write({ text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send(event);
        }}
      />
      <Switch label={t("leftmail.quote")} checked={written.quote} onChange={(event) => write({ quote: event.target.checked })} />
      {failure !== null && <Failure error={failure}>{t("leftmail.failed")}</Failure>}
      <div className="tools">
        <Button type="submit" variant="primary" unavailable={offline ? t("left.off") : busy}>
          {t(busy ? "leftmail.sending" : "leftmail.send")}
        </Button>
        <Button
          onClick={() => {
            drop();
            onEnd();
          }}
        >
          {t("leftmail.cancel")}
        </Button>
      </div>
    </form>
  );
}

/** The same words to the same message are the same mail, whatever became of the answer to the first try. */
const keys = new Map<string, string>();
function keyOf(id: number, written: Written): string {
  const what = JSON.stringify([id, written]);
  const known = keys.get(what);
  if (known !== undefined) return known;
  const made = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  keys.clear();
  keys.set(what, made);
  return made;
}
