import { afterAll, beforeAll, expect, test } from "vitest";
import {
  chooseSeed,
  createSeededRandom,
  isLongRun,
  startTestParlour,
  type TestChannel,
  type TestParlour,
} from "@parlour/testkit";
import { pollEvents, StreamClient } from "./feed-client.ts";

/** The event feed on two nodes with one database, whose connections are cut at random. */

let nodes: readonly [TestParlour, TestParlour];
let channel: TestChannel;
beforeAll(async () => {
  const first = await startTestParlour();
  nodes = [first, await startTestParlour({ databaseUrl: first.databaseUrl })];
  channel = await first.channel("http://127.0.0.1:65000/in");
});
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.close();
});

const getTarget = (node: TestParlour): { origin: string; key: string } => ({
  origin: node.url,
  key: nodes[0].owner.key,
});

const rounds = isLongRun ? 1_000 : 250;

test("[API-387] [API-390] [CORE-132] over many cuts at random bytes and nodes, every entry arrives exactly once", async () => {
  const random = createSeededRandom(chooseSeed());
  const pick = (limit: number): number => Math.floor(random() * limit);
  const pickNode = (): TestParlour => nodes[pick(2) === 0 ? 0 : 1];
  const received: number[] = [];
  const { body } = await pollEvents(getTarget(nodes[0]));
  let cursor: string = body.cursor;
  const start = getPosition(cursor);
  let head = start;
  const readStream = async (bytes: number): Promise<void> => {
    const stream = new StreamClient(getTarget(pickNode()), "", cursor);
    let isWaiting = true;
    const waiting = stream
      .waitUntil(
        () =>
          stream.text.length >= bytes ||
          getPosition(stream.lastId ?? cursor) >= Math.max(head, getPosition(cursor)),
      )
      .finally(() => {
        isWaiting = false;
      });
    // A node that has not read the latest entries of the other one sends them later.
    while (isWaiting) await Promise.all(nodes.map((node) => node.clock.advance(100)));
    await waiting;
    stream.cut();
    await stream.ended;
    received.push(...stream.positions);
    cursor = stream.lastId ?? cursor;
  };
  const readPoll = async (bytes: number): Promise<void> => {
    const target = getTarget(pickNode());
    const answer = await fetch(
      `${target.origin}/api/v1/events?after=${cursor}&limit=${1 + pick(8)}`,
      { headers: { authorization: `Bearer ${target.key}` } },
    );
    expect(answer.status).toBe(200);
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      // The client disconnects before it has the whole answer, so it asks for the same part again.
      if (text.length > bytes) return;
    }
    const { events, cursor: next } = JSON.parse(text) as {
      events: { position: number }[];
      cursor: string;
    };
    received.push(...events.map(({ position }) => position));
    cursor = next;
  };
  for (let round = 0; round < rounds; round++) {
    const writes = pickNode().sendCustomerMessage(channel, `c${round % 100}`, `text ${round}`);
    if (round % 20 === 0) {
      await writes;
      await Promise.all(nodes.map((node) => node.clock.advance(1_000)));
    }
    await (pick(2) === 0 ? readStream(pick(6_000)) : readPoll(pick(12_000)));
    expect((await writes).status).toBe(200);
    const rows = await nodes[0].sql<{ head: number }>(
      "select max(position)::float8 as head from journal where account_id = 1",
    );
    head = rows[0]?.head ?? 0;
  }
  for (let more = true; more;) {
    const answer = await pollEvents(getTarget(pickNode()), `after=${cursor}&limit=1000`);
    received.push(...answer.body.events.map((event: { position: number }) => event.position));
    cursor = answer.body.cursor;
    more = getPosition(cursor) < head;
  }
  expect(received).toEqual(Array.from({ length: head - start }, (_, i) => start + 1 + i));
});

const getPosition = (cursor: string): number => Number(cursor.split(":")[1]);
