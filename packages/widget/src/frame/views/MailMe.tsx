import { useEffect, useState } from "preact/hooks";
import { isEmail } from "../../addresses.ts";
import type { Failure } from "../model.ts";
import { Field, FormProblem } from "./Field.tsx";
import type { View } from "./view.ts";

/** Mails the transcript (CORE-111) to an address that a mailed code confirms (CORE-162). */
export function MailMe(view: View) {
  const { t } = view;
  const [isOpen, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <output>{t("mailSent", { email: sentTo })}</output>;
  if (isOpen) return <MailForm {...view} sent={setSentTo} />;
  return (
    <button type="button" class="pw-btn pw-btn--quiet" onClick={() => setOpen(true)}>
      {t("mailMe")}
    </button>
  );
}

function MailForm({ model, acts, t, sent }: View & { readonly sent: (to: string) => void }) {
  const [email, setEmail] = useState(model.contacts.email ?? "");
  /** Null: no code was requested yet. */
  const [code, setCode] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBroken, setBroken] = useState(false);
  const [isSending, setSending] = useState(false);
  const isCodeAsked = code !== null;
  // The pressed button has disappeared, or the field is for the code now.
  useEffect(() => document.getElementById(fieldId)?.focus(), [isCodeAsked]);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const to = email.trim();
    setProblem(isEmail(to) ? null : t("badEmail"));
    if (!isEmail(to)) return document.getElementById(fieldId)?.focus();
    setSending(true);
    const failure = await mailTo(to, model.contacts.email === to, digitsOf(code ?? ""), acts);
    setSending(false);
    const isOfCode = failure?.field === "code";
    setBroken(failure !== null && !isOfCode);
    if (failure === null) sent(to);
    else if (isOfCode) {
      setProblem(code === null ? null : t("tryAgain"));
      setCode("");
    }
  };
  const change = (value: string): void => {
    if (code === null) setEmail(value);
    else setCode(value);
    setProblem(null);
  };
  const field = code === null ? { label: t("email"), value: email, ...asEmail } : { label: t("mailCode"), value: code, ...asCode };
  return (
    <form class="pw-form" aria-label={t("mailMe")} noValidate onSubmit={(event) => void send(event)}>
      <Field id={fieldId} mode="required" {...field} change={change} problem={problem} t={t} />
      <FormProblem text={isBroken ? t("wentWrong") : null} />
      <button type="submit" class="pw-btn pw-btn--main pw-btn--wide" disabled={isSending}>
        {t("mailMe")}
      </button>
    </form>
  );
}
const fieldId = "pw-m-e";
const asEmail = { type: "email", autoComplete: "email" } as const;
const asCode = { type: "tel", autoComplete: "one-time-code" } as const;
const digitsOf = (text: string): string => text.replaceAll(/\D/g, "").slice(0, 6);

/** If the visitor has not given the address themselves, it is saved as theirs first. */
async function mailTo(email: string, isKnown: boolean, code: string, acts: View["acts"]): Promise<Failure | null> {
  const first = isKnown ? await acts.mail(code) : null;
  if (isKnown && first?.field !== "email") return first;
  return (await acts.contacts({ email }, null)) ?? acts.mail(code);
}
