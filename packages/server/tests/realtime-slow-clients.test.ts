import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  createMessageEvent,
  openRealtimeFixture,
  type RealtimeFixture,
  type RealtimeOperator,
} from "./realtime-fixture.ts";

let fixture: RealtimeFixture;
let owner: RealtimeOperator;
beforeAll(async () => {
  fixture = await openRealtimeFixture();
  owner = await fixture.createAccount("Acme");
});
afterAll(() => fixture.close());

/** Connects a raw client that is live and does not answer pings. */
async function connectRawClient(
  target: RealtimeFixture,
  operator: RealtimeOperator,
): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port: target.port });
  socket.on("error", () => undefined);
  socket.write(
    `GET /api/v1/socket HTTP/1.1\r\nHost: ${target.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
      `Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer ${operator.key}\r\n\r\n`,
  );
  await new Promise<void>((resolve) => void socket.once("data", () => resolve()));
  const hello = Buffer.from('{"type":"hello","after":null}');
  const becameLive = new Promise<void>(
    (resolve) =>
      void socket.on("data", (data: Buffer) => data.includes('"live","position"') && resolve()),
  );
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | hello.length, 0, 0, 0, 0]), hello]));
  await becameLive;
  return socket;
}

it("[CORE-045] what is written while the last page of a catch-up is read comes before live, once and in order", async () => {
  const channel = await fixture.addChannel(owner.account, [owner.id]);
  const { position } = await fixture.journal.head(owner.account);
  fixture.journal.publish(
    owner.account,
    createMessageEvent(channel, 1, 1),
    createMessageEvent(channel, 1, 2),
  );
  const read = fixture.journal.read.bind(fixture.journal);
  let remaining = 3;
  fixture.journal.read = async (account, after, limit) => {
    const page = await read(account, after, limit);
    // The page of entries has been read, but the socket is not live yet.
    for (; remaining > 0; remaining -= 1)
      fixture.journal.publish(account, createMessageEvent(channel, 1, 6 - remaining));
    return page;
  };
  const client = await fixture.connect({ key: owner.key, after: { epoch: "e1", position } });
  fixture.journal.read = read;
  fixture.journal.publish(owner.account, createMessageEvent(channel, 1, 6));
  await client.settle();
  expect(client.getPositions()).toEqual([1, 2, 3, 4, 5, 6].map((n) => position + n));
  expect(client.framesOfType("live")).toEqual([{ type: "live", position: position + 5 }]);
});

it.each([
  ["1,000 unsent events close a slow reader, although their bytes are few", 999, 5],
  ["1 MiB unsent closes a slow reader, although its events are few", 20, 50_000],
])("[API-105] [P8] more than %s", async (_, eventCount, length) => {
  const strict = await openRealtimeFixture();
  const operator = await strict.createAccount("Strict");
  const channel = await strict.addChannel(operator.account, [operator.id]);
  const socket = await connectRawClient(strict, operator);
  socket.pause();
  let seq = 0;
  const publishMessage = (text: string): void =>
    void strict.journal.publish(operator.account, createMessageEvent(channel, 1, ++seq, text));
  while (strict.realtime.stats().backlogged === 0) {
    await new Promise((resolve) => void setImmediate(resolve));
    publishMessage("x".repeat(3_000));
  }
  // One event is not sent, and nothing is sent within one turn of the event loop.
  for (let n = 0; n < eventCount; n++) publishMessage("y".repeat(length));
  expect(strict.realtime.stats()).toMatchObject({ backlogged: 1, closedSlow: 0 });
  publishMessage("y".repeat(length));
  expect(strict.realtime.stats()).toMatchObject({ backlogged: 0, closedSlow: 1 });
  socket.destroy();
  await strict.close();
});

it("[API-105] all events of a batch count, also if they belong to several channels", async () => {
  const strict = await openRealtimeFixture();
  const operator = await strict.createAccount("Strict");
  const channels = [
    await strict.addChannel(operator.account, [operator.id]),
    await strict.addChannel(operator.account, [operator.id]),
  ];
  const socket = await connectRawClient(strict, operator);
  socket.pause();
  let seq = 0;
  const publishBatch = (size: number, text: string): void =>
    void strict.journal.publish(
      operator.account,
      ...Array.from({ length: size }, () => {
        const channel = channels[++seq % 2] ?? 0;
        return createMessageEvent(channel, channel, seq, text);
      }),
    );
  while (strict.realtime.stats().backlogged === 0) {
    await new Promise((resolve) => void setImmediate(resolve));
    publishBatch(1, "x".repeat(3_000));
  }
  // One event is not sent, and nothing is sent within one turn of the event loop.
  publishBatch(999, "y");
  expect(strict.realtime.stats()).toMatchObject({ backlogged: 1, closedSlow: 0 });
  publishBatch(1, "y");
  expect(strict.realtime.stats()).toMatchObject({ backlogged: 0, closedSlow: 1 });
  socket.destroy();
  await strict.close();
});

it("[API-105] in whatever second its ping falls, a socket that answers none is gone 36 s after it began", async () => {
  const ownFixture = await openRealtimeFixture();
  const operator = await ownFixture.createAccount("Mute");
  const sockets = [];
  for (let n = 0; n < 25; n++) sockets.push(await connectRawClient(ownFixture, operator));
  expect(ownFixture.realtime.stats().sockets).toBe(25);
  const closed = Promise.all(
    sockets.map(
      (socket) => new Promise<void>((resolve) => void socket.once("close", () => resolve())),
    ),
  );
  await ownFixture.clock.advance(36_000);
  await closed;
  await ownFixture.close();
});
