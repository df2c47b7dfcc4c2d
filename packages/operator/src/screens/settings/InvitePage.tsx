import type { OperatorInvited } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../state/api.ts";
import { useMe } from "../../state/session.tsx";
import { Button } from "../../ui/Button.tsx";
import { Banner } from "../../ui/marks.tsx";
import { fullTime } from "../../ui/Time.tsx";
import { stale } from "./data.ts";
import { FormPage, PageHead } from "./FormPage.tsx";
import { Group } from "./Group.tsx";
import { CopyRow } from "./parts.tsx";
import { checkPerson, PersonBasics, type PersonValues } from "./PersonBasics.tsx";
import { t } from "./text.ts";
import { useForm } from "./use-form.ts";

interface Done {
  name: string;
  email: string;
  url: string;
  until: string;
  mailed: OperatorInvited["mailed"];
}

/**
 * Settings → People → Invite. The invitation link is shown once for copying, so no mail server is
 * needed.
 */
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
              {done.mailed !== undefined && (
                <Banner tone={done.mailed.ok ? "ok" : "warn"}>
                  {t(done.mailed.ok ? "inviting.mailed" : "inviting.notmailed", { email: done.email, why: done.mailed.message })}
                </Banner>
              )}
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
  const form = useForm<PersonValues>({
    saved: { name: "", email: "", role: "operator" },
    check: checkPerson,
    fieldOf: (error) => (error.code === "name_taken" ? "email" : null),
    save: async ({ name, email, role }) => {
      const made = await api.post<OperatorInvited>("/operators", { name: name.trim(), email: email.trim(), role });
      stale("operators");
      onDone(doneOf(made));
    },
  });
  return (
    <FormPage
      title={t("inviting.title")}
      about={t("inviting.about")}
      back="people"
      form={form}
      labels={{ name: t("person.name"), email: t("person.email"), role: t("person.role") }}
      verb={t("inviting.go")}
    >
      <Group id="g-person" title={t("person.group")}>
        <PersonBasics form={form} me={me} />
      </Group>
    </FormPage>
  );
}

function doneOf({ name, email, invite_url: url = "", invite_expires_at: until, mailed }: OperatorInvited): Done {
  return { name, email, url, until: until === undefined ? "" : fullTime(until), mailed };
}
