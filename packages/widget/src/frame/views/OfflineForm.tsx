// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import { useState } from "preact/hooks";
import { lengthOf, textMost } from "../checks.ts";
import { ownText } from "../own-texts.ts";
import { later } from "./later.tsx";
import { Icon } from "./Icon.tsx";
import { Consent, Field, FormProblem } from "./Field.tsx";
import { useContacts } from "./use-contacts.ts";
import type { View } from "./view.ts";

const Invited = later(async () => (await import("./Invited.tsx")).Invited, []);
const Departments = later(async () => (await import("./Availability.tsx")).Departments, ["home"]);

/** The offline form (WG-081). It starts with the draft of the chat. */
export function OfflineForm(view: View) {
  const { model, acts, t } = view;
  const [isLeft, setLeft] = useState(false);
  const modes = { ...model.face.offline, description: "off" } as const;
  const form = useContacts(view, modes);
  const { values, problems } = form;
  const own = ownText(model.face, t.language, "offline");
  const leave = async (): Promise<void> => {
    const text = model.draft.trim();
    const more: Record<string, string> = {};
    if (text === "") more["text"] = t("missing");
    else if (lengthOf(text) > textMost) more["text"] = t("tooLong");
    if (values.email.trim() === "" && values.phone.trim() === "" && (modes.email !== "off" || modes.phone !== "off")) {
      const field = modes.email === "off" ? "phone" : "email";
      more[field] = t("emailOrPhone");
    }
    if (await form.send(more, (claims, consent) => acts.offline(claims, text, consent))) setLeft(true);
  };
  if (isLeft)
    return (
      <div class="pw-body">
        <div class="pw-call" role="status">
          <span class="pw-call__ring">
            <Icon name="check" />
          </span>
          <h2>{t("leftTitle")}</h2>
          <p>{t("leftHint")}</p>
        </div>
        <button type="button" class="pw-btn pw-btn--line pw-btn--wide" onClick={() => setLeft(false)}>
          {t("another")}
        </button>
      </div>
    );
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
        void leave();
      }}
    >
      {model.invitation === null ? null : <Invited {...view} />}
      <div class="pw-title">
        <h2 id="pw-o">{t("leaveMessage")}</h2>
        <p dir="auto">{own === "" ? t("weAnswer") : own}</p>
      </div>
      {model.situation?.departments.length ? <Departments {...view} /> : null}
      <Field
        id="pw-o-text"
        label={t("message")}
        mode="required"
        value={model.draft}
        change={acts.write}
        problem={problems.text ?? null}
        rows={3}
        t={t}
      />
      <Field {...field("email")} label={t("email")} type="email" autoComplete="email" />
      <Field {...field("phone")} label={t("phone")} type="tel" autoComplete="tel" />
      <Field {...field("name")} label={t("name")} autoComplete="name" />
      <Consent model={model} t={t} id="pw-o-ok" given={form.consent} change={form.agree} problem={problems.consent ?? null} />
      <FormProblem text={problems.form ?? null} />
      <button type="submit" class="pw-btn pw-btn--main pw-btn--wide" disabled={form.isSending}>
        {form.isSending ? <Icon name="clock" small /> : null}
        {t("leave")}
      </button>
    </form>
  );
}
