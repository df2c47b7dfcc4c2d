import { startIntegrator, startTestParlour } from "@parlour/testkit";
import { expect, test } from "vitest";

test("[CH-057] [API-005] a key answers for 24 h; after that its row is gone and the request counts again", async () => {
  const integrator = await startIntegrator();
  const parlour = await startTestParlour();
  try {
    const channel = await parlour.channel(integrator.url);
    const say = () => parlour.say(channel, "one", "hello", { headers: { "idempotency-key": "k1" } });
    expect((await say()).headers.get("idempotent-replayed")).toBeNull();
    await parlour.clock.advance(23.9 * 3_600_000);
    expect((await say()).headers.get("idempotent-replayed")).toBe("true");
    expect(await parlour.sql("select 1 from idempotency where key = 'k1'")).toHaveLength(1);

    await parlour.clock.advance(0.3 * 3_600_000);
    await expect.poll(() => parlour.sql("select 1 from idempotency where key = 'k1'")).toHaveLength(0);
    expect((await say()).headers.get("idempotent-replayed")).toBeNull();
    expect(await parlour.messages((await parlour.chatOf("one")).id)).toHaveLength(2);
  } finally {
    await parlour.close();
    await integrator.close();
  }
});
