import type { Channel } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { useAccount } from "./account.ts";
import { api } from "./api.ts";

/**
 * Links that may be followed (WG-045). Null: every link. Otherwise these hosts and their
 * subdomains.
 */
export interface SafeUrl {
  readonly hosts: readonly string[];
  /** Links in webhook replies are always allowed. */
  readonly trustWebhooks: boolean;
}

/** Until the account is loaded, links to other hosts are blocked. */
const closed: SafeUrl = { hosts: [], trustWebhooks: false };

/** Returns the link policy of the account. Null allows every link. */
export function useSafeUrl(): SafeUrl | null {
  const { data } = useAccount();
  const isOn = data?.safe_url !== undefined && data.safe_url !== false;
  const channels = useQuery({ queryKey: ["channels", "all"], queryFn: () => api.list<Channel>("/channels"), enabled: isOn });
  return data === undefined ? closed : safeUrlOf(data, channels.data);
}

/** Converts the account's setting. Hosts of its widgets' sites are allowed too. */
export function safeUrlOf(
  account: { safe_url?: boolean | readonly string[]; trust_webhook_links?: boolean },
  channels: readonly Pick<Channel, "widget">[] = [],
): SafeUrl | null {
  const { safe_url: safe = false } = account;
  if (safe === false) return null;
  const sites = channels.flatMap(({ widget }) => widget?.origins ?? []);
  const own = sites.flatMap((site) => URL.parse(site.replace("://*.", "://"))?.hostname ?? []);
  return { hosts: [...(safe === true ? [] : safe), ...own], trustWebhooks: account.trust_webhook_links === true };
}

/** Returns whether a link may be followed. `mailto:` and `tel:` are always allowed. */
export function isSafe(safe: SafeUrl | null, href: string, source: "webhook" | null = null): boolean {
  if (safe === null || (source === "webhook" && safe.trustWebhooks)) return true;
  if (!URL.canParse(href)) return false;
  const { protocol, hostname } = new URL(href);
  if (protocol === "mailto:" || protocol === "tel:") return true;
  if (protocol !== "http:" && protocol !== "https:") return false;
  return safe.hosts.some((own) => isWithin(plainHost(hostname), plainHost(own)));
}

/** Returns whether `host` is the given host or a subdomain of it. */
function isWithin(host: string, own: string): boolean {
  return own !== "" && (host === own || host.endsWith(`.${own}`));
}
/**
 * Normalises a host as browsers compare it: lower case, ASCII, without a trailing dot. Empty if it
 * is not a host.
 */
export function plainHost(host: string): string {
  return (URL.parse(`http://${host}`)?.hostname ?? "").replace(/\.$/, "");
}
