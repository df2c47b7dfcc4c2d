import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { message, openBed, type Bed, type Person } from "./realtime-bed.ts";

let bed: Bed;
let owner: Person;
beforeAll(async () => {
  bed = await openBed();
  owner = await bed.newAccount("Acme");
});
afterAll(() => bed.close());

/** Connects a raw client that is live and does not answer pings. */
async function greeted(on: Bed, person: Person): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port: on.port });
  socket.on("error", () => undefined);
  socket.write(
    `GET /api/v1/socket HTTP/1.1\r\nHost: ${on.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
      `Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer ${person.key}\r\n\r\n`,
  );
  await new Promise<void>((resolve) => void socket.once("data", () => resolve()));
  const hello = Buffer.from('{"type":"hello","after":null}');
  const live = new Promise<void>((resolve) => void socket.on("data", (data: Buffer) => data.includes('"live","position"') && resolve()));
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | hello.length, 0, 0, 0, 0]), hello]));
  await live;
  return socket;
}

it("[CORE-045] what is written while the last page of a catch-up is read comes before live, once and in order", async () => {
  const channel = await bed.addChannel(owner.account, [owner.id]);
  const { position } = await bed.journal.head(owner.account);
  bed.journal.publish(owner.account, message(channel, 1, 1), message(channel, 1, 2));
  const read = bed.journal.read.bind(bed.journal);
  let more = 3;
  bed.journal.read = async (account, after, limit) => {
    const page = await read(account, after, limit);
    // The page is read, but the socket is not live yet.
    for (; more > 0; more -= 1) bed.journal.publish(account, message(channel, 1, 6 - more));
    return page;
  };
  const client = await bed.connect({ key: owner.key, after: { epoch: "e1", position } });
  bed.journal.read = read;
  bed.journal.publish(owner.account, message(channel, 1, 6));
  await client.settled();
  expect(client.positions()).toEqual([1, 2, 3, 4, 5, 6].map((n) => position + n));
  expect(client.ofType("live")).toEqual([{ type: "live", position: position + 5 }]);
});

it.each([
  ["1,000 unsent events close a slow reader, although their bytes are few", 999, 5],
  ["1 MiB unsent closes a slow reader, although its events are few", 20, 50_000],
])("[API-105] [P8] more than %s", async (_, most, length) => {
  const strict = await openBed();
  const person = await strict.newAccount("Strict");
  const channel = await strict.addChannel(person.account, [person.id]);
  const socket = await greeted(strict, person);
  socket.pause();
  let seq = 0;
  const say = (text: string): void => void strict.journal.publish(person.account, message(channel, 1, ++seq, text));
  while (strict.realtime.stats().backlogged === 0) {
    await new Promise((resolve) => void setImmediate(resolve));
    say("x".repeat(3_000));
  }
  // One event is unsent, and nothing is sent within one turn of the event loop.
  for (let n = 0; n < most; n++) say("y".repeat(length));
  expect(strict.realtime.stats()).toMatchObject({ backlogged: 1, closedSlow: 0 });
  say("y".repeat(length));
  expect(strict.realtime.stats()).toMatchObject({ backlogged: 0, closedSlow: 1 });
  socket.destroy();
  await strict.close();
});

it("[API-105] in whatever second its ping falls, a socket that answers none is gone 36 s after it began", async () => {
  const own = await openBed();
  const person = await own.newAccount("Mute");
  const sockets = [];
  for (let n = 0; n < 25; n++) sockets.push(await greeted(own, person));
  expect(own.realtime.stats().sockets).toBe(25);
  const gone = Promise.all(sockets.map((socket) => new Promise<void>((resolve) => void socket.once("close", () => resolve()))));
  await own.clock.advance(36_000);
  await gone;
  await own.close();
});
