import { afterAll, beforeAll, expect, it } from "vitest";
import { createIdSource } from "../src/store/ids.ts";
import { openGround, type Ground } from "./journal-kit.ts";

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.drop());

it("[CORE-004] ids of chats and visitors stay below 2^31 and tell nothing of the counter behind them", async () => {
  const ids = createIdSource(ground.pools.writer, "k");
  await ids.ensure({ chats: 200, visitors: 200, events: 1 });
  for (const draw of [() => ids.chat(), () => ids.visitor()]) {
    const drawn = Array.from({ length: 200 }, draw);
    expect(Math.max(...drawn)).toBeLessThan(2 ** 31);
    expect(drawn.filter((id, n) => id - (drawn[n - 1] ?? 0) === 1)).toEqual([]);
    // Ids fall about as often as they rise. Rising ids would reveal how many were created
    // meanwhile.
    const falls = drawn.filter((id, n) => id < (drawn[n - 1] ?? 0)).length;
    expect(falls).toBeGreaterThan(50);
    expect(falls).toBeLessThan(150);
  }
});
