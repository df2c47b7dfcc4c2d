import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chatChanged, message, openBed, settingsChanged, type Bed, type Person } from "./realtime-bed.ts";
import { presenceOf, type Frame } from "./realtime-client.ts";

let bed: Bed;
let owner: Person;
let stranger: Person;
beforeAll(async () => {
  bed = await openBed();
  owner = await bed.newAccount("Acme");
  stranger = await bed.newAccount("Other");
});
afterAll(() => bed.close());

test("[API-101] hello without a cursor answers ready at the head, then live, then each event once in order", async () => {
  const channel = await bed.addChannel(owner.account, [owner.id]);
  const first = bed.journal.publish(owner.account, message(channel, 1, 1));
  const client = await bed.connect({ key: owner.key });
  expect(client.frames[0]).toMatchObject({ type: "ready", epoch: "e1", position: first, mode: "live" });
  expect(client.frames[1]).toEqual({ type: "live", position: first });
  bed.journal.publish(owner.account, message(channel, 1, 2), message(channel, 1, 3));
  bed.journal.publish(owner.account, message(channel, 1, 4));
  await client.next((frame) => frame["position"] === first + 3 && frame["type"] === "event");
  await client.settled();
  expect(client.positions()).toEqual([first + 1, first + 2, first + 3]);
  expect(client.ofType("event")[0]).toMatchObject({ name: "message_created", chat_id: 1, data: { message: { seq: 2, text: "text 2" } } });
});

test("[CORE-045] a cursor gets exactly what was missed, across reads of the journal, and then live", async () => {
  const channel = await bed.addChannel(owner.account, [owner.id]);
  const { position } = await bed.journal.head(owner.account);
  for (let i = 0; i < 90; i++)
    bed.journal.publish(owner.account, ...Array.from({ length: 10 }, (_, k) => message(channel, 2, i * 10 + k + 1)));
  const client = await bed.connect({ key: owner.key, after: { epoch: "e1", position } });
  expect(client.frames[0]).toMatchObject({ type: "ready", position: position + 900, mode: "catching_up" });
  bed.journal.publish(owner.account, message(channel, 2, 901));
  await client.next((frame) => frame["position"] === position + 901 && frame["type"] === "event");
  await client.settled();
  expect(client.positions()).toEqual(Array.from({ length: 901 }, (_, i) => position + 1 + i));
});

test("[CORE-045] a cut-over while events are published misses and repeats nothing", async () => {
  const channel = await bed.addChannel(owner.account, [owner.id]);
  const { position } = await bed.journal.head(owner.account);
  for (let i = 0; i < 500; i++) bed.journal.publish(owner.account, message(channel, 3, i + 1));
  const client = await bed.connect({ key: owner.key, hello: false });
  client.send({ type: "hello", after: { epoch: "e1", position } });
  for (let i = 0; i < 500; i++) {
    bed.journal.publish(owner.account, message(channel, 3, 501 + i));
    await new Promise((resolve) => void setImmediate(resolve));
  }
  await client.next((frame) => frame["type"] === "live");
  // The last event may wait for permissions that the server reads.
  await client.next((frame) => frame["position"] === position + 1_000 && frame["type"] === "event");
  await client.settled();
  expect(client.positions()).toEqual(Array.from({ length: 1_000 }, (_, i) => position + 1 + i));
});

test("[API-103] [P6] [F06] an unknown epoch or a position beyond the head answers reset at the head and goes on live", async () => {
  const channel = await bed.addChannel(owner.account, [owner.id]);
  const head = bed.journal.publish(owner.account, message(channel, 4, 1));
  for (const after of [
    { epoch: "other", position: 1 },
    { epoch: "e1", position: head + 1 },
  ]) {
    const client = await bed.connect({ key: owner.key, after });
    expect(client.frames.map((frame) => frame["type"])).toEqual(["reset", "ready", "live"]);
    expect(client.frames[0]).toEqual({ type: "reset", epoch: "e1", position: head });
    expect(client.positions()).toEqual([]);
  }
});

test("[CORE-001] an operator gets events of his channels and of chats he takes part in, nobody those of another account", async () => {
  const ann = await bed.addOperator(owner.account, "operator");
  const mine = await bed.addChannel(owner.account, [ann.id]);
  const others = await bed.addChannel(owner.account, []);
  bed.chats.set(11, { channelId: others, assignee: null, participants: [] });
  bed.chats.set(12, { channelId: others, assignee: { id: ann.id, name: "Ann" }, participants: [] });
  const { position } = await bed.journal.head(owner.account);
  const client = await bed.connect({ key: ann.key });
  const viewer = await bed.connect({ key: (await bed.addOperator(owner.account, "viewer")).key });
  const foreign = await bed.connect({ key: stranger.key });
  bed.journal.publish(owner.account, message(mine, 10, 1));
  bed.journal.publish(owner.account, message(others, 11, 1), message(others, 12, 1), message(others, 11, 2));
  bed.journal.publish(owner.account, chatChanged(others, 11, [ann.id]), message(others, 11, 3));
  bed.journal.publish(owner.account, chatChanged(others, 11), message(others, 11, 4));
  await client.next((frame) => frame["position"] === position + 7);
  await client.settled();
  expect(client.positions().map((at) => at - position)).toEqual([1, 3, 5, 6, 7]);
  await viewer.next((frame) => frame["position"] === position + 8 && frame["type"] === "event");
  await viewer.settled();
  expect(viewer.positions().map((at) => at - position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  await foreign.settled();
  expect(foreign.positions()).toEqual([]);
  const again = await bed.connect({ key: ann.key, after: { epoch: "e1", position } });
  expect(again.positions().map((at) => at - position)).toEqual([1, 3]);
});

test("[CORE-001] a developer's frames hide what people wrote, live and caught up", async () => {
  const developer = await bed.addOperator(owner.account, "developer");
  const channel = await bed.addChannel(owner.account, [owner.id]);
  const { position } = await bed.journal.head(owner.account);
  const client = await bed.connect({ key: developer.key });
  const full = await bed.connect({ key: owner.key });
  bed.journal.publish(owner.account, message(channel, 20, 1, "secret words"), chatChanged(channel, 20), message(channel, 20, 2, "more"));
  // Operators of other tests are not assigned to the channel, so the server reads the chat first.
  // Frames wait for this read, pings do not.
  const isLast = (frame: Frame): boolean => frame["position"] === position + 3;
  await Promise.all([client.next(isLast), full.next(isLast)]);
  await Promise.all([client.settled(), full.settled()]);
  expect(client.positions()).toEqual([position + 1, position + 2, position + 3]);
  expect(JSON.stringify(client.frames)).not.toMatch(/secret|more/);
  expect(client.ofType("event")[0]).toMatchObject({ data: { message: { seq: 1, text: "•••", author: { name: "Vic" } } } });
  expect(full.ofType("event")[0]).toMatchObject({ data: { message: { text: "secret words" } } });
  const again = await bed.connect({ key: developer.key, after: { epoch: "e1", position } });
  expect(again.positions()).toHaveLength(3);
  expect(JSON.stringify(again.frames)).not.toMatch(/secret|more/);
});

test("[CORE-001] a developer's frames hide the comment of a rating and what visitors leave behind, and the answers", async () => {
  const developer = await bed.addOperator(owner.account, "developer");
  const channelId = await bed.addChannel(owner.account, [owner.id]);
  const [client, full] = await Promise.all([bed.connect({ key: developer.key }), bed.connect({ key: owner.key })]);
  const rated = chatChanged(channelId, 25);
  const answers = [{ via: "mail", by: { id: owner.id, name: "Owner" }, to: "vic@shop.test", subject: "secret", text: "secret" }];
  const last = bed.journal.publish(
    owner.account,
    { ...rated, data: { chat: { ...(rated.data as { chat: object }).chat, rating: "negative", rating_comment: "secret" } } },
    {
      name: "offline_message_updated",
      channelId,
      data: { offline_message: { id: 5, text: "secret", contacts: { name: "Vic" }, answers } },
    },
  );
  await Promise.all([client, full].map((one) => one.next((frame) => frame["position"] === last)));
  expect(JSON.stringify(client.frames)).not.toContain("secret");
  expect(client.ofType("event")).toMatchObject([
    { data: { chat: { rating: "negative", rating_comment: "•••" } } },
    { data: { offline_message: { id: 5, text: "•••", contacts: { name: "Vic" }, answers: [{ to: "vic@shop.test", subject: "•••" }] } } },
  ]);
  expect(JSON.stringify(full.frames).match(/secret/g)).toHaveLength(4);
});

test("[CORE-013] a socket that one factor opened closes when the account wants two: at once, or after the days of grace", async () => {
  const strict = await openBed();
  const ann = await strict.newAccount("Strict");
  const wanted = (from: number) =>
    strict.db.query("update account set second_factor_from = $2 where id = $1", [ann.account, new Date(from)]);
  const [client, byKey] = await Promise.all([strict.connect({ cookie: await strict.signIn(ann) }), strict.connect({ key: ann.key })]);
  await wanted(strict.clock.now());
  strict.journal.publish(ann.account, settingsChanged("account"));
  expect(await client.closed).toMatchObject({ code: 4001 });
  await wanted(strict.clock.now() + 60_000);
  const patient = await strict.connect({ cookie: await strict.signIn(ann) });
  strict.journal.publish(ann.account, settingsChanged("account"));
  await patient.settled();
  await strict.clock.advance(90_000);
  expect(await patient.closed).toMatchObject({ code: 4001 });
  // The second factor does not apply to API keys.
  await byKey.settled();
  await strict.close();
});

test("[API-102] a change of rights counts for the next event", async () => {
  const ann = await bed.addOperator(owner.account, "operator");
  const channel = await bed.addChannel(owner.account, []);
  const { position } = await bed.journal.head(owner.account);
  const client = await bed.connect({ key: ann.key });
  const full = await bed.connect({ key: owner.key });
  bed.journal.publish(owner.account, message(channel, 30, 1));
  // When one client has the event, the server has checked permissions for all clients.
  await full.next((frame) => frame["position"] === position + 1);
  await bed.db.query("insert into channel_operator (account_id, channel_id, operator_id) values ($1, $2, $3)", [
    owner.account,
    channel,
    ann.id,
  ]);
  bed.journal.publish(owner.account, settingsChanged("channel", channel), message(channel, 30, 2));
  await client.next((frame) => frame["position"] === position + 3);
  await bed.db.query("update operator set role = 'developer' where id = $1", [ann.id]);
  bed.journal.publish(owner.account, settingsChanged("operator", ann.id), message(channel, 30, 3));
  expect(await client.next((frame) => frame["position"] === position + 5)).toMatchObject({ data: { message: { text: "•••" } } });
  expect(client.positions().map((at) => at - position)).toEqual([2, 3, 4, 5]);
});

test("[API-050] ledger entries without a channel go only to roles that read the ledger", async () => {
  const ann = await bed.addOperator(owner.account, "operator");
  const [client, full] = await Promise.all([bed.connect({ key: ann.key }), bed.connect({ key: owner.key })]);
  const position = bed.journal.publish(owner.account, { name: "delivery_updated", data: { delivery: { id: 1 } } });
  await full.next((frame) => frame["position"] === position && frame["type"] === "event");
  await Promise.all([client.settled(), full.settled()]);
  expect(client.positions()).toEqual([]);
  expect(full.positions()).toEqual([position]);
});

test("[P19] a deactivated operator's socket closes with 4001 once the change is announced", async () => {
  const ann = await bed.addOperator(owner.account, "operator");
  const client = await bed.connect({ key: ann.key });
  await bed.db.query("update operator set active = false where id = $1", [ann.id]);
  bed.journal.publish(owner.account, settingsChanged("operator", ann.id));
  expect(await client.closed).toMatchObject({ code: 4001 });
  expect((await bed.request("GET", "/me", { key: ann.key })).status).toBe(401);
});

/** Opens a socket or request with the credentials. `ended` resolves when the server ends it. */
async function keepOpen(
  kind: "socket" | "download" | "request" | "upload",
  by: { cookie: string } | { key: string },
): Promise<{ readonly ended: Promise<string> }> {
  if (kind === "socket") {
    const client = await bed.connect(by);
    return { ended: client.closed.then(({ code }) => `socket ${code}`) };
  }
  const request = httpRequest(`${bed.base}/${{ download: "download", request: "silent", upload: "slow" }[kind]}`, {
    method: kind === "upload" ? "POST" : "GET",
    headers: {
      ...("cookie" in by ? { cookie: by.cookie } : { authorization: `Bearer ${by.key}` }),
      origin: bed.origin,
      ...(kind === "upload" ? { "content-type": "application/json", "content-length": "100" } : {}),
    },
  });
  const ended = new Promise<string>((resolve) => {
    request.on("error", () => resolve(`${kind} cut off`));
    request.on("response", (response) => {
      response.resume();
      response.on("error", () => undefined);
      response.on("close", () => resolve(response.complete ? `${kind} complete` : `${kind} cut off`));
    });
  });
  if (kind === "upload") request.write("{");
  else request.end();
  const isOpen = kind === "download" ? once(request, "response") : once(request, "socket");
  await isOpen;
  // After the server answers a later request, it has received this one.
  await bed.request("GET", "/me", by);
  return { ended };
}
const kinds = ["socket", "download", "request", "upload"] as const;
const cutOff = ["socket 4001", "download cut off", "request cut off", "upload cut off"];
const announced = (id: number) => bed.journal.publish(owner.account, settingsChanged("operator", id));

const revocations: readonly [string, "key" | "session", (ann: Person, cookie: string) => Promise<unknown>][] = [
  ["sign-out", "session", (_ann, cookie) => bed.request("DELETE", "/sessions/current", { cookie })],
  [
    "deactivation",
    "key",
    (ann) => bed.db.query("update operator set active = false where id = $1", [ann.id]).then(() => announced(ann.id)),
  ],
  [
    "a key that was revoked",
    "key",
    (ann) =>
      bed.db.query("delete from api_key where id = $1", [ann.keyId]).then(() => bed.auth.end({ account: ann.account, keyId: ann.keyId })),
  ],
];
test.each(revocations)("[CORE-161] [P19] %s ends everything that the access kept open", async (_way, by, revoke) => {
  const ann = await bed.addOperator(owner.account, "developer");
  const cookie = by === "session" ? await bed.signIn(ann) : "";
  const open = await Promise.all(kinds.map((kind) => keepOpen(kind, by === "session" ? { cookie } : { key: ann.key })));
  const stays = await bed.connect({ key: owner.key });
  await revoke(ann, cookie);
  expect(await Promise.all(open.map(({ ended }) => ended))).toEqual(cutOff);
  await stays.settled();
});

const losses: readonly [string, (ann: Person) => Promise<unknown>][] = [
  [
    "a role without the right",
    (ann) => bed.db.query("update operator set role = 'viewer' where id = $1", [ann.id]).then(() => announced(ann.id)),
  ],
  [
    "the end of the key's time",
    async (ann) => {
      await bed.db.query("update api_key set expires_at = to_timestamp($2::float8 / 1000) where id = $1", [
        ann.keyId,
        bed.clock.now() + 500,
      ]);
      await bed.clock.advance(2_000);
    },
  ],
  [
    "a revocation on another node",
    async (ann) => {
      await bed.db.query("delete from api_key where id = $1", [ann.keyId]);
      await bed.clock.advance(2_000);
    },
  ],
];
test.each(losses)("[CORE-161] %s ends downloads and requests within 2 s", async (_way, revoke) => {
  const ann = await bed.addOperator(owner.account, "developer");
  const open = await Promise.all(kinds.slice(1).map((kind) => keepOpen(kind, { key: ann.key })));
  await revoke(ann);
  expect(await Promise.all(open.map(({ ended }) => ended))).toEqual(cutOff.slice(1));
});

test("[CORE-161] a socket ends within 2 s of the end of its key, also when a ping is not due", async () => {
  const ann = await bed.addOperator(owner.account, "developer");
  const expiresAt = bed.clock.now() + 40_000;
  await bed.db.query("update api_key set expires_at = to_timestamp($2::float8 / 1000) where id = $1", [ann.keyId, expiresAt]);
  const clients = await Promise.all(Array.from({ length: 3 }, () => bed.connect({ key: ann.key })));
  const stays = await bed.connect({ key: owner.key });
  await bed.clock.advance(39_000);
  for (const client of [...clients, stays]) await client.settled();
  await bed.clock.advance(2_000);
  expect(await Promise.all(clients.map(({ closed }) => closed))).toMatchObject(clients.map(() => ({ code: 4001 })));
  await stays.settled();
});

test("[API-011] sign-out closes the sockets of that session only, and the operator is offline at once", async () => {
  const ann = await bed.addOperator(owner.account, "operator");
  const cookie = await bed.signIn(ann);
  const other = await bed.signIn(ann);
  const [client, stays] = await Promise.all([bed.connect({ cookie }), bed.connect({ cookie: other })]);
  expect(bed.realtime.presence.of(ann.account, ann.id)).toBe("online");
  expect((await bed.request("DELETE", "/sessions/current", { cookie })).status).toBe(204);
  expect(await client.closed).toMatchObject({ code: 4001 });
  await stays.settled();
  expect(bed.realtime.presence.of(ann.account, ann.id)).toBe("online");
  expect((await bed.request("DELETE", "/sessions/current", { cookie: other })).status).toBe(204);
  expect(bed.realtime.presence.of(ann.account, ann.id)).toBe("offline");
  expect((await bed.request("GET", "/me", { cookie })).status).toBe(401);
});

test("[CORE-010] ready carries who is present, changes follow, 20 s after the last socket the operator is offline", async () => {
  const watcher = await bed.connect({ key: owner.key });
  const ann = await bed.addOperator(owner.account, "operator");
  const cookie = await bed.signIn(ann);
  const [one, two] = await Promise.all([bed.connect({ cookie }), bed.connect({ cookie })]);
  for (const client of [one, two]) {
    expect(client.frames[0]).toMatchObject({ type: "ready" });
    expect(presenceOf(client.frames[0] ?? {})).toContainEqual({ operator_id: ann.id, status: "online" });
  }
  expect(await watcher.next((frame) => frame["type"] === "presence" && frame["operator_id"] === ann.id)).toMatchObject({
    status: "online",
  });
  const late = await bed.connect({ key: owner.key });
  expect(presenceOf(late.frames[0] ?? {})).toContainEqual({ operator_id: ann.id, status: "online" });
  for (const client of [one, two]) {
    client.ws.close();
    await client.closed;
  }
  await watcher.settled();
  await bed.clock.advance(19_999);
  expect(bed.realtime.presence.of(ann.account, ann.id)).toBe("online");
  await bed.clock.advance(1);
  expect(bed.realtime.presence.of(ann.account, ann.id)).toBe("offline");
  expect(
    await watcher.next((frame) => frame["type"] === "presence" && frame["operator_id"] === ann.id && frame["status"] === "offline"),
  ).toBeTruthy();
});

test("[CORE-010] a reload within 20 s does not flap", async () => {
  const changes: string[] = [];
  const ann = await bed.addOperator(owner.account, "operator");
  const stop = bed.realtime.presence.onChange((_account, id, status) => {
    if (id === ann.id) changes.push(status);
  });
  const cookie = await bed.signIn(ann);
  const one = await bed.connect({ cookie });
  one.ws.close();
  await one.closed;
  await bed.clock.advance(15_000);
  const two = await bed.connect({ cookie });
  await bed.clock.advance(15_000);
  await two.settled();
  expect(changes).toEqual(["online"]);
  stop();
});

test("[CORE-011] [API-012] a choice is kept for the next socket; away and offline act at once", async () => {
  const ann = await bed.addOperator(owner.account, "operator");
  const cookie = await bed.signIn(ann);
  const client = await bed.connect({ cookie });
  const away = await bed.request("PUT", "/me/presence", { cookie, body: { status: "away" } });
  expect(await away.json()).toMatchObject({ id: ann.id, presence: "away" });
  expect((await bed.request("PUT", "/me/presence", { cookie, body: { status: "offline" } })).status).toBe(200);
  expect(bed.realtime.presence.of(ann.account, ann.id)).toBe("offline");
  client.ws.close();
  await client.closed;
  await bed.connect({ cookie: await bed.signIn(ann) });
  expect(bed.realtime.presence.of(ann.account, ann.id)).toBe("offline");
  expect((await bed.request("PUT", "/me/presence", { cookie, body: { status: "busy" } })).status).toBe(400);
});

test("[API-012] a key's choice counts only while a socket of that key is open", async () => {
  const ann = await bed.addOperator(owner.account, "operator");
  await bed.connect({ key: ann.key });
  expect(bed.realtime.presence.of(ann.account, ann.id)).toBe("offline");
  const set = await bed.request("PUT", "/me/presence", { key: ann.key, body: { status: "online" } });
  const counted: unknown = await set.json();
  expect(counted).toMatchObject({ presence: "online" });
  expect(counted).not.toHaveProperty("presence_reason");
  bed.auth.end({ account: ann.account, keyId: ann.keyId });
  expect(bed.realtime.presence.of(ann.account, ann.id)).toBe("offline");
  const unheard = await bed.request("PUT", "/me/presence", { key: ann.key, body: { status: "online" } });
  expect(await unheard.json()).toMatchObject({ presence: "offline", presence_reason: "no_socket" });
  await bed.connect({ key: ann.key });
  expect(bed.realtime.presence.of(ann.account, ann.id)).toBe("online");
});

test("[API-012] of a person's sessions and keys the best counts, but his own offline silences his keys until they choose again", async () => {
  const ann = await bed.addOperator(owner.account, "operator");
  const cookie = await bed.signIn(ann);
  await Promise.all([bed.connect({ cookie }), bed.connect({ key: ann.key })]);
  const choose = async (by: { cookie: string } | { key: string }, status: string): Promise<string> => {
    expect((await bed.request("PUT", "/me/presence", { ...by, body: { status } })).status).toBe(200);
    return bed.realtime.presence.of(ann.account, ann.id);
  };
  const { key } = ann;
  expect(await choose({ cookie }, "away")).toBe("away");
  expect(await choose({ key }, "online")).toBe("online");
  expect(await choose({ cookie }, "offline")).toBe("offline");
  expect(await choose({ cookie }, "away")).toBe("away");
  expect(await choose({ key }, "online")).toBe("online");
});

test("[API-103] another numbering sends everybody away; the old cursor then answers reset", async () => {
  // Uses its own journal, because cursors of other tests belong to the first epoch.
  const own = await openBed();
  const person = await own.newAccount("Renumbered");
  const channel = await own.addChannel(person.account, [person.id]);
  const position = own.journal.publish(person.account, message(channel, 40, 1), message(channel, 40, 2));
  const client = await own.connect({ key: person.key, after: { epoch: "e1", position } });
  own.journal.renumber("e2");
  expect(await client.closed).toMatchObject({ code: 1012 });
  own.journal.publish(person.account, message(channel, 41, 1));
  const again = await own.connect({ key: person.key, after: { epoch: "e1", position: 1 } });
  expect(again.frames[0]).toEqual({ type: "reset", epoch: "e2", position: 1 });
  own.journal.publish(person.account, message(channel, 41, 2));
  await again.next((frame) => frame["position"] === 2 && frame["type"] === "event");
  await again.settled();
  expect(again.positions()).toEqual([2]);
  await own.close();
});

test("[API-102] many changes of settings at once are read once, and the entries behind them wait for that", async () => {
  const account = await bed.newAccount("Many");
  const ann = await bed.addOperator(account.account, "operator");
  const channel = await bed.addChannel(account.account, []);
  const client = await bed.connect({ key: ann.key });
  const before = bed.journal.configReads;
  await bed.db.query("insert into channel_operator (account_id, channel_id, operator_id) values ($1, $2, $3)", [
    account.account,
    channel,
    ann.id,
  ]);
  const last = bed.journal.publish(
    account.account,
    ...Array.from({ length: 200 }, (_, i) => settingsChanged("operator", i + 1)),
    message(channel, 50, 1),
  );
  await client.next((frame) => frame["position"] === last);
  expect(client.positions()).toHaveLength(201);
  expect(bed.journal.configReads - before).toBe(1);
});

test("[CORE-001] who left a chat while the account had no socket sees no more of it", async () => {
  const acme = await bed.newAccount("Quiet");
  const [ann, boss] = [await bed.addOperator(acme.account, "operator"), acme];
  const others = await bed.addChannel(acme.account, []);
  bed.chats.set(40, { channelId: others, assignee: { id: ann.id, name: "Ann" }, participants: [] });
  const before = await bed.connect({ key: ann.key });
  const first = bed.journal.publish(acme.account, message(others, 40, 1));
  await before.next((frame) => frame["position"] === first);
  const { sockets } = bed.realtime.stats();
  before.ws.close();
  while (bed.realtime.stats().sockets === sockets) await new Promise((resolve) => void setImmediate(resolve));
  bed.chats.set(40, { channelId: others, assignee: { id: boss.id, name: "Boss" }, participants: [] });
  bed.journal.publish(acme.account, chatChanged(others, 40, [boss.id]));
  bed.journal.publish(acme.account, message(others, 40, 2));
  const again = await bed.connect({ key: ann.key, after: { epoch: "e1", position: first } });
  const last = bed.journal.publish(acme.account, message(others, 40, 3), settingsChanged("account"));
  await again.next((frame) => frame["position"] === last);
  expect(again.positions()).toEqual([last]);
});
