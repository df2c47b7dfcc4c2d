import { describe, expect, it } from "vitest";
import { defaultWidgetSettings } from "@parlour/protocol/settings/widget-settings";
import { isAllowedLink, toSafeUrlPolicy } from "./safe-url.ts";

const safe = { hosts: ["shop.example", "Crm.Example"], trustWebhooks: false };

describe("Safe URL", () => {
  it("[WG-045] off lets every link through, on without hosts none", () => {
    expect(
      isAllowedLink(
        toSafeUrlPolicy({ safe_url: false, trust_webhook_links: false }),
        "https://evil.example/",
      ),
    ).toBe(true);
    expect(
      isAllowedLink(
        toSafeUrlPolicy({ safe_url: true, trust_webhook_links: false }),
        "https://shop.example/",
      ),
    ).toBe(false);
    expect(
      isAllowedLink(
        toSafeUrlPolicy({ safe_url: ["shop.example"], trust_webhook_links: false }),
        "https://shop.example/",
      ),
    ).toBe(true);
  });
  it("[WG-045] own hosts and their subdomains are links, look-alikes are not", () => {
    const isAllowed = (href: string) => isAllowedLink(safe, href);
    expect([
      isAllowed("https://shop.example/a"),
      isAllowed("https://www.SHOP.example:8443/a"),
      isAllowed("http://crm.example./x"),
    ]).toEqual([true, true, true]);
    expect([
      isAllowed("https://badshop.example/"),
      isAllowed("https://shop.example.evil.test/"),
      isAllowed("https://evil.test/shop.example"),
    ]).toEqual([false, false, false]);
    expect([
      isAllowed("no address"),
      isAllowed("mailto:a@evil.test"),
      isAllowed("tel:+44"),
    ]).toEqual([false, true, true]);
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
    expect(
      isAllowedLink(
        { hosts: ["Shop.example", "bücher.example", "192.0.2.7", "", "."], trustWebhooks: false },
        href,
      ),
    ).toBe(isLink);
  });
  it("[WG-045] [WG-204] links of webhooks pass only when they are trusted, and no others with them", () => {
    const trusting = { ...safe, trustWebhooks: true };
    expect([
      isAllowedLink(safe, "https://evil.test/", "webhook"),
      isAllowedLink(trusting, "https://evil.test/", "webhook"),
    ]).toEqual([false, true]);
    expect(isAllowedLink(trusting, "https://evil.test/")).toBe(false);
  });
});

it("[WG-045] hosts of the account's widgets are its own, without being entered", () => {
  const channels = [
    {},
    {
      widget: {
        ...defaultWidgetSettings,
        origins: ["https://*.shop.example", "http://127.0.0.1:9200"],
      },
    },
  ];
  const safe = toSafeUrlPolicy({ safe_url: true }, channels);
  expect(isAllowedLink(safe, "https://www.shop.example/a")).toBe(true);
  expect(isAllowedLink(safe, "http://127.0.0.1:8080/")).toBe(true);
  expect(isAllowedLink(safe, "https://shop.example.evil.example/")).toBe(false);
  expect(toSafeUrlPolicy({ safe_url: false }, channels)).toBeNull();
});
