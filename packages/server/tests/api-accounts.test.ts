import {
  startIntegrator,
  startBotProvider,
  startTestParlour,
  type FakeIntegrator,
  type FakeBotProvider,
  type TestParlour,
} from "@parlour/testkit";
import { Health, healthChecks } from "@parlour/protocol/api";
import { Check } from "typebox/value";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let parlour: TestParlour;
let provider: FakeBotProvider;
let integrator: FakeIntegrator;
beforeAll(async () => {
  [parlour, provider, integrator] = await Promise.all([
    startTestParlour(),
    startBotProvider(),
    startIntegrator(),
  ]);
});
afterAll(async () => {
  await parlour.close();
  await Promise.all([provider.close(), integrator.close()]);
});

const password = "violet tractor umbrella";
const newAccountBody = (email: string, more: object = {}) => ({
  name: "Second",
  owner: { name: "Sue", email, ...more },
});
const signIn = (email: string, usedPassword = password) =>
  parlour.call(
    "POST",
    "sessions",
    { email, password: usedPassword },
    { origin: new URL(parlour.url).origin },
  );

describe("accounts of an installation", () => {
  it("[API-043] [CORE-002] the instance owner makes one with its owner, who sees nothing of the others", async () => {
    const created = await parlour.owner.call(
      "POST",
      "accounts",
      newAccountBody("sue@second.test", { password }),
    );
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: created.body.id,
        name: "Second",
        suspended: false,
        managed: false,
        created_at: expect.any(String),
        allowed_addresses: [],
        owners: [{ id: expect.any(Number), name: "Sue", email: "sue@second.test" }],
      },
    ]);
    const list = (await parlour.owner.call("GET", "accounts")).body.items as {
      id: number;
      owners: { id: number }[];
    }[];
    expect(list.map((one) => one.id)).toContain(created.body.id);
    const signedIn = await signIn("sue@second.test");
    expect(signedIn.status).toBe(200);
    expect(signedIn.body.operator).toMatchObject({ role: "owner", instance_owner: false });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const read = async (path: string) => parlour.call("GET", path, undefined, { cookie });
    expect((await read("operators")).body.items).toHaveLength(1);
    expect((await read("account")).body).toMatchObject({ id: created.body.id, name: "Second" });
    expect((await read("accounts")).status).toBe(403);
  });

  it("[API-043] [API-041] without a password the answer carries the invitation, which works once", async () => {
    const created = await parlour.owner.call("POST", "accounts", newAccountBody("tom@third.test"));
    expect(created.status).toBe(201);
    const token = new URL(created.body.invite_url as string).hash.slice(1);
    const accept = () => parlour.call("POST", "invitations/accept", { token, password });
    expect((await accept()).body).toEqual({ email: "tom@third.test" });
    expect((await accept()).status).toBe(401);
    expect((await signIn("tom@third.test")).status).toBe(200);
  });

  it("[API-043] an email in use, a weak password and empty names are refused, and no account is left behind", async () => {
    const before = (await parlour.owner.call("GET", "accounts")).body as unknown;
    for (const [body, status, field] of [
      [newAccountBody(parlour.owner.email), 409, "owner.email"],
      [newAccountBody(parlour.owner.email.toUpperCase()), 409, "owner.email"],
      [newAccountBody("nobody"), 400, "owner.email"],
      [newAccountBody("w@weak.test", { password: "password1234" }), 400, "owner.password"],
      [newAccountBody("e@empty.test", { name: "  " }), 400, "owner.name"],
      [{ ...newAccountBody("n@empty.test"), name: " " }, 400, "name"],
    ] as const) {
      const answer = await parlour.owner.call("POST", "accounts", body);
      expect([answer.status, answer.body.error?.field], JSON.stringify(body)).toEqual([
        status,
        field,
      ]);
    }
    const races = await Promise.all(
      Array.from({ length: 6 }, () =>
        parlour.owner.call("POST", "accounts", newAccountBody("race@fourth.test")),
      ),
    );
    expect(races.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409, 409,
    ]);
    const after = (await parlour.owner.call("GET", "accounts")).body as { items: unknown[] };
    expect(after.items).toHaveLength((before as { items: unknown[] }).items.length + 1);
  });

  it("[CORE-005] a suspended account: channels off, bots 403, operators sign in and read only; resumed all goes on", async () => {
    const created = await parlour.owner.call(
      "POST",
      "accounts",
      newAccountBody("una@fifth.test", { password }),
    );
    const { id } = created.body as { id: number };
    const signedIn = await signIn("una@fifth.test");
    const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const una = (method: string, path: string, body?: unknown) =>
      parlour.call(method, path, body, { cookie, origin: new URL(parlour.url).origin });
    await parlour.owner.call("POST", "instance/egress-allow", {
      add: [provider.host, new URL(integrator.url).host],
    });
    const channel = (
      await una("POST", "channels", {
        name: "App",
        endpoint_url: integrator.url,
        operators: [created.body.owners[0].id as number],
      })
    ).body as { id: number; inbound_url: string };
    const providerRequest = (
      await una("POST", "bot-providers", {
        name: "Helper",
        contact: "a@b.example",
        endpoint_url: provider.endpoint,
      })
    ).body as {
      id: string;
    };
    const bot = (
      await una("POST", "bots", {
        provider_id: providerRequest.id,
        token: "a-token-of-this-very-test",
      })
    ).body as {
      address: string;
    };
    const path = (address: string): string => new URL(address).pathname;
    const sendMessage = () =>
      parlour.call("POST", path(channel.inbound_url), {
        sender: { id: "v-1" },
        message: { type: "text", text: "Hello" },
      });
    const speak = (chat: number) =>
      parlour.call("POST", path(bot.address), {
        event: "BOT_MESSAGE",
        chat_id: String(chat),
        message: { type: "TEXT", text: "Hi" },
      });
    expect((await sendMessage()).status).toBe(200);
    const chat = await parlour
      .findChat("v-1")
      .then(() =>
        una("GET", "chats").then(
          (answer) => (answer.body as { items: { id: number; state: string }[] }).items[0],
        ),
      );
    expect(chat?.state).toBe("bot");
    expect((await speak(chat?.id ?? 0)).status).toBe(200);

    const suspended = await parlour.owner.call("PATCH", `accounts/${id}`, { suspended: true });
    expect([suspended.status, suspended.body.suspended]).toEqual([200, true]);
    const response = await sendMessage();
    expect([response.status, response.body.error.code]).toEqual([403, "channel_disabled"]);
    const spoken = await speak(chat?.id ?? 0);
    expect([spoken.status, spoken.body.error.code]).toEqual([403, "access_denied"]);
    // Permission is checked before the body (BOT-083).
    expect((await parlour.call("POST", path(bot.address), "{")).status).toBe(403);
    expect((await signIn("una@fifth.test")).status).toBe(200);
    expect((await una("GET", `chats/${chat?.id ?? 0}`)).status).toBe(200);
    for (const [method, route, body] of [
      ["POST", `chats/${chat?.id ?? 0}/join`, {}],
      ["PATCH", `channels/${channel.id}`, { name: "x" }],
      ["POST", "webhooks", { url: "https://x.example/" }],
      ["PATCH", "working-hours", { timezone: "UTC" }],
      ["POST", "departments", { name: "x" }],
    ] as const)
      expect((await una(method, route, body)).status, `${method} ${route}`).toBe(403);
    // Other accounts continue to work.
    expect((await parlour.owner.call("POST", "departments", { name: "Ours" })).status).toBe(201);

    expect(
      (await parlour.owner.call("PATCH", `accounts/${id}`, { suspended: false })).body.suspended,
    ).toBe(false);
    expect([(await sendMessage()).status, (await speak(chat?.id ?? 0)).status]).toEqual([200, 200]);
    expect((await una("POST", "departments", { name: "x" })).status).toBe(201);
    expect((await parlour.owner.call("PATCH", "accounts/999999", { suspended: true })).status).toBe(
      404,
    );
    const audited = await parlour.sql<{ action: string; target: string }>(
      "select action, target from audit where target = $1 order by id",
      [`account ${id}`],
    );
    expect(audited.map((row) => row.action)).toEqual(["account.suspend", "account.resume"]);
  });
});

describe("how the installation is doing", () => {
  const look = async (): Promise<Health> => {
    const { status, body } = await parlour.owner.call("GET", "instance/health");
    expect([status, Check(Health, body)]).toEqual([200, true]);
    return body as Health;
  };
  const codesOf = ({ checks }: Health): readonly string[] => checks.map(({ code }) => code);

  it("[API-075] its owner sees version, every check, storage, backup and mail; nobody else does", async () => {
    const health = await look();
    expect(new Set(health.checks.map(({ check }) => check))).toEqual(new Set(healthChecks));
    expect(codesOf(health)).toEqual(
      expect.arrayContaining([
        "database_good",
        "sockets_good",
        "audit_good",
        "backups_none",
        "mail_off",
        "storage_disk",
        "tls_local",
      ]),
    );
    expect(health).toMatchObject({
      // The clock of the test differs from the clock of the database, and no backup exists. Both
      // cause a warning.
      state: "warning",
      version: "0.1.0",
      node_version: process.versions.node,
      database_version: expect.stringMatching(/^\d+/) as string,
      checked_at: new Date(parlour.clock.now()).toISOString(),
      backup: null,
      mail: null,
      storage: {
        kind: "disk",
        files: { count: 0, bytes: 0 },
        database_bytes: expect.any(Number) as number,
      },
    });
    const [admin, second] = [
      await parlour.operator("admin"),
      await parlour.owner.call("POST", "accounts", newAccountBody("vic@sixth.test", { password })),
    ];
    expect(second.status).toBe(201);
    const cookie = (await signIn("vic@sixth.test")).headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const refused = [
      await admin.call("GET", "instance/health"),
      await parlour.call("GET", "instance/health", undefined, { cookie }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
    expect((await parlour.call("GET", "instance/health")).status).toBe(401);
  });

  it("[API-075] what is wrong is named with what to do, and no secret is told; changes count at once", async () => {
    const mail = {
      host: "127.0.0.1",
      port: 1,
      tls: "none",
      user: "shop",
      password: "hunter2-hunter2",
      from: "chat@shop.example",
    };
    expect((await parlour.owner.call("PUT", "instance/mail", mail)).status).toBe(200);
    const health = await look();
    expect(health).toMatchObject({
      state: "fault",
      mail: { host: "127.0.0.1", port: 1, from: "chat@shop.example" },
    });
    expect(health.checks.find(({ check }) => check === "mail")).toEqual({
      check: "mail",
      state: "fault",
      code: "mail_unreachable",
      values: { at: "127.0.0.1:1", reason: "connect_failed" },
      message: "127.0.0.1:1 is not reachable (connect_failed)",
      advice: expect.stringMatching(/^check host, port and firewall/) as string,
    });
    expect(JSON.stringify(health)).not.toContain("hunter2");
    await parlour.owner.call("DELETE", "instance/mail");
    expect(codesOf(await look())).toContain("mail_off");
  });
});
