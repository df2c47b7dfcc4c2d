import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTelegramFixture, type TelegramFixture } from "./telegram-fixture.ts";

/** Two nodes on one database, with one Telegram channel. */
let fixture: TelegramFixture;
let nodes: readonly TestParlour[];
beforeAll(async () => {
  fixture = await openTelegramFixture();
  const secondNode = await startTestParlour({
    env: { TELEGRAM_API_URL: fixture.telegram.url },
    databaseUrl: fixture.parlour.databaseUrl,
  });
  nodes = [fixture.parlour, secondNode];
});
afterAll(async () => {
  await nodes[1]?.close();
  await fixture.close();
});

/** Advances the clocks when nothing runs, so that nodes get the answers of others in time. */
async function advance(ms: number): Promise<void> {
  for (const node of nodes) await node.settle();
  for (const { clock } of nodes) await clock.advance(ms);
}

test("[TG-043] [CORE-376] answers that come faster than one per second go out at that rate, whichever node sends them", async () => {
  const { addUser, waitForMessages, answer, bot, parlour } = fixture;
  const ida = addUser("Ida");
  ida.write("Hello");
  await waitForMessages(ida, 1);
  const startedAt = parlour.clock.now();
  const texts = ["1", "2", "3", "4", "5"];
  for (const text of texts) {
    await answer(ida, text);
    await advance(400);
  }
  await expect
    .poll(async () => {
      await advance(100);
      return ida.received.length;
    })
    .toBe(texts.length);
  expect(ida.received.map(({ text }) => text)).toEqual(texts);
  expect(bot.calls.filter(({ status }) => status === 429)).toEqual([]);
  expect(parlour.clock.now() - startedAt).toBeLessThan(7_000);
});
