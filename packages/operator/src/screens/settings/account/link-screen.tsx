import type { Account } from "@parlour/protocol";
import type { Field } from "@parlour/protocol/settings/field";
import { account } from "@parlour/protocol/settings/kinds/account/account";
import { normalizeHost } from "../../../state/browser/safe-url.ts";
import { Switch, TextArea } from "../../../ui/Field.tsx";
import { ChangedLabel } from "../../../ui/form/ChangedLabel.tsx";
import type { ControlProps } from "../kit/kind/controls.tsx";
import { singleScreen } from "../kit/kind/single-screen.ts";
import { accountSettingsText as t } from "./account-text.ts";
import { findInvalidHost, parseHosts } from "./hosts.ts";

interface LinkPolicy {
  readonly isOn: boolean;
  /** Hosts, one per line. */
  readonly hosts: string;
}

/** Settings → Data and privacy → Link safety: the Safe URL policy (WG-045). */
export const linkScreen = singleScreen<Account>()({
  kind: account,
  prefix: "links",
  t,
  labels: [{ label: "links.hosts" }],
  sections: [{ fields: ["safe_url", "trust_webhook_links"] }],
  controls: { safe_url: PolicyControl },
  custom: {
    safe_url: {
      toForm: (policy: boolean | readonly string[]): LinkPolicy => ({
        isOn: policy !== false,
        hosts: typeof policy === "boolean" ? "" : policy.join("\n"),
      }),
      toSent({ isOn, hosts }: LinkPolicy) {
        const listed = parseHosts(hosts).map(normalizeHost);
        return isOn && (listed.length === 0 || listed);
      },
      findError({ isOn, hosts }: LinkPolicy) {
        const host = isOn ? findInvalidHost(hosts) : null;
        return host === null ? null : t("links.hosts.wrong", { host });
      },
    },
  },
  isShown: (name, { safe_url }) => name !== "trust_webhook_links" || (safe_url as LinkPolicy).isOn,
  managedFields: (stored) => stored.managed_fields,
});

function PolicyControl({ form, name, label, hint, readOnly }: ControlProps<Field>) {
  const policy = form.values[name] as LinkPolicy;
  return (
    <>
      <Switch
        label={
          <ChangedLabel form={form} name={name}>
            {label}
          </ChangedLabel>
        }
        hint={hint}
        checked={policy.isOn}
        onChange={(event) => form.set(name, { ...policy, isOn: event.target.checked })}
        disabled={readOnly}
      />
      {policy.isOn && (
        <TextArea
          name={name}
          label={t("links.hosts")}
          hint={t("links.hosts.hint")}
          placeholder={"shop.example\ncrm.example"}
          rows={5}
          autoComplete="off"
          spellCheck={false}
          value={policy.hosts}
          onChange={(event) => form.set(name, { ...policy, hosts: event.target.value })}
          error={form.errors[name]}
          readOnly={readOnly}
        />
      )}
    </>
  );
}
