import type { Operator } from "@parlour/protocol";
import { IconLogout } from "@tabler/icons-react";
import { api } from "../../state/api/api.ts";
import { can, setCurrentOperator } from "../../state/session.tsx";
import { Button } from "../../ui/Button.tsx";
import { getErrorText } from "../../ui/loading/ErrorMessage.tsx";
import { TextField } from "../../ui/Field.tsx";
import { toast } from "../../ui/dialog/toast.tsx";
import { useApiMutation } from "../../ui/mutation.ts";
import type { Form } from "../../ui/form/use-form.ts";
import { PushDeviceList } from "./PushDeviceList.tsx";
import { PasswordCard } from "./PasswordCard.tsx";
import { PhotoField } from "./PhotoField.tsx";
import { AccountsCard } from "./security/AccountsCard.tsx";
import { ApplicationsCard } from "./security/ApplicationsCard.tsx";
import { SecurityCard } from "../../ui/security/SecurityCard.tsx";
import { SessionsCard } from "../../ui/security/SessionsCard.tsx";
import { t } from "./text.ts";

/** Renders the cards for password, second factors, sessions and connected applications. */
export function ProfileCards({ me }: { me: Operator }) {
  return (
    <>
      <PasswordCard me={me} />
      <SecurityCard />
      <SessionsCard />
      <ApplicationsCard />
      <AccountsCard />
      {can(me, "chats.answer") && <PushDeviceList />}
      <SignOutCard />
    </>
  );
}

/** Fields of the name and photo. */
export function ProfileFields({ me, form }: { me: Operator; form: Form<{ name: string }> }) {
  return (
    <section className="group" aria-labelledby="g-me">
      <h2 id="g-me">{t("me.group")}</h2>
      {can(me, "profile.write") && <PhotoField me={me} />}
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
