import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
let other: TestAccount;
beforeAll(async () => {
  service = await startServiceApi();
  acme = await service.createAccount("acme");
  other = await service.createAccount("other");
});
afterAll(() => service.close());

describe("operators", () => {
  const person = (name: string, more: object = {}) => ({
    name,
    email: `${name}@people.test`,
    role: "operator",
    ...more,
  });

  it("[API-041] [API-298] [API-300] without a password an invitation link is given, which sets one exactly once", async () => {
    const created = await service.call("POST", "/operators", {
      key: acme.keys.admin,
      body: person("eve"),
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      name: "eve",
      email: "eve@people.test",
      role: "operator",
      active: true,
      presence: "offline",
      instance_owner: false,
      managed: false,
    });
    const token = (created.body.invite_url as string).split("/invite#")[1];
    expect(
      (
        await service.call("POST", "/invitations/accept", {
          body: { token, password: "password1234" },
        })
      ).body.error,
    ).toMatchObject({
      code: "invalid_request",
      field: "password",
    });
    const accepted = await service.call("POST", "/invitations/accept", {
      body: { token, password: "violet tractor umbrella" },
    });
    expect([accepted.status, accepted.body]).toEqual([200, { email: "eve@people.test" }]);
    const signedIn = await service.call("POST", "/sessions", {
      body: { email: "eve@people.test", password: "violet tractor umbrella" },
    });
    expect(signedIn.status).toBe(200);
    const again = await service.call("POST", "/invitations/accept", {
      body: { token, password: "violet tractor umbrella" },
    });
    expect([again.status, again.body.error.code]).toEqual([401, "invalid_token"]);
  });

  const signIn = async (email: string): Promise<{ cookie: string }> => {
    const answer = await service.call("POST", "/sessions", {
      body: { email, password: "violet tractor umbrella" },
    });
    return { cookie: answer.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
  };
  it("[API-142] [API-167] a link for a new password does not end an invitation, and a password that is set ends both", async () => {
    const invited = (
      await service.call("POST", "/operators", { key: acme.keys.owner, body: person("gus", {}) })
    ).body as {
      id: number;
      invite_url: string;
    };
    const reset = await service.call("POST", `/operators/${invited.id}/reset`, {
      key: acme.keys.owner,
      body: {},
    });
    const tokens = [invited.invite_url, (reset.body as { reset_url: string }).reset_url].map(
      (url) => new URL(url).hash.slice(1),
    );
    const accept = async (token: string | undefined): Promise<number> =>
      (
        await service.call("POST", "/invitations/accept", {
          body: { token, password: "violet tractor umbrella" },
        })
      ).status;
    expect([await accept(tokens[0]), await accept(tokens[0]), await accept(tokens[1])]).toEqual([
      200, 401, 401,
    ]);
  });
  it("[API-041] [API-299] [API-300] a reset link holds 30 minutes and ends the sessions", async () => {
    const { id } = (
      await service.call("POST", "/operators", {
        key: acme.keys.owner,
        body: person("fay", { password: "violet tractor umbrella" }),
      })
    ).body as { id: number };
    const signedIn = await service.call("POST", "/sessions", {
      body: { email: "fay@people.test", password: "violet tractor umbrella" },
    });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    expect((await service.call("GET", "/me", { headers: { cookie } })).status).toBe(200);
    const socket = await service.connect({ cookie });
    const resetLink = (
      await service.call("POST", `/operators/${id}/reset`, { key: acme.keys.owner, body: {} })
    ).body as {
      reset_url: string;
      expires_at: string;
    };
    expect(Date.parse(resetLink.expires_at)).toBe(service.clock.now() + 30 * 60_000);
    await service.clock.advance(30 * 60_000);
    const body = {
      token: resetLink.reset_url.split("/reset#")[1],
      password: "another tractor umbrella",
    };
    expect((await service.call("POST", "/invitations/accept", { body })).status).toBe(401);
    const link = (
      await service.call("POST", `/operators/${id}/reset`, { key: acme.keys.owner, body: {} })
    ).body as { reset_url: string };
    expect(
      (
        await service.call("POST", "/invitations/accept", {
          body: { ...body, token: link.reset_url.split("/reset#")[1] },
        })
      ).status,
    ).toBe(200);
    expect(await socket.closed).toMatchObject({ code: 4001 });
    expect((await service.call("GET", "/me", { headers: { cookie } })).status).toBe(401);
  });

  it("[CORE-001] [API-302] only owners appoint, change or remove owners, and the last one stays", async () => {
    expect(
      (
        await service.call("POST", "/operators", {
          key: acme.keys.admin,
          body: person("gus", { role: "owner" }),
        })
      ).status,
    ).toBe(403);
    expect(
      (
        await service.call("PATCH", `/operators/${acme.ids.operator}`, {
          key: acme.keys.admin,
          body: { role: "owner" },
        })
      ).status,
    ).toBe(403);
    for (const [method, path, body] of [
      ["PATCH", "", { name: "x" }],
      ["DELETE", "", undefined],
      ["POST", "/reset", {}],
    ] as const) {
      expect(
        (
          await service.call(method, `/operators/${acme.ids.owner}${path}`, {
            key: acme.keys.admin,
            body,
          })
        ).status,
        `${method} ${path}`,
      ).toBe(403);
    }
    const demoted = await service.call("PATCH", `/operators/${acme.ids.owner}`, {
      key: acme.keys.owner,
      body: { role: "admin" },
    });
    expect([demoted.status, demoted.body.error.code]).toEqual([409, "last_owner"]);
    expect(
      (await service.call("DELETE", `/operators/${acme.ids.owner}`, { key: acme.keys.owner })).body
        .error.code,
    ).toBe("last_owner");
    const second = (
      await service.call("POST", "/operators", {
        key: acme.keys.owner,
        body: person("hal", { role: "owner", password: "violet tractor umbrella" }),
      })
    ).body as {
      id: number;
    };
    const socket = await service.connect(await signIn("hal@people.test"));
    expect(
      (
        await service.call("PATCH", `/operators/${second.id}`, {
          key: acme.keys.owner,
          body: { role: "admin" },
        })
      ).body.role,
    ).toBe("admin");
    expect(await socket.closed).toMatchObject({ code: 4001 });
  });

  it("[CORE-253] [API-043] nobody in his account becomes the instance owner by his keys, links, email or factors, whatever his role there", async () => {
    const ira = (
      await service.call("POST", "/operators", {
        key: acme.keys.owner,
        body: person("ira", { role: "owner" }),
      })
    ).body as {
      id: number;
    };
    const created = await service.call("POST", "/api-keys", {
      key: acme.keys.owner,
      body: { name: "ira", operator_id: ira.id },
    });
    const path = `/operators/${acme.ids.owner}`;
    const ways = [
      ["POST", "/api-keys", { name: "x", operator_id: acme.ids.owner }],
      ["POST", `${path}/reset`, {}],
      ["PATCH", path, { email: "ira2@people.test" }],
      ["PATCH", path, { role: "viewer" }],
      ["DELETE", `${path}/second-factor`, undefined],
      ["DELETE", path, undefined],
    ] as const;
    const all = async (key: string): Promise<number[]> => {
      const statuses: number[] = [];
      for (const [method, url, body] of ways)
        statuses.push((await service.call(method, url, { key, body })).status);
      return statuses;
    };
    const nothing = ways.map(() => 403);
    expect(await all(created.body.key as string)).toEqual(nothing);
    expect(
      (
        await service.call("PATCH", path, {
          key: created.body.key as string,
          body: { chat_limit: 3 },
        })
      ).body.chat_limit,
    ).toBe(3);
    await service.db.query("update operator set role = 'operator' where id = $1", [acme.ids.owner]);
    expect(await all(acme.keys.admin)).toEqual(nothing);
    await service.db.query("update operator set role = 'owner' where id = $1", [acme.ids.owner]);
    expect(
      (await service.call("POST", `${path}/reset`, { key: acme.keys.owner, body: {} })).status,
    ).toBe(200);
    // Other tests count the owners.
    await service.call("DELETE", `/operators/${ira.id}`, { key: acme.keys.owner });
  });

  it("[API-041] [API-300] a link that sets a password ends with the email it went to, with another password, and with a deactivation", async () => {
    const { id } = (
      await service.call("POST", "/operators", {
        key: acme.keys.owner,
        body: person("jon", { password: "violet tractor umbrella" }),
      })
    ).body as { id: number };
    const { cookie } = await signIn("jon@people.test");
    const change = (body: object): Promise<unknown> =>
      service.call("PATCH", `/operators/${id}`, { key: acme.keys.owner, body });
    const ends: Readonly<Record<string, () => Promise<unknown>>> = {
      "another email": () => change({ email: "jon2@people.test" }),
      "another password": () =>
        service.call("PATCH", "/me", {
          headers: { cookie, origin: service.origin },
          body: { old_password: "violet tractor umbrella", password: "yellow tractor umbrella" },
        }),
      "a deactivation": async () => {
        await service.call("DELETE", `/operators/${id}`, { key: acme.keys.owner });
        await change({ active: true });
      },
      "nothing of it": () => change({ name: "Jon", email: "JON2@people.test" }),
    };
    const uses: Record<string, number> = {};
    for (const [why, end] of Object.entries(ends)) {
      const link = (
        await service.call("POST", `/operators/${id}/reset`, { key: acme.keys.owner, body: {} })
      ).body as { reset_url: string };
      await end();
      const body = {
        token: link.reset_url.split("/reset#")[1],
        password: "orange tractor umbrella",
      };
      uses[why] = (await service.call("POST", "/invitations/accept", { body })).status;
    }
    expect(uses).toEqual({
      "another email": 401,
      "another password": 401,
      "a deactivation": 401,
      "nothing of it": 200,
    });
  });

  it("[H-240] [H-242] [H-243] nobody lifts himself, and no unknown field passes", async () => {
    expect(
      (
        await service.call("PATCH", `/operators/${acme.ids.operator}`, {
          key: acme.keys.operator,
          body: { role: "owner" },
        })
      ).status,
    ).toBe(403);
    const mass = await service.call("PATCH", `/operators/${acme.ids.operator}`, {
      key: acme.keys.owner,
      body: { account_id: 2, name: "x" },
    });
    expect([mass.status, mass.body.error.field]).toEqual([400, "account_id"]);
    expect(
      (
        await service.call("PATCH", `/operators/${acme.ids.operator}`, {
          key: acme.keys.owner,
          body: { name: "<img src=x onerror=alert(1)>" },
        })
      ).body.name,
    ).toBe("<img src=x onerror=alert(1)>");
    expect((await service.call("GET", "/api-keys", { key: acme.keys.operator })).status).toBe(403);
    expect(
      (
        await service.call("PATCH", `/operators/${acme.ids.operator}`, {
          key: acme.keys.owner,
          body: { photo: "javascript:alert(1)" },
        })
      ).body.error.field,
    ).toBe("photo");
  });

  it("[API-041] [API-301] an email is one operator's, in any letter case and account", async () => {
    const duplicateResponse = await service.call("POST", "/operators", {
      key: other.keys.owner,
      body: person("x", { email: "ADMIN@acme.test" }),
    });
    expect([
      duplicateResponse.status,
      duplicateResponse.body.error.code,
      duplicateResponse.body.error.field,
    ]).toEqual([409, "name_taken", "email"]);
    const changed = await service.call("PATCH", `/operators/${acme.ids.operator}`, {
      key: acme.keys.owner,
      body: { email: "Admin@acme.test" },
    });
    expect(changed.status).toBe(409);
  });

  it("[CORE-003] [API-302] deactivating ends sessions and sockets, and he can be brought back", async () => {
    const { id } = (
      await service.call("POST", "/operators", {
        key: acme.keys.owner,
        body: person("ida", { password: "violet tractor umbrella" }),
      })
    ).body as { id: number };
    const signedIn = await service.call("POST", "/sessions", {
      body: { email: "ida@people.test", password: "violet tractor umbrella" },
    });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const socket = await service.connect({ cookie });
    expect(
      (await service.call("DELETE", `/operators/${id}`, { key: acme.keys.admin })).status,
    ).toBe(204);
    expect((await service.call("GET", "/me", { headers: { cookie } })).status).toBe(401);
    expect(await socket.closed).toMatchObject({ code: 4001 });
    expect(
      (await service.call("GET", `/operators/${id}`, { key: acme.keys.owner })).body.active,
    ).toBe(false);
    expect(
      (
        await service.call("PATCH", `/operators/${id}`, {
          key: acme.keys.owner,
          body: { active: true },
        })
      ).body.active,
    ).toBe(true);
    // Earlier sessions stay ended. A browser that was left signed in must not regain access when
    // the operator is reactivated.
    expect((await service.call("GET", "/me", { headers: { cookie } })).status).toBe(401);
  });
});

describe("API keys", () => {
  it("[API-041] [CORE-125] a key is shown once, works, and stops when taken back", async () => {
    const created = await service.call("POST", "/api-keys", {
      key: acme.keys.admin,
      body: { name: "ci" },
    });
    expect(created.status).toBe(201);
    const key = created.body.key as string;
    expect(created.body).toMatchObject({
      name: "ci",
      operator: { id: acme.ids.admin },
      hint: key.slice(-4),
      scopes: ["*"],
    });
    expect((await service.call("GET", "/me", { key })).body.id).toBe(acme.ids.admin);
    const socket = await service.connect({ key });
    const listed = (await service.call("GET", "/api-keys", { key: acme.keys.admin })).body
      .items as { id: number }[];
    expect(JSON.stringify(listed)).not.toContain(key);
    expect(
      (
        await service.call("DELETE", `/api-keys/${created.body.id as number}`, {
          key: acme.keys.admin,
        })
      ).status,
    ).toBe(204);
    expect(await socket.closed).toMatchObject({ code: 4001 });
    expect((await service.call("GET", "/me", { key })).status).toBe(401);
  });
  it("[CORE-001] [API-303] nobody makes a key with more rights than his own", async () => {
    expect(
      (
        await service.call("POST", "/api-keys", {
          key: acme.keys.developer,
          body: { name: "x", operator_id: acme.ids.owner },
        })
      ).status,
    ).toBe(403);
    expect(
      (
        await service.call("POST", "/api-keys", {
          key: acme.keys.admin,
          body: { name: "x", operator_id: acme.ids.owner },
        })
      ).status,
    ).toBe(403);
    expect(
      (await service.call("POST", "/api-keys", { key: acme.keys.developer, body: { name: "x" } }))
        .status,
    ).toBe(201);
    const strange = await service.call("POST", "/api-keys", {
      key: acme.keys.owner,
      body: { name: "x", operator_id: other.ids.operator },
    });
    expect([strange.status, strange.body.error.field]).toEqual([400, "operator_id"]);
  });
});

describe("account and instance", () => {
  it("[API-041] [API-290] the account is changed by administrators and audited", async () => {
    const changed = await service.call("PATCH", "/account", {
      key: acme.keys.admin,
      body: { accent: "#112233", locale: "de-AT" },
    });
    expect(changed.body).toMatchObject({
      id: acme.id,
      name: "acme",
      accent: "#112233",
      locale: "de-AT",
    });
    expect(
      (await service.call("PATCH", "/account", { key: acme.keys.admin, body: { accent: "red" } }))
        .status,
    ).toBe(400);
    expect(
      (await service.call("PATCH", "/account", { key: acme.keys.operator, body: { name: "x" } }))
        .status,
    ).toBe(403);
    const rows = await service.db.query<{ target: string; request_id: string }>(
      "select target, request_id from audit where account_id = $1 and action = 'account.change'",
      [acme.id],
    );
    expect(rows).toEqual([
      { target: "account: accent, locale", request_id: changed.headers.get("x-request-id") },
    ]);
  });
  it("[API-043] [API-355] instance settings are the instance owner's alone", async () => {
    for (const key of [acme.keys.admin, other.keys.owner]) {
      for (const [method, path, body] of [
        ["GET", "/instance", undefined],
        ["PATCH", "/instance", { support_contact: "x" }],
        ["POST", "/instance/egress-allow", { add: ["127.0.0.1:1"] }],
      ] as const) {
        expect((await service.call(method, path, { key, body })).status).toBe(403);
      }
    }
    const changed = await service.call("PATCH", "/instance", {
      key: acme.keys.owner,
      body: {
        support_contact: "help@acme.test",
        limits: { customer_per_second: 5, body_kib: 128 },
      },
    });
    expect(changed.body).toEqual({
      egress_allow: [],
      limits: { customer_per_second: 5, body_kib: 128 },
      support_contact: "help@acme.test",
      bot_self_service: true,
    });
    expect(
      (
        await service.call("PATCH", "/instance", {
          key: acme.keys.owner,
          body: { limits: { body_kib: null }, support_contact: "" },
        })
      ).body,
    ).toEqual({
      egress_allow: [],
      limits: { customer_per_second: 5 },
      support_contact: null,
      bot_self_service: true,
    });
    expect(
      (
        await service.call("PATCH", "/instance", {
          key: acme.keys.owner,
          body: { limits: { nothing: 5 } },
        })
      ).body.error.field,
    ).toBe("limits");
    expect(
      (
        await service.call("PATCH", "/instance", {
          key: acme.keys.owner,
          body: { limits: { body_kib: 0 } },
        })
      ).status,
    ).toBe(400);
  });
  it("[CORE-123] [API-355] entries are added and taken away beside others' entries, and audited", async () => {
    await service.call("PATCH", "/instance", {
      key: acme.keys.owner,
      body: { egress_allow: ["10.0.0.0/8"] },
    });
    const added = await service.call("POST", "/instance/egress-allow", {
      key: acme.keys.owner,
      body: { add: ["127.0.0.1:9100", "127.0.0.1:9100", "10.0.0.0/8"] },
    });
    expect(added.body.egress_allow).toEqual(["10.0.0.0/8", "127.0.0.1:9100"]);
    const removed = await service.call("POST", "/instance/egress-allow", {
      key: acme.keys.owner,
      body: { remove: ["127.0.0.1:9100", "never there"] },
    });
    expect([removed.status]).toEqual([400]);
    expect(
      (
        await service.call("POST", "/instance/egress-allow", {
          key: acme.keys.owner,
          body: { remove: ["127.0.0.1:9100"] },
        })
      ).body.egress_allow,
    ).toEqual(["10.0.0.0/8"]);
    for (const entry of ["localhost", "127.0.0.1:99999", "10.0.0.0/33", "http://x.example", "*"]) {
      expect(
        (
          await service.call("POST", "/instance/egress-allow", {
            key: acme.keys.owner,
            body: { add: [entry] },
          })
        ).status,
        entry,
      ).toBe(400);
    }
    const rows = await service.db.query<{ target: string }>(
      "select target from audit where action = 'instance.egress_allow' order by id",
    );
    expect(rows.map((row) => row.target)).toEqual([
      "+127.0.0.1:9100 +127.0.0.1:9100 +10.0.0.0/8",
      "-127.0.0.1:9100",
    ]);
    await service.call("PATCH", "/instance", { key: acme.keys.owner, body: { egress_allow: [] } });
  });
});

describe("wire", () => {
  it("[API-004] every list goes by pages", async () => {
    for (const path of ["/channels", "/operators", "/api-keys"]) {
      const whole = await service.call("GET", path, { key: acme.keys.owner });
      const pagedItems: unknown[] = [];
      let cursor: string | null = "";
      for (let n = 0; cursor !== null && n < 100; n++) {
        const page = await service.call(
          "GET",
          `${path}?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`,
          { key: acme.keys.owner },
        );
        expect(page.status).toBe(200);
        pagedItems.push(...(page.body as { items: unknown[] }).items);
        cursor = (page.body as { next_cursor: string | null }).next_cursor;
      }
      // Using a key updates `last_used_at` at most every five minutes. The test clock does not
      // advance.
      expect(pagedItems).toEqual(whole.body.items);
      for (const bad of [
        "limit=0",
        "limit=201",
        "limit=1&limit=2",
        "cursor=eyJpZCI6MH0",
        "colour=red",
      ])
        expect(
          (await service.call("GET", `${path}?${bad}`, { key: acme.keys.owner })).status,
          `${path}?${bad}`,
        ).toBe(400);
    }
  });
  it("[API-003] [H-248] [API-202] a body that is not JSON is refused with 415", async () => {
    const answer = await service.call("PATCH", "/account", {
      key: acme.keys.owner,
      body: "{}",
      headers: { "content-type": "text/plain" },
    });
    expect([answer.status, answer.body.error.code]).toEqual([415, "unsupported_media_type"]);
  });
  it("[API-002] [H-274] an unknown route answers the error object", async () => {
    const answer = await service.call("GET", "/nope", { key: acme.keys.owner });
    expect([answer.status, answer.body.error.code, typeof answer.body.error.request_id]).toEqual([
      404,
      "not_found",
      "string",
    ]);
    expect((await service.call("GET", "/channels/1e1", { key: acme.keys.owner })).status).toBe(400);
    expect(
      (await service.call("GET", "/channels/99999999999999999999999", { key: acme.keys.owner }))
        .status,
    ).toBe(400);
    expect(
      (await service.call("GET", "/channels/9999999999999999", { key: acme.keys.owner })).status,
    ).toBe(404);
  });
});
