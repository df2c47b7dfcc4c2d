import { expect, test } from "vitest";
import type { EgressReply } from "../../../egress/index.ts";
import { interpretViberResponse } from "./interpret-response.ts";

const answer = (body: string, status = 200): EgressReply => ({
  kind: "answered",
  status,
  headers: {},
  body: Buffer.from(body),
  durationMs: 1,
});
const refuse = (status: number) =>
  interpretViberResponse(answer(JSON.stringify({ status, status_message: "why" })));

test.each([
  [2, "again", "invalid_token"],
  [3, "final", "refused"],
  [4, "final", "refused"],
  [5, "final", "not_registered"],
  [6, "final", "not_subscribed"],
  [7, "again", "refused"],
  [8, "again", "refused"],
  [9, "again", "refused"],
  [10, "again", "refused"],
  [11, "final", "no_device"],
  [12, "again", "rate_limited"],
  [13, "final", "refused"],
  [15, "again", "refused"],
  [99, "again", "refused"],
])("[VB-040] status %i is %s (%s)", (status, means, code) => {
  expect(refuse(status)).toMatchObject({ means, error: { code } });
});

test("[VB-040] success, pauses and responses of others", () => {
  const ok = '{"status":0,"status_message":"ok","message_token":5741311803571721087}';
  expect(interpretViberResponse(answer(ok))).toMatchObject({ means: "delivered" });
  expect(refuse(12)).toMatchObject({ notBeforeMs: 10_000, shownNow: { code: "rate_limited" } });
  expect(refuse(99).shownNow).toBeUndefined();
  for (const reply of [answer("<html>", 502), answer('{"status":"0"}'), answer(ok, 500)])
    expect(interpretViberResponse(reply)).toMatchObject({
      means: "again",
      error: { code: "bad_reply" },
    });
  expect(
    interpretViberResponse({
      kind: "failed",
      outcome: "timeout",
      message: "late",
      status: null,
      durationMs: 1,
    }),
  ).toMatchObject({ means: "again", error: { code: "timeout", message: "late" } });
});
