import { expect, test } from "vitest";
import { defaultWidgetSettings } from "@parlour/protocol/settings/widget-settings";
import { validateWidgetSettings } from "./widget-settings.ts";

test("[WG-090] what is wrong with settings is said with the part that holds it", () => {
  const invalidPart = (changed: object): string | undefined =>
    validateWidgetSettings({ ...defaultWidgetSettings, ...changed })?.part;
  expect(validateWidgetSettings(defaultWidgetSettings)).toBeNull();
  expect(invalidPart({ consent_url: "" })).toBe("consent_url");
  expect(
    invalidPart({ offline: { enabled: true, name: "required", email: "off", phone: "off" } }),
  ).toBe("offline.email");
  expect(
    invalidPart({ offline: { enabled: false, name: "required", email: "off", phone: "off" } }),
  ).toBeUndefined();
  expect(invalidPart({ hours: { timezone: "Mars/Base", week: {} } })).toBe("hours.timezone");
  expect(
    invalidPart({ hours: { timezone: "Europe/London", week: { mon: ["09:00-18:00"] } } }),
  ).toBeUndefined();
});
