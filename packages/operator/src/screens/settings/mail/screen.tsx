import type { MailState } from "@parlour/protocol/api";
import { mail } from "@parlour/protocol/settings/kinds/mail";
import { useState } from "react";
import { api, queryClient } from "../../../state/api/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { runOrToast, useApiMutation } from "../../../ui/mutation.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Banner } from "../../../ui/badges.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { singleScreen } from "../kit/kind/single-screen.ts";
import { ClientsSection } from "./clients/ClientsSection.tsx";
import { MailTestCard } from "./MailTestCard.tsx";
import { listFields } from "../kit/setting-field.ts";
import { t } from "./text.ts";

const reloadPreferences = () => void queryClient.invalidateQueries({ queryKey: ["me", "mail"] });

/**
 * Settings → Mail server: the server that sends the emails of this installation, with a test
 * (CFG-032).
 */
export const mailScreen = singleScreen<MailState>()({
  kind: mail,
  prefix: "mail",
  t,
  labels: [
    ...listFields(["mail.test", "clients.title"]),
    ...listFields(
      ["redirect", "id", "secret", "tenant"].map((name) => `clients.${name}`),
      { group: "clients.title" },
    ),
    ...listFields(
      ["name", "authorization_url", "token_url", "scopes"].map((name) => `clients.own.${name}`),
      { group: "clients.title" },
    ),
  ],
  sections: [
    { id: "server", fields: ["host", "port", "tls", "user", "password"] },
    { id: "sender", fields: ["from"] },
  ],
  above: (state) => state.mail === null && <Banner tone="info">{t("mail.off")}</Banner>,
  after: (state) => (
    <>
      {state.mail !== null && !state.managed && <StopMailSection />}
      <ClientsSection />
    </>
  ),
  side: (state) => state.mail && <MailTestCard server={state.mail} />,
  onSaved: reloadPreferences,
});

function StopMailSection() {
  const [isConfirming, setConfirming] = useState(false);
  const { busy, run } = useApiMutation();
  const close = () => setConfirming(false);
  const stop = async () => {
    await api.delete(`/${mail.path}`);
    queryClient.setQueryData<MailState>([mail.path], { mail: null, managed: false });
    reloadPreferences();
    close();
    toast(t("mail.stop.done"));
  };
  const actions = (
    <>
      <Button onClick={close}>{t("mail.stop.keep")}</Button>
      <Button variant="danger" unavailable={busy} onClick={() => void run(() => runOrToast(stop))}>
        {t("mail.stop")}
      </Button>
    </>
  );
  return (
    <section className="group" aria-label={t("mail.stop")}>
      <p>
        <Button onClick={() => setConfirming(true)}>{t("mail.stop")}</Button>
      </p>
      <Dialog
        title={t("mail.stop.title")}
        open={isConfirming}
        onClose={close}
        alert
        actions={actions}
      >
        <p>{t("mail.stop.text")}</p>
      </Dialog>
    </section>
  );
}
