import { expect, test } from "vitest";
import { parseResponse } from "./parse-response.ts";
import { buildWebhookResponseUsage } from "./answer-use.ts";

const applied = { late: false, outranked: [], unusable: [] };
const parseFields = (fields: object, withData = true) =>
  parseResponse(Buffer.from(JSON.stringify({ result: "ok", ...fields })), withData);

test("[WH-082] names the fields that were taken, and each ignored one with its reason", () => {
  const parsed = parseFields({
    custom_data: [
      { title: "Orders", content: "3" },
      { title: "Plan", content: "Gold" },
    ],
    contact_info: { name: "Nadia", phone: 7, description: "VIP" },
    crm_link: "javascript:alert(1)",
    enable_assign: true,
    page: {},
  });
  expect(buildWebhookResponseUsage(parsed, applied)).toEqual({
    taken: [
      { field: "custom_data", rows: 2 },
      { field: "contact_info.name" },
      { field: "enable_assign" },
    ],
    ignored: [
      { field: "contact_info.description", reason: "unknown_field" },
      { field: "contact_info.phone", reason: "wrong_type" },
      { field: "crm_link", reason: "unusable_link" },
      { field: "page", reason: "url_missing" },
    ],
    ignored_count: 4,
  });
});

test("[WH-082] [WH-049] [WH-050] what the chat did not take is ignored: it had ended, or an earlier webhook has the field", () => {
  const parsed = parseFields({
    custom_data: [],
    contact_info: { name: "Nadia" },
    page: { url: "https://shop.example" },
  });
  expect(buildWebhookResponseUsage(parsed, { late: true, outranked: [], unusable: [] })).toEqual({
    taken: [],
    ignored: ["custom_data", "contact_info.name", "page"].map((field) => ({
      field,
      reason: "chat_ended",
    })),
    ignored_count: 3,
  });
  expect(
    buildWebhookResponseUsage(parsed, { late: false, outranked: ["name"], unusable: [] }),
  ).toEqual({
    taken: [{ field: "custom_data", rows: 0 }, { field: "page" }],
    ignored: [{ field: "contact_info.name", reason: "earlier_webhook" }],
    ignored_count: 1,
  });
});

test("[WH-082] [WH-041] [WH-042] without ok, and in an answer to an event that takes no data, every field is ignored", () => {
  const page = { url: "https://shop.example" };
  expect(buildWebhookResponseUsage(parseFields({ page }, false), null).ignored).toEqual([
    { field: "page", reason: "event_takes_no_data" },
  ]);
  expect(buildWebhookResponseUsage(parseFields({ page, result: "error" }), null).ignored).toEqual([
    { field: "page", reason: "result_not_ok" },
  ]);
  expect(buildWebhookResponseUsage(parseResponse(Buffer.from("<html>"), true), null)).toEqual({
    taken: [],
    ignored: [],
    ignored_count: 0,
  });
});

test("[WH-082] a reply of nothing but unknown keys stays small, and no content of a field is kept", () => {
  const keys = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, n) => [`${"k".repeat(200)}${n}`, "secret words"]),
  );
  const use = buildWebhookResponseUsage(parseFields({ contact_info: keys }), applied);
  expect([use.ignored.length, use.ignored_count]).toEqual([20, 5_000]);
  expect(JSON.stringify(use)).not.toContain("secret");
  expect(JSON.stringify(use).length).toBeLessThan(4_096);
});
