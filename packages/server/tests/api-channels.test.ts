import { startIntegrator } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
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

const newChannelBody = (more: object = {}) => ({
  name: "Mobile app",
  endpoint_url: "https://hooks.example/chat",
  operators: [acme.ids.operator],
  ...more,
});

describe("channels", () => {
  it("[API-040] [CH-001] [CH-002] an administrator creates a channel and sees its address, and its secret once", async () => {
    const created = await service.call("POST", "/channels", {
      key: acme.keys.admin,
      body: newChannelBody({ chunked: true }),
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      kind: "api",
      name: "Mobile app",
      endpoint_url: "https://hooks.example/chat",
      chunked: true,
      enabled: true,
      operators: [acme.ids.operator],
      status: 0,
    });
    expect(created.body.public_id).toMatch(/^[A-Za-z0-9]{10}$/);
    expect(created.body.inbound_url).toMatch(
      new RegExp(
        `^${service.publicUrl}/channel/[A-Za-z0-9]{24}/${created.body.public_id as string}$`,
      ),
    );
    expect(created.body.signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(created.body.secret_hint).toBe((created.body.signing_secret as string).slice(-4));
    const again = await service.call("GET", `/channels/${created.body.id as number}`, {
      key: acme.keys.developer,
    });
    expect(again.status).toBe(200);
    expect(again.body.inbound_url).toBe(created.body.inbound_url);
    expect(again.body).not.toHaveProperty("signing_secret");
    const announced = await service.db.query<{ body: string }>(
      "select body from journal where account_id = $1 and name = 'settings_changed'",
      [acme.id],
    );
    expect(announced.map((row) => JSON.parse(row.body) as unknown)).toContainEqual({
      kind: "channel",
      id: created.body.id,
    });
    expect(
      (await service.call("GET", "/channels", { key: acme.keys.admin })).body.items,
    ).toContainEqual(again.body);
  });

  it.each([
    [{ name: "" }, "name"],
    [{ name: "   " }, "name"],
    [{ name: "x".repeat(101) }, "name"],
    [{ name: 7 }, "name"],
    [{ endpoint_url: "file:///etc/passwd" }, "endpoint_url"],
    [{ endpoint_url: "http://x.example/\r\nX-A: 1" }, "endpoint_url"],
    [{ endpoint_url: "//x.example" }, "endpoint_url"],
    [{ endpoint_url: `http://x.example/${"a".repeat(2048)}` }, "endpoint_url"],
    [{ endpoint_url: "https://a:b@x.example/" }, "endpoint_url"],
    [{ endpoint_url: undefined }, "endpoint_url"],
    [{ operators: [] }, "operators"],
    [{ operators: undefined }, "operators"],
    [{ operators: [999_999] }, "operators"],
    [{ account_id: 2 }, "account_id"],
  ])("[CH-001] %j is refused, named, and nothing is created", async (fault, field) => {
    const before = await service.call("GET", "/channels", { key: acme.keys.owner });
    const answer = await service.call("POST", "/channels", {
      key: acme.keys.owner,
      body: newChannelBody(fault),
    });
    expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([
      400,
      "invalid_request",
      field,
    ]);
    expect((await service.call("GET", "/channels", { key: acme.keys.owner })).body).toEqual(
      before.body,
    );
  });

  it("[CH-001] [CORE-002] operators of another account are strangers", async () => {
    const answer = await service.call("POST", "/channels", {
      key: acme.keys.owner,
      body: newChannelBody({ operators: [other.ids.operator] }),
    });
    expect([answer.status, answer.body.error.field]).toEqual([400, "operators"]);
  });

  it("[CORE-123] a private endpoint is refused when saved and when changed", async () => {
    const created = await service.call("POST", "/channels", {
      key: acme.keys.owner,
      body: newChannelBody(),
    });
    const saved = await service.call("POST", "/channels", {
      key: acme.keys.owner,
      body: newChannelBody({ endpoint_url: "http://10.0.0.1/" }),
    });
    expect([saved.status, saved.body.error.code, saved.body.error.field]).toEqual([
      400,
      "private_address",
      "endpoint_url",
    ]);
    const changed = await service.call("PATCH", `/channels/${created.body.id as number}`, {
      key: acme.keys.owner,
      body: { endpoint_url: "http://10.0.0.1/" },
    });
    expect([changed.status, changed.body.error.code]).toEqual([400, "private_address"]);
  });

  it("[CH-005] operators and viewers neither change channels nor see their addresses", async () => {
    const { id } = (
      await service.call("POST", "/channels", { key: acme.keys.owner, body: newChannelBody() })
    ).body as { id: number };
    for (const role of ["operator", "viewer"] as const) {
      const key = acme.keys[role];
      for (const [method, path, body] of [
        ["POST", "/channels", newChannelBody()],
        ["PATCH", `/channels/${id}`, { name: "x" }],
        ["DELETE", `/channels/${id}`, undefined],
        ["POST", `/channels/${id}/rotate`, { what: "address" }],
        ["POST", `/channels/${id}/test`, {}],
      ] as const) {
        expect(
          (await service.call(method, path, { key, body })).status,
          `${role} ${method} ${path}`,
        ).toBe(403);
      }
      const masked = await service.call("GET", `/channels/${id}`, { key });
      expect([masked.status, masked.body.inbound_url, masked.body.secret_hint]).toEqual([
        200,
        null,
        "",
      ]);
    }
  });

  it("[CH-004] [CH-110] changes what is given and keeps the rest", async () => {
    const { id, inbound_url } = (
      await service.call("POST", "/channels", { key: acme.keys.owner, body: newChannelBody() })
    ).body as {
      id: number;
      inbound_url: string;
    };
    const changed = await service.call("PATCH", `/channels/${id}`, {
      key: acme.keys.developer,
      body: {
        enabled: false,
        operators: [acme.ids.owner, acme.ids.admin],
        media_as: "text with link",
      },
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      id,
      name: "Mobile app",
      enabled: false,
      operators: [acme.ids.owner, acme.ids.admin],
      media_as: "text with link",
      inbound_url,
    });
    expect(
      (await service.call("PATCH", `/channels/${id}`, { key: acme.keys.owner, body: {} })).status,
    ).toBe(400);
  });

  it("[CH-004] [CORE-124] [API-289] rotating gives a new address or secret and keeps the old one for 24 h", async () => {
    const created = (
      await service.call("POST", "/channels", { key: acme.keys.owner, body: newChannelBody() })
    ).body as {
      id: number;
      inbound_url: string;
      signing_secret: string;
    };
    const address = await service.call("POST", `/channels/${created.id}/rotate`, {
      key: acme.keys.owner,
      body: { what: "address" },
    });
    expect(address.status).toBe(200);
    expect(address.body.inbound_url).not.toBe(created.inbound_url);
    expect(address.body).not.toHaveProperty("signing_secret");
    const secrets = await service.db.query<{ expires_at: Date | null }>(
      "select expires_at from channel_secret where channel_id = $1 order by expires_at nulls last",
      [created.id],
    );
    expect(
      secrets.map((row) => (row.expires_at === null ? null : row.expires_at.getTime())),
    ).toEqual([service.clock.now() + 86_400_000, null]);
    const secret = await service.call("POST", `/channels/${created.id}/rotate`, {
      key: acme.keys.owner,
      body: { what: "secret" },
    });
    expect(secret.body.signing_secret).toMatch(/^whsec_/);
    expect(secret.body.signing_secret).not.toBe(created.signing_secret);
    expect(secret.body.inbound_url).toBe(address.body.inbound_url);
    const [endpoint] = await service.db.query<{ until: Date }>(
      "select e.previous_secret_until as until from endpoint e join channel c on c.endpoint_id = e.id where c.id = $1",
      [created.id],
    );
    expect(endpoint?.until.getTime()).toBe(service.clock.now() + 86_400_000);
    expect(
      (
        await service.call("POST", `/channels/${created.id}/rotate`, {
          key: acme.keys.owner,
          body: { what: "both" },
        })
      ).status,
    ).toBe(400);
  });

  it("[CH-111] a deleted channel is gone, for good", async () => {
    const { id } = (
      await service.call("POST", "/channels", { key: acme.keys.owner, body: newChannelBody() })
    ).body as { id: number };
    expect((await service.call("DELETE", `/channels/${id}`, { key: acme.keys.owner })).status).toBe(
      204,
    );
    expect((await service.call("GET", `/channels/${id}`, { key: acme.keys.owner })).status).toBe(
      404,
    );
    expect((await service.call("DELETE", `/channels/${id}`, { key: acme.keys.owner })).status).toBe(
      404,
    );
  });

  it("[CORE-002] [H-238] a channel of another account does not exist", async () => {
    const { id } = (
      await service.call("POST", "/channels", { key: acme.keys.owner, body: newChannelBody() })
    ).body as { id: number };
    const unknown = await service.call("PATCH", "/channels/999999", {
      key: other.keys.owner,
      body: { name: "x" },
    });
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["PATCH", "", { name: "x" }],
      ["DELETE", "", undefined],
      ["POST", "/rotate", { what: "secret" }],
      ["POST", "/test", {}],
    ] as const) {
      const answer = await service.call(method, `/channels/${id}${path}`, {
        key: other.keys.owner,
        body,
      });
      expect([answer.status, answer.body.error.code, answer.body.error.message]).toEqual([
        404,
        "not_found",
        unknown.body.error.message,
      ]);
    }
  });

  it("[CH-011] [CH-113] a test reports the attempt and how the inbound side stands", async () => {
    const integrator = await startIntegrator();
    onTestFinished(() => integrator.close());
    const allow = (rows: object) =>
      service.call("POST", "/instance/egress-allow", { key: acme.keys.owner, body: rows });
    expect((await allow({ add: [`127.0.0.1:${integrator.port}`] })).status).toBe(200);
    const { id, inbound_url } = (
      await service.call("POST", "/channels", {
        key: acme.keys.owner,
        body: newChannelBody({ endpoint_url: integrator.url }),
      })
    ).body as {
      id: number;
      inbound_url: string;
    };
    await service.setPresence([acme.keys.operator, "online"]);
    const tested = await service.call("POST", `/channels/${id}/test`, {
      key: acme.keys.developer,
      body: {},
    });
    // The working hours are closed all week. The page shows the status that the channel returns
    // (CH-011).
    const hours = (timezone: string | null) =>
      service.call("PATCH", "/working-hours", { key: acme.keys.owner, body: { timezone } });
    expect((await hours("UTC")).status).toBe(200);
    expect(
      (await service.call("GET", `/channels/${id}`, { key: acme.keys.owner })).body.status,
    ).toBe(0);
    expect((await hours(null)).status).toBe(200);
    await service.endPresence();
    expect(tested.status).toBe(200);
    expect(tested.body).toEqual({
      outbound: {
        outcome: "delivered",
        status: 200,
        duration_ms: 0,
        error: null,
        request: expect.objectContaining({
          url: `${integrator.url}/${new URL(inbound_url).pathname.split("/").at(-1)}`,
        }),
        reply: expect.objectContaining({ body: '{"result":"ok"}' }),
      },
      inbound: { url: inbound_url, status: 1, accepts_messages: true, last_inbound_at: null },
    });
  });
});

describe("Idempotency-Key", () => {
  it("[API-005] the same key and body gives the first answer, secret included; it is stored encrypted", async () => {
    const ask = {
      key: acme.keys.owner,
      body: newChannelBody(),
      headers: { "idempotency-key": "k-1" },
    };
    const first = await service.call("POST", "/channels", ask);
    const second = await service.call("POST", "/channels", ask);
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    const [row] = await service.db.query<{ answer: string }>(
      "select answer from idempotency where key = 'k-1'",
    );
    expect(row?.answer).not.toContain("whsec_");
  });
  it("[API-005] [API-203] another body or another route with the same key is a conflict", async () => {
    const headers = { "idempotency-key": "k-2" };
    expect(
      (
        await service.call("POST", "/channels", {
          key: acme.keys.owner,
          body: newChannelBody(),
          headers,
        })
      ).status,
    ).toBe(201);
    const conflict = await service.call("POST", "/channels", {
      key: acme.keys.owner,
      body: newChannelBody({ name: "Other" }),
      headers,
    });
    expect([conflict.status, conflict.body.error.code]).toEqual([422, "idempotency_conflict"]);
    expect(
      (
        await service.call("PATCH", "/account", {
          key: acme.keys.owner,
          body: { name: "acme" },
          headers,
        })
      ).status,
    ).toBe(422);
  });
  it("[API-005] [P14] after 24 h a key is new", async () => {
    const headers = { "idempotency-key": "k-4" };
    const first = await service.call("POST", "/channels", {
      key: acme.keys.owner,
      body: newChannelBody(),
      headers,
    });
    await service.clock.advance(24 * 3_600_000 + 1);
    const second = await service.call("POST", "/channels", {
      key: acme.keys.owner,
      body: newChannelBody({ name: "Another" }),
      headers,
    });
    expect([second.status, second.body.name]).toEqual([201, "Another"]);
    expect(second.body.id).not.toBe(first.body.id);
    expect(
      (
        await service.call("POST", "/channels", {
          key: acme.keys.owner,
          body: newChannelBody({ name: "Another" }),
          headers,
        })
      ).body,
    ).toEqual(second.body);
  });
  it("[API-005] [API-203] a refused request keeps no key, and an unusable key is refused", async () => {
    const headers = { "idempotency-key": "k-3" };
    expect(
      (
        await service.call("POST", "/channels", {
          key: acme.keys.owner,
          body: newChannelBody({ operators: [999_999] }),
          headers,
        })
      ).status,
    ).toBe(400);
    expect(
      (
        await service.call("POST", "/channels", {
          key: acme.keys.owner,
          body: newChannelBody(),
          headers,
        })
      ).status,
    ).toBe(201);
    expect(
      (
        await service.call("POST", "/channels", {
          key: acme.keys.owner,
          body: newChannelBody(),
          headers: { "idempotency-key": "k".repeat(256) },
        })
      ).status,
    ).toBe(400);
    expect(
      (
        await service.call("POST", "/channels", {
          key: acme.keys.owner,
          body: newChannelBody(),
          headers: { "idempotency-key": "a b" },
        })
      ).status,
    ).toBe(400);
  });
});
