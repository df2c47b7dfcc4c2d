import { expect, test } from "vitest";
import type { EgressReply } from "../../egress/index.ts";
import { interpretBotResponse, tokenRejectedCode } from "./interpret-response.ts";

const answered = (status: number, body = ""): EgressReply => ({
  kind: "answered",
  status,
  headers: {},
  body: Buffer.from(body),
  durationMs: 5,
});
const failed = (
  outcome: Extract<EgressReply, { kind: "failed" }>["outcome"],
  status: number | null = null,
): EgressReply => ({
  kind: "failed",
  outcome,
  message: "no",
  status,
  durationMs: 5,
});
const withoutToken = { isAuthorized: false, wasRefused: false };
const interpret = (reply: EgressReply): string => interpretBotResponse(reply, withoutToken).means;

test("[BOT-051] any 2xx is success, whatever its body", () => {
  for (const status of [200, 201, 202, 204, 299])
    for (const body of ["", "no", '{"error":{"code":"x"}}', "\ufffd"])
      expect(interpretBotResponse(answered(status, body), withoutToken)).toMatchObject({
        means: "delivered",
        outcome: "delivered",
        error: null,
      });
  expect(interpret(failed("reply_too_large", 200))).toBe("delivered");
  expect(interpret(failed("timeout", 200))).toBe("delivered");
});

test("[BOT-052] what may pass is tried again", () => {
  for (const status of [
    300, 301, 302, 304, 307, 308, 408, 425, 429, 500, 501, 502, 503, 504, 521, 599,
  ])
    expect([status, interpret(answered(status))]).toEqual([status, "again"]);
  for (const outcome of [
    "timeout",
    "dns_failed",
    "connect_failed",
    "tls_failed",
    "private_address",
    "bad_reply",
  ] as const) {
    const result = interpretBotResponse(failed(outcome), withoutToken);
    expect([result.means, result.outcome]).toEqual(["again", outcome]);
  }
});

test("[BOT-052] every other 4xx is final at once", () => {
  for (const status of [400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 418, 422, 451, 499])
    expect([status, interpret(answered(status))]).toEqual([status, "final"]);
});

test("[BOT-034] the first 401 to an access token is repeated at once, a second is final", () => {
  const first = interpretBotResponse(answered(401), { isAuthorized: true, wasRefused: false });
  expect(first).toMatchObject({
    means: "again",
    earlier: true,
    shownNow: { code: tokenRejectedCode },
  });
  expect(interpretBotResponse(answered(401), { isAuthorized: true, wasRefused: true }).means).toBe(
    "final",
  );
});

test("[BOT-086] a provider's error object is what the ledger shows", () => {
  const body = JSON.stringify({ error: { code: "invalid_request", message: "chat is unknown" } });
  expect(interpretBotResponse(answered(400, body), withoutToken).error).toEqual({
    code: "invalid_request",
    message: "chat is unknown",
  });
  expect(interpretBotResponse(answered(400, '{"error":"x"}'), withoutToken).error).toEqual({
    code: "http_error",
    message: "The provider answered 400.",
  });
  expect(interpretBotResponse(answered(503, "<html>"), withoutToken).error?.code).toBe(
    "http_error",
  );
});
