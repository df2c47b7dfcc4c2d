import type { Account } from "@parlour/protocol";
import { api, queryClient } from "../../../state/api/api.ts";
import { normalizeHost } from "../../../state/browser/safe-url.ts";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { FormTextArea, FormSwitch } from "../kit/form/form-fields.tsx";
import { useAccount } from "../queries.ts";
import { FormPage } from "../kit/form/FormPage.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { QueryPageBody } from "../kit/resource/parts.tsx";
import { t } from "../text.ts";
import { useForm, type Form } from "../kit/form/use-form.ts";

interface SafeUrlValues {
  safe: boolean;
  /** Hosts, one per line. */
  hosts: string;
  trust: boolean;
}

/** Renders Settings → Link safety: the Safe URL policy (WG-045). */
export function SafeUrlPage() {
  const query = useAccount();
  return (
    <QueryPageBody query={query} title={t("menu.links")} about={t("links.about")}>
      {(account) => <SafeUrlForm account={account} />}
    </QueryPageBody>
  );
}

function SafeUrlForm({ account }: { account: Account }) {
  const me = useCurrentOperator();
  const form = useSafeUrlForm(account);
  const isSafeUrlManaged = account.managed_fields.includes("safe_url");
  const isTrustManaged = account.managed_fields.includes("trust_webhook_links");
  const readOnly =
    isSafeUrlManaged && isTrustManaged
      ? t("page.managed")
      : can(me, "team")
        ? null
        : t("page.readonly");
  const safe = { form, readOnly: readOnly !== null || isSafeUrlManaged };
  const trust = { form, readOnly: readOnly !== null || isTrustManaged };
  const getHint = (isFixed: boolean, hint: string): string =>
    isFixed && readOnly === null ? t("page.managed") : hint;
  const hosts = {
    label: t("links.hosts"),
    hint: t("links.hosts.hint"),
    placeholder: "shop.example\ncrm.example",
  };
  return (
    <FormPage
      title={t("menu.links")}
      about={t("links.about")}
      form={form}
      labels={{ safe: t("links.safe"), hosts: t("links.hosts"), trust: t("links.trust") }}
      readOnly={readOnly}
    >
      <SettingsSection id="g-safe" title={t("links.group")}>
        <FormSwitch
          {...safe}
          name="safe"
          label={t("links.safe")}
          hint={getHint(isSafeUrlManaged, t("links.safe.hint"))}
        />
        {form.values.safe && (
          <>
            <FormTextArea {...safe} name="hosts" {...hosts} rows={5} spellCheck={false} />
            <FormSwitch
              {...trust}
              name="trust"
              label={t("links.trust")}
              hint={getHint(isTrustManaged, t("links.trust.hint"))}
            />
          </>
        )}
      </SettingsSection>
    </FormPage>
  );
}

function useSafeUrlForm({
  safe_url: safe,
  trust_webhook_links: trust,
}: Account): Form<SafeUrlValues> {
  return useForm<SafeUrlValues>({
    saved: { safe: safe !== false, hosts: Array.isArray(safe) ? safe.join("\n") : "", trust },
    validate: (values) => {
      const invalidHost = values.safe ? findInvalidHost(values.hosts) : null;
      return invalidHost === null ? {} : { hosts: t("links.hosts.wrong", { host: invalidHost }) };
    },
    mapErrorField: (error) =>
      error.field?.startsWith("safe_url")
        ? "hosts"
        : error.field === "trust_webhook_links"
          ? "trust"
          : null,
    save: async (values, changed) => {
      const hosts = parseHosts(values.hosts).map(normalizeHost);
      const body = {
        ...((changed.includes("safe") || changed.includes("hosts")) && {
          safe_url: values.safe && (hosts.length === 0 || hosts),
        }),
        ...(changed.includes("trust") && { trust_webhook_links: values.trust }),
      };
      queryClient.setQueryData(["account"], await api.patch<Account>("/account", body));
    },
  });
}

/**
 * Splits a text at line breaks, commas, semicolons and spaces. Returns unique hosts in lower case.
 */
export function parseHosts(text: string): string[] {
  return [
    ...new Set(text.split(/[\s,;]+/).map((host) => host.toLowerCase().replace(/\.$/, ""))),
  ].filter((host) => host !== "");
}

/** Returns the first entry that is not a host name, or null. A frequent mistake is a whole URL. */
export function findInvalidHost(text: string): string | null {
  return (
    parseHosts(text).find(
      (host) => !/^(?=.{1,253}$)[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u.test(host),
    ) ?? null
  );
}
