import { withTimeout, testTimeoutMs } from "@parlour/testkit";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { message, openBed, type Bed, type Person } from "./realtime-bed.ts";

let bed: Bed;
let owner: Person;
let channel: number;
beforeEach(async () => {
  bed = await openBed();
  owner = await bed.newAccount("Acme");
  channel = await bed.addChannel(owner.account, [owner.id]);
});
afterEach(() => bed.close());

/** Runs turns of the event loop until `test` is true. A busy machine needs many. */
async function until(test: () => boolean): Promise<void> {
  const end = performance.now() + testTimeoutMs;
  while (!test() && performance.now() < end) await new Promise((resolve) => void setImmediate(resolve));
  expect(test()).toBe(true);
}
/** Connects a client that completes the handshake and then stops reading. */
async function deaf(after: string): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port: bed.port });
  socket.write(
    `GET /api/v1/socket HTTP/1.1\r\nHost: ${bed.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
      `Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer ${owner.key}\r\n\r\n`,
  );
  await new Promise<void>((resolve) => void socket.once("data", () => resolve()));
  const hello = Buffer.from(`{"type":"hello","after":${after}}`);
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | hello.length, 0, 0, 0, 0]), hello]));
  await until(() => bed.realtime.presence !== null && socket.bytesRead > 150);
  socket.pause();
  socket.on("error", () => undefined);
  return socket;
}
const long = "x".repeat(3_000);

test("[P8] a reader that stops is closed at 1 MiB unsent; a reader beside it gets everything", async () => {
  const good = await bed.connect({ key: owner.key });
  const { position } = await bed.journal.head(owner.account);
  const socket = await deaf("null");
  for (let i = 0; i < 5_000; i++) {
    bed.journal.publish(owner.account, message(channel, 1, i + 1, long));
    if (i % 50 === 0) await good.settled();
  }
  await good.settled();
  expect(good.positions()).toEqual(Array.from({ length: 5_000 }, (_, i) => position + 1 + i));
  expect(bed.realtime.stats()).toMatchObject({ closedSlow: 1 });
  socket.destroy();
});

test("[P8] a reader is closed when the oldest unsent event is 10 s old", async () => {
  const socket = await deaf("null");
  await until(() => {
    bed.journal.publish(owner.account, message(channel, 1, 1, long));
    return bed.realtime.stats().backlogged === 1;
  });
  await bed.clock.advance(9_000);
  expect(bed.realtime.stats()).toMatchObject({ backlogged: 1, closedSlow: 0 });
  await bed.clock.advance(2_000);
  expect(bed.realtime.stats()).toMatchObject({ backlogged: 0, closedSlow: 1 });
  socket.destroy();
});

test("[API-105] a catch-up is read no faster than the client takes it", async () => {
  for (let i = 0; i < 100; i++)
    bed.journal.publish(owner.account, ...Array.from({ length: 200 }, (_, k) => message(channel, 1, i * 200 + k + 1, long)));
  const socket = await deaf('{"epoch":"e1","position":0}');
  await until(() => bed.realtime.stats().backlogged === 1);
  // Network buffers fill up. Then the journal is not read any more, long before its end after 40
  // reads.
  let reads: number;
  do {
    reads = bed.journal.reads;
    for (let i = 0; i < 200; i++) await new Promise((resolve) => void setImmediate(resolve));
  } while (bed.journal.reads !== reads);
  expect(reads).toBeLessThan(30);
  expect(bed.realtime.stats()).toMatchObject({ catchingUp: 1, closedSlow: 0 });
  await bed.clock.advance(11_000);
  expect(bed.realtime.stats()).toMatchObject({ closedSlow: 1 });
  socket.destroy();
});

test("[F10] a socket that answers no ping is closed within 36 s, one that does stays", async () => {
  const good = await bed.connect({ key: owner.key });
  const socket = await deaf("null");
  await bed.clock.advance(36_000);
  await until(() => bed.realtime.stats().sockets === 1);
  await good.settled();
  expect(good.isClosed).toBe(false);
  socket.destroy();
});

test("[API-101] a socket that says no hello within 10 s is closed", async () => {
  const client = await bed.connect({ key: owner.key, hello: false });
  await bed.clock.advance(9_000);
  expect(client.isClosed).toBe(false);
  await bed.clock.advance(2_000);
  expect(await client.closed).toMatchObject({ code: 4008 });
});

test("[API-105] 20 frames a second pass, the 21st closes with 4009", async () => {
  const client = await bed.connect({ key: owner.key });
  bed.chats.set(1, { channelId: channel, assignee: null, participants: [] });
  for (let second = 0; second < 3; second++) {
    await bed.clock.advance(1_000);
    for (let i = 0; i < 20; i++) client.send({ type: "typing", chat_id: 1, typing: true });
    await client.settled();
  }
  expect(client.isClosed).toBe(false);
  client.send({ type: "typing", chat_id: 1, typing: true });
  expect(await client.closed).toMatchObject({ code: 4009 });
});

test("[API-105] closing the server sends 1012 and lets nobody in", async () => {
  const client = await bed.connect({ key: owner.key });
  const closing = bed.realtime.close();
  expect(await client.closed).toMatchObject({ code: 1012 });
  await closing;
  await expect(bed.connect({ key: owner.key })).rejects.toThrow();
});

test("[CORE-131] who leaves without having read everything does not hold up the end", async () => {
  const good = await bed.connect({ key: owner.key });
  const socket = await deaf("null");
  await until(() => {
    bed.journal.publish(owner.account, message(channel, 1, 1, long));
    return bed.realtime.stats().backlogged === 1;
  });
  // The client half-closes its socket and does not read.
  socket.end();
  await good.settled();
  let isClosed = false;
  const closing = bed.realtime.close().then(() => (isClosed = true));
  await withTimeout(20_000, closing);
  socket.destroy();
  expect(isClosed).toBe(true);
});

test("[PERF-16] without sockets and signals nothing ticks", async () => {
  const client = await bed.connect({ key: owner.key });
  expect(bed.clock.pending()).toHaveLength(1);
  client.ws.close();
  await client.closed;
  await until(() => bed.realtime.stats().sockets === 0);
  await bed.clock.advance(30_000);
  expect(bed.clock.pending()).toEqual([]);
});

test("[API-003] a socket closes with 4001 when its session's time is over", async () => {
  const cookie = await bed.signIn(owner);
  const client = await bed.connect({ cookie });
  bed.clock.set(bed.clock.now() + 31 * 86_400_000);
  await bed.clock.advance(26_000);
  expect(await client.closed).toMatchObject({ code: 4001 });
});

test("[R8] more sockets than the node may hold are refused with 503 and Retry-After", async () => {
  const small = await openBed({ maxSockets: 1 });
  const person = await small.newAccount("Acme");
  await small.connect({ key: person.key });
  const refused = await fetchUpgrade(small, person.key);
  expect(refused).toMatch(/^HTTP\/1\.1 503 [^]*Retry-After: 1\r\n/);
  await small.close();
});
function fetchUpgrade(on: Bed, key: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port: on.port });
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
  const many = await openBed({ severalNodes: true });
  const person = await many.newAccount("Acme");
  const [cookie, kept] = [await many.signIn(person), await many.signIn(person)];
  const [client, stays] = await Promise.all([many.connect({ cookie }), many.connect({ cookie: kept })]);
  await many.db.query("delete from session where id = (select min(id) from session)");
  await many.clock.advance(2_000);
  expect(await client.closed).toMatchObject({ code: 4001 });
  await stays.settled();
  expect((await many.request("GET", "/me", { cookie })).status).toBe(401);
  await many.close();
});
