import { expect, test } from "vitest";
import type { EgressReply } from "../../../egress/index.ts";
import { presets } from "../gateways/presets.ts";
import { interpretSmsResponse, readAccepted } from "./interpret-response.ts";

const { generic, twilio, vonage } = presets;
const answer = (status: number, body: string): EgressReply => ({
  kind: "answered",
  status,
  headers: {},
  body: Buffer.from(body),
  durationMs: 1,
});
const vonageAnswer = (status: string) =>
  answer(200, JSON.stringify({ messages: [{ status, "message-id": "v1", "error-text": "why" }] }));

test("[SMS-022] the id and the success of each preset", () => {
  expect(readAccepted(twilio, answer(201, '{"sid":"SM1"}'))).toEqual({ id: "SM1" });
  expect(readAccepted(vonage, vonageAnswer("0"))).toEqual({ id: "v1" });
  expect(readAccepted(vonage, vonageAnswer("1"))).toBeNull();
  expect(readAccepted(generic, answer(204, ""))).toEqual({ id: "" });
});

test.each([
  [twilio, answer(400, '{"code":21211,"message":"Invalid number"}'), "final"],
  [twilio, answer(401, "{}"), "again"],
  [twilio, answer(500, "<html>"), "again"],
  [twilio, answer(302, ""), "again"],
  [twilio, answer(429, ""), "again"],
  [vonage, vonageAnswer("1"), "again"],
  [vonage, vonageAnswer("6"), "final"],
  [vonage, answer(200, "<html>"), "again"],
])("[SMS-022] response %# is interpreted", (gateway, reply, means) => {
  expect(interpretSmsResponse(gateway, reply)).toMatchObject({ means });
});

test("[SMS-024] after a lost response, the next attempt waits for a receipt", () => {
  const reply: EgressReply = {
    kind: "failed",
    outcome: "timeout",
    message: "late",
    status: null,
    durationMs: 1,
  };
  expect(interpretSmsResponse(generic, reply)).toMatchObject({
    means: "again",
    notBeforeMs: 30_000,
  });
  expect(interpretSmsResponse(twilio, answer(400, '{"message":"Invalid\\nnumber"}'))).toMatchObject(
    {
      shownNow: { message: "The gateway refused the message: Invalid number" },
    },
  );
});
