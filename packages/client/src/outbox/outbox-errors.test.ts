import { expect, it } from "vitest";
import { ApiError } from "../api-error.ts";
import { createManualTimers } from "../manual-timers.ts";
import { createMemoryOutboxStore } from "./store.ts";
import { createOutbox } from "./outbox.ts";
import type { OutboxItem } from "./types.ts";

function createFailingOutbox(errors: ApiError[]) {
  const timers = createManualTimers();
  const sent: number[] = [];
  const outbox = createOutbox({
    owner: 1,
    store: createMemoryOutboxStore(new Map<string, OutboxItem>()),
    timers,
    random: () => 0,
    newId: () => "c1",
    send: (item) => {
      sent.push(timers.now());
      const error = errors.shift();
      if (error) return Promise.reject(error);
      return Promise.resolve({
        seq: 1,
        id: 1,
        chat_id: item.chatId,
        author: { kind: "operator", id: 1, name: "Me" },
        kind: "text",
        text: item.text,
        created_at: "",
      });
    },
    canSend: () => true,
    onSent: () => undefined,
    onChange: () => undefined,
    lock: (_name, run) => run(),
  });
  return { outbox, timers, sent };
}

it("[API-002] [CORE-052] too many requests is no refusal: the message waits as long as Retry-After says and goes out", async () => {
  const { outbox, timers, sent } = createFailingOutbox([
    new ApiError({ code: "rate_limited", status: 429, message: "", retryAfterMs: 20_000 }),
  ]);
  await outbox.add({ chatId: 1, kind: "text", text: "Hi", afterSeq: 0 });
  await timers.settle();
  expect(outbox.items[0]).toMatchObject({
    state: "queued",
    error: { code: "rate_limited", status: 429 },
  });
  const start = sent[0] ?? 0;
  await timers.advance(19_999);
  expect(sent).toEqual([start]);
  await timers.advance(1);
  expect(sent).toEqual([start, start + 20_000]);
  expect(outbox.items).toEqual([]);
});

it("[CORE-052] a session that ended keeps the message in line: it goes out after the next sign-in", async () => {
  const { outbox, timers, sent } = createFailingOutbox([
    new ApiError({ code: "unauthorized", status: 401, message: "" }),
  ]);
  await outbox.add({ chatId: 1, kind: "text", text: "Hi", afterSeq: 0 });
  await timers.settle();
  expect(outbox.items[0]).toMatchObject({ state: "queued", error: { status: 401 } });
  await timers.advance(30_000);
  expect([sent.length, outbox.items.length]).toEqual([2, 0]);
});

it("[CORE-052] however often the server failed, the next try comes within 30 s", async () => {
  const { outbox, timers, sent } = createFailingOutbox(
    Array.from({ length: 12 }, () => new ApiError({ code: "network", status: 0, message: "" })),
  );
  await outbox.add({ chatId: 1, kind: "text", text: "Hi", afterSeq: 0 });
  await timers.advance(12 * 30_000);
  expect(sent).toHaveLength(13);
  const waits = sent.slice(1).map((at, n) => at - (sent[n] ?? 0));
  expect(Math.max(...waits)).toBeLessThanOrEqual(30_000);
  expect(waits[0]).toBeLessThan(waits[4] ?? 0);
});

it("[API-522] a reply that crosses another operator's is held, and Send anyway sends it", async () => {
  const { outbox, timers, sent } = createFailingOutbox([
    new ApiError({
      code: "crossed",
      status: 409,
      message: "",
      body: { error: { by: { id: 2, name: "Max" }, seq: 2 } },
    }),
  ]);
  const { clientId } = await outbox.add({ chatId: 1, kind: "text", text: "Hi", afterSeq: 1 });
  await timers.settle();
  expect(outbox.items[0]).toMatchObject({ state: "held", heldBy: { name: "Max" }, error: null });
  await timers.advance(60_000);
  expect(sent).toHaveLength(1);
  await outbox.release(clientId);
  await timers.settle();
  expect([sent.length, outbox.items]).toEqual([2, []]);
});
