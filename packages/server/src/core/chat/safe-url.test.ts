import { describe, expect, it } from "vitest";
import { linkAllowed } from "./safe-url.ts";

const own = { safeUrl: { hosts: ["Shop.example", "bücher.example", "192.0.2.7"] }, trustWebhookLinks: false };

describe("Safe URL", () => {
  it.each([
    ["https://shop.example/a", true],
    ["https://SHOP.example.:8443/a", true],
    ["http://deep.www.shop.example", true],
    ["https://xn--bcher-kva.example/", true],
    ["https://www.bücher.example/", true],
    ["http://192.0.2.7/", true],
    ["mailto:a@other.example", true],
    ["tel:+49301", true],
    ["https://notshop.example", false],
    ["https://shop.example.evil.example", false],
    ["https://shop.example@evil.example/", false],
    ["https://evil.example\\@shop.example/", false],
    ["https://evil.example#shop.example", false],
    ["https://example", false],
    ["javascript:alert(1)", false],
    ["data:text/html,x", false],
    ["//shop.example", false],
    ["", false],
  ])("[WG-045] %s: %s", (url, allowed) => {
    expect(linkAllowed(url, own)).toBe(allowed);
  });
  it("[WG-045] off: every web link; on without hosts: none; trusted replies pass", () => {
    const url = "https://other.example";
    expect(linkAllowed(url, { safeUrl: false, trustWebhookLinks: false })).toBe(true);
    expect(linkAllowed(url, { safeUrl: { hosts: [] }, trustWebhookLinks: false })).toBe(false);
    expect(linkAllowed(url, { safeUrl: { hosts: ["", "."] }, trustWebhookLinks: false })).toBe(false);
    expect(linkAllowed(url, own, "webhook")).toBe(false);
    expect(linkAllowed(url, { ...own, trustWebhookLinks: true }, "webhook")).toBe(true);
    expect(linkAllowed(url, { ...own, trustWebhookLinks: true })).toBe(false);
    expect(linkAllowed("javascript:alert(1)", { ...own, trustWebhookLinks: true }, "webhook")).toBe(false);
  });
});
