import { afterAll, beforeAll, expect, it } from "vitest";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
beforeAll(async () => {
  service = await startServiceApi();
  acme = await service.createAccount("acme");
});
afterAll(() => service.close());

const createChannel = (key: string, name: string, headers: Record<string, string> = {}) =>
  service.call("POST", "/channels", {
    key,
    headers,
    body: { name, endpoint_url: "https://hooks.example/", operators: [acme.ids.operator] },
  });

it("[API-005] [API-203] a key belongs to its operator: a colleague with the same key and body gets his own answer, not the other's secret", async () => {
  const headers = { "idempotency-key": "the-same" };
  const [owner, admin] = [
    await createChannel(acme.keys.owner, "App", headers),
    await createChannel(acme.keys.admin, "App", headers),
  ];
  expect([owner.status, admin.status]).toEqual([201, 201]);
  expect(admin.body.id).not.toBe(owner.body.id);
  expect(admin.body.signing_secret).not.toBe(owner.body.signing_secret);
});

it("[API-005] [CORE-044] keys and client ids of two operators never meet in a chat either", async () => {
  const chat = await service.sendCustomerMessage(
    acme.id,
    (await createChannel(acme.keys.owner, "Journal")).body.id,
    "7",
    "Hello",
  );
  const ask = {
    headers: { "idempotency-key": "the-same-note" },
    body: { kind: "note", text: "Look", client_id: "n" },
  };
  const one = await service.call("POST", `/chats/${chat}/messages`, {
    key: acme.keys.operator,
    ...ask,
  });
  const two = await service.call("POST", `/chats/${chat}/messages`, {
    key: acme.keys.admin,
    ...ask,
  });
  expect([one.status, two.status]).toEqual([201, 201]);
  expect([one.body.author.id, two.body.author.id]).toEqual([acme.ids.operator, acme.ids.admin]);
  for (const [key, first] of [
    [acme.keys.operator, one],
    [acme.keys.admin, two],
  ] as const) {
    const repeat = await service.call("POST", `/chats/${chat}/messages`, { key, body: ask.body });
    expect([repeat.status, repeat.body.id]).toEqual([200, first.body.id]);
  }
});

it("[API-005] a key has no effect where a repeat changes nothing more, signs somebody in or accepts a link", async () => {
  const headers = { "idempotency-key": "without-effect" };
  const chat = await service.sendCustomerMessage(
    acme.id,
    (await createChannel(acme.keys.owner, "Without effect")).body.id,
    "9",
    "Hello",
  );
  const created = await service.call("POST", "/operators", {
    key: acme.keys.owner,
    body: { name: "Lea", email: "lea@acme.test", role: "admin" },
  });
  const token = (created.body.invite_url as string).split("/invite#")[1];
  const person = { email: "lea@acme.test", password: "violet tractor umbrella" };
  const accept = () =>
    service.call("POST", "/invitations/accept", {
      headers,
      body: { token, password: person.password },
    });
  expect([(await accept()).status, (await accept()).status]).toEqual([200, 401]);
  const signIn = async (): Promise<string> => {
    const { status, headers: received } = await service.call("POST", "/sessions", {
      headers,
      body: person,
    });
    expect(status).toBe(200);
    return received.getSetCookie()[0]?.split(";")[0] ?? "";
  };
  const [cookie, other] = [await signIn(), await signIn()];
  expect(other).not.toBe(cookie);
  const setUp = {
    token: "none",
    name: "Ann",
    email: "ann@acme.test",
    password: person.password,
    account: "Acme",
  };
  const [first, second] = [setUp, { ...setUp, name: "Bea" }].map((body) =>
    service.call("POST", "/setup", { headers, body }),
  );
  expect((await first)?.body.error.code).toBe((await second)?.body.error.code);
  expect((await second)?.status).not.toBe(422);
  // All requests use the same idempotency key. If one route stored it, the next request would be a
  // conflict.
  for (const [method, path, body] of [
    ["PATCH", "/me", { name: "Lea B." }],
    ["PATCH", "/me", { name: "Lea C." }],
    ["PUT", "/me/presence", { status: "away" }],
    ["PUT", "/me/presence", { status: "online" }],
    ["PUT", `/chats/${chat}/read`, { seq: 0 }],
    ["PUT", `/chats/${chat}/read`, { seq: 1 }],
    ["POST", `/chats/${chat}/typing`, { typing: true }],
    ["POST", `/chats/${chat}/typing`, { typing: false }],
    ["PUT", "/push/self-test", { broken: ["sound"] }],
    ["PUT", "/push/self-test", { broken: [] }],
  ] as const) {
    const { status } = await service.call(method, path, {
      headers: { ...headers, cookie, origin: service.origin },
      body,
    });
    expect([method, path, status]).toEqual([method, path, path.startsWith("/me") ? 200 : 204]);
  }
  const signOut = () =>
    service.call("DELETE", "/sessions/current", {
      headers: { ...headers, cookie, origin: service.origin },
    });
  expect([(await signOut()).status, (await signOut()).status]).toEqual([204, 401]);
});

it.each(["activity", "created"])(
  "[API-004] chats of the very same moment are neither skipped nor repeated at the edge of a page (sort=%s)",
  async (sort) => {
    const { id } = (await createChannel(acme.keys.owner, `Pages by ${sort}`)).body as {
      id: number;
    };
    const chats = [];
    for (const customer of ["1", "2", "3", "4", "5"])
      chats.push(await service.sendCustomerMessage(acme.id, id, customer, "Hello"));
    await service.db.query(
      "update chat_activity set last_at = '2026-01-01T00:00:00Z' where chat_id = any($1)",
      [chats],
    );
    await service.db.query(
      "update chat set created_at = '2026-01-01T00:00:00Z' where id = any($1)",
      [chats],
    );
    const pagedIds: number[] = [];
    let cursor: string | null = "";
    while (cursor !== null && pagedIds.length < 20) {
      const page = await service.call(
        "GET",
        `/chats?channel=${id}&sort=${sort}&limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`,
        {
          key: acme.keys.owner,
        },
      );
      expect(page.status).toBe(200);
      pagedIds.push(...(page.body.items as { id: number }[]).map((one) => one.id));
      cursor = page.body.next_cursor as string | null;
    }
    expect(pagedIds.toSorted((a, b) => a - b)).toEqual(chats.toSorted((a, b) => a - b));
  },
);

it("[API-029] a mark above the last message stops there: the next message is unread", async () => {
  const { id } = (await createChannel(acme.keys.owner, "Marks")).body as { id: number };
  const chat = await service.sendCustomerMessage(acme.id, id, "7", "Hello");
  const unread = async () =>
    (await service.call("GET", `/chats/${chat}`, { key: acme.keys.operator })).body
      .unread as number;
  expect(
    (
      await service.call("PUT", `/chats/${chat}/read`, {
        key: acme.keys.operator,
        body: { seq: 999 },
      })
    ).status,
  ).toBe(204);
  expect(await unread()).toBe(0);
  await service.sendCustomerMessage(acme.id, id, "7", "Are you there?");
  expect(await unread()).toBe(1);
});
