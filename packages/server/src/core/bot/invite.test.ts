import { describe, expect, it } from "vitest";
import { acceptChat } from "../chat/accept.ts";
import { closeChat } from "../chat/close.ts";
import { joinChat } from "../chat/join.ts";
import { processChatTimeout } from "../chat/timing/process-timeout.ts";
import {
  createBotConfig,
  getChat,
  systemCodes,
  eventNames,
  receive,
  startChatWithBot,
} from "./bot.fixture.ts";
import { handOverFromRemovedBot, handOverAfterFailure } from "./hand-over.ts";
import { inviteOperator } from "./invite.ts";
import { sendBotMessage } from "./send-message.ts";

const inviteFor = (...online: number[]) => inviteOperator({ botId: 7, online: new Set(online) });

describe("invitation", () => {
  it("[BOT-070] [API-231] an operator is there: the chat is offered, once, until one joins", () => {
    const { world, chatId } = startChatWithBot({ inviteWaitMs: 30_000 });
    expect(world.run(inviteFor(2), chatId)).toEqual({ outcome: "invited" });
    const at = world.now;
    expect(getChat(world, chatId)).toMatchObject({
      state: "waiting",
      bot: { attached: true },
      wait: {
        since: new Date(at).toISOString(),
        invited_until: new Date(at + 30_000).toISOString(),
      },
    });
    expect(world.events.at(-1)).toMatchObject({
      name: "chat_handed_over",
      by: null,
      reason: "invited",
    });
    const before = world.events.length;
    expect(world.run(inviteFor(2), chatId)).toEqual({ outcome: "pending" });
    expect(world.run(inviteFor(), chatId)).toEqual({ outcome: "pending" });
    expect(world.events.length).toBe(before);

    world.run(joinChat({ operatorId: 3 }), chatId, 3);
    expect(getChat(world, chatId)).toMatchObject({
      state: "open",
      bot: { attached: false },
      wait: null,
      accepted_at: expect.any(String),
    });
    expect(eventNames(world).filter((name) => name === "chat_accepted")).toHaveLength(1);
    expect(world.run(inviteFor(2), chatId)).toEqual({ outcome: "joined" });
    expect(world.events.at(-1)?.name).toBe("chat_accepted");
  });
  it("[BOT-070] nobody is there: said at once, the chat stays with the bot", () => {
    const { world, chatId } = startChatWithBot();
    expect(world.run(inviteFor(), chatId)).toEqual({ outcome: "unavailable" });
    expect(getChat(world, chatId)).toMatchObject({
      state: "bot",
      wait: null,
      bot: { attached: true },
    });
    expect(systemCodes(world)).toEqual(["bot_started", "invite_unavailable"]);
    expect(world.run(inviteFor(1), chatId)).toEqual({ outcome: "invited" });
  });
  it("[BOT-070] [API-231] nobody joined in time: back to the bot, a missed chat until somebody joins", () => {
    const { world, chatId } = startChatWithBot();
    world.run(inviteFor(2), chatId);
    expect(world.run(processChatTimeout(), chatId)).toMatchObject({ due: expect.any(Number) });
    expect(getChat(world, chatId).state).toBe("waiting");
    world.now += 60_000;
    expect(world.run(processChatTimeout(), chatId)).toMatchObject({ due: null });
    expect(getChat(world, chatId)).toMatchObject({
      state: "bot",
      wait: null,
      bot: { attached: true, missed_at: expect.any(String) },
    });
    expect(systemCodes(world)).toEqual(["bot_started", "invited", "invite_expired"]);
    const before = world.events.length;
    world.run(processChatTimeout(), chatId);
    expect(world.events.length).toBe(before);
    world.run(acceptChat({ operatorId: 1 }), chatId, 1);
    expect(getChat(world, chatId).bot).toEqual({
      id: 7,
      name: "Bot 7",
      photo: "",
      attached: false,
    });
  });
  it("[BOT-070] the customer leaves while an operator was asked for: missed; without a request it is not", () => {
    const { world, chatId } = startChatWithBot({}, "widget");
    world.run(inviteFor(2), chatId);
    world.run(closeChat({ cause: "visitor" }), chatId);
    expect(getChat(world, chatId)).toMatchObject({
      state: "closed",
      bot: { attached: true, missed_at: new Date(world.now).toISOString() },
    });
    const other = startChatWithBot({ silentMs: 1_000 }, "widget");
    other.world.run(closeChat({ cause: "visitor" }), other.chatId);
    expect(getChat(other.world, other.chatId).bot).toEqual({
      id: 7,
      name: "Bot 7",
      photo: "",
      attached: true,
    });
  });
  it("[BOT-071] while the outcome is open the bot may speak, and the customer's messages stay in the waiting chat", () => {
    const { world, chatId } = startChatWithBot();
    world.run(inviteFor(2), chatId);
    world.run(receive("Anybody?"));
    expect(
      world.run(
        sendBotMessage({ botId: 7, message: { kind: "text", text: "Somebody comes" } }),
        chatId,
      ),
    ).toMatchObject({
      hidden: false,
    });
    expect(world.chats.size).toBe(1);
    expect(getChat(world, chatId)).toMatchObject({ state: "waiting", bot: { attached: true } });
  });
  it("[BOT-083] a chat of another bot, an unknown one and a closed one are refused", () => {
    const { world, chatId } = startChatWithBot();
    expect(world.run(inviteOperator({ botId: 8, online: new Set([1]) }), chatId)).toMatchObject({
      failure: "not_found",
    });
    expect(world.run(inviteFor(1), 1)).toMatchObject({ failure: "not_found" });
    world.run(closeChat({ cause: "visitor" }), chatId);
    expect(world.run(inviteFor(1), chatId)).toMatchObject({ failure: "chat_closed" });
  });
});

describe("hand-over", () => {
  it("[BOT-053] a bot that failed: the chat waits, operators read why, once", () => {
    const { world, chatId } = startChatWithBot();
    expect(world.run(handOverAfterFailure({ botId: 7, outcome: "timeout" }), chatId)).toEqual({
      handed_over: true,
    });
    expect(getChat(world, chatId)).toMatchObject({
      state: "waiting",
      bot: { attached: false },
      wait: { since: new Date(world.now).toISOString() },
    });
    expect(world.messages.at(-1)).toMatchObject({
      text: "Bot did not answer: timeout",
      line: { code: "bot_failed", detail: "timeout" },
    });
    expect(world.events.at(-1)).toMatchObject({
      name: "chat_handed_over",
      by: null,
      reason: "bot_failed",
    });
    const before = world.events.length;
    expect(world.run(handOverAfterFailure({ botId: 7, outcome: "timeout" }), chatId)).toEqual({
      handed_over: false,
    });
    expect(world.run(handOverAfterFailure({ botId: 7, outcome: "timeout" }), 1)).toEqual({
      handed_over: false,
    });
    expect(world.events.length).toBe(before);
    world.run(acceptChat({ operatorId: 1 }), chatId, 1);
    expect(world.events.at(-1)).toMatchObject({
      name: "chat_accepted",
      chat: { accepted_at: expect.any(String) },
    });
  });
  it("[BOT-053] [BOT-102] an HTTP error is named with its status, any other failure without one", () => {
    const describeFailure = (failureReport: {
      outcome: "http_error" | "timeout" | "bad_reply";
      status: number | null;
    }) => {
      const { world, chatId } = startChatWithBot();
      world.run(handOverAfterFailure({ botId: 7, ...failureReport }), chatId);
      const { text, line } = world.messages.at(-1) ?? {};
      return [text, line?.detail];
    };
    expect(describeFailure({ outcome: "http_error", status: 503 })).toEqual([
      "Bot did not answer: http error 503",
      "http_error 503",
    ]);
    expect(describeFailure({ outcome: "http_error", status: null })).toEqual([
      "Bot did not answer: http error",
      "http_error",
    ]);
    expect(describeFailure({ outcome: "bad_reply", status: 200 })).toEqual([
      "Bot did not answer: bad reply",
      "bad_reply",
    ]);
  });
  it("[BOT-053] [BOT-103] a bot that fails while it waits for operators: they go on, without an end by time", () => {
    const { world, chatId } = startChatWithBot();
    world.run(inviteFor(2), chatId);
    const since = getChat(world, chatId).wait?.since;
    world.run(handOverAfterFailure({ botId: 7, outcome: "http_error" }), chatId);
    expect(getChat(world, chatId).wait).toEqual({ since });
    world.now += 600_000;
    world.run(processChatTimeout(), chatId);
    expect(getChat(world, chatId)).toMatchObject({ state: "waiting", bot: { attached: false } });
  });
  it("[BOT-053] another bot's failure, and one after the end or the hand-over, changes nothing", () => {
    const { world, chatId } = startChatWithBot();
    expect(world.run(handOverAfterFailure({ botId: 8, outcome: "timeout" }), chatId)).toEqual({
      handed_over: false,
    });
    world.run(acceptChat({ operatorId: 1 }), chatId, 1);
    expect(world.run(handOverAfterFailure({ botId: 7, outcome: "timeout" }), chatId)).toEqual({
      handed_over: false,
    });
    expect(getChat(world, chatId).state).toBe("open");
  });
  it("[CORE-031] a bot that is switched off leaves its chats to operators; one that is on does not", () => {
    const { world, chatId } = startChatWithBot();
    expect(world.run(handOverFromRemovedBot(), chatId)).toEqual({ handed_over: false });
    world.bots.set(7, createBotConfig(7, { enabled: false }));
    expect(world.run(handOverFromRemovedBot(), chatId)).toEqual({ handed_over: true });
    expect(getChat(world, chatId)).toMatchObject({ state: "waiting", bot: { attached: false } });
    expect(systemCodes(world)).toEqual(["bot_started", "bot_off"]);
    expect(world.run(handOverFromRemovedBot(), chatId)).toEqual({ handed_over: false });
    const other = startChatWithBot();
    other.world.bots.clear();
    expect(other.world.run(handOverFromRemovedBot(), other.chatId)).toEqual({ handed_over: true });
  });
  it("[API-051] [CORE-031] a bot whose endpoint is paused leaves its chats to operators, also those that it had invited to", () => {
    for (const isInvited of [false, true]) {
      const { world, chatId } = startChatWithBot();
      if (isInvited) world.run(inviteFor(2), chatId);
      world.bots.set(7, createBotConfig(7, { paused: true }));
      expect(world.run(handOverFromRemovedBot(), chatId)).toEqual({ handed_over: true });
      expect(getChat(world, chatId)).toMatchObject({ state: "waiting", bot: { attached: false } });
      expect(getChat(world, chatId).wait).not.toHaveProperty("invited_until");
      expect(world.messages.at(-1)).toMatchObject({
        line: { code: "bot_off" },
        text: "The bot Bot 7 is paused",
      });
    }
  });
  it("[BOT-074] an operator who joins uninvited takes the chat from the bot", () => {
    const { world, chatId } = startChatWithBot();
    world.run(joinChat({ operatorId: 2 }), chatId, 2);
    expect(getChat(world, chatId)).toMatchObject({
      state: "open",
      assignee: { id: 2 },
      bot: { attached: false },
    });
    expect(world.events.at(-1)).toMatchObject({ name: "chat_accepted", by: { id: 2 } });
  });
});

describe("silence", () => {
  it("[BOT-077] a bot silent for too long after the customer's first unanswered message: hand-over; 0 is never", () => {
    const { world, chatId } = startChatWithBot({ silentMs: 30_000 });
    const first = world.now;
    world.now += 20_000;
    world.run(receive("Hello?"));
    expect(world.run(processChatTimeout(), chatId)).toMatchObject({ due: first + 30_000 });
    world.now = first + 29_000;
    world.run(processChatTimeout(), chatId);
    expect(getChat(world, chatId)).toMatchObject({ state: "waiting", bot: { attached: false } });
    expect(systemCodes(world)).toEqual(["bot_started", "bot_silent"]);

    const unlimited = startChatWithBot();
    unlimited.world.now += 10 * 86_400_000;
    expect(unlimited.world.run(processChatTimeout(), unlimited.chatId)).toMatchObject({
      due: null,
    });
    expect(getChat(unlimited.world, unlimited.chatId).state).toBe("bot");
  });
  it.each([
    ["an answer", sendBotMessage({ botId: 7, message: { kind: "text", text: "Yes" } })],
    ["an invitation that nobody can take", inviteFor()],
  ])("[BOT-077] %s ends the silence; the next message begins another", (_, handler) => {
    const { world, chatId } = startChatWithBot({ silentMs: 30_000 });
    world.run(handler, chatId);
    expect(world.run(processChatTimeout(), chatId)).toMatchObject({ due: null });
    world.now += 3_600_000;
    world.run(receive("And?"));
    expect(world.run(processChatTimeout(), chatId)).toMatchObject({
      due: world.now - 1_000 + 30_000,
    });
  });
  it("[BOT-077] what the customer wrote during an invitation counts from its end", () => {
    const { world, chatId } = startChatWithBot({ silentMs: 30_000 });
    world.run(inviteFor(2), chatId);
    world.run(receive("Anybody?"));
    world.now += 60_000;
    expect(world.run(processChatTimeout(), chatId)).toMatchObject({ due: world.now + 30_000 });
    expect(getChat(world, chatId).state).toBe("bot");
  });
});
