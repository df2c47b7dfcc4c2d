import type { MailState } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, queries } from "../../../state/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { orSay, useDeed } from "../../../ui/deed.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Banner } from "../../../ui/marks.tsx";
import { toast } from "../../../ui/toast.tsx";
import { FormSelect, FormText } from "../bound.tsx";
import { FormPage } from "../FormPage.tsx";
import { Group } from "../Group.tsx";
import { Loaded } from "../parts.tsx";
import { t as shared } from "../text.ts";
import { useForm, type Form } from "../use-form.ts";
import { bodyOf, faultsOf, keepsPassword, valuesOf, type MailValues } from "./mail-form.ts";
import { MailTestCard } from "./MailTestCard.tsx";
import { t } from "./text.ts";

const key = ["instance", "mail"];

/**
 * Settings → Mail server: the server that sends this installation's mail, with a test (CFG-032).
 */
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
    secrets: ["password"],
    check: (values) => {
      const words = { host: t("mail.host.missing"), port: t("mail.port.wrong"), from: t("mail.from.missing") };
      return Object.fromEntries(faultsOf(values).map((name) => [name, words[name]]));
    },
    save: async (values) => put(await api.put<MailState>("/instance/mail", bodyOf(values))),
  });
  const readOnly = state.managed ? shared("page.managed") : null;
  const bound = { form, readOnly: readOnly !== null };
  return (
    <FormPage
      title={t("mail.title")}
      about={t("mail.about")}
      form={form}
      labels={labels()}
      readOnly={readOnly}
      side={<MailTestCard values={form.values} />}
    >
      {state.mail === null && <Banner tone="info">{t("mail.off")}</Banner>}
      <Server {...bound} state={state} />
      <Group id="g-sender" title={t("mail.sender")}>
        <FormText {...bound} name="from" label={t("mail.from")} hint={t("mail.from.hint")} maxLength={320} spellCheck={false} />
      </Group>
      {state.mail !== null && readOnly === null && <Stop />}
    </FormPage>
  );
}

function put(state: MailState): void {
  queries.setQueryData(key, state);
  void queries.invalidateQueries({ queryKey: ["me", "mail"] });
}

const labels = (): Record<keyof MailValues, string> => ({
  host: t("mail.host"),
  port: t("mail.port"),
  tls: t("mail.tls"),
  user: t("mail.user"),
  password: t("mail.password"),
  from: t("mail.from"),
});

function Server({ state, ...bound }: { state: MailState; form: Form<MailValues>; readOnly: boolean }) {
  const isStored = state.mail?.has_password === true;
  const password = !isStored
    ? "mail.password.none"
    : keepsPassword(bound.form.values, state)
      ? "mail.password.stored"
      : "mail.password.again";
  return (
    <Group id="g-server" title={t("mail.server")}>
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
        hint={t(password)}
        maxLength={1024}
      />
    </Group>
  );
}

function Stop() {
  const [asked, setAsked] = useState(false);
  const { busy, run } = useDeed();
  const close = () => setAsked(false);
  const stop = async () => {
    await api.delete("/instance/mail");
    put({ mail: null, managed: false });
    close();
    toast(t("mail.stop.done"));
  };
  const actions = (
    <>
      <Button onClick={close}>{t("mail.stop.keep")}</Button>
      <Button variant="danger" unavailable={busy} onClick={() => void run(() => orSay(stop))}>
        {t("mail.stop")}
      </Button>
    </>
  );
  return (
    <section className="group" aria-label={t("mail.stop")}>
      <p>
        <Button onClick={() => setAsked(true)}>{t("mail.stop")}</Button>
      </p>
      <Dialog title={t("mail.stop.title")} open={asked} onClose={close} alert actions={actions}>
        <p>{t("mail.stop.text")}</p>
      </Dialog>
    </section>
  );
}
