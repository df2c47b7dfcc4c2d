import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createChatEvent,
  createMessageEvent,
  openRealtimeFixture,
  createSettingsEvent,
  type RealtimeFixture,
  type RealtimeOperator,
} from "./realtime-fixture.ts";
import { getPresence, type Frame } from "./realtime-client.ts";

let fixture: RealtimeFixture;
let owner: RealtimeOperator;
let otherOwner: RealtimeOperator;
beforeAll(async () => {
  fixture = await openRealtimeFixture();
  owner = await fixture.createAccount("Acme");
  otherOwner = await fixture.createAccount("Other");
});
afterAll(() => fixture.close());

test("[API-101] hello without a cursor answers ready at the head, then live, then each event once in order", async () => {
  const channel = await fixture.addChannel(owner.account, [owner.id]);
  const first = fixture.journal.publish(owner.account, createMessageEvent(channel, 1, 1));
  const client = await fixture.connect({ key: owner.key });
  expect(client.frames[0]).toMatchObject({
    type: "ready",
    epoch: "e1",
    position: first,
    mode: "live",
  });
  expect(client.frames[1]).toEqual({ type: "live", position: first });
  fixture.journal.publish(
    owner.account,
    createMessageEvent(channel, 1, 2),
    createMessageEvent(channel, 1, 3),
  );
  fixture.journal.publish(owner.account, createMessageEvent(channel, 1, 4));
  await client.next((frame) => frame["position"] === first + 3 && frame["type"] === "event");
  await client.settle();
  expect(client.getPositions()).toEqual([first + 1, first + 2, first + 3]);
  expect(client.framesOfType("event")[0]).toMatchObject({
    name: "message_created",
    chat_id: 1,
    data: { message: { seq: 2, text: "text 2" } },
  });
});

test("[API-383] a ping is answered with pong, before and after hello, and changes nothing", async () => {
  const client = await fixture.connect({ key: owner.key, hello: false });
  client.send({ type: "ping" });
  await client.next(({ type }) => type === "pong");
  client.send({ type: "hello", after: null });
  await client.next(({ type }) => type === "live");
  client.send({ type: "ping" });
  await client.settle();
  expect(client.frames.map(({ type }) => type)).toEqual(["pong", "ready", "live", "pong"]);
});

test("[CORE-045] a cursor gets exactly what was missed, across reads of the journal, and then live", async () => {
  const channel = await fixture.addChannel(owner.account, [owner.id]);
  const { position } = await fixture.journal.head(owner.account);
  for (let i = 0; i < 90; i++)
    fixture.journal.publish(
      owner.account,
      ...Array.from({ length: 10 }, (_, k) => createMessageEvent(channel, 2, i * 10 + k + 1)),
    );
  const client = await fixture.connect({ key: owner.key, after: { epoch: "e1", position } });
  expect(client.frames[0]).toMatchObject({
    type: "ready",
    position: position + 900,
    mode: "catching_up",
  });
  fixture.journal.publish(owner.account, createMessageEvent(channel, 2, 901));
  await client.next((frame) => frame["position"] === position + 901 && frame["type"] === "event");
  await client.settle();
  expect(client.getPositions()).toEqual(Array.from({ length: 901 }, (_, i) => position + 1 + i));
});

test("[CORE-045] a cut-over while events are published misses and repeats nothing", async () => {
  const channel = await fixture.addChannel(owner.account, [owner.id]);
  const { position } = await fixture.journal.head(owner.account);
  for (let i = 0; i < 500; i++)
    fixture.journal.publish(owner.account, createMessageEvent(channel, 3, i + 1));
  const client = await fixture.connect({ key: owner.key, hello: false });
  client.send({ type: "hello", after: { epoch: "e1", position } });
  for (let i = 0; i < 500; i++) {
    fixture.journal.publish(owner.account, createMessageEvent(channel, 3, 501 + i));
    await new Promise((resolve) => void setImmediate(resolve));
  }
  await client.next((frame) => frame["type"] === "live");
  // The last event may wait for permissions that the server reads.
  await client.next((frame) => frame["position"] === position + 1_000 && frame["type"] === "event");
  await client.settle();
  expect(client.getPositions()).toEqual(Array.from({ length: 1_000 }, (_, i) => position + 1 + i));
});

test("[API-103] [P6] [F06] an unknown epoch or a position beyond the head answers reset at the head and goes on live", async () => {
  const channel = await fixture.addChannel(owner.account, [owner.id]);
  const head = fixture.journal.publish(owner.account, createMessageEvent(channel, 4, 1));
  for (const after of [
    { epoch: "other", position: 1 },
    { epoch: "e1", position: head + 1 },
  ]) {
    const client = await fixture.connect({ key: owner.key, after });
    expect(client.frames.map((frame) => frame["type"])).toEqual(["reset", "ready", "live"]);
    expect(client.frames[0]).toEqual({ type: "reset", epoch: "e1", position: head });
    expect(client.getPositions()).toEqual([]);
  }
});

test("[CORE-001] an operator gets events of his channels and of chats he takes part in, nobody those of another account", async () => {
  const ann = await fixture.addOperator(owner.account, "operator");
  const mine = await fixture.addChannel(owner.account, [ann.id]);
  const others = await fixture.addChannel(owner.account, []);
  fixture.chats.set(11, { channelId: others, assignee: null, participants: [] });
  fixture.chats.set(12, {
    channelId: others,
    assignee: { id: ann.id, name: "Ann" },
    participants: [],
  });
  const { position } = await fixture.journal.head(owner.account);
  const client = await fixture.connect({ key: ann.key });
  const viewer = await fixture.connect({
    key: (await fixture.addOperator(owner.account, "viewer")).key,
  });
  const foreign = await fixture.connect({ key: otherOwner.key });
  fixture.journal.publish(owner.account, createMessageEvent(mine, 10, 1));
  fixture.journal.publish(
    owner.account,
    createMessageEvent(others, 11, 1),
    createMessageEvent(others, 12, 1),
    createMessageEvent(others, 11, 2),
  );
  fixture.journal.publish(
    owner.account,
    createChatEvent(others, 11, [ann.id]),
    createMessageEvent(others, 11, 3),
  );
  fixture.journal.publish(
    owner.account,
    createChatEvent(others, 11),
    createMessageEvent(others, 11, 4),
  );
  await client.next((frame) => frame["position"] === position + 7);
  await client.settle();
  expect(client.getPositions().map((at) => at - position)).toEqual([1, 3, 5, 6, 7]);
  await viewer.next((frame) => frame["position"] === position + 8 && frame["type"] === "event");
  await viewer.settle();
  expect(viewer.getPositions().map((at) => at - position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  await foreign.settle();
  expect(foreign.getPositions()).toEqual([]);
  const again = await fixture.connect({ key: ann.key, after: { epoch: "e1", position } });
  expect(again.getPositions().map((at) => at - position)).toEqual([1, 3]);
});

test("[CORE-001] a developer's frames hide what people wrote, live and caught up", async () => {
  const developer = await fixture.addOperator(owner.account, "developer");
  const channel = await fixture.addChannel(owner.account, [owner.id]);
  const { position } = await fixture.journal.head(owner.account);
  const client = await fixture.connect({ key: developer.key });
  const full = await fixture.connect({ key: owner.key });
  fixture.journal.publish(
    owner.account,
    createMessageEvent(channel, 20, 1, "secret words"),
    createChatEvent(channel, 20),
    createMessageEvent(channel, 20, 2, "more"),
  );
  // Operators of other tests are not assigned to the channel, so the server reads the chat first.
  // Frames wait for this read, pings do not.
  const isLast = (frame: Frame): boolean => frame["position"] === position + 3;
  await Promise.all([client.next(isLast), full.next(isLast)]);
  await Promise.all([client.settle(), full.settle()]);
  expect(client.getPositions()).toEqual([position + 1, position + 2, position + 3]);
  expect(JSON.stringify(client.frames)).not.toMatch(/secret|more/);
  expect(client.framesOfType("event")[0]).toMatchObject({
    data: { message: { seq: 1, text: "•••", author: { name: "Vic" } } },
  });
  expect(full.framesOfType("event")[0]).toMatchObject({
    data: { message: { text: "secret words" } },
  });
  const again = await fixture.connect({ key: developer.key, after: { epoch: "e1", position } });
  expect(again.getPositions()).toHaveLength(3);
  expect(JSON.stringify(again.frames)).not.toMatch(/secret|more/);
});

test("[CORE-001] [CORE-303] a developer's frames hide the comment of a rating, what visitors leave behind, the answers, and fields without a rule", async () => {
  const developer = await fixture.addOperator(owner.account, "developer");
  const channelId = await fixture.addChannel(owner.account, [owner.id]);
  const [client, full] = await Promise.all([
    fixture.connect({ key: developer.key }),
    fixture.connect({ key: owner.key }),
  ]);
  const rated = createChatEvent(channelId, 25);
  const answers = [
    {
      via: "mail",
      by: { id: owner.id, name: "Owner" },
      to: "vic@shop.test",
      subject: "secret",
      text: "secret",
    },
  ];
  const last = fixture.journal.publish(
    owner.account,
    {
      ...rated,
      data: {
        chat: {
          ...(rated.data as { chat: object }).chat,
          rating: "negative",
          rating_comment: "secret",
          unclassified: "secret",
        },
      },
    },
    {
      name: "offline_message_updated",
      channelId,
      data: {
        offline_message: {
          id: 5,
          text: "secret",
          contacts: { name: "Vic" },
          answers,
          unclassified: "secret",
        },
      },
    },
  );
  await Promise.all([client, full].map((one) => one.next((frame) => frame["position"] === last)));
  expect(JSON.stringify(client.frames)).not.toContain("secret");
  expect(client.framesOfType("event")).toMatchObject([
    { data: { chat: { rating: "negative", rating_comment: "•••" } } },
    {
      data: {
        offline_message: {
          id: 5,
          text: "•••",
          contacts: { name: "Vic" },
          answers: [{ to: "vic@shop.test", subject: "•••" }],
        },
      },
    },
  ]);
  expect(JSON.stringify(full.frames).match(/secret/g)).toHaveLength(6);
});

test("[CORE-013] [CORE-203] a socket that one factor opened closes when the account wants two: at once, or after the days of grace", async () => {
  const strict = await openRealtimeFixture();
  const ann = await strict.createAccount("Strict");
  const setRequiredFrom = (from: number) =>
    strict.db.query("update account set second_factor_from = $2 where id = $1", [
      ann.account,
      new Date(from),
    ]);
  const [client, byKey] = await Promise.all([
    strict.connect({ cookie: await strict.signIn(ann) }),
    strict.connect({ key: ann.key }),
  ]);
  await setRequiredFrom(strict.clock.now());
  strict.journal.publish(ann.account, createSettingsEvent("account"));
  expect(await client.closed).toMatchObject({ code: 4001 });
  await setRequiredFrom(strict.clock.now() + 60_000);
  const patient = await strict.connect({ cookie: await strict.signIn(ann) });
  strict.journal.publish(ann.account, createSettingsEvent("account"));
  await patient.settle();
  await strict.clock.advance(90_000);
  expect(await patient.closed).toMatchObject({ code: 4001 });
  // The second factor does not apply to API keys.
  await byKey.settle();
  await strict.close();
});

test("[API-102] a change of rights counts for the next event", async () => {
  const ann = await fixture.addOperator(owner.account, "operator");
  const channel = await fixture.addChannel(owner.account, []);
  const { position } = await fixture.journal.head(owner.account);
  const client = await fixture.connect({ key: ann.key });
  const full = await fixture.connect({ key: owner.key });
  fixture.journal.publish(owner.account, createMessageEvent(channel, 30, 1));
  // When one client has the event, the server has checked permissions for all clients.
  await full.next((frame) => frame["position"] === position + 1);
  await fixture.db.query(
    "insert into channel_operator (account_id, channel_id, operator_id) values ($1, $2, $3)",
    [owner.account, channel, ann.id],
  );
  fixture.journal.publish(
    owner.account,
    createSettingsEvent("channel", channel),
    createMessageEvent(channel, 30, 2),
  );
  await client.next((frame) => frame["position"] === position + 3);
  await fixture.db.query("update operator set role = 'developer' where id = $1", [ann.id]);
  fixture.journal.publish(
    owner.account,
    createSettingsEvent("operator", ann.id),
    createMessageEvent(channel, 30, 3),
  );
  expect(await client.next((frame) => frame["position"] === position + 5)).toMatchObject({
    data: { message: { text: "•••" } },
  });
  expect(client.getPositions().map((at) => at - position)).toEqual([2, 3, 4, 5]);
});

test("[API-050] deliveries without a channel go only to roles that read the delivery log", async () => {
  const ann = await fixture.addOperator(owner.account, "operator");
  const [client, full] = await Promise.all([
    fixture.connect({ key: ann.key }),
    fixture.connect({ key: owner.key }),
  ]);
  const position = fixture.journal.publish(owner.account, {
    name: "delivery_updated",
    data: { delivery: { id: 1 } },
  });
  await full.next((frame) => frame["position"] === position && frame["type"] === "event");
  await Promise.all([client.settle(), full.settle()]);
  expect(client.getPositions()).toEqual([]);
  expect(full.getPositions()).toEqual([position]);
});

test("[P19] a deactivated operator's socket closes with 4001 once the change is announced", async () => {
  const ann = await fixture.addOperator(owner.account, "operator");
  const client = await fixture.connect({ key: ann.key });
  await fixture.db.query("update operator set active = false where id = $1", [ann.id]);
  fixture.journal.publish(owner.account, createSettingsEvent("operator", ann.id));
  expect(await client.closed).toMatchObject({ code: 4001 });
  expect((await fixture.request("GET", "/me", { key: ann.key })).status).toBe(401);
});

/** Opens a socket or request with the credentials. `ended` resolves when the server ends it. */
async function openUntilEnded(
  kind: "socket" | "download" | "request" | "upload",
  credentials: { cookie: string } | { key: string },
): Promise<{ readonly ended: Promise<string> }> {
  if (kind === "socket") {
    const client = await fixture.connect(credentials);
    return { ended: client.closed.then(({ code }) => `socket ${code}`) };
  }
  const request = httpRequest(
    `${fixture.base}/${{ download: "download", request: "silent", upload: "slow" }[kind]}`,
    {
      method: kind === "upload" ? "POST" : "GET",
      headers: {
        ...("cookie" in credentials
          ? { cookie: credentials.cookie }
          : { authorization: `Bearer ${credentials.key}` }),
        origin: fixture.origin,
        ...(kind === "upload"
          ? { "content-type": "application/json", "content-length": "100" }
          : {}),
      },
    },
  );
  const ended = new Promise<string>((resolve) => {
    request.on("error", () => resolve(`${kind} cut off`));
    request.on("response", (response) => {
      response.resume();
      response.on("error", () => undefined);
      response.on("close", () =>
        resolve(response.complete ? `${kind} complete` : `${kind} cut off`),
      );
    });
  });
  if (kind === "upload") request.write("{");
  else request.end();
  const isOpen = kind === "download" ? once(request, "response") : once(request, "socket");
  await isOpen;
  // After the server answers a later request, it has received this one.
  await fixture.request("GET", "/me", credentials);
  return { ended };
}
const accessKinds = ["socket", "download", "request", "upload"] as const;
const cutOffResults = ["socket 4001", "download cut off", "request cut off", "upload cut off"];
const publishOperatorChange = (id: number) =>
  fixture.journal.publish(owner.account, createSettingsEvent("operator", id));

const revocations: readonly [
  string,
  "key" | "session",
  (ann: RealtimeOperator, cookie: string) => Promise<unknown>,
][] = [
  [
    "sign-out",
    "session",
    (_ann, cookie) => fixture.request("DELETE", "/sessions/current", { cookie }),
  ],
  [
    "deactivation",
    "key",
    (ann) =>
      fixture.db
        .query("update operator set active = false where id = $1", [ann.id])
        .then(() => publishOperatorChange(ann.id)),
  ],
  [
    "a key that was revoked",
    "key",
    (ann) =>
      fixture.db
        .query("delete from api_key where id = $1", [ann.keyId])
        .then(() => fixture.auth.end({ account: ann.account, keyId: ann.keyId })),
  ],
];
test.each(revocations)(
  "[CORE-161] [P19] %s ends everything that the access kept open",
  async (_way, accessKind, revoke) => {
    const ann = await fixture.addOperator(owner.account, "developer");
    const cookie = accessKind === "session" ? await fixture.signIn(ann) : "";
    const openAccesses = await Promise.all(
      accessKinds.map((kind) =>
        openUntilEnded(kind, accessKind === "session" ? { cookie } : { key: ann.key }),
      ),
    );
    const stays = await fixture.connect({ key: owner.key });
    await revoke(ann, cookie);
    expect(await Promise.all(openAccesses.map(({ ended }) => ended))).toEqual(cutOffResults);
    await stays.settle();
  },
);

const permissionLosses: readonly [string, (ann: RealtimeOperator) => Promise<unknown>][] = [
  [
    "a role without the right",
    (ann) =>
      fixture.db
        .query("update operator set role = 'viewer' where id = $1", [ann.id])
        .then(() => publishOperatorChange(ann.id)),
  ],
  [
    "the end of the key's time",
    async (ann) => {
      await fixture.db.query(
        "update api_key set expires_at = to_timestamp($2::float8 / 1000) where id = $1",
        [ann.keyId, fixture.clock.now() + 500],
      );
      await fixture.clock.advance(2_000);
    },
  ],
  [
    "a revocation on another node",
    async (ann) => {
      await fixture.db.query("delete from api_key where id = $1", [ann.keyId]);
      await fixture.clock.advance(2_000);
    },
  ],
];
test.each(permissionLosses)(
  "[CORE-161] %s ends downloads and requests within 2 s",
  async (_way, revoke) => {
    const ann = await fixture.addOperator(owner.account, "developer");
    const openAccesses = await Promise.all(
      accessKinds.slice(1).map((kind) => openUntilEnded(kind, { key: ann.key })),
    );
    await revoke(ann);
    expect(await Promise.all(openAccesses.map(({ ended }) => ended))).toEqual(
      cutOffResults.slice(1),
    );
  },
);

test("[CORE-161] a socket ends within 2 s of the end of its key, also when a ping is not due", async () => {
  const ann = await fixture.addOperator(owner.account, "developer");
  const expiresAt = fixture.clock.now() + 40_000;
  await fixture.db.query(
    "update api_key set expires_at = to_timestamp($2::float8 / 1000) where id = $1",
    [ann.keyId, expiresAt],
  );
  const clients = await Promise.all(
    Array.from({ length: 3 }, () => fixture.connect({ key: ann.key })),
  );
  const stays = await fixture.connect({ key: owner.key });
  await fixture.clock.advance(39_000);
  for (const client of [...clients, stays]) await client.settle();
  await fixture.clock.advance(2_000);
  expect(await Promise.all(clients.map(({ closed }) => closed))).toMatchObject(
    clients.map(() => ({ code: 4001 })),
  );
  await stays.settle();
});

test("[API-011] sign-out closes the sockets of that session only, and the operator is offline at once", async () => {
  const ann = await fixture.addOperator(owner.account, "operator");
  const cookie = await fixture.signIn(ann);
  const other = await fixture.signIn(ann);
  const [client, stays] = await Promise.all([
    fixture.connect({ cookie }),
    fixture.connect({ cookie: other }),
  ]);
  expect(fixture.realtime.presence.of(ann.account, ann.id)).toBe("online");
  expect((await fixture.request("DELETE", "/sessions/current", { cookie })).status).toBe(204);
  expect(await client.closed).toMatchObject({ code: 4001 });
  await stays.settle();
  expect(fixture.realtime.presence.of(ann.account, ann.id)).toBe("online");
  expect((await fixture.request("DELETE", "/sessions/current", { cookie: other })).status).toBe(
    204,
  );
  expect(fixture.realtime.presence.of(ann.account, ann.id)).toBe("offline");
  expect((await fixture.request("GET", "/me", { cookie })).status).toBe(401);
});

test("[CORE-010] ready carries who is present, changes follow, 20 s after the last socket the operator is offline", async () => {
  const watcher = await fixture.connect({ key: owner.key });
  const ann = await fixture.addOperator(owner.account, "operator");
  const cookie = await fixture.signIn(ann);
  const [one, two] = await Promise.all([fixture.connect({ cookie }), fixture.connect({ cookie })]);
  for (const client of [one, two]) {
    expect(client.frames[0]).toMatchObject({ type: "ready" });
    expect(getPresence(client.frames[0] ?? {})).toContainEqual({
      operator_id: ann.id,
      status: "online",
    });
  }
  expect(
    await watcher.next((frame) => frame["type"] === "presence" && frame["operator_id"] === ann.id),
  ).toMatchObject({
    status: "online",
  });
  const late = await fixture.connect({ key: owner.key });
  expect(getPresence(late.frames[0] ?? {})).toContainEqual({
    operator_id: ann.id,
    status: "online",
  });
  for (const client of [one, two]) {
    client.ws.close();
    await client.closed;
  }
  await watcher.settle();
  await fixture.clock.advance(19_999);
  expect(fixture.realtime.presence.of(ann.account, ann.id)).toBe("online");
  await fixture.clock.advance(1);
  expect(fixture.realtime.presence.of(ann.account, ann.id)).toBe("offline");
  expect(
    await watcher.next(
      (frame) =>
        frame["type"] === "presence" &&
        frame["operator_id"] === ann.id &&
        frame["status"] === "offline",
    ),
  ).toBeTruthy();
});

test("[CORE-010] a reload within 20 s does not flap", async () => {
  const changes: string[] = [];
  const ann = await fixture.addOperator(owner.account, "operator");
  const stop = fixture.realtime.presence.onChange((_account, id, status) => {
    if (id === ann.id) changes.push(status);
  });
  const cookie = await fixture.signIn(ann);
  const one = await fixture.connect({ cookie });
  one.ws.close();
  await one.closed;
  await fixture.clock.advance(15_000);
  const two = await fixture.connect({ cookie });
  await fixture.clock.advance(15_000);
  await two.settle();
  expect(changes).toEqual(["online"]);
  stop();
});

test("[CORE-011] [API-012] a choice is kept for the next socket; away and offline act at once", async () => {
  const ann = await fixture.addOperator(owner.account, "operator");
  const cookie = await fixture.signIn(ann);
  const client = await fixture.connect({ cookie });
  const away = await fixture.request("PUT", "/me/presence", { cookie, body: { status: "away" } });
  expect(await away.json()).toMatchObject({ id: ann.id, presence: "away" });
  expect(
    (await fixture.request("PUT", "/me/presence", { cookie, body: { status: "offline" } })).status,
  ).toBe(200);
  expect(fixture.realtime.presence.of(ann.account, ann.id)).toBe("offline");
  client.ws.close();
  await client.closed;
  await fixture.connect({ cookie: await fixture.signIn(ann) });
  expect(fixture.realtime.presence.of(ann.account, ann.id)).toBe("offline");
  expect(
    (await fixture.request("PUT", "/me/presence", { cookie, body: { status: "busy" } })).status,
  ).toBe(400);
});

test("[API-012] [API-210] a key's choice counts only while a socket of that key is open", async () => {
  const ann = await fixture.addOperator(owner.account, "operator");
  await fixture.connect({ key: ann.key });
  expect(fixture.realtime.presence.of(ann.account, ann.id)).toBe("offline");
  const set = await fixture.request("PUT", "/me/presence", {
    key: ann.key,
    body: { status: "online" },
  });
  const counted: unknown = await set.json();
  expect(counted).toMatchObject({ presence: "online" });
  expect(counted).not.toHaveProperty("presence_reason");
  fixture.auth.end({ account: ann.account, keyId: ann.keyId });
  expect(fixture.realtime.presence.of(ann.account, ann.id)).toBe("offline");
  const unheard = await fixture.request("PUT", "/me/presence", {
    key: ann.key,
    body: { status: "online" },
  });
  expect(await unheard.json()).toMatchObject({ presence: "offline", presence_reason: "no_socket" });
  await fixture.connect({ key: ann.key });
  expect(fixture.realtime.presence.of(ann.account, ann.id)).toBe("online");
});

test("[API-012] [API-210] of a person's sessions and keys the best counts, but his own offline silences his keys until they choose again", async () => {
  const ann = await fixture.addOperator(owner.account, "operator");
  const cookie = await fixture.signIn(ann);
  await Promise.all([fixture.connect({ cookie }), fixture.connect({ key: ann.key })]);
  const choose = async (
    credentials: { cookie: string } | { key: string },
    status: string,
  ): Promise<string> => {
    expect(
      (await fixture.request("PUT", "/me/presence", { ...credentials, body: { status } })).status,
    ).toBe(200);
    return fixture.realtime.presence.of(ann.account, ann.id);
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
  const ownFixture = await openRealtimeFixture();
  const operator = await ownFixture.createAccount("Renumbered");
  const channel = await ownFixture.addChannel(operator.account, [operator.id]);
  const position = ownFixture.journal.publish(
    operator.account,
    createMessageEvent(channel, 40, 1),
    createMessageEvent(channel, 40, 2),
  );
  const client = await ownFixture.connect({ key: operator.key, after: { epoch: "e1", position } });
  ownFixture.journal.startEpoch("e2");
  expect(await client.closed).toMatchObject({ code: 1012 });
  ownFixture.journal.publish(operator.account, createMessageEvent(channel, 41, 1));
  const again = await ownFixture.connect({
    key: operator.key,
    after: { epoch: "e1", position: 1 },
  });
  expect(again.frames[0]).toEqual({ type: "reset", epoch: "e2", position: 1 });
  ownFixture.journal.publish(operator.account, createMessageEvent(channel, 41, 2));
  await again.next((frame) => frame["position"] === 2 && frame["type"] === "event");
  await again.settle();
  expect(again.getPositions()).toEqual([2]);
  await ownFixture.close();
});

test("[API-102] many changes of settings at once are read once, and the entries behind them wait for that", async () => {
  const account = await fixture.createAccount("Many");
  const ann = await fixture.addOperator(account.account, "operator");
  const channel = await fixture.addChannel(account.account, []);
  const client = await fixture.connect({ key: ann.key });
  const before = fixture.journal.configReadCount;
  await fixture.db.query(
    "insert into channel_operator (account_id, channel_id, operator_id) values ($1, $2, $3)",
    [account.account, channel, ann.id],
  );
  const last = fixture.journal.publish(
    account.account,
    ...Array.from({ length: 200 }, (_, i) => createSettingsEvent("operator", i + 1)),
    createMessageEvent(channel, 50, 1),
  );
  await client.next((frame) => frame["position"] === last);
  expect(client.getPositions()).toHaveLength(201);
  expect(fixture.journal.configReadCount - before).toBe(1);
});

test("[CORE-001] who left a chat while the account had no socket sees no more of it", async () => {
  const acme = await fixture.createAccount("Quiet");
  const [ann, boss] = [await fixture.addOperator(acme.account, "operator"), acme];
  const others = await fixture.addChannel(acme.account, []);
  fixture.chats.set(40, {
    channelId: others,
    assignee: { id: ann.id, name: "Ann" },
    participants: [],
  });
  const before = await fixture.connect({ key: ann.key });
  const first = fixture.journal.publish(acme.account, createMessageEvent(others, 40, 1));
  await before.next((frame) => frame["position"] === first);
  const { sockets } = fixture.realtime.stats();
  before.ws.close();
  while (fixture.realtime.stats().sockets === sockets)
    await new Promise((resolve) => void setImmediate(resolve));
  fixture.chats.set(40, {
    channelId: others,
    assignee: { id: boss.id, name: "Boss" },
    participants: [],
  });
  fixture.journal.publish(acme.account, createChatEvent(others, 40, [boss.id]));
  fixture.journal.publish(acme.account, createMessageEvent(others, 40, 2));
  const again = await fixture.connect({ key: ann.key, after: { epoch: "e1", position: first } });
  const last = fixture.journal.publish(
    acme.account,
    createMessageEvent(others, 40, 3),
    createSettingsEvent("account"),
  );
  await again.next((frame) => frame["position"] === last);
  expect(again.getPositions()).toEqual([last]);
});
