import { IconChevronRight, IconExternalLink } from "@tabler/icons-react";
import { useState } from "react";
import { Banner } from "../../../../../../ui/badges.tsx";
import { Button } from "../../../../../../ui/Button.tsx";
import { Select, TextField } from "../../../../../../ui/Field.tsx";
import { Icon } from "../../../../../../ui/Icon.tsx";
import { ErrorMessage } from "../../../../../../ui/loading/ErrorMessage.tsx";
import { bindField } from "../../../../kit/form/form-fields.tsx";
import { t as kind } from "../text.ts";
import { findProvider, type Provider } from "./providers.ts";
import { needsSignIn, type AddressChoice, type SignInForm } from "./sign-in-form.ts";
import { StepHeading } from "./StepHeading.tsx";
import { t } from "./text.ts";

interface SignInStepProps {
  choice: AddressChoice;
  form: SignInForm;
  onBack: () => void;
}

/** Step 2: user and password, and the servers, which are known in most cases. */
export function SignInStep({ choice, form, onBack }: SignInStepProps) {
  const provider = findProvider(choice.provider);
  const { address, receive, found } = choice;
  const { values } = form;
  const title = getTitle(choice, provider);
  const usesInstallation = receive === "smtp" || values.send === "installation";
  return (
    <form
      className="stack16"
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <StepHeading
        title={title}
        about={t("mailsetup.signin.for", { address })}
        takesFocus={!needsSignIn(values)}
      />
      {form.failure !== null && <ErrorMessage error={form.failure} />}
      {receive === "smtp" ? (
        <p className="t13">{t("mailsetup.smtp.text")}</p>
      ) : (
        <Advice provider={provider} />
      )}
      {usesInstallation && found?.needs_proof === true && (
        <Banner tone="info">{t("mailsetup.proof", { address })}</Banner>
      )}
      {needsSignIn(values) && (
        <div className="f2">
          <TextField
            {...bindField(form, "user")}
            label={t("mailsetup.user")}
            autoComplete="off"
            spellCheck={false}
            maxLength={320}
          />
          <TextField
            {...bindField(form, "password")}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- The first empty field of the step.
            autoFocus
            type="password"
            label={t(
              receive === "imap" && provider.url !== undefined
                ? "mailsetup.app_password"
                : "mailsetup.password",
            )}
            hint={t("mailsetup.password.hint")}
            autoComplete="new-password"
            maxLength={1000}
          />
        </div>
      )}
      <Servers choice={choice} form={form} />
      {receive === "imap" && <p className="hint">{t("mailsetup.new")}</p>}
      <div className="line wrap">
        <Button type="submit" variant="primary" unavailable={form.busy}>
          {t(receive === "imap" ? "mailsetup.test" : "mailsetup.test.send")}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {t("mailsetup.back")}
        </Button>
      </div>
    </form>
  );
}

function getTitle({ receive }: AddressChoice, provider: Provider): string {
  if (receive === "smtp") return t("mailsetup.smtp.title");
  return provider.id === "other"
    ? t("mailsetup.signin.other")
    : t("mailsetup.signin.title", { provider: provider.name() });
}

function Advice({ provider }: { provider: Provider }) {
  if (provider.advice === undefined) return null;
  return (
    <Banner
      tone="info"
      action={
        provider.url !== undefined && (
          <a className="btn small" href={provider.url} target="_blank" rel="noreferrer">
            <Icon of={IconExternalLink} small /> {t("mailsetup.app_password.create")}
          </a>
        )
      }
    >
      {provider.advice()}
    </Banner>
  );
}

/** Hosts and ports. They are folded if they are known. */
function Servers({ choice: { receive, found }, form }: Pick<SignInStepProps, "choice" | "form">) {
  const { values, errors } = form;
  const sends = values.send === "smtp";
  const hosts = [
    ...(receive === "imap" ? [toText(values.imap_host, values.imap_port)] : []),
    ...(sends ? [toText(values.smtp_host, values.smtp_port)] : []),
  ];
  const isIncomplete = hosts.includes("");
  const [isOpen, setOpen] = useState(isIncomplete);
  const hasError = Object.keys(errors).some((name) => /^(?:imap|smtp|folder|move|send)/.test(name));
  const summary = isIncomplete ? t("mailsetup.servers.none") : hosts.join(", ");
  return (
    <details
      className="det"
      open={isOpen || hasError}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <Icon of={IconChevronRight} small flip className="chev" />
        {t("mailsetup.servers")} <span className="soft">{summary}</span>
      </summary>
      <div className="stack16">
        {receive === "imap" && (
          <ServerFields form={form} part="imap" title={t("mailsetup.receiving")} />
        )}
        {found?.has_mail_server === true && (
          <Select
            {...bindSelect(form, "send")}
            label={t("mailsetup.send")}
            options={[
              { value: "smtp", label: t("mailsetup.send.own") },
              { value: "installation", label: t("mailsetup.send.installation") },
            ]}
          />
        )}
        {sends && <ServerFields form={form} part="smtp" title={t("mailsetup.sending")} />}
        {receive === "imap" && (
          <div className="f2">
            <TextField
              {...bindField(form, "folder")}
              label={t("mailsetup.folder")}
              autoComplete="off"
              maxLength={255}
            />
            <TextField
              {...bindField(form, "move_to")}
              label={t("mailsetup.move")}
              hint={t("mailsetup.move.hint")}
              autoComplete="off"
              maxLength={255}
            />
          </div>
        )}
      </div>
    </details>
  );
}

const toText = (host: string, port: string): string =>
  host.trim() === "" ? "" : `${host.trim()}:${port}`;

function ServerFields({
  form,
  part,
  title,
}: {
  form: SignInForm;
  part: "imap" | "smtp";
  title: string;
}) {
  return (
    <fieldset className="server">
      <legend>{title}</legend>
      <TextField
        {...bindField(form, `${part}_host`)}
        label={t("mailsetup.host")}
        autoComplete="off"
        spellCheck={false}
        maxLength={253}
      />
      <TextField
        {...bindField(form, `${part}_port`)}
        label={t("mailsetup.port")}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
      />
      <Select
        {...bindSelect(form, `${part}_security`)}
        label={t("mailsetup.security")}
        options={[
          { value: "tls", label: kind("mailchannel.security.tls") },
          { value: "starttls", label: kind("mailchannel.security.starttls") },
          { value: "none", label: kind("mailchannel.security.none") },
        ]}
      />
    </fieldset>
  );
}

/** Binds a list to a value of the form. */
const bindSelect = <K extends "send" | "imap_security" | "smtp_security">(
  form: SignInForm,
  name: K,
) => ({
  name,
  value: form.values[name],
  error: form.errors[name],
  onChange: (event: { target: { value: string } }) =>
    form.set(name, event.target.value as SignInForm["values"][K]),
});
