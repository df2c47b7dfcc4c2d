import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startServiceApi,
  type ServiceResponse,
  type ServiceApi,
  type TestAccount,
} from "./api-fixture.ts";
import { createBotHelpers } from "./api-bots-fixture.ts";

let service: ServiceApi;
/** The owner of this account is also an installation owner. */
let acme: TestAccount;
let other: TestAccount;
beforeAll(async () => {
  service = await startServiceApi();
  acme = await service.createAccount("acme");
  other = await service.createAccount("other");
});
afterAll(() => service.close());

const { newProviderBody, createProvider, nextToken, createBot, listSettingsChanges } =
  createBotHelpers(() => ({ service, acme }));
async function createChannel(account: TestAccount): Promise<number> {
  const created = await service.call("POST", "/channels", {
    key: account.keys.owner,
    body: {
      name: "App",
      endpoint_url: "https://hooks.example/chat",
      operators: [account.ids.operator],
    },
  });
  return created.body.id as number;
}

describe("bot connections", () => {
  it("[BOT-003] [BOT-087] [API-307] an administrator connects a bot and reads the two addresses for its provider", async () => {
    const id = await createProvider({ endpoint_url: "https://bots.example/default" });
    const only = await createChannel(acme);
    const created = await service.call("POST", "/bots", {
      key: acme.keys.admin,
      body: { provider_id: id, token: "a/b?c#d%e-and-some-more", channels: [only] },
    });
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: created.body.id,
        endpoint_id: expect.any(Number),
        provider: { id, name: "Night bot", state: "active" },
        name: "Night bot",
        photo: null,
        enabled: true,
        endpoint_url: "https://bots.example/default",
        channels: [only],
        if: { all: [] },
        hours: "always",
        precedence: 0,
        invite_wait_s: 60,
        silent_s: 0,
        sends_chat_closed: false,
        sends_button_text: false,
        answers_settle: true,
        append_token: true,
        authorization: null,
        token_short: false,
        address: `${service.publicUrl}/bot/webhooks/${id}/a%2Fb%3Fc%23d%25e-and-some-more`,
        address_with_authorization: `${service.publicUrl}/bot/providers/${id}/a%2Fb%3Fc%23d%25e-and-some-more`,
        secret_hint: (created.body.signing_secret as string).slice(-4),
        secret_created_at: new Date(service.clock.now()).toISOString(),
        last_used_at: null,
        last_success_at: null,
        last_failure: null,
        created_at: new Date(service.clock.now()).toISOString(),
        managed: false,
        signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      },
    ]);
    const { signing_secret: _shownOnce, ...rest } = created.body as Record<string, unknown>;
    const { id: botId } = created.body as { id: number };
    expect(
      (await service.call("GET", `/bots/${botId}`, { key: acme.keys.developer })).body,
    ).toEqual(rest);
    expect(
      (await service.call("GET", "/bots", { key: acme.keys.owner })).body.items,
    ).toContainEqual(rest);
    expect(await listSettingsChanges(acme)).toContainEqual({ kind: "bot", id: botId });
    expect((await service.journal.config(acme.id)).bots.get(botId)).toEqual({
      id: botId,
      endpointId: created.body.endpoint_id,
      name: "Night bot",
      photo: "",
      enabled: true,
      channels: new Set([only]),
      condition: { all: [] },
      hours: "always",
      precedence: 0,
      inviteWaitMs: 60_000,
      silentMs: 0,
      sendsChatClosed: false,
      sendsButtonText: false,
      answersSettle: true,
    });
    for (const role of ["operator", "viewer"] as const)
      expect(
        (await service.call("GET", `/bots/${botId}`, { key: acme.keys[role] })).status,
        role,
      ).toBe(403);
  });

  it("[BOT-003] a token of fewer than 22 characters is taken, with a warning", async () => {
    const id = await createProvider();
    expect((await createBot(acme, id, { token: "x".repeat(21) })).body.token_short).toBe(true);
    expect((await createBot(acme, id, { token: "x".repeat(22) })).body.token_short).toBe(false);
    expect((await createBot(acme, id, { token: "!".repeat(255) })).status).toBe(201);
  });

  it("[BOT-003] [API-307] provider and token are unique in the instance: in another account, when changed, and under a race", async () => {
    const id = await createProvider();
    const usedToken = nextToken();
    expect((await createBot(acme, id, { token: usedToken })).status).toBe(201);
    for (const account of [acme, other]) {
      const again = await createBot(account, id, { token: usedToken });
      expect([again.status, again.body.error.code, again.body.error.field]).toEqual([
        409,
        "name_taken",
        "token",
      ]);
    }
    const mine = (await createBot(other, id)).body as { id: number };
    const changed = await service.call("PATCH", `/bots/${mine.id}`, {
      key: other.keys.owner,
      body: { token: usedToken },
    });
    expect([changed.status, changed.body.error.field]).toEqual([409, "token"]);
    expect((await createBot(other, await createProvider(), { token: usedToken })).status).toBe(201);

    const raced = nextToken();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        createBot(n % 2 === 0 ? acme : other, id, { token: raced }),
      ),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    const won = answers.findIndex((answer) => answer.status === 201);
    // Deleting a connection releases its token.
    await service.call("DELETE", `/bots/${answers[won]?.body.id as number}`, {
      key: (won % 2 === 0 ? acme : other).keys.owner,
    });
    expect((await createBot(other, id, { token: raced })).status).toBe(201);
  });

  it.each<[object, string]>([
    [{ provider_id: "nobody-issued-this" }, "provider_id"],
    [{ provider_id: "x" }, "provider_id"],
    [{ token: "" }, "token"],
    [{ token: "with space" }, "token"],
    [{ token: "é".repeat(30) }, "token"],
    [{ token: "x".repeat(256) }, "token"],
    [{ token: undefined }, "token"],
    [{ endpoint_url: undefined }, "endpoint_url"],
    [{ endpoint_url: "https://u:p@bots.example/" }, "endpoint_url"],
    [{ endpoint_url: "//bots.example" }, "endpoint_url"],
    [{ name: "  " }, "name"],
    [{ photo: "javascript:alert(1)" }, "photo"],
    [{ channels: [] }, "channels"],
    [{ channels: [999_999] }, "channels"],
    [{ invite_wait_s: 9 }, "invite_wait_s"],
    [{ invite_wait_s: 601 }, "invite_wait_s"],
    [{ silent_s: -1 }, "silent_s"],
    [{ precedence: 101 }, "precedence"],
    [{ hours: "night" }, "hours"],
    [{ if: { all: [{ fact: "chat.page", op: "is" }] } }, "if.all[0].value"],
    [
      { authorization: { token_url: "https://bots.example/token", client_id: "me" } },
      "authorization.client_secret",
    ],
    [
      { authorization: { token_url: "nowhere", client_id: "me", client_secret: "s" } },
      "authorization.token_url",
    ],
    [{ account_id: 2 }, "account_id"],
  ])("[BOT-003] %j is refused, named, and nothing is created", async (fault, field) => {
    const id = await createProvider();
    const before = (await service.call("GET", "/bots?limit=200", { key: acme.keys.owner }))
      .body as unknown;
    const answer = await createBot(acme, id, fault);
    expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([
      400,
      "invalid_request",
      field,
    ]);
    expect((await service.call("GET", "/bots?limit=200", { key: acme.keys.owner })).body).toEqual(
      before,
    );
  });

  it("[CORE-123] private addresses of bots are refused when saved and when changed", async () => {
    const id = await createProvider();
    const { id: botId } = (await createBot(acme, id)).body as { id: number };
    const saved = await createBot(acme, id, { endpoint_url: "https://10.0.0.1/" });
    expect([saved.status, saved.body.error.code, saved.body.error.field]).toEqual([
      400,
      "private_address",
      "endpoint_url",
    ]);
    const changed = await service.call("PATCH", `/bots/${botId}`, {
      key: acme.keys.owner,
      body: {
        authorization: {
          token_url: "https://10.0.0.1/token",
          client_id: "me",
          client_secret: "s",
        },
      },
    });
    expect([changed.status, changed.body.error.code, changed.body.error.field]).toEqual([
      400,
      "private_address",
      "authorization.token_url",
    ]);
  });

  it("[BOT-003] [CORE-125] [API-307] authorization comes, stays, changes and goes; its client secret is never shown", async () => {
    const id = await createProvider();
    const authorization = {
      token_url: "https://bots.example/token",
      client_id: "parlour",
      client_secret: "s3cr3t-of-client",
      scope: "chat",
    };
    const created = await createBot(acme, id, { authorization });
    const { id: botId } = created.body as { id: number };
    expect(created.body.authorization).toEqual({
      token_url: "https://bots.example/token",
      client_id: "parlour",
      scope: "chat",
      client_auth: "basic",
    });
    await service.db.query(
      "insert into bot_token (account_id, bot_id, hash, sealed, obtained_at, expires_at, current) values ($1, $2, 'h', 's', now(), now(), true)",
      [acme.id, botId],
    );
    const stored = async (): Promise<unknown[]> => {
      const [row] = await service.db.query<{
        client_secret: Buffer | null;
        client_auth: string | null;
        n: number;
      }>(
        "select client_secret, client_auth, (select count(*) from bot_token t where t.bot_id = b.id)::int as n from bot b where b.id = $1",
        [botId],
      );
      return [
        row?.client_secret === null ? null : (row?.client_secret.length ?? 0) > 0,
        row?.client_auth,
        row?.n,
      ];
    };
    expect(await stored()).toEqual([true, "basic", 1]);
    const changed = await service.call("PATCH", `/bots/${botId}`, {
      key: acme.keys.owner,
      body: {
        authorization: {
          token_url: "https://bots.example/other",
          client_id: "parlour",
          client_auth: "body",
        },
      },
    });
    expect(changed.body.authorization).toEqual({
      token_url: "https://bots.example/other",
      client_id: "parlour",
      scope: null,
      client_auth: "body",
    });
    // Tokens obtained with the old credentials are removed.
    expect(await stored()).toEqual([true, "body", 0]);
    // The stored secret is sent only to the host it was entered for, because a new host may belong
    // to anyone.
    const moveResponse = await service.call("PATCH", `/bots/${botId}`, {
      key: acme.keys.owner,
      body: { authorization: { token_url: "https://93.184.216.34/token", client_id: "parlour" } },
    });
    expect([moveResponse.status, moveResponse.body]).toMatchObject([
      400,
      { error: { field: "authorization.client_secret" } },
    ]);
    const removed = await service.call("PATCH", `/bots/${botId}`, {
      key: acme.keys.owner,
      body: { authorization: null },
    });
    expect(removed.body.authorization).toBe(null);
    expect(await stored()).toEqual([null, null, 0]);
    expect(JSON.stringify([created.body, changed.body, removed.body])).not.toContain("s3cr3t");
    expect(JSON.stringify(await service.db.query("select * from audit"))).not.toMatch(
      /s3cr3t|token-of-a-test|whsec_/,
    );
  });

  it("[BOT-003] changes what is given and keeps the rest; all channels come back with null", async () => {
    const id = await createProvider();
    const only = await createChannel(acme);
    const created = (await createBot(acme, id, { channels: [only] })).body as {
      id: number;
      address: string;
    };
    const change = (body: object): Promise<ServiceResponse> =>
      service.call("PATCH", `/bots/${created.id}`, { key: acme.keys.admin, body });
    expect(
      (
        await change({
          enabled: false,
          invite_wait_s: 600,
          silent_s: 45,
          sends_chat_closed: true,
          name: "Robo",
        })
      ).body,
    ).toMatchObject({
      enabled: false,
      invite_wait_s: 600,
      silent_s: 45,
      sends_chat_closed: true,
      name: "Robo",
      channels: [only],
      address: created.address,
    });
    expect((await service.journal.config(acme.id)).bots.get(created.id)).toMatchObject({
      enabled: false,
      inviteWaitMs: 600_000,
      silentMs: 45_000,
    });
    expect(
      (await change({ channels: null, endpoint_url: "https://bots.example/new" })).body,
    ).toMatchObject({
      channels: null,
      endpoint_url: "https://bots.example/new",
      name: "Robo",
    });
    expect((await change({ token: "another token".replace(" ", "-") })).body.address).toBe(
      `${service.publicUrl}/bot/webhooks/${id}/another-token`,
    );
    expect((await change({})).status).toBe(400);
    expect((await change({ provider_id: id })).body.error.field).toBe("provider_id");
    // A deleted channel is removed from the chosen channels.
    await change({ channels: [only] });
    await service.call("DELETE", `/channels/${only}`, { key: acme.keys.owner });
    expect(
      (await service.call("GET", `/bots/${created.id}`, { key: acme.keys.owner })).body.channels,
    ).toEqual([]);
  });

  it("[CORE-124] [CORE-125] [API-309] a rotated secret is shown once; the old one signs 24 h more", async () => {
    const created = (await createBot(acme, await createProvider())).body as {
      id: number;
      signing_secret: string;
      endpoint_id: number;
    };
    await service.clock.advance(60_000);
    const rotated = await service.call("POST", `/bots/${created.id}/rotate`, {
      key: acme.keys.owner,
      body: {},
    });
    expect(rotated.status).toBe(200);
    expect(rotated.body.signing_secret).toMatch(/^whsec_/);
    expect(rotated.body.signing_secret).not.toBe(created.signing_secret);
    expect(rotated.body.secret_created_at).toBe(new Date(service.clock.now()).toISOString());
    const [endpoint] = await service.db.query<{ until: Date }>(
      "select previous_secret_until as until from endpoint where id = $1",
      [created.endpoint_id],
    );
    expect(endpoint?.until.getTime()).toBe(service.clock.now() + 86_400_000);
    const read = await service.call("GET", `/bots/${created.id}`, { key: acme.keys.owner });
    expect(read.body).not.toHaveProperty("signing_secret");
    expect(read.body.secret_hint).toBe((rotated.body.signing_secret as string).slice(-4));
  });

  it("[API-005] [API-041] a repeat with its key makes one connection and answers with the same secret", async () => {
    const id = await createProvider();
    const ask = {
      key: acme.keys.owner,
      headers: { "idempotency-key": "bot-1" },
      body: { provider_id: id, token: nextToken(), endpoint_url: "https://b.example/" },
    };
    const first = await service.call("POST", "/bots", ask);
    const second = await service.call("POST", "/bots", ask);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    const other = await service.call("POST", "/bots", {
      ...ask,
      body: { ...ask.body, name: "Other" },
    });
    expect([other.status, other.body.error.code]).toEqual([422, "idempotency_conflict"]);
  });

  it("[CORE-002] a bot, or a provider, of another account does not exist", async () => {
    const mine = await service.call("POST", "/bot-providers", {
      key: acme.keys.owner,
      body: newProviderBody({ scope: "account" }),
    });
    const { id } = (await createBot(acme, mine.body.id as string)).body as { id: number };
    expect((await createBot(other, mine.body.id as string)).body.error.field).toBe("provider_id");
    expect(
      (
        await service.call("GET", `/bot-providers/${mine.body.id as string}`, {
          key: other.keys.owner,
        })
      ).status,
    ).toBe(404);
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["PATCH", "", { name: "x" }],
      ["DELETE", "", undefined],
      ["POST", "/rotate", {}],
    ] as const)
      expect(
        (await service.call(method, `/bots/${id}${path}`, { key: other.keys.owner, body })).status,
        `${method} ${path}`,
      ).toBe(404);
    const foreign = await createBot(other, await createProvider(), {
      channels: [await createChannel(acme)],
    });
    expect([foreign.status, foreign.body.error.field]).toEqual([400, "channels"]);
  });

  it("[CFG-025] [API-291] what the file manages is changed by nobody, unless a key says until_applied", async () => {
    const { id } = (await createBot(acme, await createProvider())).body as { id: number };
    const hook = (
      await service.call("POST", "/webhooks", {
        key: acme.keys.owner,
        body: { url: "https://h.example/" },
      })
    ).body as {
      id: number;
    };
    const department = (
      await service.call("POST", "/departments", { key: acme.keys.owner, body: { name: "Filed" } })
    ).body as {
      id: number;
    };
    for (const table of ["bot", "webhook", "department"])
      await service.db.query(`update ${table} set managed = true where account_id = $1`, [acme.id]);
    await service.db.query(
      `update account set settings = settings || '{"working_hours_managed": true}' where id = $1`,
      [acme.id],
    );
    await service.call("POST", "/operators", {
      key: acme.keys.owner,
      body: {
        name: "Coo",
        email: "coo@acme.test",
        role: "owner",
        password: "violet tractor umbrella",
      },
    });
    const signedIn = await service.call("POST", "/sessions", {
      body: { email: "coo@acme.test", password: "violet tractor umbrella" },
    });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const changes: [string, string, object | undefined][] = [
      ["PATCH", `/bots/${id}`, { name: "x" }],
      ["POST", `/bots/${id}/rotate`, {}],
      ["PATCH", `/webhooks/${hook.id}`, { enabled: false }],
      ["POST", `/webhooks/${hook.id}/rotate`, {}],
      ["PATCH", `/departments/${department.id}`, { name: "x" }],
      ["PATCH", "/working-hours", { timezone: "UTC" }],
      ["DELETE", `/bots/${id}`, undefined],
      ["DELETE", `/webhooks/${hook.id}`, undefined],
      ["DELETE", `/departments/${department.id}`, undefined],
    ];
    for (const [method, path, body] of changes) {
      const answer = await service.call(method, path, {
        body,
        headers: { cookie, origin: service.origin },
      });
      expect([answer.status, answer.body.error.code], `${method} ${path}`).toEqual([
        409,
        "managed_by_file",
      ]);
    }
    const { owner: key } = acme.keys;
    for (const [method, path, body] of changes) {
      expect((await service.call(method, path, { key, body })).status, path).toBe(409);
      const forNow = await service.call(method, `${path}?until_applied=true`, { key, body });
      expect(forNow.status, `${method} ${path}`).toBeLessThan(300);
    }
  });
});

describe("own bots", () => {
  const addOwn = (account: TestAccount, role: "owner" | "admin", body: object) =>
    service.call("POST", "/bots", { key: account.keys[role], body });

  it("[BOT-108] [API-307] a name and a URL make the bot and its provider in one request; the id is made from the name", async () => {
    const created = await addOwn(other, "admin", {
      name: "Café Bot",
      endpoint_url: "https://own.example/bot",
      append_token: false,
    });
    expect([created.status, created.body]).toMatchObject([
      201,
      {
        name: "Café Bot",
        provider: { id: "cafe-bot", name: "Café Bot", state: "active" },
        endpoint_url: "https://own.example/bot",
        token_short: false,
        address: expect.stringMatching(/\/bot\/webhooks\/cafe-bot\/[A-Za-z0-9_-]{32}$/),
      },
    ]);
    const same = await addOwn(other, "admin", {
      name: "Café Bot",
      endpoint_url: "https://own.example/second",
    });
    expect(same.body.provider.id).toMatch(/^cafe-bot-[a-z0-9]{6}$/);
    const russian = await addOwn(other, "admin", {
      name: "Бот",
      endpoint_url: "https://own.example/third",
    });
    expect(russian.body.provider.id).toMatch(/^bot-[a-z0-9]{6}$/);
    const providers = await service.call("GET", "/bot-providers", { key: other.keys.admin });
    expect(providers.body.items).toContainEqual(
      expect.objectContaining({ id: "cafe-bot", scope: "account", connections: 1 }),
    );
  });

  it("[BOT-108] [BOT-002] without a name or a URL, or without self-service, nothing is created", async () => {
    const before = (await service.call("GET", "/bot-providers", { key: acme.keys.owner })).body
      .items.length as number;
    for (const [body, field] of [
      [{ endpoint_url: "https://own.example/bot" }, "name"],
      [{ name: "Bot" }, "endpoint_url"],
      [{ name: "Bot", endpoint_url: "https://own.example/b", channels: [999] }, "channels"],
    ] as const)
      expect([await addOwn(other, "admin", body)]).toMatchObject([
        { status: 400, body: { error: { field } } },
      ]);
    const setSelfService = (isOn: boolean) =>
      service.call("PATCH", "/instance", {
        key: acme.keys.owner,
        body: { bot_self_service: isOn },
      });
    expect((await setSelfService(false)).status).toBe(200);
    const body = { name: "Bot", endpoint_url: "https://own.example/b" };
    expect(await addOwn(other, "admin", body)).toMatchObject({
      status: 403,
      body: { error: { code: "forbidden", field: "provider_id" } },
    });
    await setSelfService(true);
    expect(
      (await service.call("GET", "/bot-providers", { key: acme.keys.owner })).body.items,
    ).toHaveLength(before);
  });
});
