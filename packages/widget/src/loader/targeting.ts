import type { WidgetScriptConfig } from "@parlour/protocol/settings/widget-settings";

export type Device = "desktop" | "mobile" | "tablet";

/**
 * Returns true if the widget may start on this page. Its sites (WG-006) must match, and its
 * settings must not hide it there. The server checks countries.
 */
export function isTargeted(
  face: WidgetScriptConfig,
  page: { readonly origin: string; readonly href: string; readonly device: Device },
): boolean {
  return (
    (face.origins.length === 0 ||
      face.origins.some((one) =>
        matchesOrigin(one.toLowerCase().replace(/\/$/, ""), page.origin.toLowerCase()),
      )) &&
    !face.hidden.devices.includes(page.device) &&
    !face.hidden.urls.some((part) => page.href.includes(part))
  );
}

/** Returns true if an origin matches. `https://*.shop.example` includes subdomains. */
function matchesOrigin(pattern: string, origin: string): boolean {
  const [scheme = "", rest] = pattern.split("*");
  return rest === undefined
    ? pattern === origin
    : origin.startsWith(scheme) &&
        origin.endsWith(rest) &&
        origin.length > scheme.length + rest.length;
}

export function detectDevice({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, "userAgent" | "maxTouchPoints">): Device {
  if (
    /iPad|Tablet|PlayBook|Silk|Android(?!.*Mobile)/.test(userAgent) ||
    (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  )
    return "tablet";
  return /Mobi|iPhone|iPod|Android/.test(userAgent) ? "mobile" : "desktop";
}
