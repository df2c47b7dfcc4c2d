import { eventData } from "@parlour/protocol";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { pollEvents, StreamClient } from "./feed-client.ts";
import {
  createChatEvent,
  createMessageEvent,
  createSettingsEvent,
  openRealtimeFixture,
  type RealtimeFixture,
  type RealtimeOperator,
} from "./realtime-fixture.ts";

/** The event feed over HTTP on an in-memory journal, to which the tests publish. */

let fixture: RealtimeFixture;
const streams = new Set<StreamClient>();
beforeAll(async () => {
  fixture = await openRealtimeFixture();
});
afterEach(async () => {
  for (const stream of streams) stream.cut();
  await Promise.all([...streams].map(({ ended }) => ended));
  streams.clear();
  await fixture.clock.advance(60_000);
  await waitForFeeds(0);
});
afterAll(() => fixture.close());

const poll = (operator: { readonly key: string }, query = "") =>
  pollEvents({ origin: fixture.origin, key: operator.key }, query);
function openStream(operator: RealtimeOperator, query = "", lastId?: string): StreamClient {
  const stream = new StreamClient({ origin: fixture.origin, key: operator.key }, query, lastId);
  streams.add(stream);
  return stream;
}
const readPositions = (answer: { readonly body: any }): number[] =>
  answer.body.events.map((event: { position: number }) => event.position);
const readHead = async (account: number): Promise<number> =>
  (await fixture.journal.head(account)).position;
const cursorAt = (position: number): string => `${fixture.journal.epoch}:${position}`;
/** Waits until this number of feeds have caught up. */
async function waitForFeeds(count: number, on = fixture): Promise<void> {
  await expect.poll(() => on.realtime.stats().feeds, { interval: 3 }).toBe(count);
}
/** Advances the time until what was gathered has arrived. */
async function advanceUntil(condition: () => boolean): Promise<void> {
  await expect
    .poll(
      async () => {
        await fixture.clock.advance(100);
        return condition();
      },
      { interval: 3 },
    )
    .toBe(true);
}
async function createOwner(): Promise<{ owner: RealtimeOperator; channel: number; head: number }> {
  const owner = await fixture.createAccount("Acme");
  const channel = await fixture.addChannel(owner.account, [owner.id]);
  return { owner, channel, head: await readHead(owner.account) };
}

test("[API-387] without a cursor the answer comes at once, with the head and no events", async () => {
  const { owner, head } = await createOwner();
  const answer = await poll(owner, "wait=60");
  expect(answer).toMatchObject({ status: 200, headers: { "cache-control": "no-store" } });
  expect(answer.body).toEqual({ epoch: "e1", events: [], cursor: `e1:${head}`, more: false });
});

test("[API-387] events after the cursor are the frames of the socket, at most as many as the limit", async () => {
  const { owner, channel, head } = await createOwner();
  const socket = await fixture.connect({ key: owner.key });
  fixture.journal.publish(
    owner.account,
    ...[1, 2, 3, 4, 5].map((seq) => createMessageEvent(channel, 1, seq)),
  );
  await socket.settle();
  const first = await poll(owner, `after=${cursorAt(head)}&limit=3`);
  expect(first.body).toMatchObject({ cursor: cursorAt(head + 3), more: true });
  const second = await poll(owner, `after=${first.body.cursor}&limit=3`);
  expect(second.body).toMatchObject({ cursor: cursorAt(head + 5), more: false });
  expect([...first.body.events, ...second.body.events]).toEqual(socket.framesOfType("event"));
  socket.ws.close();
});

test("[API-387] an answer is full at 1 MiB, and the next one continues", async () => {
  const { owner, channel, head } = await createOwner();
  const text = "x".repeat(60_000);
  for (let seq = 1; seq <= 40; seq++)
    fixture.journal.publish(owner.account, createMessageEvent(channel, 1, seq, text));
  const first = await poll(owner, `after=${cursorAt(head)}&limit=1000`);
  expect(readPositions(first)).toHaveLength(18);
  expect(first.body.more).toBe(true);
  const second = await poll(owner, `after=${first.body.cursor}&limit=1000`);
  const third = await poll(owner, `after=${second.body.cursor}&limit=1000`);
  expect([first, second, third].flatMap(readPositions)).toEqual(
    Array.from({ length: 40 }, (_, i) => head + 1 + i),
  );
});

test("[API-387] [API-389] a poll waits for the first event it asks for, and gathers others for 200 ms", async () => {
  const { owner, channel, head } = await createOwner();
  let isAnswered = false;
  const answer = poll(owner, `after=${cursorAt(head)}&wait=30&types=message_created`).finally(
    () => {
      isAnswered = true;
    },
  );
  await waitForFeeds(1);
  await fixture.clock.advance(29_000);
  fixture.journal.publish(owner.account, createChatEvent(channel, 1));
  await fixture.clock.advance(500);
  expect(isAnswered).toBe(false);
  fixture.journal.publish(owner.account, createMessageEvent(channel, 1, 1));
  await fixture.clock.advance(199);
  fixture.journal.publish(owner.account, createMessageEvent(channel, 1, 2));
  await waitForFeeds(1);
  expect(isAnswered).toBe(false);
  await fixture.clock.advance(1);
  expect(readPositions(await answer)).toEqual([head + 2, head + 3]);
  expect((await answer).body).toMatchObject({ cursor: cursorAt(head + 3), more: false });
});

test("[API-389] [API-392] a poll also gathers what follows events between two polls, unless it is full or does not wait", async () => {
  const { owner, channel, head } = await createOwner();
  fixture.journal.publish(owner.account, createMessageEvent(channel, 1, 1));
  const query = `after=${cursorAt(head)}`;
  const waiting = poll(owner, `${query}&wait=30`);
  await waitForFeeds(1);
  await fixture.clock.advance(199);
  fixture.journal.publish(owner.account, createMessageEvent(channel, 1, 2));
  await waitForFeeds(1);
  await fixture.clock.advance(1);
  expect(readPositions(await waiting)).toEqual([head + 1, head + 2]);
  // The clock does not move any more.
  for (const [more, last] of [
    ["&wait=30&limit=1", head + 1],
    ["", head + 2],
  ] as const)
    expect(readPositions(await poll(owner, query + more)).at(-1)).toBe(last);
});

test("[API-389] a poll without events answers after its wait, with a cursor behind what it skipped", async () => {
  const { owner, channel, head } = await createOwner();
  const answer = poll(owner, `after=${cursorAt(head)}&wait=30&types=chat_closed`);
  await waitForFeeds(1);
  fixture.journal.publish(owner.account, createMessageEvent(channel, 1, 1));
  await fixture.clock.advance(30_000);
  expect((await answer).body).toEqual({
    epoch: "e1",
    events: [],
    cursor: cursorAt(head + 1),
    more: false,
  });
});

test("[API-389] a poll ends when its client disconnects", async () => {
  const { owner, head } = await createOwner();
  const abort = new AbortController();
  const request = fetch(`${fixture.base}/events?after=${cursorAt(head)}&wait=60`, {
    headers: { authorization: `Bearer ${owner.key}` },
    signal: abort.signal,
  });
  await waitForFeeds(1);
  abort.abort();
  await expect(request).rejects.toThrow("aborted");
  await waitForFeeds(0);
});

test("[API-387] a cursor far back reads at most 10,000 entries per poll", async () => {
  const { owner, channel, head } = await createOwner();
  const batch = Array.from({ length: 1_000 }, (_, i) => createMessageEvent(channel, 1, i));
  for (let n = 0; n < 11; n++) fixture.journal.publish(owner.account, ...batch);
  const first = await poll(owner, `after=${cursorAt(head)}&types=chat_closed`);
  expect(first.body).toMatchObject({ events: [], cursor: cursorAt(head + 10_000), more: true });
  const second = await poll(owner, `after=${first.body.cursor}&types=chat_closed`);
  expect(second.body).toMatchObject({ events: [], cursor: cursorAt(head + 11_000), more: false });
});

test("[API-387] an unknown event name is 400 with the known names; other wrong values are 400", async () => {
  const { owner } = await createOwner();
  const unknown = await poll(owner, "types=message_created,chat_exploded");
  expect(unknown).toMatchObject({
    status: 400,
    body: { error: { code: "invalid_request", field: "types" } },
  });
  for (const name of Object.keys(eventData)) expect(unknown.body.error.message).toContain(name);
  for (const [query, field] of [
    ["wait=61", "wait"],
    ["limit=0", "limit"],
    ["limit=1001", "limit"],
    ["after=12", "after"],
    ["before=e1:1", "before"],
  ])
    expect(await poll(owner, query)).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_request", field } },
    });
  expect(await poll({ key: "pk_wrong" })).toMatchObject({ status: 401 });
});

test("[API-388] a cursor of another epoch or beyond the head is 410 with the new start, in both forms", async () => {
  const { owner, head } = await createOwner();
  for (const cursor of [`e0:${head}`, cursorAt(head + 1)]) {
    const answer = await poll(owner, `after=${cursor}&wait=30`);
    expect(answer).toMatchObject({
      status: 410,
      body: { error: { code: "cursor_gone" }, start: cursorAt(head) },
    });
    expect((await openStream(owner, `after=${cursor}`).opened).statusCode).toBe(410);
    expect((await openStream(owner, `after=${cursorAt(head)}`, cursor).opened).statusCode).toBe(
      410,
    );
  }
});

test("[API-390] a stream has an id, a name and the frame for each event, and resumes behind the last id", async () => {
  const { owner, channel, head } = await createOwner();
  fixture.journal.publish(
    owner.account,
    ...[1, 2, 3].map((seq) => createMessageEvent(channel, 1, seq)),
  );
  const stream = openStream(owner, `after=${cursorAt(head)}`, cursorAt(head + 1));
  const { headers } = await stream.opened;
  expect(headers).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-request-id": expect.any(String),
  });
  await stream.waitUntil(() => stream.events.length === 2);
  const retryMs = Number(/^retry: (\d+)\n/.exec(stream.text)?.[1]);
  expect(retryMs).toBeGreaterThanOrEqual(1_000);
  expect(retryMs).toBeLessThan(2_000);
  const { body } = await poll(owner, `after=${cursorAt(head + 1)}`);
  expect(stream.events).toEqual(
    body.events.map((frame: { position: number; name: string }) => ({
      id: cursorAt(frame.position),
      name: frame.name,
      data: frame,
    })),
  );
});

test("[API-392] a stream sends an event at once after a pause, and gathers those of the next 100 ms", async () => {
  const { owner, channel, head } = await createOwner();
  const stream = openStream(owner);
  await waitForFeeds(1);
  const publish = (seq: number): void =>
    void fixture.journal.publish(owner.account, createMessageEvent(channel, 1, seq));
  publish(1);
  await stream.waitUntil(() => stream.events.length === 1);
  publish(2);
  publish(3);
  await fixture.clock.advance(99);
  expect(stream.positions).toEqual([head + 1]);
  await fixture.clock.advance(1);
  await stream.waitUntil(() => stream.events.length === 3);
  expect(stream.positions).toEqual([head + 1, head + 2, head + 3]);
});

test("[API-390] a comment every 25 s carries the id, so that a client resumes behind what it did not ask for", async () => {
  const { owner, channel, head } = await createOwner();
  const stream = openStream(owner, "types=chat_closed");
  await waitForFeeds(1);
  expect(stream.lastId ?? cursorAt(head)).toBe(cursorAt(head));
  fixture.journal.publish(owner.account, createMessageEvent(channel, 1, 1));
  await fixture.clock.advance(24_000);
  expect(stream.text).not.toContain("\n: ");
  await fixture.clock.advance(2_000);
  await stream.waitUntil(() => stream.lastId === cursorAt(head + 1));
  expect(stream.text.match(/\n: /g)).toHaveLength(1);
  expect(stream.events).toEqual([]);
});

test("[API-390] [API-105] a stream that is not read is closed, and resumes with its last id", async () => {
  const { owner, channel, head } = await createOwner();
  const stream = openStream(owner);
  await waitForFeeds(1);
  await stream.pause();
  let published = head;
  const text = "x".repeat(50_000);
  while (fixture.realtime.stats().feeds === 1) {
    for (let n = 0; n < 10; n++)
      published = fixture.journal.publish(
        owner.account,
        createMessageEvent(channel, 1, published, text),
      );
    await fixture.clock.advance(100);
  }
  (await stream.opened).resume();
  await stream.ended;
  const positions = [...stream.positions];
  const resumed = openStream(owner, "", stream.lastId);
  await resumed.waitUntil(() => resumed.positions.at(-1) === published);
  expect([...positions, ...resumed.positions]).toEqual(
    Array.from({ length: published - head }, (_, i) => head + 1 + i),
  );
});

test("[API-390] a stream whose oldest event has been unsent for 10 s is closed", async () => {
  const { owner, channel } = await createOwner();
  const stream = openStream(owner);
  await waitForFeeds(1);
  await stream.pause();
  // Fills the buffers of the network, but not those of the server.
  const server = fixture.limits.value("unsent_kib");
  fixture.limits.configure({ unsent_kib: 1_000_000 });
  for (let seq = 0; seq < 200; seq++)
    fixture.journal.publish(owner.account, createMessageEvent(channel, 1, seq, "x".repeat(60_000)));
  await fixture.clock.advance(9_000);
  expect(fixture.realtime.stats().feeds).toBe(1);
  await fixture.clock.advance(3_000);
  expect(fixture.realtime.stats().feeds).toBe(0);
  fixture.limits.configure({ unsent_kib: server });
});

test("[API-387] [API-368] [API-365] an operator sees the chats of their channels and their own, as the rights change in mid-feed", async () => {
  const { owner, channel } = await createOwner();
  const ann = await fixture.addOperator(owner.account, "operator");
  const { account } = owner;
  const head = await readHead(account);
  const chat = (operators: number[]) => ({
    channelId: channel,
    assignee: null,
    participants: operators.map((id) => ({ id, name: `operator ${id}` })),
  });
  fixture.chats.set(1, chat([]));
  fixture.chats.set(2, chat([ann.id]));
  const stream = openStream(ann);
  await waitForFeeds(1);
  const publish = (...events: Parameters<typeof fixture.journal.publish>[1][]): number =>
    fixture.journal.publish(account, ...events);
  publish(createMessageEvent(channel, 1, 1), createMessageEvent(channel, 2, 1));
  // The operator leaves chat 2, and gets that event.
  publish(createChatEvent(channel, 2, []), createMessageEvent(channel, 2, 2));
  await fixture.db.query(
    "insert into channel_operator (account_id, channel_id, operator_id) values ($1, $2, $3)",
    [account, channel, ann.id],
  );
  publish(createSettingsEvent("channel", channel), createMessageEvent(channel, 1, 2));
  // The rights are read from the database before the message is sent.
  await advanceUntil(() => stream.positions.at(-1) === head + 6);
  await fixture.db.query("delete from channel_operator where operator_id = $1", [ann.id]);
  publish(createSettingsEvent("channel", channel), createMessageEvent(channel, 1, 3));
  publish(createSettingsEvent("tag"));
  await advanceUntil(() => stream.positions.at(-1) === head + 9);
  expect(stream.positions).toEqual([2, 3, 5, 6, 7, 9].map((n) => head + n));
  const developer = await fixture.addOperator(account, "developer");
  const masked = await poll(developer, `after=${cursorAt(head)}&types=message_created`);
  expect(masked.body.events.map((event: any) => event.data.message.text)).toEqual(
    Array.from({ length: 5 }, () => "•••"),
  );
});

test("[API-387] a feed ends when its key is removed, and a role without the right is refused", async () => {
  const { owner, head } = await createOwner();
  const ann = await fixture.addOperator(owner.account, "operator");
  const stream = openStream(ann);
  const waiting = poll(ann, `after=${cursorAt(head)}&wait=60`).catch(() => "cut");
  await waitForFeeds(2);
  fixture.auth.end({ account: owner.account, keyId: ann.keyId });
  await stream.ended;
  expect(await waiting).toBe("cut");
  const limited = await fixture.addOperator(owner.account, "operator");
  await fixture.db.query("update api_key set scopes = '{visitors.read}' where id = $1", [
    limited.keyId,
  ]);
  expect(await poll(limited)).toMatchObject({
    status: 403,
    body: { error: { code: "forbidden" } },
  });
});

test("[API-391] [CFG-030] a key has at most feeds_per_key feeds at once, then 429 with Retry-After", async () => {
  const { owner, head } = await createOwner();
  fixture.limits.configure({ feeds_per_key: 2 });
  const other = await fixture.addOperator(owner.account, "admin");
  const stream = openStream(owner);
  const waiting = poll(owner, `after=${cursorAt(head)}&wait=10`);
  await waitForFeeds(2);
  expect(await poll(owner)).toMatchObject({
    status: 429,
    headers: { "retry-after": "5" },
    body: { error: { code: "rate_limited" } },
  });
  expect(await poll(other)).toMatchObject({ status: 200 });
  await fixture.clock.advance(10_000);
  await waiting;
  expect(await poll(owner)).toMatchObject({ status: 200 });
  stream.cut();
  await waitForFeeds(0);
  fixture.limits.configure({});
});

test("[API-388] [API-390] a new epoch ends a stream with reset and the new start, and a poll with 410", async () => {
  const { owner, head } = await createOwner();
  const stream = openStream(owner);
  const waiting = poll(owner, `after=${cursorAt(head)}&wait=60`);
  await waitForFeeds(2);
  fixture.journal.startEpoch("e2");
  expect(await waiting).toMatchObject({ status: 410, body: { start: "e2:0" } });
  await stream.ended;
  expect(stream.events).toEqual([{ id: "e2:0", name: "reset", data: { start: "e2:0" } }]);
  expect(await poll(owner, `after=${stream.lastId}`)).toMatchObject({ status: 200 });
  fixture.journal.startEpoch("e1");
});

test("[API-389] [API-390] [CORE-131] a node that stops or moves its sockets ends both forms at once, and refuses new ones", async () => {
  const own = await openRealtimeFixture();
  const owner = await own.createAccount("Acme");
  const channel = await own.addChannel(owner.account, [owner.id]);
  const { epoch, position } = await own.journal.head(owner.account);
  const target = { origin: own.origin, key: owner.key };
  const open = async () => {
    const stream = new StreamClient(target);
    const waiting = pollEvents(target, `after=${epoch}:${position}&wait=60&limit=1000`);
    await waitForFeeds(2, own);
    return { stream, waiting };
  };
  const moved = await open();
  own.journal.publish(owner.account, createMessageEvent(channel, 1, 1));
  own.realtime.moves.setAccepting(false);
  // What has been gathered is sent, without the rest of the time.
  expect((await moved.waiting).body).toMatchObject({ cursor: `${epoch}:${position + 1}` });
  expect(readPositions(await moved.waiting)).toEqual([position + 1]);
  await moved.stream.ended;
  expect(moved.stream.positions).toEqual([position + 1]);
  expect(await pollEvents(target)).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
  own.realtime.moves.setAccepting(true);
  const stopped = new StreamClient(target);
  await waitForFeeds(1, own);
  await own.close();
  await stopped.ended;
});
