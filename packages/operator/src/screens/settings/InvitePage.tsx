import type { Role } from "@parlour/protocol";
import type { OperatorInvited } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../state/api.ts";
import { useMe } from "../../state/session.tsx";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/Field.tsx";
import { exactTime } from "../../ui/Time.tsx";
import { stale } from "./data.ts";
import { FormPage, PageHead } from "./FormPage.tsx";
import { CopyRow } from "./parts.tsx";
import { RolePick } from "./RolePick.tsx";
import { t } from "./text.ts";
import { useForm } from "./use-form.ts";

interface Values {
  name: string;
  email: string;
  role: Role;
}
interface Done {
  name: string;
  email: string;
  url: string;
  until: string;
}

/** Settings → People → Invite: the link is shown once, to be copied; no mail server is needed. */
export function InvitePage() {
  const [done, setDone] = useState<Done | null>(null);
  if (done === null) return <InviteForm onDone={setDone} />;
  return (
    <section className="formpage" aria-label={t("inviting.title")}>
      <PageHead title={t("inviting.title")} about={t("inviting.about")} back="people" />
      <div className="body">
        <div className="cols one">
          <div className="card">
            <section className="group" aria-live="polite">
              <h2>{t("inviting.done", { name: done.name })}</h2>
              <div className="shown-once">
                <CopyRow label={t("inviting.link")} value={done.url} hint={t("inviting.text", { email: done.email, time: done.until })} />
              </div>
              <div className="line">
                <Link className="btn primary" to="/settings/$" params={{ _splat: "people" }}>
                  {t("inviting.people")}
                </Link>
                <Button onClick={() => setDone(null)}>{t("inviting.another")}</Button>
              </div>
            </section>
          </div>
        </div>
      </div>
    </section>
  );
}

function InviteForm({ onDone }: { onDone: (done: Done) => void }) {
  const me = useMe();
  const form = useForm<Values>({
    saved: { name: "", email: "", role: "operator" },
    check: ({ name, email }) => ({
      ...(name.trim() === "" && { name: t("inviting.name.missing") }),
      ...(!/^[^\s@]+@[^\s@]+$/.test(email.trim()) && { email: t("inviting.email.missing") }),
    }),
    fieldOf: (error) => (error.code === "name_taken" ? "email" : null),
    save: async ({ name, email, role }) => {
      const made = await api.post<OperatorInvited>("/operators", { name: name.trim(), email: email.trim(), role });
      stale("operators");
      onDone({
        name: made.name,
        email: made.email,
        url: made.invite_url ?? "",
        until: made.invite_expires_at === undefined ? "" : exactTime(made.invite_expires_at),
      });
    },
  });
  const { values, set, faults } = form;
  return (
    <FormPage
      title={t("inviting.title")}
      about={t("inviting.about")}
      back="people"
      form={form}
      labels={{ name: t("person.name"), email: t("person.email"), role: t("person.role") }}
      verb={t("inviting.go")}
    >
      <section className="group" aria-labelledby="g-person">
        <h2 id="g-person">{t("person.group")}</h2>
        <TextField
          label={t("person.name")}
          name="name"
          value={values.name}
          onChange={(event) => set("name", event.target.value)}
          error={faults.name}
          maxLength={100}
          autoComplete="off"
        />
        <TextField
          label={t("person.email")}
          name="email"
          type="email"
          value={values.email}
          onChange={(event) => set("email", event.target.value)}
          error={faults.email}
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
        />
        <RolePick me={me} value={values.role} onChange={(role) => set("role", role)} error={faults.role} />
      </section>
    </FormPage>
  );
}
