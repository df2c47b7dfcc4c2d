import { Icon } from "../Icon.tsx";
import { Consent, Field, FormError } from "./Field.tsx";
import { OwnFields } from "./own-fields.ts";
import { useContactsForm } from "./use-contacts-form.ts";
import { needsConsent } from "../../state/reducer.ts";
import { contactFields } from "../../state/pane.ts";
import type { ViewProps } from "../view-props.ts";
import "../button-styles.ts";

/**
 * The contacts form before the chat (WG-080). The visitor can skip it unless a field or the consent
 * is required.
 */
export function ContactsPane(view: ViewProps) {
  const { t } = view;
  return (
    <div class="pw-body">
      <div class="pw-title">
        <h2>{t("contactsFirst")}</h2>
      </div>
      <ContactFields {...view} send={t("startChat")} id="pw-c" />
    </div>
  );
}
/** The contacts form as a card during the chat. */
export function ContactsCard(view: ViewProps) {
  const { t } = view;
  return (
    <div class="pw-card">
      <div>
        <h2>{t("contactsTitle")}</h2>
        <p class="pw-hint">{t("contactsHint")}</p>
      </div>
      <ContactFields {...view} send={t("save")} id="pw-d" />
    </div>
  );
}

function ContactFields({
  send,
  id,
  ...view
}: ViewProps & { readonly send: string; readonly id: string }) {
  const { model, actions, t } = view;
  const modes = model.face.contacts;
  const form = useContactsForm(view, modes, model.face.contact_fields);
  const { values, problems } = form;
  const canSkip =
    contactFields.every((field) => modes[field] !== "required") &&
    !form.own.fields.some(({ required }) => required) &&
    !needsConsent(model);
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
        void form.send({}, (claims, consent, fields) =>
          actions.submit(({ submitContacts }) => submitContacts(claims, consent, fields)),
        );
      }}
    >
      <Field {...field("name")} label={t("name")} autoComplete="name" />
      <Field {...field("email")} label={t("email")} type="email" autoComplete="email" />
      <Field {...field("phone")} label={t("phone")} type="tel" autoComplete="tel" />
      <Field {...field("description")} label={t("about")} rows={2} />
      {form.own.fields.length === 0 ? null : <OwnFields id={id} {...form} t={t} />}
      <Consent
        model={model}
        t={t}
        id={`${id}-ok`}
        given={form.consent}
        change={form.agree}
        problem={problems.consent ?? null}
      />
      <FormError text={problems.form ?? null} />
      <div class="pw-row">
        <button type="submit" class="pw-btn pw-btn--main pw-btn--grow" disabled={form.isSending}>
          {form.isSending ? <Icon name="clock" small /> : null}
          {send}
        </button>
        {canSkip ? (
          <button type="button" class="pw-btn pw-btn--quiet" onClick={actions.skipContacts}>
            {t("skip")}
          </button>
        ) : null}
      </div>
    </form>
  );
}
