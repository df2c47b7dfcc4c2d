import type { Channel } from "@parlour/protocol";
import { useAccount } from "../account.ts";
import { useAllChannels } from "../api/queries.ts";
import { parseUrl } from "./parse-url.ts";

/** Policy for links in messages (WG-045): which hosts, with their subdomains, links may lead to. */
export interface SafeUrlPolicy {
  readonly hosts: readonly string[];
  /** Whether links in webhook replies are always allowed. */
  readonly trustWebhooks: boolean;
}

/** Until the account is loaded, links to other hosts are blocked. */
const blockAll: SafeUrlPolicy = { hosts: [], trustWebhooks: false };

/** Returns the account's policy for links. Null allows every link. */
export function useSafeUrl(): SafeUrlPolicy | null {
  const { data } = useAccount();
  const isOn = data?.safe_url !== undefined && data.safe_url !== false;
  const channels = useAllChannels(isOn);
  return data === undefined ? blockAll : toSafeUrlPolicy(data, channels.data);
}

/** Converts the account's setting to a policy. Hosts of the account's widgets are allowed, too. */
export function toSafeUrlPolicy(
  account: { safe_url?: boolean | readonly string[]; trust_webhook_links?: boolean },
  channels: readonly { readonly widget?: Channel["widget"] }[] = [],
): SafeUrlPolicy | null {
  const policy = account.safe_url ?? false;
  if (policy === false) return null;
  const sites = channels.flatMap(({ widget }) => widget?.origins ?? []);
  const widgetHosts = sites.flatMap(
    (site) => parseUrl(site.replace("://*.", "://"))?.hostname ?? [],
  );
  return {
    hosts: [...(policy === true ? [] : policy), ...widgetHosts],
    trustWebhooks: account.trust_webhook_links === true,
  };
}

/** Returns true if the policy allows a link. `mailto:` and `tel:` links are always allowed. */
export function isAllowedLink(
  policy: SafeUrlPolicy | null,
  href: string,
  source: "webhook" | null = null,
): boolean {
  if (policy === null || (source === "webhook" && policy.trustWebhooks)) return true;
  if (!URL.canParse(href)) return false;
  const { protocol, hostname } = new URL(href);
  if (protocol === "mailto:" || protocol === "tel:") return true;
  if (protocol !== "http:" && protocol !== "https:") return false;
  return policy.hosts.some((allowedHost) =>
    isHostWithin(normalizeHost(hostname), normalizeHost(allowedHost)),
  );
}

/** Returns true if `host` is `parentHost` or a subdomain of it. */
function isHostWithin(host: string, parentHost: string): boolean {
  return parentHost !== "" && (host === parentHost || host.endsWith(`.${parentHost}`));
}
/** Normalises a host as browsers do: lower case, ASCII, no trailing dot. "" if it is no host. */
export function normalizeHost(host: string): string {
  return (parseUrl(`http://${host}`)?.hostname ?? "").replace(/\.$/, "");
}
