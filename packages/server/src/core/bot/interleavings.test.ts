import fc from "fast-check";
import { expect, it } from "vitest";
import { acceptChat } from "../chat/accept.ts";
import { closeChat } from "../chat/close.ts";
import { emptySnapshot } from "../routing/snapshot.ts";
import { getNextChatTimeout } from "../chat/timing/timeout.ts";
import { joinChat } from "../chat/join.ts";
import { leaveChat } from "../chat/participants/leave.ts";
import { sendOperatorMessage } from "../chat/message/send-message.ts";
import { processChatTimeout } from "../chat/timing/process-timeout.ts";
import type { ChatSimulation } from "../chat/testing/chat-simulation.fixture.ts";
import type { ChatData } from "../event.ts";
import { createBotConfig, createBotSimulation, getChat, receive } from "./bot.fixture.ts";
import { handOverFromRemovedBot, handOverAfterFailure } from "./hand-over.ts";
import { inviteOperator } from "./invite.ts";
import { sendBotMessage } from "./send-message.ts";

/**
 * All actions that can interleave in a chat with a bot. They apply to the current chat, or to the
 * latest one if none is open.
 */
const actions = {
  customer: (world) => world.run(receive("Hello?")),
  bot: (world, chat) =>
    world.run(sendBotMessage({ botId: 7, message: { kind: "text", text: "Yes" } }), chat),
  inviteTwice: (world, chat) => {
    world.run(inviteOperator({ botId: 7, online: new Set([1, 2]) }), chat);
    world.run(inviteOperator({ botId: 7, online: new Set([1, 2]) }), chat);
  },
  inviteNobody: (world, chat) => world.run(inviteOperator({ botId: 7, online: new Set() }), chat),
  join: (world, chat) => world.run(joinChat({ operatorId: 1 }), chat, 1),
  accept: (world, chat) => world.run(acceptChat({ operatorId: 2 }), chat, 2),
  answer: (world, chat) =>
    world.run(sendOperatorMessage({ operatorId: 3, kind: "text", text: "Hi" }), chat, 3),
  leave: (world, chat) =>
    [1, 2, 3].map((operatorId) =>
      world.run(leaveChat({ operatorId, cause: "left" }), chat, operatorId),
    ),
  close: (world, chat) => world.run(closeChat({ cause: "visitor" }), chat),
  fail: (world, chat) => world.run(handOverAfterFailure({ botId: 7, outcome: "timeout" }), chat),
  gone: (world, chat) => world.run(handOverFromRemovedBot(), chat),
  off: (world) => world.bots.set(7, createBotConfig(7, { ...world.bots.get(7), enabled: false })),
  on: (world) => world.bots.set(7, createBotConfig(7, { ...world.bots.get(7), enabled: true })),
  pause: (world) => world.bots.set(7, createBotConfig(7, { ...world.bots.get(7), paused: true })),
  resume: (world) => world.bots.set(7, createBotConfig(7, { ...world.bots.get(7), paused: false })),
  wait: (world, chat) => {
    world.now += 25_000;
    world.run(processChatTimeout(), chat);
  },
  tickEarly: (world, chat) => world.run(processChatTimeout(), chat),
} satisfies Record<string, (world: ChatSimulation, chat: number) => unknown>;
type ActionName = keyof typeof actions;

const outcomeCodes = [
  "invite_expired",
  "bot_failed",
  "bot_off",
  "bot_silent",
  "closed",
  "accepted",
];

/** Returns the first outcome of each invitation of a chat, in order. */
function collectOutcomes(world: ChatSimulation, chat: number): readonly string[][] {
  const found: string[][] = [];
  for (const event of world.events) {
    if (event.name === "chat_handed_over" && event.chat.id === chat && event.reason === "invited")
      found.push([]);
    if (
      event.name !== "message_created" ||
      event.message.chat_id !== chat ||
      event.message.line === undefined
    )
      continue;
    const { code } = event.message.line;
    // System messages after the first outcome belong to the chat, not to the invitation.
    if (outcomeCodes.includes(code) && found.at(-1)?.length === 0) found.at(-1)?.push(code);
  }
  return found;
}

function isAssigned(world: ChatSimulation, chat: ChatData): boolean {
  if (chat.state === "open") return chat.assignee !== null;
  if (chat.state === "bot") return chat.bot?.attached === true;
  if (chat.bot?.attached === true)
    return (
      chat.wait?.invited_until !== undefined &&
      getNextChatTimeout(chat, world.context().config, world.now, emptySnapshot) !== null
    );
  return chat.wait !== null && chat.wait.invited_until === undefined && chat.assignee === null;
}

/** Checks the invariants of one chat's events, in order. */
function checkHistory(world: ChatSimulation, id: number): void {
  let before: ChatData | null = null;
  let joined = 0;
  let lastLine = "";
  for (const event of world.events) {
    if (event.name === "message_created" && event.message.chat_id === id)
      lastLine = event.message.line?.code ?? lastLine;
    if (!("chat" in event) || event.chat.id !== id) continue;
    const { chat } = event;
    if (event.name === "chat_accepted" && before?.accepted_at === null) joined += 1;
    if (before !== null && before.accepted_at !== null)
      expect(chat.accepted_at).toBe(before.accepted_at);
    if (before?.bot?.attached === false) expect(chat.bot?.attached).toBe(false);
    if (before !== null && before.state !== "bot" && chat.state === "bot")
      expect([before.state, lastLine]).toEqual(["waiting", "invite_expired"]);
    if (chat.state === "open") expect(chat.bot?.attached ?? false).toBe(false);
    before = chat;
  }
  expect(joined).toBeLessThanOrEqual(1);
}

it("[BOT-070] [BOT-053] [BOT-074] [CORE-031] [CORE-035] [F18] [F19] whatever meets: one outcome per invitation, one join, no way back, nobody forgotten", () => {
  const names = fc.array(fc.constantFrom(...(Object.keys(actions) as ActionName[])), {
    minLength: 3,
    maxLength: 25,
  });
  const seenOutcomes = new Set<string>();
  fc.assert(
    fc.property(names, fc.constantFrom(0, 40_000), (list, silentMs) => {
      const world = createBotSimulation({ silentMs });
      world.run(receive("Hello"));
      for (const name of list) {
        const chat = world.currentChat?.id ?? [...world.chats.keys()].at(-1) ?? 0;
        const before = getChat(world, chat);
        const botMessages = world.messages.filter((item) => item.author.kind === "bot").length;
        actions[name](world, chat);
        if (name === "bot") {
          const canSend = before.state !== "closed" && before.bot?.attached === true;
          expect(
            world.messages.filter((item) => item.author.kind === "bot").length - botMessages,
          ).toBe(canSend ? 1 : 0);
        }
        for (const item of world.chats.values())
          if (item.state !== "closed" && !isAssigned(world, item))
            throw new Error(`${name} left chat ${item.id} to nobody`);
      }
      // Advances the time so that every open invitation ends.
      for (const id of world.chats.keys()) {
        world.now += 600_000;
        world.run(processChatTimeout(), id);
      }
      for (const id of world.chats.keys()) {
        const allOutcomes = collectOutcomes(world, id);
        for (const outcome of allOutcomes) {
          expect(outcome).toHaveLength(1);
          seenOutcomes.add(outcome[0] ?? "");
        }
        const lines = world.messages
          .filter((item) => item.chat_id === id)
          .flatMap((item) => (item.line ? [item.line.code] : []));
        expect(lines.filter((code) => code === "invited")).toHaveLength(allOutcomes.length);
        expect(lines.filter((code) => code === "invite_expired")).toHaveLength(
          allOutcomes.filter(([code]) => code === "invite_expired").length,
        );
        checkHistory(world, id);
      }
    }),
    { numRuns: 1_000, seed: 20261120 },
  );
  // Every outcome of an invitation must have occurred in these runs.
  expect([...seenOutcomes].toSorted()).toEqual([
    "accepted",
    "bot_failed",
    "bot_off",
    "closed",
    "invite_expired",
  ]);
});
