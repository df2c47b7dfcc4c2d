import { afterAll, beforeAll, expect, test } from "vitest";
import { receiveCustomerMessage } from "../src/core/chat/receive-message.ts";
import type { Command } from "../src/core/command.ts";
import { createMemoryBus } from "../src/bus/index.ts";
import { openJournal, type Journal } from "../src/journal/index.ts";
import { openPools, type Pools } from "../src/store/pools.ts";
import { openRealtimeOn, type Bed, type Person } from "./realtime-bed.ts";

/** Sockets on the real journal: messages of a visitor arrive, and a cut connection resumes. */

let bed: Bed & { readonly journalOf: Journal };
let owner: Person;
let channel: number;
beforeAll(async () => {
  let pools: Pools | null = null;
  const bus = createMemoryBus()();
  bed = await openRealtimeOn(async ({ url, clock }) => {
    pools = await openPools(url);
    const journal = await openJournal({
      pools,
      bus,
      clock,
      secret: "test",
      plan: () => [],
      onFault: (fault) => {
        throw fault;
      },
    });
    return {
      journal,
      close: async () => {
        await journal.close();
        await bus.close();
        await pools?.close();
      },
    };
  });
  owner = await bed.newAccount("Acme");
  channel = await bed.addChannel(owner.account, [owner.id]);
});
afterAll(() => bed.close());

function says(customer: string, text: string): Command {
  return {
    account: owner.account,
    subject: { customer: { channelId: channel, key: customer } },
    handler: receiveCustomerMessage({ channelId: channel, customer, recipient: JSON.stringify(customer), text }),
  };
}

test("[CORE-045] [P3] [P6] [F24] random cuts: the frames of all sockets together are the journal, each position once, messages without a gap", async () => {
  const seen: number[] = [];
  const texts: string[] = [];
  let client = await bed.connect({ key: owner.key });
  const { epoch, position: begin } = client.ofType("ready")[0] as unknown as { epoch: string; position: number };
  let cursor = begin;
  const take = (): void => {
    for (const frame of client.ofType("event")) {
      cursor = frame["position"] as number;
      seen.push(cursor);
      if (frame["name"] === "message_created") texts.push((frame["data"] as { message: { text: string } }).message.text);
    }
  };
  for (let round = 0; round < 12; round++) {
    const writes = Array.from({ length: 25 }, (_, i) => bed.journalOf.write(says(`c${i % 5}`, `${round}.${i}`)));
    // Cuts the connection in the middle of the batch, at another position in each round.
    await Promise.all(writes.slice(0, (round * 7) % 25));
    await client.settled();
    client.ws.terminate();
    take();
    await Promise.all(writes);
    client = await bed.connect({ key: owner.key, after: { epoch, position: cursor } });
  }
  await client.settled();
  take();
  const { position: end } = await bed.journalOf.head(owner.account);
  expect(seen).toEqual(Array.from({ length: end - begin }, (_, i) => begin + 1 + i));
  expect(texts.toSorted()).toEqual(Array.from({ length: 300 }, (_, i) => `${Math.floor(i / 25)}.${i % 25}`).toSorted());
});

test("[API-102] settings written through the journal change what an operator sees from the next entry on", async () => {
  const ann = await bed.addOperator(owner.account, "operator");
  const client = await bed.connect({ key: ann.key });
  await bed.journalOf.write(says("dora", "unseen"));
  await bed.journalOf.change(owner.account, async (tx) => {
    await tx.query("insert into channel_operator (account_id, channel_id, operator_id) values ($1, $2, $3)", [
      owner.account,
      channel,
      ann.id,
    ]);
    return { result: undefined, changed: [{ kind: "channel", id: channel }] };
  });
  await bed.journalOf.write(says("dora", "seen"));
  const frame = await client.next((one) => one["name"] === "message_created");
  expect(frame).toMatchObject({ data: { message: { text: "seen", seq: 2 } } });
  expect(client.ofType("event").map((one) => one["name"])).toContain("settings_changed");
  await bed.journalOf.change(owner.account, async (tx) => {
    await tx.query("update operator set active = false where id = $1", [ann.id]);
    return { result: undefined, changed: [{ kind: "operator", id: ann.id }] };
  });
  expect(await client.closed).toMatchObject({ code: 4001 });
});
