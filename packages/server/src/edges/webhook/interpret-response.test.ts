import { expect, test } from "vitest";
import type { EgressReply } from "../../egress/index.ts";
import { interpretWebhookResponse } from "./interpret-response.ts";
import { webhookRetryPolicy } from "./retry-policy.ts";

const answered = (status: number, headers: Record<string, string> = {}): EgressReply => ({
  kind: "answered",
  status,
  headers,
  body: Buffer.from("<html>"),
  durationMs: 1,
});
const failed = (
  outcome: "timeout" | "reply_too_large" | "bad_reply" | "connect_failed",
  status: number | null,
): EgressReply => ({
  kind: "failed",
  outcome,
  message: "why",
  status,
  durationMs: 1,
});

test("[WH-060] any 2xx is success, whatever the body holds", () => {
  for (const status of [200, 201, 202, 204, 226, 299])
    expect(interpretWebhookResponse(answered(status))).toMatchObject({
      outcome: "delivered",
      means: "delivered",
    });
  for (const reply of [failed("reply_too_large", 200), failed("bad_reply", 204)])
    expect(interpretWebhookResponse(reply).means).toBe("delivered");
});

test("[WH-060] everything else is tried again", () => {
  for (const status of [199, 300, 301, 302, 307, 400, 401, 404, 408, 418, 429, 500, 502, 503, 504])
    expect(interpretWebhookResponse(answered(status))).toMatchObject({
      outcome: "http_error",
      means: "again",
    });
  expect(interpretWebhookResponse(failed("timeout", null))).toMatchObject({
    outcome: "timeout",
    means: "again",
  });
  // The connection closed after the status line, so the response is incomplete.
  expect(interpretWebhookResponse(failed("timeout", 200))).toMatchObject({
    outcome: "timeout",
    means: "again",
  });
  expect(interpretWebhookResponse(failed("connect_failed", 200)).means).toBe("again");
  expect(interpretWebhookResponse(failed("reply_too_large", 500))).toMatchObject({
    outcome: "http_error",
    means: "again",
  });
});

test("[WH-062] 410 is final", () => {
  expect(interpretWebhookResponse(answered(410))).toMatchObject({
    outcome: "http_error",
    means: "final",
    error: { message: "The server answered 410." },
  });
});

test.each([
  [429, "120", 120_000],
  [503, " 7 ", 7_000],
  [503, "999999999", 86_400_000],
  [503, "-1, soon", undefined],
  [503, "1.5", undefined],
  [503, "", undefined],
  [503, "0", 0],
  [500, "120", undefined],
  [503, "Fri, 20 Nov 2026 12:02:00 GMT", 120_000],
  [503, "Fri, 20 Nov 2026 11:00:00 GMT", undefined],
  [503, "Fri, 20 Nov 2036 12:02:00 GMT", 86_400_000],
])("[WH-061] %i with Retry-After %j postpones by %j ms", (status, value, ms) => {
  expect(
    interpretWebhookResponse(
      answered(status, { "retry-after": value, date: "Fri, 20 Nov 2026 12:00:00 GMT" }),
    ).notBeforeMs,
  ).toBe(ms);
});

test("[WH-061] Retry-After counts as well when the rest of the answer could not be read", () => {
  const busy = { ...failed("reply_too_large", 503), headers: { "retry-after": "120" } };
  expect(interpretWebhookResponse(busy)).toMatchObject({
    outcome: "http_error",
    means: "again",
    notBeforeMs: 120_000,
  });
  expect(interpretWebhookResponse({ ...busy, status: 200 })).not.toHaveProperty("notBeforeMs");
});

test("[WH-040] [WH-060] an attempt has 15 s, 256 KiB of its answer are read", () => {
  expect(webhookRetryPolicy).toMatchObject({ timeoutMs: 15_000, maxReplyBytes: 262_144 });
});
