import { expect, it } from "vitest";
import { getChat, systemCodes, startChatWithBot } from "../../core/bot/bot.fixture.ts";
import { inviteOperator } from "../../core/bot/invite.ts";
import { sendBotMessage } from "../../core/bot/send-message.ts";
import { isFailure } from "../../core/failure.ts";
import type { BotConfig } from "../../core/command.ts";
import type { Claim } from "../../delivery/queue/index.ts";
import {
  handleFailedAttempt,
  getSettlementStart,
  findEarlierAnswer,
  type BotAnswer,
  type SettleDeps,
} from "./failed-attempt.ts";

/**
 * Simulates a customer message whose attempt fails. The bot may post before each step that reads or
 * writes, and all combinations are run. The journal orders all writes, so the combinations cover
 * everything that two nodes can do to a chat.
 */
function runSchedule(
  schedule: readonly boolean[],
  options: { readonly isOver: boolean; readonly invites: boolean },
) {
  const { world, chatId } = startChatWithBot();
  const bot = world.bots.get(7) as BotConfig;
  let step = 0;
  const accepted: number[] = [];
  const postIfScheduled = (): void => {
    if (schedule[step++] !== true) return;
    const verb = options.invites
      ? inviteOperator({ botId: 7, online: new Set() })
      : sendBotMessage({ botId: 7, message: { kind: "text", text: "Here I am" } });
    if (!isFailure(world.run(verb, chatId)) && getChat(world, chatId).bot?.attached === true)
      accepted.push(step);
  };
  const answerAfter = (afterSeq: number): BotAnswer | null => {
    const found = world.messages
      .slice(afterSeq)
      .find(
        (candidate) =>
          candidate.author.kind === "bot" ||
          candidate.line?.code === "invited" ||
          candidate.line?.code === "invite_unavailable",
      );
    return found === undefined
      ? null
      : {
          event: found.author.kind === "bot" ? "BOT_MESSAGE" : "INVITE_AGENT",
          at: Date.parse(found.created_at),
        };
  };
  const deps: SettleDeps = {
    findAnswer: (_account, _chat, _bot, since) => {
      postIfScheduled();
      return Promise.resolve(answerAfter("afterSeq" in since ? since.afterSeq : 0));
    },
    write: ({ handler: verb }) => {
      postIfScheduled();
      const answer = world.run(verb, chatId);
      return Promise.resolve({ answer: answer as never, replayed: false, position: 1 });
    },
  };
  const claim = {
    account: 1,
    delivery: { id: 55, attempts: 0, outcome: null, anchorAt: null },
  } as unknown as Claim;
  const startedChat = { entity: getChat(world, chatId), lastSeq: world.messages.length };
  const ended = {
    reply: null,
    verdict: {
      outcome: "timeout" as const,
      means: "again" as const,
      error: { code: "timeout", message: "No answer." },
    },
    state: options.isOver ? ("failed" as const) : ("pending" as const),
  };
  return {
    world,
    chatId,
    deps,
    claim,
    bot,
    begun: startedChat,
    ended,
    accepted,
    post: postIfScheduled,
  };
}
const schedules = Array.from({ length: 2 ** 6 }, (_, n) =>
  Array.from({ length: 6 }, (_unused, bit) => ((n >> bit) & 1) === 1),
);

it.each([false, true])(
  "[BOT-053] [BOT-055] [BOT-105] whenever the bot posts during the last attempt's report: settled, or handed over with every post refused (invites: %s)",
  async (invites) => {
    const outcomes = new Set<string>();
    for (const schedule of schedules) {
      const {
        world,
        deps,
        claim,
        bot,
        begun: startedChat,
        ended,
        accepted,
      } = runSchedule(schedule, { isOver: true, invites });
      const note = await handleFailedAttempt(deps, claim, ended, {
        bot,
        chat: startedChat,
        since: { afterSeq: startedChat.lastSeq },
      });
      const isHandedOver = systemCodes(world).includes("bot_failed");
      expect([note?.settles === true, isHandedOver], JSON.stringify(schedule)).toEqual([
        accepted.length > 0,
        accepted.length === 0,
      ]);
      outcomes.add(`${isHandedOver} ${accepted[0] ?? "none"}`);
    }
    // At each step, some schedule has its first accepted post there. One schedule has no accepted
    // post.
    expect([...outcomes].toSorted()).toEqual([
      "false 1",
      "false 2",
      "false 3",
      "false 4",
      "true none",
    ]);
  },
);

it("[BOT-055] [BOT-105] whenever the bot posts before the next attempt, that attempt is not made; else the note stays and nothing is lost", async () => {
  for (const schedule of schedules) {
    const {
      world,
      chatId,
      deps,
      claim,
      bot,
      begun: startedChat,
      ended,
      accepted,
      post: postIfScheduled,
    } = runSchedule(schedule, { isOver: false, invites: false });
    const first = await handleFailedAttempt(deps, claim, ended, {
      bot,
      chat: startedChat,
      since: { afterSeq: startedChat.lastSeq },
    });
    expect(systemCodes(world)).not.toContain("bot_failed");
    const nextClaim = {
      ...claim,
      delivery: { ...claim.delivery, attempts: 1, outcome: "timeout" as const },
    };
    postIfScheduled();
    const currentChat = { entity: getChat(world, chatId), lastSeq: world.messages.length };
    const second = first ?? (await findEarlierAnswer(deps, nextClaim, bot, currentChat));
    expect(second?.settles === true, JSON.stringify(schedule)).toBe(accepted.length > 0);
    if (second === null)
      expect(getSettlementStart(nextClaim, currentChat)).toEqual({ afterSeq: startedChat.lastSeq });
  }
});

it("[BOT-055] an option of the connection: off, nothing settles", async () => {
  const {
    world,
    deps,
    claim,
    bot,
    begun: startedChat,
    ended,
  } = runSchedule([true], { isOver: true, invites: false });
  expect(
    await handleFailedAttempt(deps, claim, ended, {
      bot: { ...bot, answersSettle: false },
      chat: startedChat,
      since: { afterSeq: startedChat.lastSeq },
    }),
  ).toBeNull();
  expect(systemCodes(world)).toContain("bot_failed");
});
