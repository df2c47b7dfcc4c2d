import { expect, it } from "vitest";
import { buildWebhookUrl } from "./webhook-address.ts";

it.each([
  ["https://chat.example.com", true],
  ["https://chat.example.com:8443", true],
  ["https://chat.example.com/support", true],
  ["http://chat.example.com", false],
  ["https://chat.example.com:3000", false],
  ["https://localhost", false],
  ["https://chat", false],
  ["https://chat.internal", false],
  ["https://shop.home.arpa", false],
  ["https://192.168.1.9", false],
  ["https://203.0.113.9", false],
  ["https://[2001:db8::1]", false],
])("[TG-002] %s has a webhook: %s", (publicUrl, isReachable) => {
  expect(buildWebhookUrl(publicUrl, { publicId: "AbC" })).toBe(
    isReachable ? `${publicUrl}/telegram/AbC` : null,
  );
});
