import type { WidgetSettings } from "@parlour/protocol/entity/widget/widget-settings";
import { parseHours, type HoursFields } from "../hours/format.ts";
import { validateLogo } from "./logo.ts";

/**
 * Validates the rules for a widget's settings that the schema cannot express. Returns the error
 * with the invalid part (such as `origins.2`), or null if the settings are valid.
 */
export function validateWidgetSettings(
  settings: WidgetSettings,
): { readonly part: string; readonly fault: string } | null {
  const origin = settings.origins.findIndex((candidate) => !isOrigin(candidate));
  if (origin >= 0) {
    const message = `${JSON.stringify(settings.origins[origin])} is no site; write one like https://shop.example or https://*.shop.example`;
    return { part: `origins.${origin}`, fault: message };
  }
  if (settings.consent_url !== null && !isWebAddress(settings.consent_url))
    return { part: "consent_url", fault: "consent_url is no http or https address" };
  const logo = settings.logo === null ? null : validateLogo(settings.logo);
  if (logo !== null) return { part: "logo", fault: logo };
  const { enabled, email, phone } = settings.offline;
  if (enabled && email === "off" && phone === "off")
    return {
      part: "offline.email",
      fault: "an offline message needs an email or a phone number to answer to",
    };
  if (settings.hours !== null) {
    const parsed = parseHours(settings.hours as HoursFields);
    if ("fault" in parsed) return { part: `hours.${parsed.part}`, fault: parsed.fault };
  }
  return null;
}

/**
 * Returns whether the text consists only of scheme, host and port. `*.` before the host means its
 * subdomains (WG-006).
 */
export function isOrigin(text: string): boolean {
  const match = /^(https?:\/\/)(\*\.)?([^/*?#@\s]+)\/?$/i.exec(text.trim());
  const [, scheme = "", star = "", host = ""] = match ?? [];
  if (match === null || !URL.canParse(scheme + host)) return false;
  const url = new URL(scheme + host);
  // Browsers never send an origin in another notation, such as one with a default port, so such a
  // text would match nothing.
  return url.host === host.toLowerCase() && (star === "" || /[a-z]/.test(url.hostname));
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === ""
  );
}
