import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type Answer, type Service, type TestAccount } from "./api-fixture.ts";
import { botsOf } from "./api-bots-kit.ts";

let service: Service;
/** Its owner is also an instance owner. */
let acme: TestAccount;
let other: TestAccount;
beforeAll(async () => {
  service = await startService();
  acme = await service.account("acme");
  other = await service.account("other");
});
afterAll(() => service.close());

const { newProvider, provider, bot, announced } = botsOf(() => ({ service, acme }));

describe("bot providers", () => {
  it("[BOT-001] the instance owner issues ids of 12 characters for every account or for one, and no id twice", async () => {
    const seenBy = async (account: TestAccount): Promise<string[]> =>
      (await service.ask("GET", "/bot-providers?limit=200", { key: account.keys.developer })).body.items.map(
        (p: { id: string }) => p.id,
      ) as string[];
    const before = await seenBy(other);
    const made = await service.ask("POST", "/bot-providers", {
      key: acme.keys.owner,
      body: newProvider({ endpoint_url: "https://bots.example/in" }),
    });
    expect([made.status, made.body]).toEqual([
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
    const one = await service.ask("POST", "/bot-providers", {
      key: acme.keys.owner,
      body: newProvider({ scope: "account", account_id: other.id }),
    });
    expect([one.body.scope, one.body.account_id]).toEqual(["account", other.id]);
    expect((await seenBy(other)).filter((id) => !before.includes(id))).toEqual([made.body.id, one.body.id]);
    expect(await seenBy(acme)).not.toContain(one.body.id);
    const all = (await service.ask("GET", "/bot-providers", { key: acme.keys.owner })).body.items as { id: string }[];
    expect(all.map((p) => p.id)).toContain(one.body.id);

    expect((await service.ask("DELETE", `/bot-providers/${one.body.id as string}`, { key: acme.keys.owner })).status).toBe(204);
    expect((await service.ask("GET", `/bot-providers/${one.body.id as string}`, { key: acme.keys.owner })).status).toBe(404);
    // The id of a deleted provider cannot be used again.
    expect(await service.db.query("select from bot_provider where id = $1 and deleted_at is not null", [one.body.id])).toHaveLength(1);
  });

  it("[BOT-001] [CORE-001] nobody else issues for others, changes or deletes providers", async () => {
    const id = await provider();
    for (const [account, role] of [
      [other, "owner"],
      [acme, "admin"],
      [acme, "developer"],
    ] as const) {
      const key = account.keys[role];
      const whole = await service.ask("POST", "/bot-providers", { key, body: newProvider({ scope: "service" }) });
      expect([whole.status, whole.body.error.code], role).toEqual([403, "forbidden"]);
      expect((await service.ask("PATCH", `/bot-providers/${id}`, { key, body: { state: "suspended" } })).status, role).toBe(403);
      expect((await service.ask("DELETE", `/bot-providers/${id}`, { key })).status, role).toBe(403);
    }
    for (const role of ["operator", "viewer"] as const) {
      expect((await service.ask("POST", "/bot-providers", { key: acme.keys[role], body: newProvider() })).status, role).toBe(403);
      expect((await service.ask("GET", "/bot-providers", { key: acme.keys[role] })).status, role).toBe(403);
    }
    expect(
      (await service.ask("POST", "/bot-providers", { key: other.keys.owner, body: newProvider({ account_id: acme.id }) })).status,
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
    const answer = await service.ask("POST", "/bot-providers", { key: acme.keys.owner, body: newProvider(fault) });
    expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([400, "invalid_request", field]);
  });

  it("[BOT-002] with self-service an account gets its id at once; without it the instance owner approves or refuses", async () => {
    const ask = async (): Promise<Answer> => service.ask("POST", "/bot-providers", { key: other.keys.admin, body: newProvider() });
    const set = (id: string, state: string): Promise<Answer> =>
      service.ask("PATCH", `/bot-providers/${id}`, { key: acme.keys.owner, body: { state } });
    expect((await ask()).body).toMatchObject({ scope: "account", account_id: other.id, state: "active" });

    await service.ask("PATCH", "/instance", { key: acme.keys.owner, body: { bot_self_service: false } });
    const first = (await ask()).body as { id: string; state: string };
    const second = (await ask()).body as { id: string; state: string };
    expect([first.state, second.state]).toEqual(["requested", "requested"]);
    const early = await bot(other, first.id);
    expect([early.status, early.body.error.field]).toEqual([400, "provider_id"]);
    expect((await set(first.id, "suspended")).status).toBe(400);
    expect((await set(first.id, "active")).body.state).toBe("active");
    expect((await set(second.id, "refused")).body.state).toBe("refused");
    expect((await service.ask("GET", `/bot-providers/${second.id}`, { key: other.keys.owner })).body.state).toBe("refused");
    expect((await set(first.id, "refused")).status).toBe(400);
    expect((await bot(other, first.id)).status).toBe(201);
    expect((await bot(other, second.id)).status).toBe(400);
    await service.ask("PATCH", "/instance", { key: acme.keys.owner, body: { bot_self_service: true } });
  });

  it("[BOT-001] a suspended provider's connections stand still in every account, and both hear of it; resumed they go on", async () => {
    const id = await provider();
    const here = (await bot(acme, id)).body as { id: number };
    const there = (await bot(other, id)).body as { id: number };
    const enabled = async (): Promise<unknown[]> => [
      (await service.journal.config(acme.id)).bots.get(here.id)?.enabled,
      (await service.journal.config(other.id)).bots.get(there.id)?.enabled,
    ];
    expect(await enabled()).toEqual([true, true]);
    const before = [await announced(acme), await announced(other)].map((list) => list.length);
    const suspended = await service.ask("PATCH", `/bot-providers/${id}`, { key: acme.keys.owner, body: { state: "suspended" } });
    expect([suspended.status, suspended.body.state, suspended.body.connections]).toEqual([200, "suspended", 2]);
    expect((await announced(acme)).slice(before[0])).toEqual([{ kind: "bot_provider", id: null }]);
    expect((await announced(other)).slice(before[1])).toEqual([{ kind: "bot_provider", id: null }]);
    expect(await enabled()).toEqual([false, false]);
    expect((await service.ask("GET", `/bots/${there.id}`, { key: other.keys.owner })).body.provider.state).toBe("suspended");
    expect((await service.ask("GET", `/bot-providers/${id}`, { key: other.keys.owner })).body.connections).toBe(1);
    expect((await bot(other, id)).body.error.field).toBe("provider_id");
    await service.ask("PATCH", `/bot-providers/${id}`, { key: acme.keys.owner, body: { state: "active" } });
    expect(await enabled()).toEqual([true, true]);

    const used = await service.ask("DELETE", `/bot-providers/${id}`, { key: acme.keys.owner });
    expect([used.status, used.body.error.code]).toEqual([409, "in_use"]);
    await service.ask("DELETE", `/bots/${here.id}`, { key: acme.keys.owner });
    await service.ask("DELETE", `/bots/${there.id}`, { key: other.keys.owner });
    expect((await service.ask("DELETE", `/bot-providers/${id}`, { key: acme.keys.owner })).status).toBe(204);
  });

  it("[BOT-001] two instance owners change providers of each other's accounts at once, and none waits for the other", async () => {
    const id = await provider();
    const second = await service.account("second");
    await service.db.query("update operator set instance_owner = true where account_id = $1 and role = 'owner'", [second.id]);
    await bot(acme, id);
    await bot(second, id);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        service.ask("PATCH", `/bot-providers/${id}`, {
          key: (n % 2 === 0 ? acme : second).keys.owner,
          body: { state: n % 3 === 0 ? "suspended" : "active" },
        }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 12 }, () => 200));
  });
});
