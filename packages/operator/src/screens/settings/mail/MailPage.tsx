import type { MailState } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, queryClient } from "../../../state/api/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { runOrToast, useApiMutation } from "../../../ui/mutation.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Banner } from "../../../ui/badges.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { FormSelect, FormTextField } from "../kit/form/form-fields.tsx";
import { FormPage } from "../kit/form/FormPage.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { QueryPageBody } from "../kit/resource/parts.tsx";
import { t as shared } from "../text.ts";
import { useForm, type Form } from "../kit/form/use-form.ts";
import {
  toRequestBody,
  findInvalidFields,
  canReuseStoredPassword,
  toFormValues,
  type MailFormValues,
} from "./mail-form.ts";
import { ClientsSection } from "./clients/ClientsSection.tsx";
import { MailTestCard } from "./MailTestCard.tsx";
import { t } from "./text.ts";

const mailQueryKey = ["instance", "mail"];

/**
 * Renders Settings → Mail server: the server that sends the emails of this installation, with a
 * test (CFG-032).
 */
export function MailPage() {
  const query = useQuery({
    queryKey: mailQueryKey,
    queryFn: ({ signal }) => api.get<MailState>("/instance/mail", { signal }),
  });
  return (
    <QueryPageBody query={query} title={t("mail.title")} about={t("mail.about")}>
      {(state) => <MailForm state={state} />}
    </QueryPageBody>
  );
}

function MailForm({ state }: { state: MailState }) {
  const form = useForm<MailFormValues>({
    saved: toFormValues(state),
    secrets: ["password"],
    validate: (values) => {
      const errorTexts = {
        host: t("mail.host.missing"),
        port: t("mail.port.wrong"),
        from: t("mail.from.missing"),
      };
      return Object.fromEntries(findInvalidFields(values).map((name) => [name, errorTexts[name]]));
    },
    save: async (values) =>
      cacheMailState(await api.put<MailState>("/instance/mail", toRequestBody(values))),
  });
  const readOnly = state.managed ? shared("page.managed") : null;
  const fieldProps = { form, readOnly: readOnly !== null };
  return (
    <FormPage
      title={t("mail.title")}
      about={t("mail.about")}
      form={form}
      labels={getLabels()}
      readOnly={readOnly}
      side={<MailTestCard values={form.values} />}
    >
      {state.mail === null && <Banner tone="info">{t("mail.off")}</Banner>}
      <ServerSection {...fieldProps} state={state} />
      <SettingsSection id="g-sender" title={t("mail.sender")}>
        <FormTextField
          {...fieldProps}
          name="from"
          label={t("mail.from")}
          hint={t("mail.from.hint")}
          maxLength={320}
          spellCheck={false}
        />
      </SettingsSection>
      {state.mail !== null && readOnly === null && <StopMailSection />}
      <ClientsSection />
    </FormPage>
  );
}

function cacheMailState(state: MailState): void {
  queryClient.setQueryData(mailQueryKey, state);
  void queryClient.invalidateQueries({ queryKey: ["me", "mail"] });
}

const getLabels = (): Record<keyof MailFormValues, string> => ({
  host: t("mail.host"),
  port: t("mail.port"),
  tls: t("mail.tls"),
  user: t("mail.user"),
  password: t("mail.password"),
  from: t("mail.from"),
});

interface ServerSectionProps {
  state: MailState;
  form: Form<MailFormValues>;
  readOnly: boolean;
}

function ServerSection({ state, ...fieldProps }: ServerSectionProps) {
  const isStored = state.mail?.has_password === true;
  const passwordHint = !isStored
    ? "mail.password.none"
    : canReuseStoredPassword(fieldProps.form.values, state)
      ? "mail.password.stored"
      : "mail.password.again";
  return (
    <SettingsSection id="g-server" title={t("mail.server")}>
      <FormTextField
        {...fieldProps}
        name="host"
        label={t("mail.host")}
        hint={t("mail.host.hint")}
        maxLength={253}
        spellCheck={false}
      />
      <FormTextField
        {...fieldProps}
        name="port"
        label={t("mail.port")}
        hint={t("mail.port.hint")}
        maxLength={5}
        inputMode="numeric"
      />
      <FormSelect
        {...fieldProps}
        name="tls"
        label={t("mail.tls")}
        options={(["starttls", "implicit", "none"] as const).map((value) => ({
          value,
          label: t(`mail.tls.${value}`),
        }))}
      />
      <FormTextField
        {...fieldProps}
        name="user"
        label={t("mail.user")}
        hint={t("mail.user.hint")}
        maxLength={254}
        spellCheck={false}
      />
      <FormTextField
        {...fieldProps}
        name="password"
        type="password"
        autoComplete="new-password"
        label={t("mail.password")}
        hint={t(passwordHint)}
        maxLength={1024}
      />
    </SettingsSection>
  );
}

function StopMailSection() {
  const [isConfirming, setConfirming] = useState(false);
  const { busy, run } = useApiMutation();
  const close = () => setConfirming(false);
  const stop = async () => {
    await api.delete("/instance/mail");
    cacheMailState({ mail: null, managed: false });
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
