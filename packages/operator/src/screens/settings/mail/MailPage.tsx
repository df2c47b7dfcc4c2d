import type { MailState } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, queries } from "../../../state/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { wordsOf } from "../../../ui/Failure.tsx";
import { Banner } from "../../../ui/marks.tsx";
import { toast } from "../../../ui/toast.tsx";
import { FormSelect, FormText } from "../bound.tsx";
import { FormPage } from "../FormPage.tsx";
import { Loaded } from "../parts.tsx";
import { t as shared } from "../text.ts";
import { useForm } from "../use-form.ts";
import { bodyOf, faultsOf, keepsPassword, valuesOf, type MailValues } from "./mail-form.ts";
import { MailTestCard } from "./MailTestCard.tsx";
import { t } from "./text.ts";

const key = ["instance", "mail"];

/** Settings → Mail: the server that takes this installation's mail, with a test (CFG-032). */
export function MailPage() {
  const read = useQuery({ queryKey: key, queryFn: ({ signal }) => api.get<MailState>("/instance/mail", { signal }) });
  return (
    <Loaded read={read} title={t("mail.title")} about={t("mail.about")}>
      {(state) => <MailForm state={state} />}
    </Loaded>
  );
}

function MailForm({ state }: { state: MailState }) {
  const form = useForm<MailValues>({
    saved: valuesOf(state),
    check: (values) => {
      const words = { host: t("mail.host.missing"), port: t("mail.port.wrong"), from: t("mail.from.missing") };
      return Object.fromEntries(faultsOf(values).map((name) => [name, words[name]]));
    },
    save: async (values) => {
      queries.setQueryData(key, await api.put<MailState>("/instance/mail", bodyOf(values)));
      void queries.invalidateQueries({ queryKey: ["me", "mail"] });
    },
  });
  const readOnly = state.managed ? shared("page.managed") : null;
  const bound = { form, readOnly: readOnly !== null };
  const isStored = state.mail?.has_password === true;
  return (
    <FormPage
      title={t("mail.title")}
      about={t("mail.about")}
      form={form}
      labels={{
        host: t("mail.host"),
        port: t("mail.port"),
        tls: t("mail.tls"),
        user: t("mail.user"),
        password: t("mail.password"),
        from: t("mail.from"),
      }}
      readOnly={readOnly}
      side={<MailTestCard values={form.values} />}
    >
      {state.mail === null && <Banner tone="info">{t("mail.off")}</Banner>}
      <section className="group" aria-labelledby="g-server">
        <h2 id="g-server">{t("mail.server")}</h2>
        <FormText {...bound} name="host" label={t("mail.host")} hint={t("mail.host.hint")} maxLength={253} spellCheck={false} />
        <FormText {...bound} name="port" label={t("mail.port")} hint={t("mail.port.hint")} maxLength={5} inputMode="numeric" />
        <FormSelect
          {...bound}
          name="tls"
          label={t("mail.tls")}
          options={(["starttls", "implicit", "none"] as const).map((value) => ({ value, label: t(`mail.tls.${value}`) }))}
        />
        <FormText {...bound} name="user" label={t("mail.user")} hint={t("mail.user.hint")} maxLength={254} spellCheck={false} />
        <FormText
          {...bound}
          name="password"
          type="password"
          autoComplete="new-password"
          label={t("mail.password")}
          hint={t(!isStored ? "mail.password.none" : keepsPassword(form.values, state) ? "mail.password.stored" : "mail.password.again")}
          maxLength={1024}
        />
      </section>
      <section className="group" aria-labelledby="g-sender">
        <h2 id="g-sender">{t("mail.sender")}</h2>
        <FormText {...bound} name="from" label={t("mail.from")} hint={t("mail.from.hint")} maxLength={320} spellCheck={false} />
      </section>
      {state.mail !== null && readOnly === null && <Stop />}
    </FormPage>
  );
}

function Stop() {
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const stop = async () => {
    setBusy(true);
    try {
      await api.delete("/instance/mail");
      queries.setQueryData<MailState>(key, { mail: null, managed: false });
      void queries.invalidateQueries({ queryKey: ["me", "mail"] });
      setAsked(false);
      toast(t("mail.stop.done"));
    } catch (error) {
      toast(wordsOf(error), { tone: "bad" });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="group" aria-label={t("mail.stop")}>
      <p>
        <Button onClick={() => setAsked(true)}>{t("mail.stop")}</Button>
      </p>
      <Dialog
        title={t("mail.stop.title")}
        open={asked}
        onClose={() => setAsked(false)}
        alert
        actions={
          <>
            <Button onClick={() => setAsked(false)}>{t("mail.stop.keep")}</Button>
            <Button variant="danger" unavailable={busy} onClick={() => void stop()}>
              {t("mail.stop")}
            </Button>
          </>
        }
      >
        <p>{t("mail.stop.text")}</p>
      </Dialog>
    </section>
  );
}
