import type { OperatorInvited } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { useCurrentOperator } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Banner } from "../../../ui/badges.tsx";
import { formatFullTime } from "../../../ui/time.ts";
import { invalidateLists } from "../queries.ts";
import { FormPage } from "../kit/form/FormPage.tsx";
import { PageHeader } from "../kit/form/PageHeader.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { CopyField } from "../kit/resource/parts.tsx";
import { validateOperator, OperatorFields, type OperatorFormValues } from "./OperatorFields.tsx";
import {
  answersChats,
  OperatorAssignments,
  type AssignmentValues,
} from "./OperatorAssignments.tsx";
import { InvitationPreview } from "./InvitationPreview.tsx";
import { t } from "../text.ts";
import { useForm } from "../kit/form/use-form.ts";

interface CreatedInvitation {
  name: string;
  email: string;
  url: string;
  expiresAt: string;
  mailed: OperatorInvited["mailed"];
}

/** Renders Settings → People → Invite. The invitation link is shown once and can be copied. */
export function InviteOperatorPage() {
  const [invitation, setInvitation] = useState<CreatedInvitation | null>(null);
  if (invitation === null) return <InviteForm onDone={setInvitation} />;
  return (
    <section className="formpage" aria-label={t("inviting.title")}>
      <PageHeader title={t("inviting.title")} about={t("inviting.about")} />
      <div className="body">
        <div className="cols one">
          <div className="card">
            <section className="group" aria-live="polite">
              <h2>{t("inviting.done", { name: invitation.name })}</h2>
              <div className="shown-once">
                <CopyField
                  label={t("inviting.link")}
                  value={invitation.url}
                  hint={t("inviting.text", { email: invitation.email, time: invitation.expiresAt })}
                />
              </div>
              {invitation.mailed !== undefined && (
                <Banner tone={invitation.mailed.ok ? "ok" : "warn"}>
                  {t(invitation.mailed.ok ? "inviting.mailed" : "inviting.notmailed", {
                    email: invitation.email,
                    why: invitation.mailed.message,
                  })}
                </Banner>
              )}
              <div className="line">
                <Link className="btn primary" to="/settings/$" params={{ _splat: "people" }}>
                  {t("inviting.people")}
                </Link>
                <Button onClick={() => setInvitation(null)}>{t("inviting.another")}</Button>
              </div>
            </section>
          </div>
        </div>
      </div>
    </section>
  );
}

function InviteForm({ onDone }: { onDone: (done: CreatedInvitation) => void }) {
  const me = useCurrentOperator();
  const form = useForm<OperatorFormValues & AssignmentValues>({
    saved: { name: "", email: "", role: "operator", channels: "all", departments: [] },
    validate: validateOperator,
    mapErrorField: (error) => (error.code === "name_taken" ? "email" : null),
    save: async ({ name, email, role, channels, departments }) => {
      const created = await api.post<OperatorInvited>("/operators", {
        name: name.trim(),
        email: email.trim(),
        role,
        ...(answersChats(role) && { channels, departments }),
      });
      invalidateLists("operators");
      onDone(toCreatedInvitation(created));
    },
  });
  return (
    <FormPage
      title={t("inviting.title")}
      about={t("inviting.about")}

      form={form}
      labels={{
        name: t("person.name"),
        email: t("person.email"),
        role: t("person.role"),
        channels: t("person.channels"),
        departments: t("person.departments"),
      }}
      verb={t("inviting.go")}
      side={<InvitationPreview name={form.values.name.trim()} />}
    >
      <SettingsSection id="g-person" title={t("person.group")}>
        <OperatorFields form={form} me={me} />
      </SettingsSection>
      <OperatorAssignments form={form} readOnly={false} />
    </FormPage>
  );
}

function toCreatedInvitation({
  name,
  email,
  invite_url: url = "",
  invite_expires_at: expiresAt,
  mailed,
}: OperatorInvited): CreatedInvitation {
  return {
    name,
    email,
    url,
    expiresAt: expiresAt === undefined ? "" : formatFullTime(expiresAt),
    mailed,
  };
}
