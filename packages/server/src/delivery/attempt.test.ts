import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { ManualClock } from "../clock.ts";
import type { EgressRequest } from "../egress/index.ts";
import type { Claim } from "../queue/index.ts";
import { attempt } from "./attempt.ts";
import type { Outbound } from "./outbound.ts";
import { burst } from "./schedule.ts";

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

/** One attempt whose request took `spentMs` to make; what was posted and what is reported. */
async function tried(spentMs: number) {
  const clock = new ManualClock(1_000_000);
  const posted: EgressRequest[] = [];
  const outbound: Outbound = {
    policy: { timeoutMs: 3_000, maxReplyBytes: 1_024, schedule: burst(3, 3_000) },
    async build() {
      await clock.advance(spentMs);
      return { url: "http://bot.example/in/t", headers: {}, body: "{}", chunked: false, webhookId: "e", warning: null };
    },
    judge: () => ({ outcome: "timeout", means: "again", unconfirmed: false, error: null, shownNow: null, shownAtEnd: null }),
  };
  const report = await attempt(
    {
      clock,
      sign: () => ({}),
      egress: {
        async post(request) {
          posted.push(request);
          await clock.advance(request.timeoutMs);
          return { kind: "failed", outcome: "timeout", message: "no answer", status: null, durationMs: request.timeoutMs };
        },
      },
    },
    outbound,
    claim,
  );
  return { posted, report, now: clock.now() };
}

test("[BOT-050] [BOT-053] what it takes to make a request is part of its attempt: the next one keeps its time", async () => {
  const { posted, report, now } = await tried(2_000);
  expect(posted.map(({ timeoutMs }) => timeoutMs)).toEqual([1_000]);
  expect(report).toMatchObject({ attempt: { startedAt: 1_000_000 }, next: { state: "pending", dueAt: 1_003_000, anchorAt: 1_000_000 } });
  expect(now).toBe(1_003_000);
});

test("[BOT-050] a request that was made late still gets a moment", async () => {
  const { posted, report } = await tried(2_990);
  expect(posted.map(({ timeoutMs }) => timeoutMs)).toEqual([100]);
  expect(report.next).toMatchObject({ dueAt: 1_003_090, anchorAt: 1_000_000 });
});

test("[BOT-050] one that is made at once has its whole time", async () => {
  const { posted } = await tried(0);
  expect(posted.map(({ timeoutMs }) => timeoutMs)).toEqual([3_000]);
});
