import type { Operator } from "@parlour/protocol";
import { IconLogout } from "@tabler/icons-react";
import type { Locale } from "../../text/index.ts";
import { afterCloseChoices } from "../../state/live/sending/after-close.ts";
import { api } from "../../state/api/api.ts";
import { setPreferences, usePreferences } from "../../state/browser/preferences.ts";
import { can, setCurrentOperator, useCurrentOperator } from "../../state/session.tsx";
import { Button } from "../../ui/Button.tsx";
import { getErrorText } from "../../ui/loading/ErrorMessage.tsx";
import { Select, Switch, TextField } from "../../ui/Field.tsx";
import { toast } from "../../ui/dialog/toast.tsx";
import { useApiMutation } from "../../ui/mutation.ts";
import { FormPage } from "../settings/kit/form/FormPage.tsx";
import { useForm } from "../settings/kit/form/use-form.ts";
import { SelfTest } from "../setup/self-test/SelfTest.tsx";
import { AlertSettings } from "./AlertSettings.tsx";
import { PushDeviceList } from "./PushDeviceList.tsx";
import { MailPreferencesCard } from "./MailPreferencesCard.tsx";
import { PasswordCard } from "./PasswordCard.tsx";
import { PhotoField } from "./PhotoField.tsx";
import { AccountsCard } from "./security/AccountsCard.tsx";
import { SecurityCard } from "./security/SecurityCard.tsx";
import { SessionsCard } from "./security/SessionsCard.tsx";
import { SegmentedControl } from "./SegmentedControl.tsx";
import { t } from "./text.ts";

/** Renders `/me`: name, appearance, alerts with their self-test, password, sign-out. */
export function Screen() {
  // Re-renders this screen when the language changes.
  usePreferences();
  const me = useCurrentOperator();
  const form = useForm<{ name: string }>({
    saved: { name: me.name },
    validate: ({ name }) => (name.trim() === "" ? { name: t("me.name.missing") } : {}),
    save: async ({ name }) => {
      setCurrentOperator(await api.patch<Operator>("/me", { name: name.trim() }));
    },
  });
  return (
    <main className="page">
      <FormPage
        title={t("me.title")}
        about={t("me.about", { email: me.email, role: t(`me.role.${me.role}`) })}
        isRoot
        form={form}
        labels={{ name: t("me.name") }}
        readOnly={me.managed ? t("me.managed") : null}
        side={<ProfileCards me={me} />}
      >
        <ProfileFields me={me} form={form} />
        <DeviceSettings />
        <section className="group setup">
          <SelfTest answers={can(me, "chat")} />
        </section>
        {(can(me, "chat") || can(me, "integrations")) && <MailPreferencesCard />}
      </FormPage>
    </main>
  );
}

/** Renders the cards for password, second factors and sessions. */
function ProfileCards({ me }: { me: Operator }) {
  return (
    <>
      <PasswordCard me={me} />
      <SecurityCard />
      <SessionsCard />
      <AccountsCard />
      {can(me, "chat") && <PushDeviceList />}
      <SignOutCard />
    </>
  );
}

function ProfileFields({
  me,
  form,
}: {
  me: Operator;
  form: ReturnType<typeof useForm<{ name: string }>>;
}) {
  return (
    <section className="group" aria-labelledby="g-me">
      <h2 id="g-me">{t("me.group")}</h2>
      {me.role !== "viewer" && <PhotoField me={me} />}
      <TextField
        label={t("me.name")}
        name="name"
        autoComplete="name"
        value={form.values.name}
        onChange={(event) => form.set("name", event.target.value)}
        error={form.errors.name}
        hint={t("me.name.hint")}
        maxLength={100}
        readOnly={me.managed}
      />
      <TextField label={t("me.email")} value={me.email} hint={t("me.email.hint")} readOnly />
    </section>
  );
}

/** Settings of this device. They take effect immediately and are not saved with a button. */
function DeviceSettings() {
  return (
    <>
      <AppearanceSettings />
      <WritingSettings />
      <AlertSettings />
    </>
  );
}

function AppearanceSettings() {
  const me = useCurrentOperator();
  const { theme, density, locale } = usePreferences();
  return (
    <section className="group" aria-labelledby="g-look">
      <h2 id="g-look">
        {t("look.group")} <span className="faint">{t("look.device")}</span>
      </h2>
      <SegmentedControl
        label={t("look.theme")}
        value={theme}
        onChange={(value) => setPreferences({ theme: value })}
        options={(["system", "light", "dark"] as const).map((value) => ({
          value,
          label: t(`look.theme.${value}`),
        }))}
      />
      <SegmentedControl
        label={t("look.density")}
        value={density}
        onChange={(value) => setPreferences({ density: value })}
        options={(["comfortable", "compact"] as const).map((value) => ({
          value,
          label: t(`look.density.${value}`),
        }))}
      />
      <SegmentedControl
        label={t("look.language")}
        value={locale}
        onChange={(locale) => void setLanguage(locale, me)}
        options={[
          { value: "en", label: "English" },
          { value: "ru", label: "Русский" },
        ]}
      />
    </section>
  );
}

function WritingSettings() {
  const { sendKey, shortcuts, afterClose } = usePreferences();
  return (
    <section className="group" aria-labelledby="g-write">
      <h2 id="g-write">{t("write.group")}</h2>
      <SegmentedControl
        label={t("write.send")}
        value={sendKey}
        onChange={(value) => setPreferences({ sendKey: value })}
        options={[
          { value: "enter", label: t("write.enter") },
          { value: "mod_enter", label: t("write.mod") },
        ]}
      />
      <Switch
        label={t("write.shortcuts")}
        hint={t("write.shortcuts.hint")}
        checked={shortcuts}
        onChange={(event) => setPreferences({ shortcuts: event.target.checked })}
      />
      <Select
        label={t("write.afterclose")}
        value={afterClose}
        options={(["account", ...afterCloseChoices] as const).map((value) => ({
          value,
          label: t(`afterclose.${value}`),
        }))}
        onChange={(event) =>
          setPreferences({
            afterClose: afterCloseChoices.find((one) => one === event.target.value) ?? "account",
          })
        }
      />
    </section>
  );
}

/**
 * Sets the interface language in this browser, and the language of the operator's emails on the
 * server.
 */
async function setLanguage(locale: Locale, me: Operator): Promise<void> {
  setPreferences({ locale });
  // Viewers cannot change their profile and receive no emails.
  if (me.role === "viewer") return;
  await api
    .patch("/me", { language: locale })
    .catch((error: unknown) =>
      toast(`${t("look.language.failed")} ${getErrorText(error)}`, { tone: "bad" }),
    );
}

function SignOutCard() {
  const { busy, run } = useApiMutation();
  const signOut = async () => {
    await api.signOut();
    setCurrentOperator(null);
    // Signs out with a full page load, so that no data of the operator stays in memory.
    location.assign("/signin");
  };
  return (
    <section className="card" aria-labelledby="s-session">
      <h2 id="s-session">{t("session.group")}</h2>
      <p className="t13 soft">{t("session.hint")}</p>
      <Button
        wide
        icon={IconLogout}
        flipIcon
        unavailable={busy}
        onClick={() => void run(signOut, (error) => toast(getErrorText(error), { tone: "bad" }))}
      >
        {t("session.out")}
      </Button>
    </section>
  );
}
