// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import { useState } from "preact/hooks";
import { countCharacters, maxMessageLength } from "../../text/message-length.ts";
import { getAccountText } from "../../text/account-text.ts";
import { lazyView } from "../lazy-view.tsx";
import { Icon } from "../Icon.tsx";
import { Consent, Field, FormError } from "./Field.tsx";
import { useContactsForm } from "./use-contacts-form.ts";
import type { ViewProps } from "../view-props.ts";
import "../button-styles.ts";

const InvitationMessage = lazyView(
  async () => (await import("../InvitationMessage.tsx")).InvitationMessage,
  [],
);
const Departments = lazyView(
  async () => (await import("../StartChoices.tsx")).Departments,
  ["home"],
);

/** The offline form (WG-081). Its text field initially contains the draft of the chat. */
export function OfflineForm(view: ViewProps) {
  const { model, actions, t } = view;
  const [isSent, setSent] = useState(false);
  const modes = { ...model.face.offline, description: "off" } as const;
  const form = useContactsForm(view, modes);
  const { values, problems } = form;
  const customText = getAccountText(model.face, t.language, "offline");
  const submit = async (): Promise<void> => {
    const text = model.draft.trim();
    const errors = findErrors(text, values, modes, t);
    if (
      await form.send(errors, (claims, consent) =>
        actions.submitOfflineMessage(claims, text, consent),
      )
    )
      setSent(true);
  };
  if (isSent) return <SentMessage t={t} onAnother={() => setSent(false)} />;
  const field = (name: "name" | "email" | "phone") => ({
    id: `pw-o-${name}`,
    mode: modes[name],
    value: values[name],
    change: (value: string) => form.set(name, value),
    problem: problems[name] ?? null,
    t,
  });
  return (
    <form
      class="pw-body pw-form"
      aria-labelledby="pw-o"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {model.invitation === null ? null : <InvitationMessage {...view} />}
      <div class="pw-title">
        <h2 id="pw-o">{t("leaveMessage")}</h2>
        <p dir="auto">{customText === "" ? t("weAnswer") : customText}</p>
      </div>
      {model.situation?.departments.length ? <Departments {...view} /> : null}
      <Field
        id="pw-o-text"
        label={t("message")}
        mode="required"
        value={model.draft}
        change={actions.setDraft}
        problem={problems.text ?? null}
        rows={3}
        t={t}
      />
      <Field {...field("email")} label={t("email")} type="email" autoComplete="email" />
      <Field {...field("phone")} label={t("phone")} type="tel" autoComplete="tel" />
      <Field {...field("name")} label={t("name")} autoComplete="name" />
      <Consent
        model={model}
        t={t}
        id="pw-o-ok"
        given={form.consent}
        change={form.agree}
        problem={problems.consent ?? null}
      />
      <FormError text={problems.form ?? null} />
      <button type="submit" class="pw-btn pw-btn--main pw-btn--wide" disabled={form.isSending}>
        {form.isSending ? <Icon name="clock" small /> : null}
        {t("leave")}
      </button>
    </form>
  );
}

function findErrors(
  text: string,
  { email, phone }: ReturnType<typeof useContactsForm>["values"],
  modes: ViewProps["model"]["face"]["offline"],
  t: ViewProps["t"],
): Record<string, string> {
  const errors: Record<string, string> = {};
  if (text === "") errors["text"] = t("missing");
  else if (countCharacters(text) > maxMessageLength) errors["text"] = t("tooLong");
  if (
    email.trim() === "" &&
    phone.trim() === "" &&
    (modes.email !== "off" || modes.phone !== "off")
  )
    errors[modes.email === "off" ? "phone" : "email"] = t("emailOrPhone");
  return errors;
}

function SentMessage({ t, onAnother }: Pick<ViewProps, "t"> & { readonly onAnother: () => void }) {
  return (
    <div class="pw-body">
      <div class="pw-call" role="status">
        <span class="pw-call__ring">
          <Icon name="check" />
        </span>
        <h2>{t("leftTitle")}</h2>
        <p>{t("leftHint")}</p>
      </div>
      <button type="button" class="pw-btn pw-btn--line pw-btn--wide" onClick={onAnother}>
        {t("another")}
      </button>
    </div>
  );
}
