import { describe, expect, test } from "vitest";
import { ManualClock } from "../../clock.ts";
import { fail, Refusal, type FailureCode } from "../../core/failure.ts";
import type { AccountConfig, WriteCommand } from "../../core/command.ts";
import type { EgressReply } from "../../egress/index.ts";
import { createReply } from "../../egress/reply.fixture.ts";
import type { Claim } from "../../delivery/queue/index.ts";
import { createWebhookDeliveryDriver, type WebhookOutboundDeps } from "./outbound.ts";

const claim = {
  account: 1,
  endpointId: 31,
  delivery: { id: 5, event: "chat_accepted", chatId: 7, orderKey: 7, totalAttempts: 1 },
  source: { target: { endpoint: { url: "https://hook.example/x" } } },
} as unknown as Claim;
const refusal = (code: FailureCode): Refusal => new Refusal(fail(code, "why"));

function createOutbound(more: Partial<WebhookOutboundDeps>): {
  clock: ManualClock;
  out: ReturnType<typeof createWebhookDeliveryDriver>;
} {
  const clock = new ManualClock();
  const never = (): never => {
    throw new Error("not asked for");
  };
  const config = () =>
    Promise.resolve({ webhooks: new Map([[3, { endpointId: 31, enabled: true }]]) });
  const deps = {
    clock,
    version: "1",
    config,
    material: {},
    contents: { find: never, store: never },
    write: never,
    ...more,
  };
  return { clock, out: createWebhookDeliveryDriver(deps as unknown as WebhookOutboundDeps) };
}
const createEnded = (out: ReturnType<typeof createWebhookDeliveryDriver>, reply: EgressReply) => ({
  reply,
  verdict: out.interpretResponse(reply, claim),
  state: "delivered" as const,
});

describe("webhooks beside a database that comes and goes", () => {
  test("[WH-063] what was kept is sent, under the same id", async () => {
    const stored = { headers: { "parlour-seq": "3" }, body: '{"a":1}' };
    const { out } = createOutbound({
      contents: {
        find: () => Promise.resolve(stored),
        store: () => Promise.reject(new Error("kept already")),
      },
    });
    expect(await out.buildRequest(claim)).toEqual({
      url: "https://hook.example/x",
      ...stored,
      chunked: false,
      webhookId: "evt_5",
      warning: null,
    });
  });

  test("[WH-066] nothing is sent for a webhook that is off or gone, whoever claims it", async () => {
    const createConfig = (webhooks: object[]) =>
      ({ webhooks: new Map(webhooks.entries()) }) as unknown as AccountConfig;
    for (const webhooks of [
      [],
      [{ endpointId: 31, enabled: false }],
      [{ endpointId: 30, enabled: true }],
    ]) {
      const { out } = createOutbound({ config: () => Promise.resolve(createConfig(webhooks)) });
      expect(await out.buildRequest(claim)).toMatchObject({ never: "endpoint_off" });
    }
  });

  test("[WH-010] a request that cannot be read now costs no attempt; other faults are not hidden", async () => {
    const withStoreError = (error: Error) =>
      createOutbound({
        contents: { find: () => Promise.reject(error), store: () => Promise.reject(error) },
      });
    const { out, clock } = withStoreError(refusal("temporarily_unavailable"));
    expect(await out.buildRequest(claim)).toEqual({ later: clock.now() + 1_000 });
    await expect(
      Promise.resolve(withStoreError(refusal("not_found")).out.buildRequest(claim)),
    ).rejects.toThrow("not_found");
    await expect(
      Promise.resolve(withStoreError(new Error("a bug")).out.buildRequest(claim)),
    ).rejects.toThrow("a bug");
  });

  test("[WH-042] data of a reply waits for the database, for a while", async () => {
    let writeCount = 0;
    const write: WriteCommand = () => {
      writeCount += 1;
      if (writeCount < 3) return Promise.reject(refusal("temporarily_unavailable"));
      return Promise.resolve({
        answer: { late: false, outranked: ["name"], unusable: [] } as never,
        replayed: false,
        position: 1,
      });
    };
    const { out, clock } = createOutbound({ write });
    const after = out.afterAttempt?.(
      claim,
      createEnded(out, createReply({ result: "ok", contact_info: { name: "N", phone: "1" } })),
    );
    await clock.advance(2_000);
    expect(await after).toEqual({
      note: null,
      used: {
        taken: [{ field: "contact_info.phone" }],
        ignored: [{ field: "contact_info.name", reason: "earlier_webhook" }],
        ignored_count: 1,
      },
    });
    expect(writeCount).toBe(3);
    const never = createOutbound({
      write: () => Promise.reject(refusal("temporarily_unavailable")),
    });
    const failed = expect(
      Promise.resolve(
        never.out.afterAttempt?.(claim, createEnded(never.out, createReply({ result: "ok" }))),
      ),
    ).rejects.toThrow("temporarily_unavailable");
    await never.clock.advance(30_000);
    await failed;
  });

  test("[WH-049] a chat that is gone is late; what is not written asks nobody", async () => {
    const { out } = createOutbound({ write: () => Promise.reject(refusal("not_found")) });
    expect(
      await out.afterAttempt?.(claim, createEnded(out, createReply({ result: "ok", page: [] }))),
    ).toMatchObject({
      note: { code: "late" },
    });
    const silent = createOutbound({});
    expect(
      await silent.out.afterAttempt?.(
        claim,
        createEnded(silent.out, createReply({ result: "FAILURE" })),
      ),
    ).toMatchObject({
      note: { code: "result_not_ok" },
    });
    const failed: EgressReply = {
      kind: "answered",
      status: 500,
      headers: {},
      body: Buffer.from('{"result":"ok"}'),
      durationMs: 1,
    };
    expect(await silent.out.afterAttempt?.(claim, createEnded(silent.out, failed))).toBeNull();
    const large: EgressReply = {
      kind: "failed",
      outcome: "reply_too_large",
      message: "Too large.",
      status: 200,
      durationMs: 1,
    };
    expect(await silent.out.afterAttempt?.(claim, createEnded(silent.out, large))).toEqual({
      note: { code: "result_missing", message: "result missing: Too large." },
    });
  });
});
