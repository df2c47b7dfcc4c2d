import { afterAll, beforeAll, expect, it } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { openJournalFixture, buildVisitorMessage, type JournalFixture } from "./journal-fixture.ts";

let fixture: JournalFixture;
beforeAll(async () => {
  fixture = await openJournalFixture();
});
afterAll(() => fixture.drop());

it("[CH-057] a key holds for 24 h and is new the moment after, although nothing has swept it away yet", async () => {
  const clock = new ManualClock();
  const node = await fixture.openNode({ clock });
  const testAccount = await fixture.addAccount();
  const keyed = (text: string, fill: number) =>
    node.write(
      buildVisitorMessage(testAccount, "ann", text, {
        idempotency: { scope: "channel:1", key: "k", hash: Buffer.alloc(32, fill) },
      }),
    );
  await keyed("first", 1);
  await clock.advance(24 * 3_600_000 - 1_000);
  expect(await keyed("first", 1)).toMatchObject({ replayed: "key" });
  await expect(keyed("other", 2)).rejects.toMatchObject({
    failure: { failure: "idempotency_conflict" },
  });
  await clock.advance(2_000);
  expect(await keyed("other", 2)).toMatchObject({ replayed: false });
  expect(await keyed("other", 2)).toMatchObject({ replayed: "key" });
});
