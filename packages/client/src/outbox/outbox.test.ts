import type { Message } from "@parlour/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "../api-error.ts";
import { createManualTimers } from "../manual-timers.ts";
import { createMemoryOutboxStore, withSynchronousCopy } from "./store.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import type { OutboxItem, OutboxStore } from "./types.ts";

const createOfflineError = () => new ApiError({ code: "network", status: 0, message: "" });
const createRefusedError = () =>
  new ApiError({ code: "chat_closed", status: 409, message: "closed" });

/** A server that stores each client id once, and tabs that share one store. */
function createTestOutbox() {
  const timers = createManualTimers();
  const disk = new Map<string, OutboxItem>();
  const written: { clientId: string; text: string }[] = [];
  const script: ("ok" | "lost before" | "lost after" | "refuse")[] = [];
  const state = { live: true, lastId: 0 };
  const locks = new Map<string, Promise<void>>();
  const lock = (name: string, run: () => Promise<void>) => {
    const next = (locks.get(name) ?? Promise.resolve()).then(run);
    locks.set(
      name,
      next.catch(() => undefined),
    );
    return next;
  };
  const send = (item: OutboxItem): Promise<Message> => {
    const fate = script.shift() ?? "ok";
    if (fate === "refuse") return Promise.reject(createRefusedError());
    if (fate !== "lost before" && !written.some((entry) => entry.clientId === item.clientId))
      written.push({ clientId: item.clientId, text: item.text });
    return fate === "ok"
      ? Promise.resolve({
          seq: 1,
          id: 1,
          chat_id: item.chatId,
          author: { kind: "operator", id: 1, name: "Me" },
          kind: "text",
          text: item.text,
          created_at: "",
        })
      : Promise.reject(createOfflineError());
  };
  const tab = (owner = 1, store: OutboxStore = createMemoryOutboxStore(disk)): Outbox =>
    createOutbox({
      owner,
      store,
      timers,
      random: () => 0,
      newId: () => {
        state.lastId += 1;
        return `c${state.lastId}`;
      },
      send,
      canSend: () => state.live,
      onSent: () => undefined,
      onChange: () => undefined,
      lock,
    });
  return { timers, disk, written, script, state, tab };
}

describe("outbox", () => {
  it("[CORE-044] [CORE-042] whatever is lost on the way, each message is written once and in order", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("ok" as const, "lost before" as const, "lost after" as const), {
          maxLength: 20,
        }),
        fc.integer({ min: 1, max: 6 }),
        async (fates, count) => {
          const w = createTestOutbox();
          w.script.push(...fates);
          const outbox = w.tab();
          for (let n = 0; n < count; n += 1)
            await outbox.add({ chatId: 1, kind: "text", text: `m${n}`, afterSeq: 0 });
          await w.timers.advance(3_600_000);
          expect(w.written.map((message) => message.text)).toEqual(
            Array.from({ length: count }, (_, n) => `m${n}`),
          );
          expect([outbox.items.length, w.disk.size]).toEqual([0, 0]);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("[CORE-052] a message written offline survives the page and goes out after the catch-up", async () => {
    const w = createTestOutbox();
    w.state.live = false;
    const before = w.tab();
    await before.add({ chatId: 1, kind: "text", text: "first", afterSeq: 3 });
    await before.add({ chatId: 1, kind: "text", text: "second", afterSeq: 3 });
    before.close();
    const after = w.tab();
    await after.reload();
    expect(after.items.map((item) => item.text)).toEqual(["first", "second"]);
    expect(w.written).toEqual([]);
    w.state.live = true;
    after.sendPending();
    await w.timers.settle();
    expect(w.written.map((message) => message.text)).toEqual(["first", "second"]);
  });

  it("[CORE-044] two tabs with the same message send it once", async () => {
    const w = createTestOutbox();
    w.state.live = false;
    const first = w.tab();
    await first.add({ chatId: 1, kind: "text", text: "once", afterSeq: 0 });
    const second = w.tab();
    await second.reload();
    w.state.live = true;
    first.sendPending();
    second.sendPending();
    await w.timers.settle();
    expect(w.written).toHaveLength(1);
    expect([first.items, second.items]).toEqual([[], []]);
  });

  it("[CORE-044] what another tab wrote before goes out before, heard of or not", async () => {
    const w = createTestOutbox();
    w.state.live = false;
    const [a, b] = [w.tab(), w.tab()];
    await a.add({ chatId: 1, kind: "text", text: "first, in a", afterSeq: 0 });
    await w.timers.advance(1);
    await b.add({ chatId: 1, kind: "text", text: "second, in b", afterSeq: 0 });
    w.state.live = true;
    b.sendPending();
    await w.timers.settle();
    expect(w.written.map(({ text }) => text)).toEqual(["first, in a", "second, in b"]);
    a.sendPending();
    await w.timers.settle();
    expect([w.written.length, a.items, b.items]).toEqual([2, [], []]);
  });

  it("[API-023] a refusal is kept with its reason, the next message goes on, Send again repeats it", async () => {
    const w = createTestOutbox();
    w.script.push("refuse");
    const outbox = w.tab();
    const item = await outbox.add({ chatId: 1, kind: "text", text: "no", afterSeq: 0 });
    await outbox.add({ chatId: 1, kind: "text", text: "yes", afterSeq: 0 });
    await w.timers.settle();
    expect(outbox.items[0]).toMatchObject({
      text: "no",
      state: "failed",
      error: { code: "chat_closed", status: 409 },
    });
    expect(w.written.map((message) => message.text)).toEqual(["yes"]);
    await outbox.release(item.clientId);
    await w.timers.settle();
    expect(w.written.map((message) => message.text)).toEqual(["yes", "no"]);
  });

  it("[CORE-052] while the server fails, the message keeps its last error and is tried again", async () => {
    const w = createTestOutbox();
    w.script.push("lost before", "lost before");
    const outbox = w.tab();
    await outbox.add({ chatId: 1, kind: "text", text: "again", afterSeq: 0 });
    await w.timers.settle();
    expect(outbox.items[0]).toMatchObject({
      state: "queued",
      error: { code: "network", status: 0 },
    });
    await w.timers.advance(60_000);
    expect([w.written.length, outbox.items.length]).toEqual([1, 0]);
  });

  it("[CORE-052] a crash between the key press and the flush of the database loses nothing and sends once", async () => {
    const w = createTestOutbox();
    w.state.live = false;
    const values = new Map<string, string>();
    const storage = {
      get length() {
        return values.size;
      },
      key: (index: number) => [...values.keys()][index] ?? null,
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => {
        values.set(key, value);
      },
      removeItem: (key: string) => {
        values.delete(key);
      },
    };
    const slow = {
      ...createMemoryOutboxStore(w.disk),
      put: () => new Promise<void>(() => undefined),
    };
    void w
      .tab(1, withSynchronousCopy(slow, storage))
      .add({ chatId: 1, kind: "text", text: "just typed", afterSeq: 0 });
    const after = w.tab(1, withSynchronousCopy(createMemoryOutboxStore(w.disk), storage));
    w.state.live = true;
    await after.reload();
    await w.timers.settle();
    expect(w.written.map((message) => message.text)).toEqual(["just typed"]);
    expect([values.size, after.items.length]).toEqual([0, 0]);
  });

  it("[CORE-044] [CORE-335] a store that does not respond in time is read again", async () => {
    const w = createTestOutbox();
    w.state.live = false;
    await w.tab().add({ chatId: 1, kind: "text", text: "of another tab", afterSeq: 0 });
    const store = createMemoryOutboxStore(w.disk);
    let isBusy = true;
    const list = (owner: number) =>
      isBusy ? Promise.reject(new Error("too late")) : store.list(owner);
    const outbox = w.tab(1, { ...store, list });
    await expect(outbox.reload()).rejects.toThrow("too late");
    isBusy = false;
    await w.timers.advance(5_000);
    expect(outbox.items.map(({ text }) => text)).toEqual(["of another tab"]);
  });

  it("[CORE-044] another operator at the same browser never sends it", async () => {
    const w = createTestOutbox();
    w.state.live = false;
    await w.tab(1).add({ chatId: 1, kind: "text", text: "mine", afterSeq: 0 });
    w.state.live = true;
    const other = w.tab(2);
    await other.reload();
    await w.timers.advance(60_000);
    expect(w.written).toEqual([]);
  });
});
