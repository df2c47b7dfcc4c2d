import type { AccountConfig } from "../ports.ts";

/**
 * Whether operators get this text as a link (WG-045). With Safe URL on, only links to the account's own hosts and below them are;
 * `source` "webhook" is exempt when the account trusts replies. What names no host (mailto, tel) leads to no other domain.
 */
export function linkAllowed(
  url: string,
  config: Pick<AccountConfig, "safeUrl" | "trustWebhookLinks">,
  source: "webhook" | "other" = "other",
): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  if (protocol === "mailto:" || protocol === "tel:") return true;
  if (protocol !== "http:" && protocol !== "https:") return false;
  if (config.safeUrl === false || (source === "webhook" && config.trustWebhookLinks)) return true;
  return config.safeUrl.hosts.some((own) => isWithin(plainHost(hostname), plainHost(own)));
}

/** The host itself or one below it. */
function isWithin(host: string, own: string): boolean {
  return own !== "" && (host === own || host.endsWith(`.${own}`));
}
/** As browsers compare hosts: lower case, ASCII, without the dot at the end. */
function plainHost(host: string): string {
  const text = host.trim().replace(/\.$/, "");
  return URL.canParse(`http://${text}`) ? new URL(`http://${text}`).hostname.replace(/\.$/, "") : "";
}
