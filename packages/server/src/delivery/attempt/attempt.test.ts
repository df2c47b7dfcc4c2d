import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { ManualClock } from "../../clock.ts";
import type { EgressRequest } from "../../egress/index.ts";
import type { Claim } from "../queue/index.ts";
import { executeAttempt } from "./attempt.ts";
import { outcomeText, type AfterAttemptResult, type DeliveryDriver } from "./delivery-driver.ts";
import { createFixedIntervalSchedule } from "../schedule.ts";
import type { AttemptOutcome } from "./attempt-outcome.ts";

const endpoint = {
  id: 9,
  kind: "bot",
  url: "http://bot.example/in",
  secret: randomBytes(40),
  previousSecret: null,
  previousSecretUntil: null,
};
const claim = {
  account: 1,
  endpointId: 9,
  orderKey: 5,
  token: 1,
  interruptedAt: null,
  delivery: { id: 77, chatId: 5, attempts: 0, anchorAt: null, outcome: null },
  source: {
    entry: { name: "message_created", seq: 1, body: "{}" },
    target: { account: 1, endpoint, channel: null, recipient: null, speaker: null },
  },
} as unknown as Claim;

/**
 * Runs one attempt whose request takes `spentMs` to build. Returns the sent requests and the
 * report.
 */
async function attemptAfterDelay(spentMs: number) {
  const clock = new ManualClock(1_000_000);
  const requests: EgressRequest[] = [];
  const driver: DeliveryDriver = {
    policy: {
      timeoutMs: 3_000,
      maxReplyBytes: 1_024,
      schedule: createFixedIntervalSchedule(3, 3_000),
    },
    async buildRequest() {
      await clock.advance(spentMs);
      return {
        url: "http://bot.example/in/t",
        headers: {},
        body: "{}",
        chunked: false,
        webhookId: "e",
        warning: null,
      };
    },
    interpretResponse: () => ({
      outcome: "timeout",
      means: "again",
      error: null,
    }),
  };
  const report = await executeAttempt(
    {
      clock,
      sign: () => ({}),
      egress: {
        async post(request) {
          requests.push(request);
          await clock.advance(request.timeoutMs);
          return {
            kind: "failed",
            outcome: "timeout",
            message: "no answer",
            status: null,
            durationMs: request.timeoutMs,
          };
        },
      },
    },
    driver,
    claim,
  );
  return { posted: requests, report, now: clock.now() };
}

test("[BOT-050] [BOT-053] what it takes to make a request is part of its attempt: the next one keeps its time", async () => {
  const { posted: requests, report, now } = await attemptAfterDelay(2_000);
  expect(requests.map(({ timeoutMs }) => timeoutMs)).toEqual([1_000]);
  expect(report).toMatchObject({
    attempt: { startedAt: 1_000_000 },
    next: { state: "pending", dueAt: 1_003_000, anchorAt: 1_000_000 },
  });
  expect(now).toBe(1_003_000);
});

test("[BOT-050] a request that was made late still gets a moment", async () => {
  const { posted: requests, report } = await attemptAfterDelay(2_990);
  expect(requests.map(({ timeoutMs }) => timeoutMs)).toEqual([100]);
  expect(report.next).toMatchObject({ dueAt: 1_003_090, anchorAt: 1_000_000 });
});

test("[BOT-050] one that is made at once has its whole time", async () => {
  const { posted: requests } = await attemptAfterDelay(0);
  expect(requests.map(({ timeoutMs }) => timeoutMs)).toEqual([3_000]);
});

const retryOutcome: AttemptOutcome = {
  outcome: "timeout",
  means: "again",
  error: null,
};
const deliveredOutcome: AttemptOutcome = {
  ...retryOutcome,
  outcome: "delivered",
  means: "delivered",
};

/**
 * Runs an attempt after which the driver returns `after`, and returns its report. `end`: how the
 * attempt ends.
 */
async function concludeAttempt(
  end: "answered" | "silent" | "unsent" | "exhausted",
  after: AfterAttemptResult,
) {
  const clock = new ManualClock(1_000_000);
  const driver: DeliveryDriver = {
    policy: {
      timeoutMs: 3_000,
      maxReplyBytes: 1_024,
      schedule: createFixedIntervalSchedule(3, 3_000),
    },
    buildRequest: () =>
      end === "unsent"
        ? { failed: "token_failed", message: "No token." }
        : {
            url: "http://bot.example",
            headers: {},
            body: "{}",
            chunked: false,
            webhookId: "e",
            warning: null,
          },
    interpretResponse: () => (end === "answered" ? deliveredOutcome : retryOutcome),
    afterAttempt: () => Promise.resolve(after),
  };
  const body = Buffer.from('{"result":"no"}');
  return executeAttempt(
    {
      clock,
      sign: () => ({}),
      egress: {
        post: () =>
          Promise.resolve(
            end === "answered"
              ? { kind: "answered", status: 200, headers: {}, body, durationMs: 5 }
              : {
                  kind: "failed",
                  outcome: "timeout",
                  message: "no answer",
                  status: null,
                  durationMs: 3_000,
                },
          ),
      },
    },
    driver,
    end === "exhausted"
      ? {
          ...claim,
          delivery: { ...claim.delivery, attempts: 3, anchorAt: 990_000, outcome: "timeout" },
        }
      : claim,
  );
}

test("[WH-041] [WH-082] a delivered answer that was not usable says so at the delivery, and what was used stays with the answer", async () => {
  const used = {
    taken: [],
    ignored: [{ field: "page", reason: "result_not_ok" as const }],
    ignored_count: 1,
  };
  const note = { code: "result_not_ok", message: "result: no" };
  const report = await concludeAttempt("answered", { note, used });
  expect(report).toMatchObject({ next: { state: "delivered" }, error: note });
  expect(report.attempt).toMatchObject({
    outcome: "delivered",
    errorCode: "result_not_ok",
    reply: { body: '{"result":"no"}', used },
  });
});

test("[WH-082] an answer without data keeps nothing beside it", async () => {
  const report = await concludeAttempt("answered", { note: null });
  expect([
    report.error,
    report.attempt?.errorCode,
    Object.keys(report.attempt?.reply ?? {}),
  ]).toEqual([null, null, ["headers", "body"]]);
});

test.each(["silent", "unsent", "exhausted"] as const)(
  "[BOT-055] [BOT-104] a note that settles makes the delivery delivered, whatever the attempt met: %s",
  async (end) => {
    const note = { code: "answered_by_post", message: "It was posted.", settles: true as const };
    const report = await concludeAttempt(end, { note });
    const error = { code: note.code, message: note.message };
    expect(report).toMatchObject({
      next: { state: "delivered", dueAt: null },
      outcome: "delivered",
      unconfirmed: false,
      error,
    });
    if (end === "exhausted") expect(report.attempt).toBeNull();
    else
      expect(report.attempt).toMatchObject({
        outcome: "delivered",
        errorCode: note.code,
        errorMessage: note.message,
      });
    // Without a note that settles the delivery, the attempt stays a failure.
    const failed = await concludeAttempt(end, { note: null });
    expect([failed.next.state, failed.outcome]).toEqual([
      end === "exhausted" ? "failed" : "pending",
      undefined,
    ]);
  },
);

test("[CH-084] [CORE-050] the sentence of a connection that failed is true of one that was cut, too", () => {
  // After the last attempt only the outcome is known. `connect_failed` covers both a refused and a
  // broken connection.
  expect(outcomeText("connect_failed", 3_000)).toBe("The connection to the server failed.");
  expect(
    ["dns_failed", "tls_failed", "private_address"].map((outcome) =>
      outcomeText(outcome as "dns_failed", 3_000),
    ),
  ).toEqual(Array.from({ length: 3 }, () => "Could not connect to the server."));
});
