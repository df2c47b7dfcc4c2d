import type { VisitSource } from "@parlour/protocol";

/** Formats a location as "GB · Bristol". Empty if unknown. */
export function locationText({ geoip }: VisitSource): string {
  return [geoip.country_code || geoip.country, geoip.city]
    .filter((part) => part !== "")
    .join(" · ");
}

/** Returns the source of a visit: the campaign or the referring site. Null for a direct visit. */
export function visitSource(
  { utm }: VisitSource,
  referrer: string,
): { readonly name: string; readonly detail: string } | null {
  if (utm.source !== "")
    return { name: utm.source, detail: utm.campaign || utm.term || utm.medium };
  const host = URL.canParse(referrer) ? new URL(referrer).hostname.replace(/^www\./, "") : "";
  return host === "" ? null : { name: host, detail: utm.campaign };
}

export function pagePath(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
