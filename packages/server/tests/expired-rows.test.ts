import { startIntegrator, startTestParlour } from "@parlour/testkit";
import { expect, test } from "vitest";

test("[CH-057] [API-005] a key answers for 24 h; after that its row is gone and the request counts again", async () => {
  const integrator = await startIntegrator();
  const parlour = await startTestParlour();
  try {
    const channel = await parlour.channel(integrator.url);
    // The chat has no messages for a day, so it must not close for inactivity.
    await parlour.owner.call("PATCH", "routing", { inactivity_s: 0 });
    const sendMessage = () =>
      parlour.sendCustomerMessage(channel, "one", "hello", {
        headers: { "idempotency-key": "k1" },
      });
    expect((await sendMessage()).headers.get("idempotent-replayed")).toBeNull();
    await parlour.clock.advance(23.9 * 3_600_000);
    expect((await sendMessage()).headers.get("idempotent-replayed")).toBe("true");
    expect(await parlour.sql("select 1 from idempotency where key = 'k1'")).toHaveLength(1);

    // The sweep runs every few minutes and schedules the next run when it ends.
    await parlour.clock.advance(0.3 * 3_600_000);
    await expect
      .poll(async () => {
        await parlour.clock.advance(60_000);
        return parlour.sql("select 1 from idempotency where key = 'k1'");
      })
      .toHaveLength(0);
    expect((await sendMessage()).headers.get("idempotent-replayed")).toBeNull();
    const messages = await parlour.messages((await parlour.findChat("one")).id);
    expect(messages.filter((message) => message.author.kind === "visitor")).toHaveLength(2);
  } finally {
    await parlour.close();
    await integrator.close();
  }
});

test("[WH-066] what a webhook's delivery said is gone 30 days after its end; what may still be sent stays", async () => {
  const parlour = await startTestParlour();
  try {
    const day = 24 * 3_600_000;
    const [account] = await parlour.sql<{ id: string }>(
      "select id from account order by id limit 1",
    );
    const ago = (days: number): Date => new Date(parlour.clock.now() - days * day);
    const insertDelivery = async (
      id: number,
      state: string,
      endedDaysAgo: number,
      madeDaysAgo: number,
    ): Promise<void> => {
      await parlour.sql(
        `insert into delivery (account_id, position, endpoint_id, id, order_key, lane_place, event, state, created_at, updated_at)
         values ($1, $2::bigint, 0, $2::bigint, 1, $2::bigint, 'chat_updated', $3, $4, $5)`,
        [account?.id, id, state, ago(madeDaysAgo), ago(endedDaysAgo)],
      );
      await parlour.sql(
        "insert into delivery_content (account_id, delivery_id, headers, body, created_at) values ($1, $2, '{}', '{}', $3)",
        [account?.id, id, ago(madeDaysAgo)],
      );
    };
    await insertDelivery(900_001, "dead", 31, 34);
    await insertDelivery(900_002, "delivered", 31, 31);
    await insertDelivery(900_003, "dead", 29, 32);
    await insertDelivery(900_004, "pending", 31, 40);
    await parlour.clock.advance(11 * 60_000);
    const readContentIds = () =>
      parlour.sql<{ id: string }>(
        "select delivery_id as id from delivery_content order by delivery_id",
      );
    await expect
      .poll(async () => (await readContentIds()).map((row) => Number(row.id)))
      .toEqual([900_003, 900_004]);
  } finally {
    await parlour.close();
  }
});
