import { expect, test } from "vitest";
import { defaultWidgetSettings } from "@parlour/protocol/entity/widget/widget-settings";
import { isOrigin, validateWidgetSettings } from "./widget-settings.ts";

test("[WG-006] a site is a scheme, a host and perhaps a port, with *. for its subdomains", () => {
  for (const good of [
    "https://shop.example",
    "http://127.0.0.1:9200",
    "https://*.shop.example",
    "https://Shop.example/",
    "http://[::1]:8080",
  ])
    expect([good, isOrigin(good)]).toEqual([good, true]);
  for (const bad of [
    "shop.example",
    "https://",
    "https://shop.example/path",
    "https://*",
    "https://*.127.0.0.1",
    "https://a.*.example",
    "https://ann@shop.example",
    "https://shop.example:443",
    "ftp://shop.example",
    "https://shop.example?x",
    "null",
    "",
  ])
    expect([bad, isOrigin(bad)]).toEqual([bad, false]);
});

test("[WG-090] what is wrong with settings is said with the part that holds it", () => {
  const invalidPart = (changed: object): string | undefined =>
    validateWidgetSettings({ ...defaultWidgetSettings, ...changed })?.part;
  expect(validateWidgetSettings(defaultWidgetSettings)).toBeNull();
  expect(invalidPart({ origins: ["https://a.example", "b.example"] })).toBe("origins.1");
  expect(invalidPart({ consent_url: "javascript:alert(1)" })).toBe("consent_url");
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
