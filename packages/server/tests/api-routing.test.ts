import { defaultRouting } from "@parlour/protocol/settings/default-routing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
beforeAll(async () => {
  service = await startServiceApi();
  acme = await service.createAccount("acme");
});
afterAll(() => service.close());

const defaults = { ...defaultRouting, managed: false };
const patchRouting = (body: object, key = acme.keys.owner) =>
  service.call("PATCH", "/routing", { key, body });

describe("settings of routing", () => {
  it("[API-041] [CORE-032] [CORE-033] [CORE-035] [API-295] the defaults are those of the rules and the applications, for everybody to read", async () => {
    for (const role of ["owner", "admin", "developer", "operator", "viewer"] as const)
      expect((await service.call("GET", "/routing", { key: acme.keys[role] })).body, role).toEqual(
        defaults,
      );
  });
  it("[API-041] an administrator changes what he names; verbs follow, others hear of it, the audit log names it", async () => {
    const announced = async (): Promise<number> =>
      (
        await service.db.query(
          "select from journal where account_id = $1 and name = 'settings_changed' and body = $2",
          [acme.id, '{"kind":"account","id":null}'],
        )
      ).length;
    const before = await announced();
    const changed = await patchRouting(
      { mode: "least_busy", push_s: 0, grace_s: 600, queue: true, warn_s: 90 },
      acme.keys.admin,
    );
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...defaults, mode: "least_busy", push_s: 0, grace_s: 600, queue: true, warn_s: 90 },
    ]);
    expect((await service.journal.config(acme.id)).routing).toMatchObject({
      mode: "least_busy",
      pushMs: 0,
      graceMs: 600_000,
      showsQueue: true,
      warnMs: 90_000,
    });
    const back = await patchRouting({
      mode: "all",
      push_s: 180,
      grace_s: 300,
      queue: false,
      warn_s: 30,
    });
    expect(back.body).toEqual(defaults);
    const stored = await service.db.query<{ routing: unknown }>(
      "select settings->'routing' as routing from account where id = $1",
      [acme.id],
    );
    expect(stored[0]?.routing).toEqual({});
    expect(await announced()).toBe(before + 2);
    const audited = await service.db.query<{ action: string; target: string }>(
      "select action, target from audit where account_id = $1",
      [acme.id],
    );
    expect(audited).toContainEqual({
      action: "routing.change",
      target: "routing: mode, push_s, grace_s, queue, warn_s",
    });
  });
  it("[API-041] [CORE-001] others do not change them", async () => {
    for (const role of ["developer", "operator", "viewer"] as const)
      expect((await patchRouting({ mode: "all" }, acme.keys[role])).status, role).toBe(403);
  });
  it.each([
    [{}, "body"],
    [{ mode: "random" }, "mode"],
    [{ offer_s: 4 }, "offer_s"],
    [{ next_s: 1.5 }, "next_s"],
    [{ remind_s: 0 }, "remind_s"],
    [{ grace_s: -1 }, "grace_s"],
    [{ ring_s: 5 }, "ring_s"],
    [{ channel_s: 45 }, "channel_s"],
    [{ department_s: 0, channel_s: 20 }, "channel_s"],
    [{ warn_s: 121 }, "overdue_s"],
    [{ reassign_s: 59 }, "reassign_s"],
    [{ ring_order: "shortest" }, "ring_order"],
    [{ overdue_s: 29 }, "overdue_s"],
  ])("[API-041] [CORE-035] [API-295] %j is refused and changes nothing", async (body, field) => {
    const refused = await patchRouting(body);
    expect([refused.status, refused.body.error.field]).toEqual([400, field]);
    expect((await service.call("GET", "/routing", { key: acme.keys.owner })).body).toEqual(
      defaults,
    );
  });
  it("[CFG-025] what the provisioning file manages is read-only for people", async () => {
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
    const headers = {
      cookie: signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "",
      origin: service.origin,
    };
    await service.db.query(
      `update account set settings = settings || '{"routing_managed": true}' where id = $1`,
      [acme.id],
    );
    const refused = await service.call("PATCH", "/routing", { headers, body: { mode: "all" } });
    expect([refused.status, refused.body.error.code]).toEqual([409, "managed_by_file"]);
    expect((await service.call("GET", "/routing", { key: acme.keys.owner })).body.managed).toBe(
      true,
    );
    expect((await patchRouting({ mode: "all" })).status).toBe(409);
    const forNow = { key: acme.keys.owner, body: { mode: "all" } };
    expect((await service.call("PATCH", "/routing?until_applied=true", forNow)).status).toBe(200);
    await service.db.query(
      "update account set settings = settings - 'routing_managed' where id = $1",
      [acme.id],
    );
  });
});
