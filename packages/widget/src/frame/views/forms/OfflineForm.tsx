// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import { useState } from "preact/hooks";
import { countCharacters, maxMessageLength } from "../../text/message-length.ts";
import { getAccountText } from "../../text/account-text.ts";
import { lazyView } from "../lazy-view.tsx";
import { Icon } from "../Icon.tsx";
import { Consent, Field, FormError } from "./Field.tsx";
import { OwnFields } from "./own-fields.ts";
import { useContactsForm } from "./use-contacts-form.ts";
import type { TextProps, ViewProps } from "../view-props.ts";
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
  const modes = selectModes(model);
  const form = useContactsForm(view, modes, model.face.offline_fields);
  const { values, problems } = form;
  const customText = getAccountText(model.face, t.language, "offline");
  const submit = async (): Promise<void> => {
    const text = model.draft.trim();
    const errors = findErrors(text, values, modes, t);
    if (
      await form.send(errors, (claims, consent, fields) =>
        actions.submit((to) => to.submitOfflineMessage(claims, text, consent, fields)),
      )
    )
      setSent(true);
  };
  if (isSent) {
    const hint =
      values.email.trim() !== "" && modes.email !== "off" ? "leftHint" : answerHint(modes);
    return <SentMessage t={t} hint={t(hint)} onAnother={() => setSent(false)} />;
  }
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
        <p dir="auto">
          {customText === ""
            ? t(modes.email === "off" ? answerHint(modes) : "weAnswer")
            : customText}
        </p>
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
      {form.own.fields.length === 0 ? null : <OwnFields id="pw-o" {...form} t={t} />}
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

type Modes = ViewProps["model"]["face"]["offline"];
type FormModes = Modes & { readonly description: "off" };

/**
 * Returns the fields of the form. If no answer can be sent by email, the form asks for a phone
 * number instead of an email address (CORE-326).
 */
function selectModes({ face: { offline }, situation }: ViewProps["model"]): FormModes {
  const modes = { ...offline, description: "off" } as const;
  return situation?.no_email === true
    ? { ...modes, email: "off", phone: offline.phone === "off" ? "off" : "required" }
    : modes;
}

/** Returns what the form says about an answer that does not come by email. */
const answerHint = ({ phone }: Modes): "answerHere" | "weAnswer" =>
  phone === "off" ? "weAnswer" : "answerHere";

function findErrors(
  text: string,
  { email, phone }: ReturnType<typeof useContactsForm>["values"],
  modes: Modes,
  t: ViewProps["t"],
): Record<string, string> {
  const errors: Record<string, string> = {};
  if (text === "") errors["text"] = t("missing");
  else if (countCharacters(text) > maxMessageLength) errors["text"] = t("tooLong");
  if (
    email.trim() === "" &&
    phone.trim() === "" &&
    (modes.email !== "off" || modes.phone !== "off")
  ) {
    if (modes.email === "off") errors["phone"] = t("missing");
    else errors["email"] = t(modes.phone === "off" ? "missing" : "emailOrPhone");
  }
  return errors;
}

interface SentMessageProps extends TextProps {
  readonly hint: string;
  readonly onAnother: () => void;
}

function SentMessage({ t, hint, onAnother }: SentMessageProps) {
  return (
    <div class="pw-body">
      <div class="pw-call" role="status">
        <span class="pw-call__ring">
          <Icon name="check" />
        </span>
        <h2>{t("leftTitle")}</h2>
        <p>{hint}</p>
      </div>
      <button type="button" class="pw-btn pw-btn--line pw-btn--wide" onClick={onAnother}>
        {t("another")}
      </button>
    </div>
  );
}
