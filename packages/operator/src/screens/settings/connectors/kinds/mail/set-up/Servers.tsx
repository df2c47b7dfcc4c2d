import { IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { Select, TextField } from "../../../../../../ui/Field.tsx";
import { Icon } from "../../../../../../ui/Icon.tsx";
import { bindField } from "../../../../kit/form/form-fields.tsx";
import { t as kind } from "../text.ts";
import type { AddressChoice, SignInForm } from "./sign-in-form.ts";
import { t } from "./text.ts";

/** Hosts and ports. They are folded if they are known. */
export function Servers({
  choice: { receive, found },
  form,
}: {
  choice: AddressChoice;
  form: SignInForm;
}) {
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
          { value: "tls", label: kind("mailchannel.imap.security.tls") },
          { value: "starttls", label: kind("mailchannel.imap.security.starttls") },
          { value: "none", label: kind("mailchannel.imap.security.none") },
        ]}
      />
    </fieldset>
  );
}

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
