import { describe, expect, it } from "vitest";
import type { InspectedRequest } from "@parlour/protocol/api";
import { maskCredentials, maskBody } from "../auth/index.ts";
import { ManualClock } from "../clock.ts";
import { createRequestInspector, type Inspector, type RecordedRequest } from "./index.ts";
import { InspectorBuffer } from "./buffer.ts";

const createRequest = (more: Partial<RecordedRequest> = {}): RecordedRequest => ({
  kind: "channel",
  ownerId: 3,
  at: 1_000,
  method: "POST",
  url: "/channel/…wxyz/Lk29fQw7Za",
  headers: { authorization: "Bearer 0123456789abcdef", accept: "*/*" },
  body: Buffer.from('{"sender":{"id":"7"},"message":{"type":"text","text":"Grüße"}}'),
  status: 200,
  durationMs: 1.6,
  fault: null,
  requestId: "r1",
  event: null,
  chatId: null,
  ...more,
});
const createFixture = (limits = {}): { inspector: Inspector; clock: ManualClock } => {
  const clock = new ManualClock();
  return {
    clock,
    inspector: createRequestInspector({ clock, masking: { maskCredentials, maskBody }, limits }),
  };
};

describe("the inspector's memory", () => {
  it("[API-052] [API-333] keeps what came, byte for byte, without credentials; masked without what was written", () => {
    const { inspector } = createFixture();
    inspector.recordRequest(1, createRequest());
    const [item] = inspector.list(1, { limit: 10 }, false);
    expect(item).toMatchObject({
      at: "1970-01-01T00:00:01.000Z",
      direction: "in",
      kind: "channel",
      owner_id: 3,
      endpoint_id: null,
      method: "POST",
      status: 200,
      duration_ms: 2,
      fault: null,
      request: { headers: { authorization: "Bearer …cdef", accept: "*/*" }, cut: false },
    });
    expect(JSON.parse(item?.request.body ?? "")).toMatchObject({ message: { text: "Grüße" } });
    expect(inspector.list(1, { limit: 10 }, true)[0]?.request.body).toBe(
      '{"sender":{"id":"7"},"message":{"type":"text","text":"•••"}}',
    );
    expect(inspector.list(2, { limit: 10 }, false)).toEqual([]);
  });
  it("[API-052] [API-333] cuts a body at 8 KiB, never inside a character, and hides a cut one from those who may not read", () => {
    const { inspector } = createFixture();
    inspector.recordRequest(1, createRequest({ body: Buffer.from(`"${"ü".repeat(5_000)}"`) }));
    const [item] = inspector.list(1, { limit: 1 }, false);
    expect(item?.request).toMatchObject({ cut: true, body: `"${"ü".repeat(4_095)}` });
    expect(inspector.list(1, { limit: 1 }, true)[0]?.request.body).toBe("•••");
  });
  it("[API-052] pages by id and narrows by kind, direction and fault", () => {
    const { inspector } = createFixture();
    const fault = {
      code: "sender_id_required",
      message: "sender.id is missing or empty.",
      field: "sender.id",
      rule: "CH-040",
    };
    inspector.recordRequest(1, createRequest());
    inspector.recordRequest(1, createRequest({ status: 400, fault }));
    inspector.recordRequest(1, createRequest({ kind: "bot" }));
    inspector.recordAttempt(1, {
      kind: "webhook",
      endpointId: 5,
      at: 2_000,
      deliveryId: 9,
      event: "chat_finished",
      chatId: 4,
      request: {
        url: "https://hooks.example/crm",
        headers: {},
        body: '{"plain_messages":"secret"}',
      },
      reply: null,
      status: null,
      durationMs: 15_000,
      outcome: "timeout",
      error: null,
    });
    const list = (filter: Parameters<Inspector["list"]>[1]): readonly InspectedRequest[] =>
      inspector.list(1, filter, true);
    const all = list({ limit: 10 });
    expect(all.map((entry) => entry.id)).toEqual(
      all.map((entry) => entry.id).toSorted((a, b) => a - b),
    );
    expect(list({ limit: 2 }).map((entry) => entry.id)).toEqual(
      all.slice(2).map((entry) => entry.id),
    );
    expect(list({ limit: 2, after: all[0]?.id ?? 0 }).map((entry) => entry.id)).toEqual(
      all.slice(1, 3).map((entry) => entry.id),
    );
    expect(list({ limit: 9, kind: "bot" })).toHaveLength(1);
    expect(list({ limit: 9, ownerId: 3 })).toHaveLength(3);
    expect(list({ limit: 9, ownerId: 5 })).toHaveLength(0);
    expect(list({ limit: 9, endpointId: 5 })).toHaveLength(1);
    expect(list({ limit: 9, endpointId: 3 })).toHaveLength(0);
    expect(list({ limit: 9, direction: "out" })).toMatchObject([
      {
        kind: "webhook",
        endpoint_id: 5,
        delivery_id: 9,
        chat_id: 4,
        outcome: "timeout",
        request: { body: '{"plain_messages":"•••"}' },
      },
    ]);
    expect(list({ limit: 9, fault: true }).map((entry) => entry.fault)).toEqual([
      fault,
      { code: "timeout", message: null, field: null, rule: "WH-060" },
    ]);
    expect(list({ limit: 9, fault: false })).toHaveLength(2);
  });
  it("[API-052] [API-334] is bounded: the latest of an account, and the silent accounts go first", () => {
    const { inspector } = createFixture({ items: 3 });
    for (let n = 0; n < 10; n++) inspector.recordRequest(1, createRequest({ requestId: `r${n}` }));
    expect(inspector.list(1, { limit: 200 }, false).map((entry) => entry.request_id)).toEqual([
      "r7",
      "r8",
      "r9",
    ]);
    const memory = new InspectorBuffer({ items: 100, bytes: 1_000, allBytes: 2_500 });
    const item = { ...createRequest(), direction: "in", id: 1, bytes: "", isCut: false } as const;
    for (let n = 0; n < 4; n++) memory.add(1, item, 400);
    expect(memory.getItems(1)).toHaveLength(2);
    for (const account of [2, 3, 2, 3, 4]) memory.add(account, item, 400);
    expect([1, 2, 3, 4].map((account) => memory.getItems(account).length)).toEqual([0, 2, 2, 1]);
    expect(memory.bytes).toBe(2_000);
    // An item that is larger than the whole limit is still stored as the latest one.
    memory.add(5, item, 9_000);
    expect([2, 3, 4, 5].map((account) => memory.getItems(account).length)).toEqual([0, 0, 0, 1]);
  });
  it("[API-052] [API-335] tells those who watch at most 50 a second, and how many it skipped", async () => {
    const { inspector, clock } = createFixture();
    const published: [number, string, number][] = [];
    inspector.setSubscribers({
      isWatched: (account) => account === 1,
      publish: (account, _item, masked, skipped) =>
        published.push([account, masked.request.body, skipped]),
    });
    for (let n = 0; n < 120; n++) inspector.recordRequest(1, createRequest());
    inspector.recordRequest(2, createRequest());
    expect(published).toHaveLength(50);
    expect(
      published.every(
        ([account, body, skipped]) => account === 1 && body.includes("•••") && skipped === 0,
      ),
    ).toBe(true);
    await clock.advance(1_000);
    inspector.recordRequest(1, createRequest());
    expect(published.at(-1)?.[2]).toBe(70);
    inspector.recordRequest(1, createRequest());
    expect(published.at(-1)?.[2]).toBe(0);
  });
  it("[API-052] [API-334] keeps of more than 100 in a second only what has a fault", async () => {
    const { inspector, clock } = createFixture();
    const fault = { code: "invalid_request", message: "No.", field: null, rule: "CH-031" };
    for (let n = 0; n < 250; n++)
      inspector.recordRequest(
        1,
        createRequest({ requestId: `r${n}`, fault: n % 100 === 7 ? fault : null }),
      );
    inspector.recordRequest(2, createRequest());
    expect(inspector.list(1, { limit: 500 }, false)).toHaveLength(102);
    expect(
      inspector.list(1, { limit: 500, fault: true }, false).map((entry) => entry.request_id),
    ).toEqual(["r7", "r107", "r207"]);
    expect(inspector.list(2, { limit: 500 }, false)).toHaveLength(1);
    await clock.advance(1_000);
    inspector.recordRequest(1, createRequest({ requestId: "later" }));
    expect(inspector.list(1, { limit: 1 }, false)[0]?.request_id).toBe("later");
  });
  it("[API-052] ids go on rising after a restart", async () => {
    const { inspector, clock } = createFixture();
    for (let n = 0; n < 400; n++) inspector.recordRequest(1, createRequest());
    const last = inspector.list(1, { limit: 1 }, false)[0]?.id ?? 0;
    await clock.advance(1);
    const next = createRequestInspector({ clock, masking: { maskCredentials, maskBody } });
    next.recordRequest(1, createRequest());
    expect(next.list(1, { limit: 1 }, false)[0]?.id).toBeGreaterThan(last);
    expect(Number.isSafeInteger(last)).toBe(true);
  });
});
