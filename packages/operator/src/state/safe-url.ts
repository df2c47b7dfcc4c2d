import type { Channel } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { useAccount } from "./account.ts";
import { api } from "./api.ts";

/** WG-045. null: every link may be followed. Else hosts that may, with their subdomains. */
export interface SafeUrl {
  readonly hosts: readonly string[];
  /** Links of webhook replies are let through. */
  readonly trustWebhooks: boolean;
}

/** Until the account is read nothing foreign is a link. */
const closed: SafeUrl = { hosts: [], trustWebhooks: false };

/** What the account says about foreign links. */
export function useSafeUrl(): SafeUrl | null {
  const { data } = useAccount();
  const isOn = data?.safe_url !== undefined && data.safe_url !== false;
  const channels = useQuery({ queryKey: ["channels", "all"], queryFn: () => api.list<Channel>("/channels"), enabled: isOn });
  return data === undefined ? closed : safeUrlOf(data, channels.data);
}

/** The setting of an account as links need it; the hosts of its widgets' sites are its own. */
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

/** Whether a link may be followed: own hosts and their subdomains. `mailto:` and `tel:` lead to no site. */
export function isSafe(safe: SafeUrl | null, href: string, source: "webhook" | null = null): boolean {
  if (safe === null || (source === "webhook" && safe.trustWebhooks)) return true;
  if (!URL.canParse(href)) return false;
  const { protocol, hostname } = new URL(href);
  if (protocol === "mailto:" || protocol === "tel:") return true;
  if (protocol !== "http:" && protocol !== "https:") return false;
  return safe.hosts.some((own) => isWithin(plainHost(hostname), plainHost(own)));
}

/** The host itself or one below it. */
function isWithin(host: string, own: string): boolean {
  return own !== "" && (host === own || host.endsWith(`.${own}`));
}
/** As browsers compare hosts: lower case, ASCII, without the full stop at the end that names the same host; "" of what is none. */
export function plainHost(host: string): string {
  return (URL.parse(`http://${host}`)?.hostname ?? "").replace(/\.$/, "");
}
