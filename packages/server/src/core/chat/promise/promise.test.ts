import { describe, expect, it } from "vitest";
import {
  eventNames,
  getChat,
  receive,
  startChatWithBot,
  systemCodes,
} from "../../bot/bot.fixture.ts";
import { handToBot } from "../../bot/hand-to-bot.ts";
import type { RoutingConfig } from "../../command.ts";
import { createWaitingChat } from "../../routing/waiting-chat.fixture.ts";
import { acceptChat } from "../accept.ts";
import { closeChat } from "../close.ts";
import { sendOperatorMessage } from "../message/send-message.ts";
import { maxSnoozeMs, snoozeChat } from "../snooze.ts";
import { promiseAnswer, withdrawPromise } from "./commands.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Creates a chat of operator 1, or a waiting chat. */
function createChat(isOpen: boolean, routing: Partial<RoutingConfig> = {}) {
  const { world, chat } = createWaitingChat(undefined, routing);
  if (isOpen) world.execute(acceptChat({ operatorId: 1 }), chat, 1);
  const promise = (ms: number, text?: string) =>
    world.execute(
      promiseAnswer({
        operatorId: 1,
        until: world.now + ms,
        message: text === undefined ? undefined : { text, email: undefined },
      }),
      chat,
      1,
    );
  const answer = (kind: "text" | "note" = "text") =>
    world.execute(sendOperatorMessage({ operatorId: 1, kind, text: "Here it is" }), chat, 1);
  const read = () => getChat(world, chat).promise;
  return { world, chat, promise, answer, read };
}
const promiseEvents = ({ world }: ReturnType<typeof createChat>) =>
  eventNames(world).filter((name) => name.startsWith("chat_promise"));

describe("a promise to the visitor", () => {
  it("[PROM-001] has a time, its author and a state; a new one replaces it, and the same time changes nothing", () => {
    const created = createChat(true);
    const { world, chat, promise, read } = created;
    const until = world.now + hourMs;
    const toTime = (ms: number) => new Date(ms).toISOString();
    // Each command runs a second later.
    const madeAt = world.now + 1000;
    expect(promise(hourMs)).toMatchObject({ state: "open" });
    expect(read()).toMatchObject({
      until: toTime(until),
      made_at: toTime(madeAt),
      by: { kind: "operator", id: 1 },
      at_risk_at: toTime(until - (until - madeAt) / 5),
      state: "running",
    });
    expect(systemCodes(world).at(-1)).toBe("promised");
    const before = world.events.length;
    world.execute(promiseAnswer({ operatorId: 1, until, message: undefined }), chat, 1);
    expect(world.events.length).toBe(before);
    const late = world.now + 8 * hourMs;
    promise(8 * hourMs);
    expect(read()?.at_risk_at).toBe(toTime(late - 15 * minuteMs));
    world.pass(hourMs + minuteMs);
    expect(promiseEvents(created)).toEqual(["chat_promised", "chat_promised"]);
  });

  it("[PROM-001] refuses the past, more than a year, closed chats, chats of a bot and unknown ones", () => {
    const { world, chat, promise } = createChat(true);
    for (const ms of [0, -hourMs, maxSnoozeMs + hourMs])
      expect(promise(ms)).toMatchObject({ failure: "invalid_request", field: "until" });
    world.execute(closeChat({ operatorId: 1, reason: null }), chat);
    expect(promise(hourMs)).toMatchObject({ failure: "chat_closed" });
    const withdrawn = world.run(withdrawPromise({ operatorId: 1 }), chat);
    expect(withdrawn).toMatchObject({ failure: "chat_closed" });
    const bot = startChatWithBot();
    const until = bot.world.now + hourMs;
    const input = { operatorId: 1, until, message: undefined };
    expect(bot.world.run(promiseAnswer(input), bot.chatId)).toMatchObject({ failure: "not_open" });
    expect(world.run(promiseAnswer(input), 9)).toMatchObject({ failure: "not_found" });
  });

  it("[PROM-006] the message that tells the visitor keeps neither the new promise nor the one before", () => {
    const created = createChat(true);
    const { world, promise, read } = created;
    promise(hourMs);
    promise(2 * hourMs, "We answer by 14:00.");
    expect(world.messages.at(-2)).toMatchObject({ text: "We answer by 14:00." });
    expect(read()).toMatchObject({ state: "running", by: { id: 1 } });
    expect(read()).not.toHaveProperty("answered_at");
    expect(promiseEvents(created)).toEqual(["chat_promised", "chat_promised"]);
    const before = world.events.length;
    expect(promise(3 * hourMs, " ")).toMatchObject({ failure: "invalid_request", field: "text" });
    expect(world.events.length).toBe(before);
  });

  it("[PROM-002] taken back, it is gone; a kept one stays; a close and a bot take it back", () => {
    const { world, chat, promise, answer, read } = createChat(true);
    promise(hourMs);
    world.execute(withdrawPromise({ operatorId: 1 }), chat);
    expect(read()).toBeUndefined();
    expect(systemCodes(world).at(-1)).toBe("promise_withdrawn");
    promise(hourMs);
    answer();
    const before = world.events.length;
    world.execute(withdrawPromise({ operatorId: 1 }), chat);
    expect([world.events.length, read()?.state]).toEqual([before, "kept"]);
    promise(hourMs);
    world.execute(closeChat({ operatorId: 1, reason: null }), chat);
    expect(read()).toBeUndefined();
    const bot = startChatWithBot();
    bot.world.run(acceptChat({ operatorId: 1 }), bot.chatId, 1);
    const until = bot.world.now + hourMs;
    bot.world.run(promiseAnswer({ operatorId: 1, until, message: undefined }), bot.chatId, 1);
    expect(getChat(bot.world, bot.chatId).promise?.state).toBe("running");
    bot.world.run(handToBot({ operatorId: 1 }), bot.chatId, 1);
    expect(getChat(bot.world, bot.chatId)).toMatchObject({ state: "bot" });
    expect(getChat(bot.world, bot.chatId).promise).toBeUndefined();
  });

  it("[PROM-003] the first answer before the time keeps it, a note does not", () => {
    const created = createChat(true);
    const { world, promise, answer, read } = created;
    promise(hourMs);
    answer("note");
    expect(read()?.state).toBe("running");
    world.now += 10 * minuteMs;
    answer();
    expect(read()).toMatchObject({ state: "kept", answered_at: new Date(world.now).toISOString() });
    world.pass(hourMs);
    answer();
    expect(promiseEvents(created)).toEqual(["chat_promised", "chat_promise_kept"]);
  });

  it("[PROM-003] without an answer it is at risk and broken once, and a late answer is noted", () => {
    const created = createChat(true, { inactivityMs: 30 * minuteMs });
    const { world, chat, promise, answer, read } = created;
    answer();
    promise(hourMs);
    world.pass(49 * minuteMs);
    expect(read()?.state).toBe("at_risk");
    world.pass(12 * minuteMs);
    expect(read()).toMatchObject({ state: "broken" });
    expect(systemCodes(world).at(-1)).toBe("promise_broken");
    answer();
    expect(read()).toMatchObject({ state: "broken", answered_at: expect.any(String) });
    expect(promiseEvents(created)).toEqual([
      "chat_promised",
      "chat_promise_at_risk",
      "chat_promise_broken",
    ]);
    // Nobody closes the chat for inactivity before the time (CORE-032).
    expect(getChat(world, chat).state).toBe("open");
    world.pass(31 * minuteMs);
    expect(getChat(world, chat).state).toBe("closed");
  });

  it("[PROM-003] an answer at the time comes too late, also if no timer ran", () => {
    const created = createChat(true);
    const { world, promise, answer } = created;
    promise(hourMs);
    world.now += hourMs;
    answer();
    expect(promiseEvents(created)).toEqual(["chat_promised", "chat_promise_broken"]);
    expect(created.read()).toMatchObject({ state: "broken", answered_at: expect.any(String) });
  });

  it("[PROM-004] at risk, it ends a snooze and offers a waiting chat again", () => {
    const { world, chat, promise, read } = createChat(false);
    promise(10 * hourMs);
    world.execute(snoozeChat({ operatorId: 1, until: world.now + 20 * hourMs, stay: true }), chat);
    world.pass(9 * hourMs + 44 * minuteMs);
    expect(getChat(world, chat).snoozed).toBeDefined();
    world.pass(2 * minuteMs);
    expect(read()?.state).toBe("at_risk");
    expect(getChat(world, chat)).toMatchObject({
      snooze_ended: { reason: "promise" },
      wait: { offered: [1, 2, 3] },
    });
    const waiting = createChat(false);
    waiting.promise(10 * hourMs);
    waiting.world.pass(9 * hourMs);
    const since = getChat(waiting.world, waiting.chat).wait?.since;
    const offers = () => systemCodes(waiting.world).filter((code) => code === "offered").length;
    const before = offers();
    waiting.world.pass(46 * minuteMs);
    expect(offers()).toBeGreaterThan(before);
    expect(getChat(waiting.world, waiting.chat).wait?.since).toBe(since);
  });

  it("[PROM-005] a snooze promises its time, and comes back before it; a repeat changes both", () => {
    const created = createChat(true);
    const { world, chat, read } = created;
    const until = world.now + 5 * hourMs;
    const input = { operatorId: 1, until, stay: true, promise: true };
    world.execute(snoozeChat(input), chat);
    expect(read()).toMatchObject({ until: new Date(until).toISOString(), state: "running" });
    const before = world.events.length;
    world.execute(snoozeChat(input), chat);
    expect(world.events.length).toBe(before);
    world.execute(snoozeChat({ ...input, until: until + hourMs }), chat);
    world.execute(receive("And?"), chat);
    expect(getChat(world, chat).snoozed).toBeDefined();
    world.pass(5 * hourMs + 46 * minuteMs);
    expect(getChat(world, chat)).toMatchObject({ promise: { state: "at_risk" } });
    expect(getChat(world, chat).snoozed).toBeUndefined();
    expect(promiseEvents(created)).toEqual([
      "chat_promised",
      "chat_promised",
      "chat_promise_at_risk",
    ]);
  });
});
