import type { Account } from "@parlour/protocol";
import { api, queries } from "../../state/api.ts";
import { plainHost } from "../../state/safe-url.ts";
import { may, useMe } from "../../state/session.tsx";
import { FormArea, FormSwitch } from "./bound.tsx";
import { useAccount } from "./data.ts";
import { FormPage } from "./FormPage.tsx";
import { Group } from "./Group.tsx";
import { hostsOf, wrongHost } from "./links-form.ts";
import { Loaded } from "./parts.tsx";
import { t } from "./text.ts";
import { useForm, type Form } from "./use-form.ts";

interface Values {
  safe: boolean;
  /** One host per line. */
  hosts: string;
  trust: boolean;
}

/** Settings → Link safety: Safe URL (WG-045). */
export function LinksPage() {
  const read = useAccount();
  return (
    <Loaded read={read} title={t("menu.links")} about={t("links.about")}>
      {(account) => <LinksForm account={account} />}
    </Loaded>
  );
}

function LinksForm({ account }: { account: Account }) {
  const me = useMe();
  const form = useLinksForm(account);
  const isSafeFixed = account.managed_fields.includes("safe_url");
  const isTrustFixed = account.managed_fields.includes("trust_webhook_links");
  const readOnly = isSafeFixed && isTrustFixed ? t("page.managed") : may(me, "team") ? null : t("page.readonly");
  const safe = { form, readOnly: readOnly !== null || isSafeFixed };
  const trust = { form, readOnly: readOnly !== null || isTrustFixed };
  const hintOf = (isFixed: boolean, hint: string): string => (isFixed && readOnly === null ? t("page.managed") : hint);
  const hosts = { label: t("links.hosts"), hint: t("links.hosts.hint"), placeholder: "shop.example\ncrm.example" };
  return (
    <FormPage
      title={t("menu.links")}
      about={t("links.about")}
      form={form}
      labels={{ safe: t("links.safe"), hosts: t("links.hosts"), trust: t("links.trust") }}
      readOnly={readOnly}
    >
      <Group id="g-safe" title={t("links.group")}>
        <FormSwitch {...safe} name="safe" label={t("links.safe")} hint={hintOf(isSafeFixed, t("links.safe.hint"))} />
        {form.values.safe && (
          <>
            <FormArea {...safe} name="hosts" {...hosts} rows={5} spellCheck={false} />
            <FormSwitch {...trust} name="trust" label={t("links.trust")} hint={hintOf(isTrustFixed, t("links.trust.hint"))} />
          </>
        )}
      </Group>
    </FormPage>
  );
}

function useLinksForm({ safe_url: safe, trust_webhook_links: trust }: Account): Form<Values> {
  return useForm<Values>({
    saved: { safe: safe !== false, hosts: Array.isArray(safe) ? safe.join("\n") : "", trust },
    check: (values) => {
      const wrong = values.safe ? wrongHost(values.hosts) : null;
      return wrong === null ? {} : { hosts: t("links.hosts.wrong", { host: wrong }) };
    },
    fieldOf: (error) => (error.field?.startsWith("safe_url") ? "hosts" : error.field === "trust_webhook_links" ? "trust" : null),
    save: async (values, changed) => {
      const hosts = hostsOf(values.hosts).map(plainHost);
      const body = {
        ...((changed.includes("safe") || changed.includes("hosts")) && { safe_url: values.safe && (hosts.length === 0 || hosts) }),
        ...(changed.includes("trust") && { trust_webhook_links: values.trust }),
      };
      queries.setQueryData(["account"], await api.patch<Account>("/account", body));
    },
  });
}
