import type { Operator } from "@parlour/protocol";
import { api } from "../../state/api/api.ts";
import { usePreferences } from "../../state/browser/preferences.ts";
import { can, setCurrentOperator, useCurrentOperator } from "../../state/session.tsx";
import { PageForm } from "../../ui/form/PageForm.tsx";
import { PageTitle } from "../../ui/form/PageTitle.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { SelfTest } from "../../ui/self-test/SelfTest.tsx";
import { MailPreferencesCard } from "./MailPreferencesCard.tsx";
import { t } from "./text.ts";
import { DeviceSettings } from "./DeviceSettings.tsx";
import { ProfileCards, ProfileFields } from "./ProfileCards.tsx";
import "./me.css";

/** Renders `/me`: name, appearance, alerts with their self-test, password, sign-out. */
export function Screen() {
  // Re-renders this screen when the language changes.
  usePreferences();
  const me = useCurrentOperator();
  const form = useForm<{ name: string }>({
    name: "profile",
    subject: t("me.title"),
    saved: { name: me.name },
    validate: ({ name }) => (name.trim() === "" ? { name: t("me.name.missing") } : {}),
    save: async ({ name }) => {
      setCurrentOperator(await api.patch<Operator>("/me", { name: name.trim() }));
    },
  });
  return (
    <main className="page">
      <PageForm
        title={t("me.title")}
        header={
          <PageTitle
            title={t("me.title")}
            about={t("me.about", { email: me.email, role: t(`me.role.${me.role}`) })}
          />
        }
        form={form}
        labels={{ name: t("me.name") }}
        readOnly={me.managed ? t("me.managed") : null}
        side={<ProfileCards me={me} />}
      >
        <ProfileFields me={me} form={form} />
        <DeviceSettings />
        <section className="group setup">
          <SelfTest answers={can(me, "chats.answer")} />
        </section>
        {(can(me, "chats.answer") || can(me, "deliveries.read")) && <MailPreferencesCard />}
      </PageForm>
    </main>
  );
}
