import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBotBed, type BotBed } from "./bot-edge-bed.ts";

/** Two nodes on one database, one bot with authorization. */
let bed: BotBed;
let second: TestParlour;
beforeAll(async () => {
  bed = await openBotBed({ withoutBot: true });
  await bed.connect({ authorization: { token_url: bed.provider.tokenUrl, client_id: "cid", client_secret: "s3cret" } });
  await bed.parlour.settle();
  second = await startTestParlour({ databaseUrl: bed.parlour.databaseUrl });
});
afterAll(async () => {
  await second.close();
  await bed.close();
});

test("[BOT-032] one fetch at a time in the whole instance: the other node waits for it and uses its token", async () => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  bed.provider.issue(async () => {
    await gate;
    return { body: '{"access_token":"the-only-one","expires_in":3600}' };
  });
  const path = new URL(bed.channel.inboundUrl).pathname;
  const say = (node: TestParlour, who: string) => node.call("POST", path, { sender: { id: who }, message: { type: "text", text: "hi" } });
  const answers = await Promise.all([say(bed.parlour, "one"), say(second, "two"), say(bed.parlour, "three"), say(second, "four")]);
  expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 200]);
  await bed.until(() => bed.provider.tokenRequests.length === 1);
  // The node that has not the right to fetch looks again and again; its clock must move for that.
  for (let n = 0; n < 5; n++) {
    await second.clock.advance(100);
    await bed.parlour.sql("select 1");
    await bed.parlour.clock.advance(100);
    await bed.parlour.sql("select 1");
  }
  expect(bed.provider.tokenRequests).toHaveLength(1);
  release();
  await bed.until(async () => {
    await second.clock.advance(5);
    await second.sql("select 1");
    return bed.provider.events.length === 4;
  });
  expect(bed.provider.events.map((one) => one.headers["authorization"])).toEqual(Array.from({ length: 4 }, () => "Bearer the-only-one"));
  expect(bed.provider.tokenRequests).toHaveLength(1);
});
