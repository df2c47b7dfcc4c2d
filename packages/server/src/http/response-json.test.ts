import { describe, expect, test } from "vitest";
import { interpretBotResponse } from "../edges/bot/interpret-response.ts";
import { interpretChannelResponse } from "../edges/channel/interpret-response.ts";
import { parseResponse } from "../edges/webhook/format/parse-response.ts";
import type { EgressReply } from "../egress/index.ts";

const createReply = (body: string, status = 200): EgressReply => ({
  kind: "answered",
  status,
  headers: {},
  body: Buffer.from(body),
  durationMs: 5,
});
const encodeTwice = (value: object): string => JSON.stringify(JSON.stringify(value));

describe("an answer that was encoded twice", () => {
  test.each([{ result: "ok" }, { result: "OK", error: null }])(
    "[CH-121] [WH-040] success is success: %j",
    (value) => {
      expect(interpretChannelResponse(createReply(encodeTwice(value)))).toMatchObject({
        outcome: "delivered",
        unconfirmed: false,
        error: null,
      });
      expect(parseResponse(Buffer.from(encodeTwice(value)), false)).toMatchObject({
        isOk: true,
        note: null,
      });
    },
  );

  test("[CH-121] [WH-040] [BOT-086] an error is an error", () => {
    const refused = { error: { code: "message_rejected", message: "No" } };
    expect(interpretChannelResponse(createReply(encodeTwice(refused)))).toMatchObject({
      outcome: "refused",
      error: { code: "message_rejected", message: "No" },
    });
    expect(
      interpretBotResponse(createReply(encodeTwice(refused), 400), {
        isAuthorized: false,
        wasRefused: false,
      }),
    ).toMatchObject({
      error: { code: "message_rejected", message: "No" },
    });
    expect(parseResponse(Buffer.from(encodeTwice({ result: "failed" })), false).note).toMatchObject(
      { code: "result_not_ok" },
    );
  });

  test("[CH-121] three times is no answer", () => {
    expect(
      interpretChannelResponse(createReply(JSON.stringify(encodeTwice({ result: "ok" })))),
    ).toMatchObject({
      outcome: "delivered",
      unconfirmed: true,
    });
  });
});
