import type { WidgetScriptConfig } from "@parlour/protocol/settings/widget-settings";

export type Device = "desktop" | "mobile" | "tablet";

/**
 * Returns true if the widget may start on this page. Its sites (WG-006) must match, and its
 * settings must not hide it there. The server checks countries.
 */
export function isTargeted(
  face: WidgetScriptConfig,
  page: { readonly origin: string; readonly href: string },
  device: Device,
): boolean {
  return (
    new RegExp(face.sites ?? "", "i").test(page.origin) &&
    !face.hidden.devices.includes(device) &&
    !face.hidden.urls.some((part) => page.href.includes(part))
  );
}

export function detectDevice({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, "userAgent" | "maxTouchPoints">): Device {
  if (
    /iPad|Tablet|Silk|Android(?!.*Mobile)/.test(userAgent) ||
    (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  )
    return "tablet";
  return /Mobi|Android/.test(userAgent) ? "mobile" : "desktop";
}
