import { useEffect, useState } from "preact/hooks";
import { isEmail } from "../../../contact-formats.ts";
import type { RequestFailure } from "../../state/state.ts";
import { Field, FormError } from "../forms/Field.tsx";
import type { ViewProps } from "../view-props.ts";
import "../button-styles.ts";

/**
 * The form that sends the transcript by email (CORE-111). The visitor confirms the address with a
 * code that is sent to it (CORE-162).
 */
export function MailTranscript(view: ViewProps) {
  const { t } = view;
  const [isOpen, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <output>{t("mailSent", { email: sentTo })}</output>;
  if (isOpen) return <MailForm {...view} onSent={setSentTo} />;
  return (
    <button type="button" class="pw-btn pw-btn--quiet" onClick={() => setOpen(true)}>
      {t("mailMe")}
    </button>
  );
}

function MailForm({
  model,
  actions,
  t,
  onSent,
}: ViewProps & { readonly onSent: (to: string) => void }) {
  const [email, setEmail] = useState(model.contacts.email ?? "");
  /** The entered code. Null until a code was requested. */
  const [code, setCode] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [isSending, setSending] = useState(false);
  const isCodeAsked = code !== null;
  // Focus the field, because the pressed button has disappeared or because the field now requests
  // the code.
  useEffect(() => document.getElementById(fieldId)?.focus(), [isCodeAsked]);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const to = email.trim();
    setProblem(isEmail(to) ? null : t("badEmail"));
    if (!isEmail(to)) return document.getElementById(fieldId)?.focus();
    setSending(true);
    const failure = await requestTranscript(
      to,
      model.contacts.email === to,
      extractDigits(code ?? ""),
      actions,
    );
    setSending(false);
    const isCodeError = failure?.field === "code";
    setFailed(failure !== null && !isCodeError);
    if (failure === null) onSent(to);
    else if (isCodeError) {
      setProblem(code === null ? null : t("tryAgain"));
      setCode("");
    }
  };
  const change = (value: string): void => {
    if (code === null) setEmail(value);
    else setCode(value);
    setProblem(null);
  };
  const field =
    code === null
      ? { label: t("email"), value: email, ...emailInput }
      : { label: t("mailCode"), value: code, ...codeInput };
  return (
    <form
      class="pw-form"
      aria-label={t("mailMe")}
      noValidate
      onSubmit={(event) => void send(event)}
    >
      <Field id={fieldId} mode="required" {...field} change={change} problem={problem} t={t} />
      <FormError text={hasFailed ? t("wentWrong") : null} />
      <button type="submit" class="pw-btn pw-btn--main pw-btn--wide" disabled={isSending}>
        {t("mailMe")}
      </button>
    </form>
  );
}
const fieldId = "pw-m-e";
const emailInput = { type: "email", autoComplete: "email" } as const;
const codeInput = { type: "tel", autoComplete: "one-time-code" } as const;
const extractDigits = (text: string): string => text.replaceAll(/\D/g, "").slice(0, 6);

/**
 * Requests the transcript. If the visitor has not entered the address themselves before, first
 * saves it as their address.
 */
async function requestTranscript(
  email: string,
  isVisitorsEmail: boolean,
  code: string,
  actions: ViewProps["actions"],
): Promise<RequestFailure | null> {
  return actions.submit(async ({ submitContacts, mailTranscript }) => {
    const first = isVisitorsEmail ? await mailTranscript(code) : null;
    if (isVisitorsEmail && first?.field !== "email") return first;
    return (await submitContacts({ email }, null)) ?? mailTranscript(code);
  });
}
