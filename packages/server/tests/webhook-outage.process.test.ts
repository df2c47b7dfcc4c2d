import { isLongRun } from "@parlour/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  openWebhookProcessFixture,
  type WebhookProcessFixture,
} from "./webhook-process-fixture.ts";

/**
 * Tests processes that stop or are killed while deliveries to a receiver are pending (WH-010,
 * WH-066).
 */
let fixture: WebhookProcessFixture;
beforeEach(async () => {
  fixture = await openWebhookProcessFixture();
});
afterEach(() => fixture.close());

const hourMs = 3_600_000;

// webhook-delivery.test.ts has each rule in every run, in one process and with a manual clock.
test.runIf(isLongRun)(
  "[WH-010] [WH-063] [WH-064] [WH-066] a receiver that is away for two days, over two restarts and two kills, then gets every event once",
  async () => {
    const { receiver, api } = fixture;
    const startAt = (shiftMs: number) =>
      fixture.start("shifted-clock-server.ts", { CLOCK_SHIFT_MS: String(shiftMs) });
    /** Creates chats, accepts them, names their visitors and closes them. Returns their ids. */
    const createFinishedChats = async (prefix: string, count: number): Promise<number[]> => {
      const ids: number[] = [];
      for (let n = 0; n < count; n++) {
        const chat = await fixture.sendMessage(`${prefix}${n}`);
        await api("POST", `chats/${chat.id}/accept`, {});
        await api("PATCH", `visitors/${chat.visitor.number}`, { name: `${prefix}${n}` });
        await api("POST", `chats/${chat.id}/close`, {});
        ids.push(chat.id);
      }
      return ids;
    };
    receiver.setMode("down");
    let product = await startAt(0);
    const chats = await createFinishedChats("first", 4);
    await receiver.waitForRequests(4);
    expect(await product.stop()).toBe(0);

    product = await startAt(9 * hourMs);
    chats.push(...(await createFinishedChats("second", 3)));
    expect(await product.stop()).toBe(0);

    product = await startAt(20 * hourMs);
    // The process is killed during requests, so their outcomes are unknown.
    receiver.setMode("hang");
    const before = receiver.requests.length;
    chats.push(...(await createFinishedChats("third", 3)));
    await receiver.waitForRequests(before + 4);
    await product.kill("server");

    receiver.setMode("down");
    product = await startAt(30 * hourMs);
    chats.push(...(await createFinishedChats("fourth", 2)));
    await product.kill("server");
    expect(receiver.accepted()).toEqual([]);

    receiver.setMode("ok");
    await startAt(49 * hourMs);
    await fixture.waitUntilDelivered();

    const accepted = receiver.accepted();
    // The change of the name is sent before the end of the chat.
    const expectedEvents = ["chat_accepted", "chat_updated", "chat_finished"];
    for (const chat of chats) {
      const chatEvents = accepted
        .filter(({ chatId }) => chatId === chat)
        .toSorted((a, b) => a.seq - b.seq);
      expect(chatEvents.map(({ event, seq }) => [event, seq])).toEqual(
        expectedEvents.map((event, n) => [event, n + 1]),
      );
    }
    expect(accepted).toHaveLength(chats.length * expectedEvents.length);
    expect(new Set(accepted.map(({ id }) => id)).size).toBe(accepted.length);
    // Every repeated request has the same bytes.
    for (const one of accepted)
      expect(
        new Set(receiver.requests.filter(({ id }) => id === one.id).map(({ text }) => text)).size,
      ).toBe(1);
    const { items } = (await api("GET", "deliveries?limit=200")) as { items: { state: string }[] };
    expect(items.filter(({ state }) => state !== "delivered")).toEqual([]);
    console.info(
      `${accepted.length} events after two days away, ${receiver.requests.length} requests in all`,
    );
  },
);

test("[WH-010] [WH-033] [WH-042] killed at each step of an attempt: the events arrive with the same bytes, their replies' data is there once", async () => {
  const { receiver, api } = fixture;
  receiver.setMode({
    reply: {
      result: "ok",
      custom_data: [{ title: "Plan", content: "Gold" }],
      contact_info: { email: "n@shop.example" },
    },
  });
  const chats: number[] = [];
  // Each process first finishes the work of the previous one, and reaches its crash step while
  // doing so. An interrupted attempt is reported too, so `reported` comes first, when no work is
  // left.
  for (const crashAt of ["reported:1", "claimed:1", "dialled:2", "answered:2"]) {
    const product = await fixture.start("crashing-server.ts", { CRASH_AT: crashAt });
    await fixture.waitUntilDelivered();
    const { id } = await fixture.sendMessage(`customer ${crashAt}`);
    chats.push(id);
    // The response may be lost when the process ends.
    await api("POST", `chats/${id}/accept`, {}).catch(() => undefined);
    expect(await product.exited, crashAt).toBe("SIGKILL");
  }
  await fixture.start("crashing-server.ts");
  await fixture.waitUntilDelivered();
  for (const chat of chats) {
    const chatEvents = receiver.requests.filter(({ chatId }) => chatId === chat);
    expect(new Set(chatEvents.map(({ id, text, seq }) => `${id} ${seq} ${text}`)).size).toBe(1);
    const after = await api("GET", `chats/${chat}`);
    expect(after.custom_data).toMatchObject([{ title: "Plan", content: "Gold" }]);
    expect(after.visitor.email).toMatchObject({ value: "n@shop.example", source: "webhook" });
  }
  expect(receiver.accepted().map(({ event, chatId }) => [event, chatId])).toEqual(
    chats.map((chat) => ["chat_accepted", chat]),
  );
  const { items } = (await api("GET", "deliveries?limit=10")) as {
    items: { event: string; state: string }[];
  };
  expect(items.map(({ event, state }) => [event, state])).toEqual(
    chats.map(() => ["chat_accepted", "delivered"]),
  );
});
