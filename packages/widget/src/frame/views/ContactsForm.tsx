import { Icon } from "./Icon.tsx";
import { Consent, Field, FormProblem } from "./Field.tsx";
import { useContacts } from "./use-contacts.ts";
import { needsConsent } from "../model.ts";
import { contactFields } from "../pane.ts";
import type { View } from "./view.ts";

/**
 * The contacts form before the chat (WG-080). It can be skipped unless a field or the consent is
 * required.
 */
export function ContactsPane(view: View) {
  const { t } = view;
  return (
    <div class="pw-body">
      <div class="pw-title">
        <h2>{t("contactsFirst")}</h2>
      </div>
      <Fields {...view} send={t("startChat")} id="pw-c" />
    </div>
  );
}
/** The contacts form as a card during the chat. */
export function ContactsCard(view: View) {
  const { t } = view;
  return (
    <div class="pw-card">
      <div>
        <h2>{t("contactsTitle")}</h2>
        <p class="pw-hint">{t("contactsHint")}</p>
      </div>
      <Fields {...view} send={t("save")} id="pw-d" />
    </div>
  );
}

function Fields({ send, id, ...view }: View & { readonly send: string; readonly id: string }) {
  const { model, acts, t } = view;
  const modes = model.face.contacts;
  const form = useContacts(view, modes);
  const { values, problems } = form;
  const canSkip = contactFields.every((field) => modes[field] !== "required") && !needsConsent(model);
  const field = (name: (typeof contactFields)[number]) => ({
    id: `${id}-${name}`,
    mode: modes[name],
    value: values[name],
    change: (value: string) => form.set(name, value),
    problem: problems[name] ?? null,
    t,
  });
  return (
    <form
      class="pw-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.send({}, acts.contacts);
      }}
    >
      <Field {...field("name")} label={t("name")} autoComplete="name" />
      <Field {...field("email")} label={t("email")} type="email" autoComplete="email" />
      <Field {...field("phone")} label={t("phone")} type="tel" autoComplete="tel" />
      <Field {...field("description")} label={t("about")} rows={2} />
      <Consent model={model} t={t} id={`${id}-ok`} given={form.consent} change={form.agree} problem={problems.consent ?? null} />
      <FormProblem text={problems.form ?? null} />
      <div class="pw-row">
        <button type="submit" class="pw-btn pw-btn--main pw-btn--grow" disabled={form.isSending}>
          {form.isSending ? <Icon name="clock" small /> : null}
          {send}
        </button>
        {canSkip ? (
          <button type="button" class="pw-btn pw-btn--quiet" onClick={acts.skipContacts}>
            {t("skip")}
          </button>
        ) : null}
      </div>
    </form>
  );
}
