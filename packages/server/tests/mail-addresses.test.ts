import { readFileSync } from "node:fs";
import type { Channel } from "@parlour/protocol";
import {
  findFreePort,
  startMailServer,
  startTestParlour,
  type ApiResponse,
  type FakeMailServer,
  type TestParlour,
  waitForPass,
} from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildMail, sendRaw } from "./mail-channel-fixture.ts";

/** Which accounts may use an address: of the installation's owner, allowed, or proved by a code. */
let parlour: TestParlour;
let server: FakeMailServer;
let smtpPort: number;
/** The owner of a second account, who is not the owner of the installation. */
let second: { readonly account: number; readonly id: number; readonly call: TestParlour["call"] };

beforeAll(async () => {
  smtpPort = await findFreePort();
  [server, parlour] = await Promise.all([
    startMailServer(),
    startTestParlour({
      env: { EGRESS_ALLOW: "127.0.0.0/8", SMTP_LISTEN: `127.0.0.1:${smtpPort}` },
    }),
  ]);
  const { host, port } = server;
  const mail = { host, port, tls: "none", from: "Site <site@lab.example>" };
  expect((await parlour.owner.call("PUT", "instance/mail", mail)).status).toBe(200);
  second = await createAccount("bo@second.example");
});
afterAll(async () => {
  await parlour.close();
  await server.stop();
});

async function createAccount(email: string): Promise<typeof second> {
  const password = "correct horse battery staple";
  const created = await parlour.owner.call("POST", "accounts", {
    name: email,
    owner: { name: "Bo", email, password },
  });
  const { id: account, owners } = created.body as { id: number; owners: { id: number }[] };
  const origin = { origin: parlour.url };
  const session = await parlour.call("POST", "sessions", { email, password }, origin);
  const cookie = (session.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  return {
    account,
    id: owners[0]?.id ?? 0,
    call: (method, path, body) => parlour.call(method, path, body, { ...origin, cookie }),
  };
}

/** Waits longer than a busy machine needs. */
type Person = Pick<typeof second, "id" | "call">;
const create = (by: Person, address: string, settings: object = {}): Promise<ApiResponse> =>
  by.call("POST", "channels", {
    kind: "mail",
    name: address,
    operators: [by.id],
    settings: { address, receive: "smtp", send: "installation", ...settings },
  });
async function createChannel(by: Person, address: string): Promise<Channel> {
  const created = await create(by, address);
  expect(created.status, created.text).toBe(201);
  return created.body as Channel;
}
let count = 0;
const deliver = (to: string): Promise<number> =>
  sendRaw(smtpPort, to, buildMail({ to, id: `address${count++}` }));
const findChannel = async (by: Person, { id }: Channel): Promise<Channel> =>
  (await by.call("GET", `channels/${id}`)).body as Channel;
/** Returns the code of the latest mail to an address. */
const findCode = (address: string): string =>
  /\b\d{6}\b/.exec(server.received.findLast(({ to }) => to.includes(address))?.text ?? "")?.[0] ??
  "none";

test("[CON-066] an address belongs to one channel of the installation, without regard to case", async () => {
  const [first, ...others] = (
    await Promise.all([
      create(parlour.owner, "one@shop.example"),
      create(second, "One@Shop.example"),
      create(second, "ONE@SHOP.EXAMPLE"),
    ])
  ).toSorted((a, b) => a.status - b.status);
  expect(first?.status, first?.text).toBe(201);
  for (const { status, body } of others)
    expect([status, body.error]).toMatchObject([
      409,
      { code: "address_taken", field: "settings.address" },
    ]);
  const channel = await createChannel(parlour.owner, "two@shop.example");
  const moved = await parlour.owner.call("PATCH", `channels/${channel.id}`, {
    settings: { address: "oNe@shop.example" },
  });
  expect(moved.status).toBe(409);
  expect(await findChannel(parlour.owner, channel)).toMatchObject({
    settings: { address: "two@shop.example" },
  });
  await parlour.owner.call("DELETE", `channels/${channel.id}`);
  await createChannel(second, "Two@shop.example");
});

describe("[CON-067] an address that nobody allowed to the account", () => {
  test("[MAIL-090] neither receives by SMTP nor sends by the server of the installation, and the page says so", async () => {
    const channel = await createChannel(second, "stranger@victim.example");
    expect(channel.address_state).toBe("unproved");
    expect(await deliver("stranger@victim.example")).toBe(550);
    const tested = await second.call("POST", `channels/${channel.id}/connection-test`);
    expect(tested.body).toMatchObject({ outbound: { ok: false, code: "address_unproved" } });
    // Operators get emails about earlier chats of other channels at any time.
    expect(server.received.filter(({ from }) => from.includes("victim.example"))).toEqual([]);
    await waitForPass(async () =>
      expect((await findChannel(second, channel)).problem?.code).toBe("address_unproved"),
    );
  });

  test("[MAIL-090] works after the owner of the installation allows its domain", async () => {
    const channel = await createChannel(second, "Help@allowed.example");
    expect(await deliver("help@allowed.example")).toBe(550);
    const allow = (entries: readonly string[]) =>
      parlour.owner.call("PATCH", `accounts/${second.account}`, { allowed_addresses: entries });
    expect((await allow(["not an address"])).status).toBe(400);
    expect((await allow(["Other.example", "ALLOWED.example"])).body).toMatchObject({
      allowed_addresses: ["other.example", "allowed.example"],
      suspended: false,
    });
    await waitForPass(async () => expect(await deliver("help@allowed.example")).toBe(250));
    expect(await findChannel(second, channel)).toMatchObject({ address_state: "proved" });
    // Only the domain itself and the account of the list.
    expect((await createChannel(second, "x@sub.allowed.example")).address_state).toBe("unproved");
    expect((await createChannel(second, "y@other.example")).address_state).toBe("proved");
    expect(
      (await second.call("PATCH", `accounts/${second.account}`, { allowed_addresses: [] })).status,
    ).toBe(403);
  });

  test("[CON-067] the owner of the installation needs no proof", async () => {
    const channel = await createChannel(parlour.owner, "own@shop.example");
    expect(channel.address_state).toBe("proved");
    await waitForPass(async () => expect(await deliver("OWN@shop.example")).toBe(250));
  });

  test("[CON-066] [CON-067] a provisioning file belongs to the owner of the installation", async () => {
    const other = await startTestParlour({
      file: `version: 1
account: { name: Acme }
operators:
  - { name: Ann, email: ann@acme.example, role: owner, password: correct horse battery staple }
channels:
  - kind: mail
    name: Mail
    operators: [ann@acme.example]
    settings: { address: Shop@acme.example, receive: smtp, send: installation }
`,
    });
    const list = (await other.owner.call("GET", "channels")).body as { items: Channel[] };
    expect(list.items).toMatchObject([{ kind: "mail", address_state: "proved" }]);
    await other.close();
  });
});

describe("[CON-068] a code that is mailed to the address", () => {
  test("proves it once, and another address needs another proof", async () => {
    const channel = await createChannel(second, "code@mailbox.example");
    const path = `channels/${channel.id}/address`;
    expect((await second.call("POST", `${path}-code`)).status).toBe(204);
    const code = findCode("code@mailbox.example");
    expect(code).toMatch(/^\d{6}$/);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    expect((await second.call("POST", `${path}-proof`, { code: wrong })).body.error).toMatchObject({
      code: "invalid_request",
      field: "code",
    });
    const proved = await second.call("POST", `${path}-proof`, { code });
    expect([proved.status, proved.body.address_state]).toEqual([200, "proved"]);
    const log = await second.call("GET", "audit?limit=1");
    expect((log.body as { items: object[] }).items[0]).toMatchObject({
      action: "channel.change",
      target: `channel ${channel.id}: address`,
    });
    expect((await second.call("POST", `${path}-proof`, { code })).status).toBe(409);
    await waitForPass(async () => expect(await deliver("code@mailbox.example")).toBe(250));
    const moved = await second.call("PATCH", `channels/${channel.id}`, {
      settings: { address: "another@mailbox.example" },
    });
    expect(moved.body.address_state).toBe("unproved");
    await waitForPass(async () => expect(await deliver("another@mailbox.example")).toBe(550));
  });

  test("ends after five wrong tries and after 15 minutes, and contains no text of the account", async () => {
    const channel = await createChannel(second, "tries@mailbox.example");
    const path = `channels/${channel.id}/address`;
    const send = () => second.call("POST", `${path}-code`);
    const redeem = async (code: string) =>
      (await second.call("POST", `${path}-proof`, { code })).status;
    await send();
    const code = findCode("tries@mailbox.example");
    const mail = server.received.findLast(({ to }) => to.includes("tries@mailbox.example"));
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/bo@second|tries@mailbox/i);
    for (let n = 0; n < 5; n++) expect(await redeem("wrong")).toBe(400);
    expect(await redeem(code)).toBe(400);
    await send();
    const late = findCode("tries@mailbox.example");
    await parlour.clock.advance(15 * 60_000);
    expect(await redeem(late)).toBe(400);
    for (let n = 0; n < 3; n++) expect((await send()).status).toBe(204);
    expect((await send()).status).toBe(429);
  });
});

test("[CON-066] of channels from before this rule, the oldest receives, and the others say so", async () => {
  const oldest = await createChannel(parlour.owner, "old@shop.example");
  const younger = await createChannel(parlour.owner, "young@shop.example");
  await parlour.sql("delete from channel_address where channel_id = any($1)", [
    [oldest.id, younger.id],
  ]);
  await parlour.sql(
    'update channel set settings = settings || \'{"address":"OLD@shop.example"}\' where id = $1',
    [younger.id],
  );
  const migration = readFileSync(
    new URL("../src/store/migrations/0020_channel_address.sql", import.meta.url),
    "utf8",
  );
  const fill = /insert into channel_address[^;]+/.exec(migration)?.[0] ?? "";
  await parlour.sql(`${fill} and c.id in (${oldest.id}, ${younger.id})`);
  await parlour.restart();
  expect(await findChannel(parlour.owner, oldest)).toMatchObject({ address_state: "proved" });
  expect(await findChannel(parlour.owner, younger)).toMatchObject({ address_state: "taken" });
  await waitForPass(async () =>
    expect((await findChannel(parlour.owner, younger)).problem?.code).toBe("address_taken"),
  );
  const tested = await parlour.owner.call("POST", `channels/${younger.id}/connection-test`);
  expect(tested.body).toMatchObject({ outbound: { ok: true }, inbound: { code: "address_taken" } });
  const renamed = await parlour.owner.call("PATCH", `channels/${younger.id}`, {
    settings: { sender_name: "Shop" },
  });
  expect(renamed.status, renamed.text).toBe(200);
  await parlour.owner.call("DELETE", `channels/${oldest.id}`);
  expect(await findChannel(parlour.owner, younger)).toMatchObject({ address_state: "proved" });
});
