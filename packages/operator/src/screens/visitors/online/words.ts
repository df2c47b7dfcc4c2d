import type { Session } from "@parlour/protocol";

/** "GB · Bristol"; "" when nothing is known. */
export function placeText({ geoip }: Session): string {
  return [geoip.country_code || geoip.country, geoip.city].filter((part) => part !== "").join(" · ");
}

/** Where a visit came from: the campaign's own word, else the site that sent him; null: he came by himself. */
export function sourceOf({ utm }: Session, referrer: string): { readonly name: string; readonly detail: string } | null {
  if (utm.source !== "") return { name: utm.source, detail: utm.campaign || utm.term || utm.medium };
  const host = URL.canParse(referrer) ? new URL(referrer).hostname.replace(/^www\./, "") : "";
  return host === "" ? null : { name: host, detail: utm.campaign };
}

/** The path of a page, as it stands under its title. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
