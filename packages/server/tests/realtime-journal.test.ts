import { startTestParlour, type TestChannel, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { receiveCustomerMessage } from "../src/core/chat/message/receive-message.ts";
import type { Command } from "../src/core/command.ts";
import type { Journal } from "../src/journal/index.ts";
import { RealtimeClient } from "./realtime-client.ts";

/**
 * Tests sockets with a real journal: messages of a visitor arrive, and an interrupted connection
 * resumes.
 */

let parlour: TestParlour;
let journal: Journal;
let account: number;
let channel: TestChannel;
const clients: RealtimeClient[] = [];
beforeAll(async () => {
  parlour = await startTestParlour({
    hooks: { onJournal: (opened) => void (journal = opened), consumers: "off" },
  });
  channel = await parlour.channel("http://127.0.0.1:65000/in");
  const [row] = await parlour.sql<{ id: number }>("select id::float8 as id from account");
  account = row?.id ?? 0;
});
afterAll(async () => {
  for (const client of clients) client.ws.terminate();
  await parlour.close();
});

/** Opens a socket. Resolves when it is live. `after`: cursor of the last received entry. */
async function connect(
  { key }: { readonly key: string },
  after: { readonly epoch: string; readonly position: number } | null = null,
): Promise<RealtimeClient> {
  const client = new RealtimeClient(`${parlour.url.replace("http", "ws")}/api/v1/socket`, {
    headers: { authorization: `Bearer ${key}` },
  });
  clients.push(client);
  await client.opened;
  client.send({ type: "hello", after });
  await client.next((frame) => frame["type"] === "live");
  return client;
}
function createMessageCommand(customer: string, text: string): Command {
  return {
    account,
    subject: { customer: { channelId: channel.id, key: customer } },
    handler: receiveCustomerMessage({
      channelId: channel.id,
      customer,
      recipient: JSON.stringify(customer),
      text,
    }),
  };
}

test("[CORE-045] [P3] [P6] [F24] random cuts: the frames of all sockets together are the journal, each position once, messages without a gap", async () => {
  const receivedPositions: number[] = [];
  const texts: string[] = [];
  let client = await connect(parlour.owner);
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
      journal.write(createMessageCommand(`c${i % 5}`, `${round}.${i}`)),
    );
    // The connection is closed in the middle of the batch, at a different position in each round.
    await Promise.all(writes.slice(0, (round * 7) % 25));
    await client.settle();
    client.ws.terminate();
    take();
    await Promise.all(writes);
    client = await connect(parlour.owner, { epoch, position: cursor });
  }
  await client.settle();
  take();
  const { position: endPosition } = await journal.head(account);
  expect(receivedPositions).toEqual(
    Array.from({ length: endPosition - startPosition }, (_, i) => startPosition + 1 + i),
  );
  expect(texts.toSorted()).toEqual(
    Array.from({ length: 300 }, (_, i) => `${Math.floor(i / 25)}.${i % 25}`).toSorted(),
  );
});

test("[API-102] [API-368] settings written through the journal change what an operator sees from the next entry on", async () => {
  const ann = await parlour.operator("operator", "Ann");
  const client = await connect(ann);
  await journal.write(createMessageCommand("dora", "unseen"));
  await journal.change(account, async (tx) => {
    await tx.query(
      "insert into channel_operator (account_id, channel_id, operator_id) values ($1, $2, $3)",
      [account, channel.id, ann.id],
    );
    return { result: undefined, changed: [{ kind: "channel", id: channel.id }] };
  });
  await journal.write(createMessageCommand("dora", "seen"));
  const frame = await client.next((one) => one["name"] === "message_created");
  expect(frame).toMatchObject({ data: { message: { text: "seen", seq: 2 } } });
  expect(client.framesOfType("event").map((one) => one["name"])).toContain("settings_changed");
  await journal.change(account, async (tx) => {
    await tx.query("update operator set active = false where id = $1", [ann.id]);
    return { result: undefined, changed: [{ kind: "operator", id: ann.id }] };
  });
  expect(await client.closed).toMatchObject({ code: 4001 });
});
