import { isFulfilledWithin, testTimeoutMs } from "@parlour/testkit";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  createMessageEvent,
  openRealtimeFixture,
  type RealtimeFixture,
  type RealtimeOperator,
} from "./realtime-fixture.ts";

let fixture: RealtimeFixture;
let owner: RealtimeOperator;
let channel: number;
beforeEach(async () => {
  fixture = await openRealtimeFixture();
  owner = await fixture.createAccount("Acme");
  channel = await fixture.addChannel(owner.account, [owner.id]);
});
afterEach(() => fixture.close());

/** Runs turns of the event loop until `test` is true. A busy machine needs many. */
async function waitUntil(test: () => boolean): Promise<void> {
  const endAt = performance.now() + testTimeoutMs;
  while (!test() && performance.now() < endAt)
    await new Promise((resolve) => void setImmediate(resolve));
  expect(test()).toBe(true);
}
/** Connects a client that completes the handshake and then stops reading. */
async function connectSilentClient(after: string): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port: fixture.port });
  socket.write(
    `GET /api/v1/socket HTTP/1.1\r\nHost: ${fixture.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
      `Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer ${owner.key}\r\n\r\n`,
  );
  await new Promise<void>((resolve) => void socket.once("data", () => resolve()));
  const hello = Buffer.from(`{"type":"hello","after":${after}}`);
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | hello.length, 0, 0, 0, 0]), hello]));
  await waitUntil(() => fixture.realtime.presence !== null && socket.bytesRead > 150);
  socket.pause();
  socket.on("error", () => undefined);
  return socket;
}
const longText = "x".repeat(3_000);

test("[P8] a reader that stops is closed at 1 MiB unsent; a reader beside it gets everything", async () => {
  const healthyClient = await fixture.connect({ key: owner.key });
  const { position } = await fixture.journal.head(owner.account);
  const socket = await connectSilentClient("null");
  for (let i = 0; i < 5_000; i++) {
    fixture.journal.publish(owner.account, createMessageEvent(channel, 1, i + 1, longText));
    if (i % 50 === 0) await healthyClient.settle();
  }
  await healthyClient.settle();
  expect(healthyClient.getPositions()).toEqual(
    Array.from({ length: 5_000 }, (_, i) => position + 1 + i),
  );
  expect(fixture.realtime.stats()).toMatchObject({ closedSlow: 1 });
  socket.destroy();
});

test("[P8] a reader is closed when the oldest unsent event is 10 s old", async () => {
  const socket = await connectSilentClient("null");
  await waitUntil(() => {
    fixture.journal.publish(owner.account, createMessageEvent(channel, 1, 1, longText));
    return fixture.realtime.stats().backlogged === 1;
  });
  await fixture.clock.advance(9_000);
  expect(fixture.realtime.stats()).toMatchObject({ backlogged: 1, closedSlow: 0 });
  await fixture.clock.advance(2_000);
  expect(fixture.realtime.stats()).toMatchObject({ backlogged: 0, closedSlow: 1 });
  socket.destroy();
});

test("[API-105] a catch-up is read no faster than the client takes it", async () => {
  for (let i = 0; i < 100; i++)
    fixture.journal.publish(
      owner.account,
      ...Array.from({ length: 200 }, (_, k) =>
        createMessageEvent(channel, 1, i * 200 + k + 1, longText),
      ),
    );
  const socket = await connectSilentClient('{"epoch":"e1","position":0}');
  await waitUntil(() => fixture.realtime.stats().backlogged === 1);
  // Network buffers fill up. Then the journal is no longer read, long before its end after 40
  // reads.
  let reads: number;
  do {
    reads = fixture.journal.readCount;
    for (let i = 0; i < 200; i++) await new Promise((resolve) => void setImmediate(resolve));
  } while (fixture.journal.readCount !== reads);
  expect(reads).toBeLessThan(30);
  expect(fixture.realtime.stats()).toMatchObject({ catchingUp: 1, closedSlow: 0 });
  await fixture.clock.advance(11_000);
  expect(fixture.realtime.stats()).toMatchObject({ closedSlow: 1 });
  socket.destroy();
});

test("[F10] a socket that answers no ping is closed within 36 s, one that does stays", async () => {
  const healthyClient = await fixture.connect({ key: owner.key });
  const socket = await connectSilentClient("null");
  await fixture.clock.advance(36_000);
  await waitUntil(() => fixture.realtime.stats().sockets === 1);
  await healthyClient.settle();
  expect(healthyClient.isClosed).toBe(false);
  socket.destroy();
});

test("[API-101] a socket that says no hello within 10 s is closed", async () => {
  const client = await fixture.connect({ key: owner.key, hello: false });
  await fixture.clock.advance(9_000);
  expect(client.isClosed).toBe(false);
  await fixture.clock.advance(2_000);
  expect(await client.closed).toMatchObject({ code: 4008 });
});

test("[API-105] 20 frames a second pass, the 21st closes with 4009", async () => {
  const client = await fixture.connect({ key: owner.key });
  fixture.chats.set(1, { channelId: channel, assignee: null, participants: [] });
  for (let second = 0; second < 3; second++) {
    await fixture.clock.advance(1_000);
    for (let i = 0; i < 20; i++) client.send({ type: "typing", chat_id: 1, typing: true });
    await client.settle();
  }
  expect(client.isClosed).toBe(false);
  client.send({ type: "typing", chat_id: 1, typing: true });
  expect(await client.closed).toMatchObject({ code: 4009 });
});

test("[API-105] closing the server sends 1012 and lets nobody in", async () => {
  const client = await fixture.connect({ key: owner.key });
  const closing = fixture.realtime.close();
  expect(await client.closed).toMatchObject({ code: 1012 });
  await closing;
  await expect(fixture.connect({ key: owner.key })).rejects.toThrow();
});

test("[CORE-131] who leaves without having read everything does not hold up the end", async () => {
  const healthyClient = await fixture.connect({ key: owner.key });
  const socket = await connectSilentClient("null");
  await waitUntil(() => {
    fixture.journal.publish(owner.account, createMessageEvent(channel, 1, 1, longText));
    return fixture.realtime.stats().backlogged === 1;
  });
  // The client half-closes its socket and does not read.
  socket.end();
  await healthyClient.settle();
  let isClosed = false;
  const closing = fixture.realtime.close().then(() => (isClosed = true));
  await isFulfilledWithin(20_000, closing);
  socket.destroy();
  expect(isClosed).toBe(true);
});

test("[PERF-16] without sockets and signals nothing ticks", async () => {
  const client = await fixture.connect({ key: owner.key });
  expect(fixture.clock.pending()).toHaveLength(1);
  client.ws.close();
  await client.closed;
  await waitUntil(() => fixture.realtime.stats().sockets === 0);
  await fixture.clock.advance(30_000);
  expect(fixture.clock.pending()).toEqual([]);
});

test("[API-003] a socket closes with 4001 when its session's time is over", async () => {
  const cookie = await fixture.signIn(owner);
  const client = await fixture.connect({ cookie });
  fixture.clock.set(fixture.clock.now() + 31 * 86_400_000);
  await fixture.clock.advance(26_000);
  expect(await client.closed).toMatchObject({ code: 4001 });
});

test("[R8] more sockets than the node may hold are refused with 503 and Retry-After", async () => {
  const small = await openRealtimeFixture({ maxSockets: 1 });
  const operator = await small.createAccount("Acme");
  await small.connect({ key: operator.key });
  const refused = await requestUpgrade(small, operator.key);
  expect(refused).toMatch(/^HTTP\/1\.1 503 [^]*Retry-After: 1\r\n/);
  await small.close();
});
function requestUpgrade(target: RealtimeFixture, key: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port: target.port });
    let text = "";
    socket.on("data", (data: Buffer) => {
      text += data.toString();
    });
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
    socket.write(
      `GET /api/v1/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    );
  });
}

test("[P19] with several nodes a session that another node ended closes its sockets within 2 s", async () => {
  const many = await openRealtimeFixture({ hasOtherNodes: true });
  const operator = await many.createAccount("Acme");
  const stranger = await many.createAccount("Other");
  const [cookie, strangerCookie, otherCookie] = [
    await many.signIn(operator),
    await many.signIn(stranger),
    await many.signIn(operator),
  ];
  const [client, strangerClient, stays] = await Promise.all([
    many.connect({ cookie }),
    many.connect({ cookie: strangerCookie }),
    many.connect({ cookie: otherCookie }),
  ]);
  await many.db.query("delete from session where id < (select max(id) from session)");
  await many.clock.advance(2_000);
  expect(await client.closed).toMatchObject({ code: 4001 });
  expect(await strangerClient.closed).toMatchObject({ code: 4001 });
  await stays.settle();
  expect((await many.request("GET", "/me", { cookie })).status).toBe(401);
  await many.close();
});
