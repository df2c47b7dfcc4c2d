import { useEffect, useState } from "preact/hooks";
import { isEmail } from "../../addresses.ts";
import type { Failure } from "../model.ts";
import { Field, FormProblem } from "./Field.tsx";
import type { View } from "./view.ts";

/** The conversation by mail (CORE-111): to the address the visitor gave, or gives here. */
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
  const [problem, setProblem] = useState<string | null>(null);
  const [isBroken, setBroken] = useState(false);
  const [isSending, setSending] = useState(false);
  // The button that was pressed is gone.
  useEffect(() => document.getElementById("pw-m-e")?.focus(), []);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const to = email.trim();
    setProblem(isEmail(to) ? null : t("badEmail"));
    if (!isEmail(to)) return document.getElementById("pw-m-e")?.focus();
    setSending(true);
    const failure = await mailTo(to, model.contacts.email === to, acts);
    setSending(false);
    setBroken(failure !== null);
    if (failure === null) sent(to);
  };
  const change = (value: string): void => {
    setEmail(value);
    setProblem(null);
  };
  return (
    <form class="pw-form" aria-label={t("mailMe")} noValidate onSubmit={(event) => void send(event)}>
      <Field id="pw-m-e" label={t("email")} mode="required" {...asEmail} value={email} change={change} problem={problem} t={t} />
      <FormProblem text={isBroken ? t("wentWrong") : null} />
      <button type="submit" class="pw-btn pw-btn--main pw-btn--wide" disabled={isSending}>
        {t("mailMe")}
      </button>
    </form>
  );
}
const asEmail = { type: "email", autoComplete: "email" } as const;

/** Where the address is not the visitor's own word yet (his page's, a colleague's), it becomes so first. */
async function mailTo(email: string, isKnown: boolean, acts: View["acts"]): Promise<Failure | null> {
  const first = isKnown ? await acts.mail() : null;
  if (isKnown && first?.field !== "email") return first;
  return (await acts.contacts({ email }, null)) ?? acts.mail();
}
