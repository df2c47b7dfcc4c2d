import { ApiError } from "@parlour/client";
import { expect, it } from "vitest";
import { createMessage, createLiveFixture } from "../live-client.fixture.ts";

const own = { author: { kind: "operator", id: 1, name: "Sofia" } } as const;
const delivered = { id: 7, state: "delivered", attempts: 1, error: null, next_at: null } as const;
const delivery = {
  ...delivered,
  chat_id: 1,
  seq: 2,
  endpoint: { id: 1, kind: "channel", name: "Shop" },
};
const getMessageList = (w: ReturnType<typeof createLiveFixture>) =>
  w.live.get().snapshot.logs.get(1)?.messages ?? [];
/**
 * The visitor's second message is stored on the server, but no event has reported it yet. The
 * response to a reply arrives first.
 */
async function createOvertakenReply() {
  const w = createLiveFixture();
  w.live.start();
  w.live.openChat(1);
  await w.connect();
  const his = createMessage(1, 2);
  w.messages.set(1, [createMessage(1, 1), his]);
  return { w, his };
}
const shown = (w: ReturnType<typeof createLiveFixture>) => getMessageList(w).map(({ seq }) => seq);

it("[CORE-040] [CORE-052] what an event says of a message while its page is under way is not undone by the older answer", async () => {
  const w = createLiveFixture();
  w.live.start();
  await w.connect();
  const waits = createMessage(1, 2, {
    ...own,
    delivery: { ...delivered, state: "pending", attempts: 0 },
  });
  w.messages.set(1, [createMessage(1, 1), waits]);
  const release = w.hold();
  w.live.openChat(1);
  w.event(11, "delivery_updated", { delivery });
  await w.timers.advance(1);
  w.messages.set(1, [createMessage(1, 1), { ...waits, delivery: delivered }]);
  release();
  await w.timers.settle();
  expect(getMessageList(w)[1]?.delivery).toEqual(delivered);
});

it("[CORE-040] [CORE-042] the answer to a reply that comes before an earlier message takes nothing away; the next reply waits for that one", async () => {
  const { w, his } = await createOvertakenReply();
  await w.live.sendMessage(1, "text", "first");
  await w.live.sendMessage(1, "text", "second");
  await w.timers.settle();
  expect([w.calls, shown(w)]).toEqual([["say first"], [1]]);
  w.event(11, "message_created", { message: his });
  await w.timers.advance(1);
  await w.timers.settle();
  expect(w.calls).toEqual(["say first", "say second"]);
  expect(shown(w)).toEqual([1, 2, 3, 4]);
});

it("[CORE-044] [CORE-045] a reply waits for messages that could not be read: they are asked for again, and it goes out", async () => {
  const w = createLiveFixture();
  w.live.start();
  await w.connect();
  w.failures.push(new ApiError({ code: "unavailable", status: 503, message: "" }));
  w.live.openChat(1);
  await w.live.sendMessage(1, "text", "mine");
  await w.timers.settle();
  expect([w.calls, w.live.get().logs.get(1)?.state]).toEqual([[], expect.any(ApiError)]);
  await w.timers.advance(1_000);
  expect([w.calls, shown(w)]).toEqual([["say mine"], [1, 2]]);
});

it("[CORE-044] [CORE-045] a reply whose answer came before an earlier message is kept over the loss of the connection, and sent once", async () => {
  const { w, his } = await createOvertakenReply();
  await w.live.sendMessage(1, "text", "mine");
  await w.timers.settle();
  w.lose();
  await w.timers.settle();
  expect(w.live.get().outbox).toMatchObject([{ text: "mine", state: "queued" }]);
  await w.timers.advance(1_000);
  w.say({ type: "ready", epoch: "e", position: 12, mode: "catching_up", presence: [] });
  w.event(11, "message_created", { message: his });
  w.event(12, "message_created", { message: w.messages.get(1)?.[2] });
  w.say({ type: "live", position: 12 });
  await w.timers.advance(60_000);
  expect([w.calls, shown(w), w.live.get().outbox]).toEqual([["say mine"], [1, 2, 3], []]);
});

it.each([
  ["when the connection is back", true],
  ["by themselves", false],
])(
  "[CORE-045] an open chat and its messages that could not be read are asked for again %s",
  async (_, isOffline) => {
    const w = createLiveFixture();
    w.live.start();
    await w.connect();
    const failure = new ApiError({
      code: isOffline ? "network" : "unavailable",
      status: isOffline ? 0 : 503,
      message: "",
    });
    w.messages.set(9, [createMessage(9, 1)]);
    // The second attempt runs before the connection is back. The third attempt would run only after
    // the end of this test.
    w.failures.push(failure, failure);
    w.chatFailures.push(failure, failure);
    if (isOffline) w.lose();
    w.live.openChat(9);
    await w.timers.settle();
    const isKnown = () => [
      w.live.get().snapshot.chats.has(9),
      w.live.get().snapshot.logs.has(9),
      w.live.get().logs.get(9)?.state,
    ];
    expect(isKnown()).toEqual([false, false, expect.any(ApiError)]);
    if (isOffline) {
      await w.timers.advance(1_000);
      expect(isKnown()).toEqual([false, false, expect.any(ApiError)]);
      w.say({ type: "ready", epoch: "e", position: 10, mode: "catching_up", presence: [] });
      w.say({ type: "live", position: 10 });
      await w.timers.settle();
    } else await w.timers.advance(10_000);
    expect(isKnown()).toEqual([true, true, "ready"]);
  },
);

it("[CORE-001] a chat that is refused is not asked for again", async () => {
  const w = createLiveFixture();
  w.live.start();
  await w.connect();
  const refusal = new ApiError({ code: "not_found", status: 404, message: "" });
  w.failures.push(refusal);
  w.chatFailures.push(refusal);
  w.live.openChat(9);
  await w.timers.advance(60_000);
  expect([w.live.get().snapshot.chats.has(9), w.live.get().logs.get(9)?.state]).toEqual([
    false,
    refusal,
  ]);
});
