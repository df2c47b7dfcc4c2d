import type { Operator } from "@parlour/protocol";
import type { OfflineMessageSeen } from "@parlour/protocol/api";
import { useEffect, useRef, useState, type SyntheticEvent } from "react";
import { api, queries } from "../../state/api.ts";
import { draftOf, setDraft } from "../../state/drafts.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Switch, TextArea, TextField } from "../../ui/Field.tsx";
import { useDeed } from "../../ui/deed.ts";
import { subjectFor } from "./subject.ts";
import { t } from "./text.ts";

interface Written {
  readonly subject: string;
  readonly text: string;
  readonly quote: boolean;
}
/**
 * Unsent mails are stored on this device like drafts of chats (state/drafts.ts). They survive a
 * reload and a look at other messages.
 */
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

/** Writes a mail to the visitor. Unsent text is stored. */
export function MailForm({ message, me, offline, onEnd }: FormProps) {
  const { to, written, write, faults, deed, send, drop } = useMail(message, me, onEnd);
  const text = useRef<HTMLTextAreaElement>(null);
  // The operator opened the form, so the text field takes the focus.
  useEffect(() => text.current?.focus(), []);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void send(offline);
  };
  return (
    <form className="write" aria-label={t("leftmail.title", { to })} onSubmit={submit} noValidate>
      <p className="medium" dir="auto">
        {t("leftmail.title", { to })}
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
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
        }}
      />
      <Switch label={t("leftmail.quote")} checked={written.quote} onChange={(event) => write({ quote: event.target.checked })} />
      {deed.failure !== null && <Failure error={deed.failure}>{t("leftmail.failed")}</Failure>}
      <div className="tools">
        <Button type="submit" variant="primary" unavailable={offline ? t("left.off") : deed.busy}>
          {t(deed.busy ? "leftmail.sending" : "leftmail.send")}
        </Button>
        <Button onClick={drop}>{t("leftmail.cancel")}</Button>
      </div>
    </form>
  );
}

/**
 * State of the form. The draft is stored on this device at each change. `onEnd`: the mail was sent
 * or discarded.
 */
function useMail(message: OfflineMessageSeen, me: Operator, onEnd: () => void) {
  const { id, contacts, channel } = message;
  const [written, setWritten] = useState<Written>(
    () =>
      begunIn(me.id, id) ?? { subject: subjectFor(message, t("leftmail.subject.re", { channel: channel.name })), text: "", quote: true },
  );
  const [faults, setFaults] = useState<Faults>({});
  const deed = useDeed();
  const keep = (draft: string) => setDraft(me.id, id, "mail", draft);
  const write = (part: Partial<Written>) => {
    const next = { ...written, ...part };
    keep(JSON.stringify(next));
    setFaults({});
    setWritten(next);
  };
  const drop = () => {
    keep("");
    onEnd();
  };
  const send = async (offline: boolean) => {
    const found = faultsOf(written);
    setFaults(found);
    if (Object.keys(found).length > 0 || offline) return;
    await deed.run(async () => {
      const done = await api.post<OfflineMessageSeen>(`/offline-messages/${id}/mail`, written, { idempotencyKey: keyOf(id, written) });
      queries.setQueryData(["offline", "one", id], done);
      void queries.invalidateQueries({ queryKey: ["offline"] });
      drop();
    });
  };
  return { to: contacts.email, written, write, faults, deed, send, drop };
}

type Faults = { subject?: string; text?: string };
function faultsOf({ subject, text }: Written): Faults {
  return {
    ...(subject.trim() === "" && { subject: t("leftmail.subject.empty") }),
    ...(text.trim() === "" && { text: t("leftmail.text.empty") }),
  };
}

/**
 * The same content for the same message gets the same key, so that a repeated request sends one
 * mail.
 */
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
