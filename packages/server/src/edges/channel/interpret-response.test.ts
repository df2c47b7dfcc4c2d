import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EgressReply } from "../../egress/index.ts";
import { createReply } from "../../egress/reply.fixture.ts";
import { interpretChannelResponse } from "./interpret-response.ts";

const failed = (
  outcome: Extract<EgressReply, { kind: "failed" }>["outcome"],
  status: number | null = null,
): EgressReply => ({
  kind: "failed",
  outcome,
  message: "10.0.0.1 said no",
  status,
  durationMs: 5,
});
/** Returns the outcome, with null for texts that operators do not see. */
const interpret = (reply: EgressReply) => {
  const outcome = interpretChannelResponse(reply);
  return { ...outcome, shownNow: outcome.shownNow ?? null, shownAtEnd: outcome.shownAtEnd ?? null };
};
const interpretBody = (body: string, status?: number) => interpret(createReply(body, status));

describe("classification", () => {
  it.each([
    '{"result":"ok"}',
    '{"result":" OK "}',
    '{"result":"Ok","error":null}',
    '{"error":false,"result":"ok"}',
    '{"result":"ok","error":0}',
    '{"result":"ok","error":""}',
    '{"result":"ok","error":[]}',
    '\uFEFF{"result":"ok"}',
    ' {"result":"ok"}\n',
    '{"result":"ok","x":1,"x":2}',
    '{"result":"ok","error":0.0}',
    '"{\\"result\\":\\"OK\\"}"',
    '"{\\"result\\":\\"ok\\",\\"x\\":1,\\"x\\":2}"',
  ])("[CH-080] %s: success", (body) => {
    expect(interpretBody(body)).toMatchObject({
      outcome: "delivered",
      means: "delivered",
      unconfirmed: false,
      error: null,
    });
  });

  it.each([
    "",
    " ",
    "null",
    "ok",
    "accepted!",
    "123",
    "[]",
    "{}",
    "true",
    '{"status":"fine"}',
    '"hello"',
    '"<p>"',
    '{"result":"ok"',
    '{"error":null}',
    `${"[".repeat(50_000)}`,
  ])("[CH-080] %s: success, unconfirmed", (body) => {
    expect(interpretBody(body)).toMatchObject({
      outcome: "delivered",
      means: "delivered",
      unconfirmed: true,
      error: null,
    });
  });

  it.each([
    "<h1>ok</h1>",
    "\n <?xml version='1.0'?>",
    "\uFEFF<html>",
    "\u200b<html>",
    '{"result":"error","result":"ok"}',
    '{"error":{},"error":null}',
    '"{\\"result\\":1,\\"result\\":\\"ok\\"}"',
  ])("[CH-080] %s: bad_reply, tried again", (body) => {
    expect(interpretBody(body)).toMatchObject({
      outcome: "bad_reply",
      means: "again",
      shownNow: null,
      shownAtEnd: null,
    });
  });
  it("[CH-080] a body that is not UTF-8 is a bad_reply", () => {
    expect(interpretChannelResponse(createReply(Buffer.from([0x7b, 0xff, 0x7d])))).toMatchObject({
      outcome: "bad_reply",
      means: "again",
    });
  });

  it.each<[string, string, string]>([
    ['{"error":{}}', "refused", "The server rejected the message."],
    ['{"result":"ok","error":{"code":"x","message":"refused"}}', "x", "refused"],
    ['{"error":"no stock"}', "refused", "no stock"],
    ['"{\\"error\\":{\\"code\\":\\"x\\",\\"message\\":\\"m\\"}}"', "x", "m"],
    ['{"result":"fail"}', "refused", "fail"],
    ['"{\\"result\\":\\"fail\\"}"', "refused", "fail"],
    ['{"result":null}', "refused", "The server rejected the message."],
    ['{"result":false}', "refused", "false"],
    ['{"result":"bad","error":{}}', "refused", "bad"],
    ['{"error":{"code":"x"}}', "x", "x"],
    ['{"error":{"code":5,"message":{"a":1}}}', "5", "5"],
    ['{"error":true}', "refused", "true"],
    ['{"error":["a"]}', "refused", "The server rejected the message."],
  ])("[CH-080] [CH-083] %s: error reply with code %s and text %s", (body, code, message) => {
    expect(interpretBody(body)).toMatchObject({
      outcome: "refused",
      means: "again",
      shownNow: { code, message },
      shownAtEnd: { code, message },
    });
  });

  it.each(["invalid_request", "not_found", "access_denied", "400", "404", "recipient_blocked"])(
    "[CH-082] code %s ends the attempts, in a 2xx and in a 4xx, not in a 5xx",
    (code) => {
      const body = JSON.stringify({ error: { code, message: "No" } });
      const shown = { code, message: "No" };
      expect(interpretBody(body)).toMatchObject({
        outcome: "refused",
        means: "final",
        shownNow: shown,
        shownAtEnd: shown,
      });
      expect(interpretBody(body, 404)).toMatchObject({
        outcome: "http_error",
        means: "final",
        shownNow: shown,
        shownAtEnd: shown,
      });
      expect(interpretBody(body, 503)).toMatchObject({
        outcome: "http_error",
        means: "again",
        shownNow: shown,
      });
    },
  );
  it.each(["408", "425", "429", "500", "4040", "out_of_stock", ""])(
    "[CH-082] code %j is tried again",
    (code) => {
      const body = JSON.stringify({ error: { code, message: "No" } });
      expect(interpretBody(body)).toMatchObject({ outcome: "refused", means: "again" });
      expect(interpretBody(body, 404)).toMatchObject({ outcome: "http_error", means: "again" });
    },
  );

  it.each([300, 302, 404, 410, 429, 500, 503])(
    "[CH-080] status %s decides, whatever the body says",
    (status) => {
      expect(interpretBody('{"result":"ok"}', status)).toMatchObject({
        outcome: "http_error",
        means: "again",
        shownNow: null,
        shownAtEnd: { code: "http_error", message: `The server answered ${status}.` },
      });
      expect(
        interpretBody('{"error":{"code":"recipient_blocked","message":"blocked"}}', status),
      ).toMatchObject({
        outcome: "http_error",
        means: status >= 400 && status <= 499 ? "final" : "again",
        shownNow: { code: "recipient_blocked", message: "blocked" },
        shownAtEnd: { code: "recipient_blocked" },
      });
      expect(
        interpretBody('{"error":{"code":"temporary","message":"later"}}', status),
      ).toMatchObject({
        shownNow: null,
        shownAtEnd: { code: "temporary", message: "later" },
      });
      expect(interpretBody("<html>", status)).toMatchObject({ outcome: "http_error" });
    },
  );

  it.each(["timeout", "dns_failed", "connect_failed", "tls_failed"] as const)(
    "[CH-080] %s: server unavailable, without words about the network",
    (outcome) => {
      expect(interpret(failed(outcome))).toMatchObject({
        outcome,
        means: "unavailable",
        shownNow: null,
        shownAtEnd: null,
        error: { message: "10.0.0.1 said no" },
      });
    },
  );
  it.each(["reply_too_large", "bad_reply", "private_address"] as const)(
    "[CH-080] %s: failed attempt",
    (outcome) => {
      expect(interpret(failed(outcome, outcome === "private_address" ? null : 200))).toMatchObject({
        outcome,
        means: "again",
      });
    },
  );
  it("[CH-080] too large an answer with an error status is the status", () => {
    expect(interpret(failed("reply_too_large", 500))).toMatchObject({
      outcome: "http_error",
    });
  });
});

describe("error codes", () => {
  const coded = (code: string) =>
    interpretBody(JSON.stringify({ error: { code, message: "why" } }));
  it.each([
    "recipient_not_found",
    "recipient_blocked",
    "user_blocked",
    "recipient_unsubscribed",
    "message_rejected",
    "unsupported_type",
    "file_too_large",
    "session_expired",
  ])("[CH-082] %s: final, shown", (code) => {
    expect(coded(code)).toMatchObject({ means: "final", shownAtEnd: { code, message: "why" } });
  });
  it.each(["temporary", "rate_limited", "internal"])(
    "[CH-082] %s: more attempts, shown only at the end",
    (code) => {
      expect(coded(code)).toMatchObject({
        means: "again",
        shownNow: null,
        shownAtEnd: { code, message: "why" },
      });
    },
  );
  it("[CH-082] duplicate counts as delivered", () => {
    expect(coded("duplicate")).toMatchObject({
      outcome: "delivered",
      means: "delivered",
      unconfirmed: false,
    });
  });
  it.each(["silent", "typing_not_supported"])(
    "[CH-082] %s: final, the text hidden, kept in the ledger",
    (code) => {
      expect(coded(code)).toMatchObject({
        means: "final",
        shownNow: null,
        shownAtEnd: { code, message: "" },
        error: { code, message: "why" },
      });
    },
  );
  it.each(["", "whatever", "constructor", "__proto__"])(
    "[CH-082] code %s: shown, more attempts",
    (code) => {
      expect(coded(code)).toMatchObject({ means: "again", shownNow: { message: "why" } });
    },
  );
});

it("[CH-083] H-133 the text is cut at 300 characters, never inside one, without U+0000", () => {
  const message = `<b>\u0000${"😀".repeat(200_000 / 2)}`;
  const shown =
    interpretBody(JSON.stringify({ error: { code: "x", message } })).shownNow?.message ?? "";
  expect(Array.from(shown)).toHaveLength(300);
  expect(shown.startsWith("<b>\uFFFD😀")).toBe(true);
  expect(shown.isWellFormed()).toBe(true);
});

it("[CH-080] any bytes get a verdict", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.integer({ min: 100, max: 599 }),
      (bytes, status) => {
        expect(
          interpretChannelResponse(createReply(Buffer.from(bytes), status)).outcome,
        ).toBeTypeOf("string");
      },
    ),
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const { shownAtEnd } = interpretBody(JSON.stringify(value));
      expect(shownAtEnd?.message ?? "").not.toContain("[object");
    }),
  );
});
