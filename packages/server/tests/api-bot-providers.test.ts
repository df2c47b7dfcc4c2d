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

const { newProviderBody, createProvider, createBot, listSettingsChanges } = createBotHelpers(
  () => ({ service, acme }),
);

describe("bot providers", () => {
  it("[BOT-001] [API-305] the instance owner issues ids of 12 characters for every account or for one, and no id twice", async () => {
    const seenBy = async (account: TestAccount): Promise<string[]> =>
      (
        await service.call("GET", "/bot-providers?limit=200", { key: account.keys.developer })
      ).body.items.map((p: { id: string }) => p.id) as string[];
    const before = await seenBy(other);
    const created = await service.call("POST", "/bot-providers", {
      key: acme.keys.owner,
      body: newProviderBody({ endpoint_url: "https://bots.example/in" }),
    });
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[a-z0-9]{12}$/),
        name: "Night bot",
        contact: "night@bots.example",
        endpoint_url: "https://bots.example/in",
        scope: "service",
        account_id: null,
        state: "active",
        connections: 0,
        created_at: new Date(service.clock.now()).toISOString(),
        managed: false,
      },
    ]);
    const one = await service.call("POST", "/bot-providers", {
      key: acme.keys.owner,
      body: newProviderBody({ scope: "account", account_id: other.id }),
    });
    expect([one.body.scope, one.body.account_id]).toEqual(["account", other.id]);
    expect((await seenBy(other)).filter((id) => !before.includes(id))).toEqual([
      created.body.id,
      one.body.id,
    ]);
    expect(await seenBy(acme)).not.toContain(one.body.id);
    const all = (await service.call("GET", "/bot-providers", { key: acme.keys.owner })).body
      .items as { id: string }[];
    expect(all.map((p) => p.id)).toContain(one.body.id);

    expect(
      (
        await service.call("DELETE", `/bot-providers/${one.body.id as string}`, {
          key: acme.keys.owner,
        })
      ).status,
    ).toBe(204);
    expect(
      (
        await service.call("GET", `/bot-providers/${one.body.id as string}`, {
          key: acme.keys.owner,
        })
      ).status,
    ).toBe(404);
    // The id of a deleted provider cannot be used again.
    expect(
      await service.db.query("select from bot_provider where id = $1 and deleted_at is not null", [
        one.body.id,
      ]),
    ).toHaveLength(1);
  });

  it("[BOT-001] [CORE-001] nobody else issues for others, changes or deletes providers", async () => {
    const id = await createProvider();
    for (const [account, role] of [
      [other, "owner"],
      [acme, "admin"],
      [acme, "developer"],
    ] as const) {
      const key = account.keys[role];
      const whole = await service.call("POST", "/bot-providers", {
        key,
        body: newProviderBody({ scope: "service" }),
      });
      expect([whole.status, whole.body.error.code], role).toEqual([403, "forbidden"]);
      expect(
        (await service.call("PATCH", `/bot-providers/${id}`, { key, body: { state: "suspended" } }))
          .status,
        role,
      ).toBe(403);
      expect((await service.call("DELETE", `/bot-providers/${id}`, { key })).status, role).toBe(
        403,
      );
    }
    for (const role of ["operator", "viewer"] as const) {
      expect(
        (
          await service.call("POST", "/bot-providers", {
            key: acme.keys[role],
            body: newProviderBody(),
          })
        ).status,
        role,
      ).toBe(403);
      expect(
        (await service.call("GET", "/bot-providers", { key: acme.keys[role] })).status,
        role,
      ).toBe(403);
    }
    expect(
      (
        await service.call("POST", "/bot-providers", {
          key: other.keys.owner,
          body: newProviderBody({ account_id: acme.id }),
        })
      ).status,
    ).toBe(403);
  });

  it.each<[object, string]>([
    [{ name: " " }, "name"],
    [{ contact: "nobody" }, "contact"],
    [{ contact: undefined }, "contact"],
    [{ endpoint_url: "ftp://bots.example" }, "endpoint_url"],
    [{ scope: "everybody" }, "scope"],
    [{ scope: "account", account_id: 999_999 }, "account_id"],
    [{ scope: "service", account_id: 1 }, "account_id"],
    [{ id: "mine" }, "id"],
  ])("[BOT-001] %j is refused and named", async (fault, field) => {
    const answer = await service.call("POST", "/bot-providers", {
      key: acme.keys.owner,
      body: newProviderBody(fault),
    });
    expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([
      400,
      "invalid_request",
      field,
    ]);
  });

  it("[BOT-002] [API-305] [API-306] with self-service an account gets its id at once; without it the instance owner approves or refuses", async () => {
    const ask = async (): Promise<ServiceResponse> =>
      service.call("POST", "/bot-providers", { key: other.keys.admin, body: newProviderBody() });
    const set = (id: string, state: string): Promise<ServiceResponse> =>
      service.call("PATCH", `/bot-providers/${id}`, { key: acme.keys.owner, body: { state } });
    expect((await ask()).body).toMatchObject({
      scope: "account",
      account_id: other.id,
      state: "active",
    });

    await service.call("PATCH", "/instance", {
      key: acme.keys.owner,
      body: { bot_self_service: false },
    });
    const first = (await ask()).body as { id: string; state: string };
    const second = (await ask()).body as { id: string; state: string };
    expect([first.state, second.state]).toEqual(["requested", "requested"]);
    const early = await createBot(other, first.id);
    expect([early.status, early.body.error.field]).toEqual([400, "provider_id"]);
    expect((await set(first.id, "suspended")).status).toBe(400);
    expect((await set(first.id, "active")).body.state).toBe("active");
    expect((await set(second.id, "refused")).body.state).toBe("refused");
    expect(
      (await service.call("GET", `/bot-providers/${second.id}`, { key: other.keys.owner })).body
        .state,
    ).toBe("refused");
    expect((await set(first.id, "refused")).status).toBe(400);
    expect((await createBot(other, first.id)).status).toBe(201);
    expect((await createBot(other, second.id)).status).toBe(400);
    await service.call("PATCH", "/instance", {
      key: acme.keys.owner,
      body: { bot_self_service: true },
    });
  });

  it("[BOT-001] [API-306] a suspended provider's connections stand still in every account, and both hear of it; resumed they go on", async () => {
    const id = await createProvider();
    const acmeBot = (await createBot(acme, id)).body as { id: number };
    const otherBot = (await createBot(other, id)).body as { id: number };
    const enabled = async (): Promise<unknown[]> => [
      (await service.journal.config(acme.id)).bots.get(acmeBot.id)?.enabled,
      (await service.journal.config(other.id)).bots.get(otherBot.id)?.enabled,
    ];
    expect(await enabled()).toEqual([true, true]);
    const before = [await listSettingsChanges(acme), await listSettingsChanges(other)].map(
      (list) => list.length,
    );
    const suspended = await service.call("PATCH", `/bot-providers/${id}`, {
      key: acme.keys.owner,
      body: { state: "suspended" },
    });
    expect([suspended.status, suspended.body.state, suspended.body.connections]).toEqual([
      200,
      "suspended",
      2,
    ]);
    expect((await listSettingsChanges(acme)).slice(before[0])).toEqual([
      { kind: "bot_provider", id: null },
    ]);
    expect((await listSettingsChanges(other)).slice(before[1])).toEqual([
      { kind: "bot_provider", id: null },
    ]);
    expect(await enabled()).toEqual([false, false]);
    expect(
      (await service.call("GET", `/bots/${otherBot.id}`, { key: other.keys.owner })).body.provider
        .state,
    ).toBe("suspended");
    expect(
      (await service.call("GET", `/bot-providers/${id}`, { key: other.keys.owner })).body
        .connections,
    ).toBe(1);
    expect((await createBot(other, id)).body.error.field).toBe("provider_id");
    await service.call("PATCH", `/bot-providers/${id}`, {
      key: acme.keys.owner,
      body: { state: "active" },
    });
    expect(await enabled()).toEqual([true, true]);

    const deleteResponse = await service.call("DELETE", `/bot-providers/${id}`, {
      key: acme.keys.owner,
    });
    expect([deleteResponse.status, deleteResponse.body.error.code]).toEqual([409, "in_use"]);
    await service.call("DELETE", `/bots/${acmeBot.id}`, { key: acme.keys.owner });
    await service.call("DELETE", `/bots/${otherBot.id}`, { key: other.keys.owner });
    expect(
      (await service.call("DELETE", `/bot-providers/${id}`, { key: acme.keys.owner })).status,
    ).toBe(204);
  });

  it("[BOT-001] two instance owners change providers of each other's accounts at once, and none waits for the other", async () => {
    const id = await createProvider();
    const second = await service.createAccount("second");
    await service.db.query(
      "update operator set instance_owner = true where account_id = $1 and role = 'owner'",
      [second.id],
    );
    await createBot(acme, id);
    await createBot(second, id);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        service.call("PATCH", `/bot-providers/${id}`, {
          key: (n % 2 === 0 ? acme : second).keys.owner,
          body: { state: n % 3 === 0 ? "suspended" : "active" },
        }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 12 }, () => 200));
  });
});
