import { expect, test } from "vitest";
import type { EgressReply } from "../../../egress/index.ts";
import { interpretResponse } from "./interpret-response.ts";

const answer = (status: number, body: unknown): EgressReply => ({
  kind: "answered",
  status,
  headers: {},
  body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
  durationMs: 1,
});
const refuse = (status: number, code: number, details?: string) =>
  answer(status, {
    error: { code, message: `(#${code}) Title`, ...(details ? { error_data: { details } } : {}) },
  });
/** Returns the outcome, with null if operators see no text while attempts continue. */
const interpret = (reply: EgressReply, attempts = 1) => ({
  shownNow: null,
  ...interpretResponse(reply, { attempts }),
});

test("[WA-020] a message id means delivered", () => {
  expect(interpret(answer(200, { messages: [{ id: "wamid.1" }] }))).toMatchObject({
    means: "delivered",
    error: null,
  });
});

test.each([
  [
    131047,
    "The customer wrote more than 24 hours ago. Send a template, or wait until they write again.",
  ],
  [131026, "WhatsApp cannot deliver messages to this customer."],
  [131009, "Parameter value is not valid"],
  [132001, "Parameter value is not valid"],
])("[WA-025] %i is final, and the operator sees why", (code, message) => {
  expect(interpret(refuse(400, code, "Parameter value is not valid"))).toMatchObject({
    means: "final",
    outcome: "refused",
    shownAtEnd: { code: String(code), message },
  });
});

test.each([
  [429, 130429],
  [400, 131056],
  [400, 4],
  [429, 80007],
  [429, 999_999],
])("[WA-025] status %i with code %i pauses longer with each attempt", (status, code) => {
  expect(interpret(refuse(status, code))).toMatchObject({
    means: "again",
    notBeforeMs: 4_000,
    shownNow: null,
  });
  expect(interpret(refuse(status, code), 3)).toMatchObject({ notBeforeMs: 64_000 });
  expect(interpret(refuse(status, code), 9)).toMatchObject({ notBeforeMs: 256_000 });
});

test("[WA-025] a wrong token is repeated until an administrator corrects it", () => {
  expect(interpret(refuse(401, 190))).toMatchObject({
    means: "again",
    shownNow: { code: "190", message: expect.stringContaining("administrator") },
  });
  expect(interpret(refuse(403, 200))).toMatchObject({ means: "again" });
});

test.each([answer(500, ""), refuse(500, 131000), refuse(503, 131016)])(
  "[WA-025] an error of the service is repeated",
  (reply) => {
    expect(interpret(reply)).toMatchObject({
      means: "again",
      outcome: "http_error",
      shownNow: null,
    });
  },
);

test.each([
  answer(200, ""),
  answer(200, "<html>"),
  answer(200, { messages: [] }),
  answer(200, [1]),
  answer(200, '{"messages":'.repeat(40)),
])("[WA-041] a success without a message id waits for the state of the message", (reply) => {
  expect(interpret(reply)).toMatchObject({
    means: "again",
    outcome: "bad_reply",
    notBeforeMs: 30_000,
  });
});

test.each([
  ["timeout", 30_000],
  ["connect_failed", 30_000],
  ["dns_failed", undefined],
  ["private_address", undefined],
] as const)("[WA-041] after %s the next attempt waits %s ms", (outcome, notBeforeMs) => {
  const reply = { kind: "failed", outcome, message: "x", status: null, durationMs: 1 } as const;
  expect(interpret(reply).notBeforeMs).toBe(notBeforeMs);
  expect(interpret(reply).means).toBe("again");
});

test("[WA-025] texts of the service are cut and have no control characters", () => {
  const { shownAtEnd } = interpret(refuse(400, 131009, `${"x".repeat(400)}\u0000`));
  expect(shownAtEnd?.message.length).toBeLessThanOrEqual(300);
});
