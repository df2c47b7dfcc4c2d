import type { SamlMetadata, SamlProvider } from "@parlour/protocol/api/people/saml";
import type { Field } from "@parlour/protocol/settings/field";
import { saml } from "@parlour/protocol/settings/kinds/people/saml";
import { IconCertificate } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { TextArea, TextField } from "../../../ui/Field.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import type { ControlProps } from "../kit/kind/controls.tsx";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { formatDate } from "../kit/resource/parts.tsx";
import { AccountControl, DomainsControl, RoleControl } from "./oidc-screen.tsx";
import { t as oidc } from "./text.ts";
import { t } from "./saml-text.ts";

/** Settings → Sign-in: the SAML providers of the installation (SSO-001). */
export const samlScreen = kindScreen<SamlProvider>()({
  kind: saml,
  prefix: "saml",
  t,
  icon: IconCertificate,
  inDialog: true,
  isShown: (name, values) => name !== "account_id" || values["role"] !== "",
  labels: [{ label: "saml.own_entity" }, { label: "saml.acs" }, { label: "saml.metadata" }],
  sections: [
    {
      fields: [
        "name",
        "entity_id",
        "sso_url",
        "certificates",
        "email_attribute",
        "domains",
        "role",
        "account_id",
      ],
    },
  ],
  controls: {
    entity_id: EntityControl,
    certificates: CertificatesControl,
    domains: DomainsControl,
    role: RoleControl,
    account_id: AccountControl,
  },
  newValues: () => ({ certificates: [] }),
  columns: () => [
    { head: t("saml.entity_id"), className: "mono", cell: (provider) => provider.entity_id },
    { head: t("saml.certificates_end"), cell: (provider) => formatDate(provider.certificates_end) },
    { head: t("saml.role"), cell: ({ role }) => oidc(`oidc.role.${role ?? "none"}`) },
  ],
});

/** The entity id, and above it the metadata, which fill in three fields. */
function EntityControl({ form, name, label, readOnly }: ControlProps<Field>) {
  const [metadata, setMetadata] = useState("");
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const { busy, run } = useApiMutation();
  const read = async () => {
    const found = await api.post<SamlMetadata>("/instance/saml/metadata", { metadata });
    form.set("entity_id", found.entity_id);
    form.set("sso_url", found.sso_url);
    form.set("certificates", found.certificates);
    setProblem(undefined);
    toast(t("saml.metadata.done"));
  };
  return (
    <>
      <TextArea
        label={t("saml.metadata")}
        hint={t("saml.metadata.hint")}
        value={metadata}
        onChange={(event) => setMetadata(event.target.value)}
        error={problem}
        rows={3}
        spellCheck={false}
      />
      <div>
        <Button
          small
          unavailable={busy || metadata.trim() === ""}
          onClick={() =>
            void run(read, (error) =>
              setProblem(error instanceof Error ? error.message : String(error)),
            )
          }
        >
          {t("saml.metadata.read")}
        </Button>
      </div>
      <TextField
        label={label}
        name={name}
        value={form.values[name] as string}
        onChange={(event) => form.set(name, event.target.value)}
        readOnly={readOnly}
        error={form.errors[name]}
        autoComplete="off"
        maxLength={1024}
      />
    </>
  );
}

/** Edits certificates as PEM. They are stored in base64. */
function CertificatesControl({ form, name, label, hint, readOnly }: ControlProps<Field>) {
  const values = (form.values[name] ?? []) as readonly string[];
  // The text stays as it was typed while it means the same certificates.
  const [typed, setTyped] = useState("");
  const isSame = JSON.stringify(splitPem(typed)) === JSON.stringify(values.map(stripPem));
  return (
    <TextArea
      label={label}
      hint={hint}
      name={name}
      value={isSame && typed !== "" ? typed : values.map(toPem).join("\n")}
      onChange={(event) => {
        setTyped(event.target.value);
        form.set(name, splitPem(event.target.value));
      }}
      readOnly={readOnly}
      error={form.errors[name]}
      rows={6}
      spellCheck={false}
    />
  );
}

const stripPem = (text: string): string =>
  text.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s+/g, "");
const splitPem = (text: string): readonly string[] =>
  text
    .split("-----END CERTIFICATE-----")
    .map(stripPem)
    .filter((certificate) => certificate !== "");
const toPem = (base64: string): string =>
  `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join("\n") ?? ""}\n-----END CERTIFICATE-----`;
