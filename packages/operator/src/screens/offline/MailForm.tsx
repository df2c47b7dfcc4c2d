import type { Operator } from "@parlour/protocol";
import type { OfflineMessageWithDeliveries } from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { useEffect, useRef, useState, type SyntheticEvent } from "react";
import { api, queryClient } from "../../state/api/api.ts";
import { getDraft, setDraft } from "../../state/drafts/drafts.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { Switch, TextArea, TextField } from "../../ui/Field.tsx";
import { useApiMutation } from "../../ui/mutation.ts";
import { createSubject } from "./subject.ts";
import { t } from "./text.ts";

interface MailDraft {
  readonly subject: string;
  readonly text: string;
  readonly quote: boolean;
}
/**
 * Returns whether an unsent email to the visitor is stored on this device.
 *
 * Unsent emails are stored like drafts of chats (state/drafts/drafts.ts). They survive a reload,
 * and opening other messages.
 */
export const hasMailDraft = (operator: number, id: number): boolean =>
  getDraft(operator, id, "mail") !== "";
function loadMailDraft(operator: number, id: number): MailDraft | null {
  const text = getDraft(operator, id, "mail");
  if (text === "") return null;
  try {
    return { subject: "", text: "", quote: true, ...(JSON.parse(text) as Partial<MailDraft>) };
  } catch {
    return null;
  }
}

interface MailFormProps {
  message: OfflineMessageWithDeliveries;
  me: Operator;
  offline: boolean;
  onEnd: () => void;
}

/** Form to write an email to the visitor. Unsent text is stored. */
export function MailForm({ message, me, offline, onEnd }: MailFormProps) {
  const { to, draft, write, faults, mutation, send, discard } = useMailForm(message, me, onEnd);
  const text = useRef<HTMLTextAreaElement>(null);
  // The operator opened the form to write, so the text field takes the focus.
  useEffect(() => text.current?.focus(), []);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void send(offline);
  };
  return (
    <form
      className="write"
      aria-label={t("offlinemail.title", { to })}
      onSubmit={submit}
      noValidate
    >
      <p className="medium" dir="auto">
        {t("offlinemail.title", { to })}
      </p>
      <TextField
        label={t("offlinemail.subject")}
        value={draft.subject}
        maxLength={200}
        error={faults.subject}
        onChange={(event) => write({ subject: event.target.value })}
      />
      <TextArea
        label={t("offlinemail.text")}
        value={draft.text}
        rows={7}
        maxLength={16_000}
        error={faults.text}
        ref={text}
        onChange={(event) => write({ text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
        }}
      />
      <Switch
        label={t("offlinemail.quote")}
        checked={draft.quote}
        onChange={(event) => write({ quote: event.target.checked })}
      />
      {mutation.failure !== null && (
        <ErrorMessage error={mutation.failure}>{t("offlinemail.failed")}</ErrorMessage>
      )}
      <div className="tools">
        <Button
          type="submit"
          variant="primary"
          unavailable={offline ? t("offlinemessage.off") : mutation.busy}
        >
          {t(mutation.busy ? "offlinemail.sending" : "offlinemail.send")}
        </Button>
        <Button onClick={discard}>{t("offlinemail.cancel")}</Button>
      </div>
    </form>
  );
}

/**
 * Manages the form. Stores the draft on this device at each change. `onEnd` is called after the
 * email was sent or discarded.
 */
function useMailForm(message: OfflineMessageWithDeliveries, me: Operator, onEnd: () => void) {
  const { id, contacts, channel } = message;
  const [draft, setDraftValues] = useState<MailDraft>(
    () =>
      loadMailDraft(me.id, id) ?? {
        subject: createSubject(message, t("offlinemail.subject.re", { channel: channel.name })),
        text: "",
        quote: true,
      },
  );
  const [faults, setFaults] = useState<MailErrors>({});
  const mutation = useApiMutation();
  const storeDraft = (draft: string) => setDraft(me.id, id, "mail", draft);
  const write = (part: Partial<MailDraft>) => {
    const next = { ...draft, ...part };
    storeDraft(JSON.stringify(next));
    setFaults({});
    setDraftValues(next);
  };
  const discard = () => {
    storeDraft("");
    onEnd();
  };
  const send = async (offline: boolean) => {
    const errors = validateMail(draft);
    setFaults(errors);
    if (Object.keys(errors).length > 0 || offline) return;
    await mutation.run(async () => {
      const updated = await api.post<OfflineMessageWithDeliveries>(
        `/offline-messages/${id}/mail`,
        draft,
        {
          idempotencyKey: getIdempotencyKey(id, draft),
        },
      );
      queryClient.setQueryData(["offline", "one", id], updated);
      void queryClient.invalidateQueries({ queryKey: ["offline"] });
      discard();
    });
  };
  return { to: contacts.email, draft, write, faults, mutation, send, discard };
}

type MailErrors = { subject?: string; text?: string };
function validateMail({ subject, text }: MailDraft): MailErrors {
  return omitAbsent({
    subject: subject.trim() === "" ? t("offlinemail.subject.empty") : undefined,
    text: text.trim() === "" ? t("offlinemail.text.empty") : undefined,
  });
}

/**
 * The same content for the same message has the same idempotency key, so that a repeated request
 * sends only one email.
 */
const idempotencyKeys = new Map<string, string>();
function getIdempotencyKey(id: number, draft: MailDraft): string {
  const content = JSON.stringify([id, draft]);
  const existing = idempotencyKeys.get(content);
  if (existing !== undefined) return existing;
  const generated = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  idempotencyKeys.clear();
  idempotencyKeys.set(content, generated);
  return generated;
}
