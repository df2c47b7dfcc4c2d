import { afterAll, beforeAll, expect, it } from "vitest";
import { createIdSource } from "../src/store/database/ids.ts";
import { openJournalFixture, type JournalFixture } from "./journal-fixture.ts";

let fixture: JournalFixture;
beforeAll(async () => {
  fixture = await openJournalFixture();
});
afterAll(() => fixture.drop());

it("[CORE-004] ids of chats and visitors stay below 2^31 and tell nothing of the counter behind them", async () => {
  const ids = createIdSource(fixture.pools.writer, "k");
  await ids.ensure({ chats: 200, visitors: 200, events: 1 });
  for (const draw of [() => ids.chat(), () => ids.visitor()]) {
    const drawnIds = Array.from({ length: 200 }, draw);
    expect(Math.max(...drawnIds)).toBeLessThan(2 ** 31);
    expect(drawnIds.filter((id, n) => id - (drawnIds[n - 1] ?? 0) === 1)).toEqual([]);
    // Ids fall about as often as they rise. Rising ids would reveal how many were created in
    // between.
    const falls = drawnIds.filter((id, n) => id < (drawnIds[n - 1] ?? 0)).length;
    expect(falls).toBeGreaterThan(50);
    expect(falls).toBeLessThan(150);
  }
});
