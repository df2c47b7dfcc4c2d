import type { WidgetSettings } from "@parlour/protocol/settings/widget-settings";
import { parseHours, type HoursFields } from "../hours/format.ts";
import { validateLogo } from "./logo.ts";

/**
 * Validates the rules for a widget's settings that its declaration cannot express. Returns the
 * error with the invalid part (such as `offline.email`), or null if the settings are valid.
 */
export function validateWidgetSettings(
  settings: WidgetSettings,
): { readonly part: string; readonly fault: string } | null {
  if (settings.consent_url === "")
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
