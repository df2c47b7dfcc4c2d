import { afterAll, beforeAll, expect, test } from "vitest";
import { receiveCustomerMessage } from "../src/core/chat/message/receive-message.ts";
import type { Command } from "../src/core/command.ts";
import { createMemoryBus } from "../src/bus/index.ts";
import { openJournal, type Journal } from "../src/journal/index.ts";
import { openPools, type Pools } from "../src/store/database/pools.ts";
import {
  openRealtimeOnJournal,
  type RealtimeFixture,
  type RealtimeOperator,
} from "./realtime-fixture.ts";

/**
 * Tests sockets with a real journal: messages of a visitor arrive, and an interrupted connection
 * resumes.
 */

let fixture: RealtimeFixture & { readonly realJournal: Journal };
let owner: RealtimeOperator;
let channel: number;
beforeAll(async () => {
  let pools: Pools | null = null;
  const bus = createMemoryBus()();
  fixture = await openRealtimeOnJournal(async ({ url, clock }) => {
    pools = openPools(url);
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
  owner = await fixture.createAccount("Acme");
  channel = await fixture.addChannel(owner.account, [owner.id]);
});
afterAll(() => fixture.close());

function createMessageCommand(customer: string, text: string): Command {
  return {
    account: owner.account,
    subject: { customer: { channelId: channel, key: customer } },
    handler: receiveCustomerMessage({
      channelId: channel,
      customer,
      recipient: JSON.stringify(customer),
      text,
    }),
  };
}

test("[CORE-045] [P3] [P6] [F24] random cuts: the frames of all sockets together are the journal, each position once, messages without a gap", async () => {
  const receivedPositions: number[] = [];
  const texts: string[] = [];
  let client = await fixture.connect({ key: owner.key });
  const { epoch, position: startPosition } = client.framesOfType("ready")[0] as unknown as {
    epoch: string;
    position: number;
  };
  let cursor = startPosition;
  const take = (): void => {
    for (const frame of client.framesOfType("event")) {
      cursor = frame["position"] as number;
      receivedPositions.push(cursor);
      if (frame["name"] === "message_created")
        texts.push((frame["data"] as { message: { text: string } }).message.text);
    }
  };
  for (let round = 0; round < 12; round++) {
    const writes = Array.from({ length: 25 }, (_, i) =>
      fixture.realJournal.write(createMessageCommand(`c${i % 5}`, `${round}.${i}`)),
    );
    // The connection is closed in the middle of the batch, at a different position in each round.
    await Promise.all(writes.slice(0, (round * 7) % 25));
    await client.settle();
    client.ws.terminate();
    take();
    await Promise.all(writes);
    client = await fixture.connect({ key: owner.key, after: { epoch, position: cursor } });
  }
  await client.settle();
  take();
  const { position: endPosition } = await fixture.realJournal.head(owner.account);
  expect(receivedPositions).toEqual(
    Array.from({ length: endPosition - startPosition }, (_, i) => startPosition + 1 + i),
  );
  expect(texts.toSorted()).toEqual(
    Array.from({ length: 300 }, (_, i) => `${Math.floor(i / 25)}.${i % 25}`).toSorted(),
  );
});

test("[API-102] [API-368] settings written through the journal change what an operator sees from the next entry on", async () => {
  const ann = await fixture.addOperator(owner.account, "operator");
  const client = await fixture.connect({ key: ann.key });
  await fixture.realJournal.write(createMessageCommand("dora", "unseen"));
  await fixture.realJournal.change(owner.account, async (tx) => {
    await tx.query(
      "insert into channel_operator (account_id, channel_id, operator_id) values ($1, $2, $3)",
      [owner.account, channel, ann.id],
    );
    return { result: undefined, changed: [{ kind: "channel", id: channel }] };
  });
  await fixture.realJournal.write(createMessageCommand("dora", "seen"));
  const frame = await client.next((one) => one["name"] === "message_created");
  expect(frame).toMatchObject({ data: { message: { text: "seen", seq: 2 } } });
  expect(client.framesOfType("event").map((one) => one["name"])).toContain("settings_changed");
  await fixture.realJournal.change(owner.account, async (tx) => {
    await tx.query("update operator set active = false where id = $1", [ann.id]);
    return { result: undefined, changed: [{ kind: "operator", id: ann.id }] };
  });
  expect(await client.closed).toMatchObject({ code: 4001 });
});
