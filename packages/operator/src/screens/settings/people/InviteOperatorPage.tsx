import type { OperatorInvited } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Banner } from "../../../ui/badges.tsx";
import { formatFullTime } from "../../../ui/time.ts";
import { FormPage } from "../kit/form/FormPage.tsx";
import { PageHeader } from "../kit/form/PageHeader.tsx";
import { getKindLabels, useKindForm } from "../kit/kind/use-kind-form.ts";
import { CopyField } from "../kit/resource/parts.tsx";
import { InvitationPreview } from "./InvitationPreview.tsx";
import { t } from "../text.ts";
import { invitationScreen, OperatorFields } from "./screen.tsx";

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
    <section className="formpage" aria-label={t("person.new")}>
      <PageHeader title={t("person.new")} about={t("inviting.about")} />
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
  const form = useKindForm(invitationScreen, null, {
    onSaved: (created) => onDone(toCreatedInvitation(created)),
    describeLost: ({ name, mailed }: OperatorInvited) =>
      mailed?.ok ? undefined : t("inviting.lost", { name }),
  });
  return (
    <FormPage
      title={t("person.new")}
      about={t("inviting.about")}
      form={form}
      labels={getKindLabels(invitationScreen)}
      button={t("person.create")}
      side={<InvitationPreview name={(form.values["name"] as string).trim()} />}
    >
      <OperatorFields screen={invitationScreen} form={form} readOnly={false} />
    </FormPage>
  );
}

function toCreatedInvitation({
  name,
  email,
  invite_url = "",
  invite_expires_at,
  mailed,
}: OperatorInvited): CreatedInvitation {
  return {
    name,
    email,
    url: invite_url,
    expiresAt: invite_expires_at === undefined ? "" : formatFullTime(invite_expires_at),
    mailed,
  };
}
