import type { Bot } from "@parlour/protocol/api";
import { expect, test } from "vitest";
import { isBotInScope, findDefaultBot, changeScope } from "./BotScope.tsx";

const bot = (
  id: number,
  channels: number[] | null,
  enabled = true,
  state: Bot["provider"]["state"] = "active",
): Bot => ({ id, channels, enabled, provider: { state } }) as Bot;

test("[BOT-003] [WG-090] a bot begins and ceases to answer in a widget; one for all channels then has the others", () => {
  expect([
    isBotInScope(bot(1, null), 7),
    isBotInScope(bot(1, [7]), 7),
    isBotInScope(bot(1, [8]), 7),
  ]).toEqual([true, true, false]);
  expect(changeScope(bot(1, [8]), 7, true, [7, 8, 9])).toEqual([8, 7]);
  expect(changeScope(bot(1, [7, 8]), 7, false, [7, 8, 9])).toEqual([8]);
  expect(changeScope(bot(1, null), 7, false, [7, 8, 9])).toEqual([8, 9]);
  expect(changeScope(bot(1, [7]), 7, false, [7, 8])).toBeUndefined();
});

test("[BOT-004] of several bots the most specific comes first, then the newest; those that are off or suspended never", () => {
  expect(findDefaultBot([bot(1, [7]), bot(2, null)], 7)?.id).toBe(1);
  expect(findDefaultBot([bot(1, null), bot(2, null)], 7)?.id).toBe(2);
  expect(
    findDefaultBot(
      [bot(1, [7, 8]), bot(2, [7]), bot(3, [7], false), bot(4, [7], true, "suspended")],
      7,
    )?.id,
  ).toBe(2);
  expect(findDefaultBot([bot(1, [8])], 7)).toBeUndefined();
});
