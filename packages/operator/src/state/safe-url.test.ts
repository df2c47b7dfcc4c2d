import { describe, expect, it } from "vitest";
import { defaultWidgetSettings } from "@parlour/protocol/widget-settings";
import { isSafe, safeUrlOf } from "./safe-url.ts";

const safe = { hosts: ["shop.example", "Crm.Example"], trustWebhooks: false };

describe("Safe URL", () => {
  it("[WG-045] off lets every link through, on without hosts none", () => {
    expect(isSafe(safeUrlOf({ safe_url: false, trust_webhook_links: false }), "https://evil.example/")).toBe(true);
    expect(isSafe(safeUrlOf({ safe_url: true, trust_webhook_links: false }), "https://shop.example/")).toBe(false);
    expect(isSafe(safeUrlOf({ safe_url: ["shop.example"], trust_webhook_links: false }), "https://shop.example/")).toBe(true);
  });
  it("[WG-045] own hosts and their subdomains are links, look-alikes are not", () => {
    const seen = (href: string) => isSafe(safe, href);
    expect([seen("https://shop.example/a"), seen("https://www.SHOP.example:8443/a"), seen("http://crm.example./x")]).toEqual([
      true,
      true,
      true,
    ]);
    expect([seen("https://badshop.example/"), seen("https://shop.example.evil.test/"), seen("https://evil.test/shop.example")]).toEqual([
      false,
      false,
      false,
    ]);
    expect([seen("no address"), seen("mailto:a@evil.test"), seen("tel:+44")]).toEqual([false, true, true]);
  });
  it.each([
    ["https://SHOP.example.:8443/a", true],
    ["http://deep.www.shop.example", true],
    ["https://xn--bcher-kva.example/", true],
    ["https://www.bücher.example/", true],
    ["http://192.0.2.7/", true],
    ["https://shop.example@evil.example/", false],
    ["https://evil.example\\@shop.example/", false],
    ["https://evil.example#shop.example", false],
    ["https://example", false],
    ["javascript:alert(1)", false],
    ["data:text/html,x", false],
    ["//shop.example", false],
    ["", false],
  ])("[WG-045] %s: %s", (href, isLink) => {
    expect(isSafe({ hosts: ["Shop.example", "bücher.example", "192.0.2.7", "", "."], trustWebhooks: false }, href)).toBe(isLink);
  });
  it("[WG-045] links of webhooks pass only when they are trusted, and no others with them", () => {
    const trusting = { ...safe, trustWebhooks: true };
    expect([isSafe(safe, "https://evil.test/", "webhook"), isSafe(trusting, "https://evil.test/", "webhook")]).toEqual([false, true]);
    expect(isSafe(trusting, "https://evil.test/")).toBe(false);
  });
});

it("[WG-045] hosts of the account's widgets are its own, without being entered", () => {
  const channels = [{}, { widget: { ...defaultWidgetSettings, origins: ["https://*.shop.example", "http://127.0.0.1:9200"] } }];
  const safe = safeUrlOf({ safe_url: true }, channels);
  expect(isSafe(safe, "https://www.shop.example/a")).toBe(true);
  expect(isSafe(safe, "http://127.0.0.1:8080/")).toBe(true);
  expect(isSafe(safe, "https://shop.example.evil.example/")).toBe(false);
  expect(safeUrlOf({ safe_url: false }, channels)).toBeNull();
});
