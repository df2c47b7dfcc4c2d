import { startTestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startServiceApi,
  type ServiceResponse,
  type ServiceApi,
  type TestAccount,
} from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
let other: TestAccount;
beforeAll(async () => {
  service = await startServiceApi();
  acme = await service.createAccount("acme");
  other = await service.createAccount("other");
});
afterAll(() => service.close());

const defaultEvents = [
  "call_event",
  "chat_accepted",
  "chat_assigned",
  "chat_updated",
  "chat_finished",
  "offline_message",
];
const createWebhook = (account: TestAccount, more: object = {}): Promise<ServiceResponse> =>
  service.call("POST", "/webhooks", {
    key: account.keys.owner,
    body: { url: "https://crm.example/hook", ...more },
  });

describe("webhooks", () => {
  it("[WH-001] owner and administrator create them; all events, all channels, no blocks by default", async () => {
    for (const role of ["owner", "admin"] as const) {
      const created = await service.call("POST", "/webhooks", {
        key: acme.keys[role],
        body: { url: "http://crm.example/a%20b/?x=1&y=%2F#top" },
      });
      expect([created.status, created.body], role).toEqual([
        201,
        {
          id: created.body.id,
          name: "",
          endpoint_id: expect.any(Number),
          url: "http://crm.example/a%20b/?x=1&y=%2F#top",
          enabled: true,
          events: defaultEvents,
          channels: null,
          departments: null,
          blocks: [],
          message_text: false,
          rating_wait_s: 60,
          off: null,
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
      expect(
        (
          await service.call("GET", `/webhooks/${created.body.id as number}`, {
            key: acme.keys.admin,
          })
        ).body,
      ).toEqual(rest);
      expect(
        (await service.call("GET", "/webhooks", { key: acme.keys.admin })).body.items,
      ).toContainEqual(rest);
    }
    for (const role of ["operator", "viewer"] as const) {
      expect(
        (
          await service.call("POST", "/webhooks", {
            key: acme.keys[role],
            body: { url: "https://x.example/" },
          })
        ).status,
        role,
      ).toBe(403);
      expect((await service.call("GET", "/webhooks", { key: acme.keys[role] })).status, role).toBe(
        403,
      );
    }
  });

  it("[WH-001] [WH-026] [WH-080] [WH-081] each has its own switch, filter, channels, blocks, wait and name; changes keep the rest", async () => {
    const channel = await service.call("POST", "/channels", {
      key: acme.keys.owner,
      body: {
        name: "App",
        endpoint_url: "https://hooks.example/chat",
        operators: [acme.ids.operator],
      },
    });
    const channelId = channel.body.id as number;
    const created = await createWebhook(acme, {
      events: ["chat_finished"],
      channels: [channelId],
      blocks: ["tags", "invitation"],
      enabled: false,
      name: "CRM",
      rating_wait_s: 5,
    });
    const { id } = created.body as { id: number };
    expect(created.body).toMatchObject({
      enabled: false,
      events: ["chat_finished"],
      channels: [channelId],
      blocks: ["tags", "invitation"],
    });
    const read = async () => (await service.journal.config(acme.id)).webhooks.get(id);
    expect(await read()).toEqual({
      id,
      name: "CRM",
      ratingWaitMs: 5_000,
      endpointId: created.body.endpoint_id,
      enabled: false,
      events: new Set(["chat_finished"]),
      channels: new Set([channelId]),
      departments: null,
      sendsText: false,
      blocks: new Set(["tags", "invitation"]),
    });
    const changed = await service.call("PATCH", `/webhooks/${id}`, {
      key: acme.keys.admin,
      body: { enabled: true, channels: null, url: "https://crm.example/other" },
    });
    expect(changed.body).toMatchObject({
      enabled: true,
      channels: null,
      url: "https://crm.example/other",
      events: ["chat_finished"],
    });
    expect(await read()).toMatchObject({ enabled: true, channels: null, name: "CRM" });
    const endpoint = async () =>
      (
        await service.call("GET", `/endpoints/${changed.body.endpoint_id as number}`, {
          key: acme.keys.owner,
        })
      ).body;
    expect(await endpoint()).toMatchObject({ name: "CRM" });
    const renamed = await service.call("PATCH", `/webhooks/${id}`, {
      key: acme.keys.owner,
      body: { name: "", rating_wait_s: 0 },
    });
    expect(renamed.body).toMatchObject({ name: "", rating_wait_s: 0, events: ["chat_finished"] });
    expect((await endpoint()) as { name: string }).not.toMatchObject({ name: "CRM" });
    expect(
      (await service.call("PATCH", `/webhooks/${id}`, { key: acme.keys.owner, body: {} })).status,
    ).toBe(400);
    expect((await service.call("DELETE", `/webhooks/${id}`, { key: acme.keys.owner })).status).toBe(
      204,
    );
    expect((await service.call("GET", `/webhooks/${id}`, { key: acme.keys.owner })).status).toBe(
      404,
    );
    expect((await read())?.enabled).toBe(false);
    const announced = await service.db.query<{ body: string }>(
      "select body from journal where account_id = $1 and body = $2",
      [acme.id, JSON.stringify({ kind: "webhook", id })],
    );
    expect(announced).toHaveLength(4);
  });

  it("[WH-105] [WH-106] [WH-109] the other events, departments and texts are set one by one; a deleted department leaves none", async () => {
    const department = await service.call("POST", "/departments", {
      key: acme.keys.owner,
      body: { name: "Returns" },
    });
    const departmentId = department.body.id as number;
    const created = await createWebhook(acme, {
      events: ["message_created", "chat_rated"],
      departments: [departmentId],
      message_text: true,
    });
    expect(created.body).toMatchObject({
      events: ["message_created", "chat_rated"],
      departments: [departmentId],
      message_text: true,
    });
    const { id } = created.body as { id: number };
    const read = async () => (await service.journal.config(acme.id)).webhooks.get(id);
    expect(await read()).toMatchObject({
      events: new Set(["message_created", "chat_rated"]),
      departments: new Set([departmentId]),
      sendsText: true,
    });
    const change = async (body: object) =>
      (await service.call("PATCH", `/webhooks/${id}`, { key: acme.keys.owner, body })).body;
    expect(await change({ departments: null, message_text: false })).toMatchObject({
      departments: null,
      message_text: false,
      events: ["message_created", "chat_rated"],
    });
    await change({ departments: [departmentId] });
    expect(
      (await service.call("DELETE", `/departments/${departmentId}`, { key: acme.keys.owner }))
        .status,
    ).toBe(204);
    expect(await read()).toMatchObject({ departments: new Set() });
    const { body } = await service.call("GET", `/webhooks/${id}`, { key: acme.keys.owner });
    expect(body.departments).toEqual([]);
    const foreign = await service.call("POST", "/departments", {
      key: other.keys.owner,
      body: { name: "Theirs" },
    });
    const refused = await createWebhook(acme, { departments: [foreign.body.id as number] });
    expect([refused.status, refused.body.error.field]).toEqual([400, "departments"]);
  });

  it.each<[object, string]>([
    [{ url: "ftp://crm.example/" }, "url"],
    [{ url: "https://u@crm.example/" }, "url"],
    [{ url: "https://crm.example/\r\nX-A: 1" }, "url"],
    [{ url: "crm.example/hook" }, "url"],
    [{ url: `https://crm.example/${"a".repeat(2048)}` }, "url"],
    [{ url: undefined }, "url"],
    [{ events: [] }, "events"],
    [{ events: ["chat_ended"] }, "events.0"],
    [{ channels: [] }, "channels"],
    [{ channels: [999_999] }, "channels"],
    [{ departments: [] }, "departments"],
    [{ departments: [999_999] }, "departments"],
    [{ message_text: 1 }, "message_text"],
    [{ blocks: ["everything"] }, "blocks.0"],
    [{ name: "x".repeat(101) }, "name"],
    [{ rating_wait_s: 601 }, "rating_wait_s"],
    [{ rating_wait_s: -1 }, "rating_wait_s"],
    [{ secret: "mine" }, "secret"],
  ])("[WH-001] %j is refused, named, and nothing is created", async (fault, field) => {
    const before = (await service.call("GET", "/webhooks?limit=200", { key: acme.keys.owner }))
      .body as unknown;
    const answer = await createWebhook(acme, fault);
    expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([
      400,
      "invalid_request",
      field,
    ]);
    expect(
      (await service.call("GET", "/webhooks?limit=200", { key: acme.keys.owner })).body,
    ).toEqual(before);
  });

  it("[WH-001] an address of 2048 characters is kept to the last one", async () => {
    const url = `https://crm.example/${"a".repeat(2028)}`;
    expect(url).toHaveLength(2048);
    expect((await createWebhook(acme, { url })).body.url).toBe(url);
  });

  it("[CORE-124] [CORE-125] [API-309] a rotated secret is shown once; the old one signs 24 h more", async () => {
    const created = (await createWebhook(acme)).body as {
      id: number;
      signing_secret: string;
      endpoint_id: number;
    };
    const rotated = await service.call("POST", `/webhooks/${created.id}/rotate`, {
      key: acme.keys.developer,
      body: {},
    });
    expect([rotated.status, rotated.body.signing_secret]).toEqual([
      200,
      expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    ]);
    expect(rotated.body.signing_secret).not.toBe(created.signing_secret);
    const [endpoint] = await service.db.query<{ until: Date; text: string }>(
      "select previous_secret_until as until, encode(secret || previous_secret, 'escape') as text from endpoint where id = $1",
      [created.endpoint_id],
    );
    expect(endpoint?.until.getTime()).toBe(service.clock.now() + 86_400_000);
    expect(endpoint?.text).not.toContain("whsec_");
    expect(
      (await service.call("GET", `/webhooks/${created.id}`, { key: acme.keys.owner })).body,
    ).not.toHaveProperty("signing_secret");
  });

  it("[WH-062] [API-308] one that Parlour switched off says so, owes nothing, and is switched on again by hand", async () => {
    const created = (await createWebhook(acme)).body as { id: number; endpoint_id: number };
    await service.journal.change(acme.id, async (tx) => {
      await tx.query(
        "update endpoint set off_at = $3, off_reason = 'gone' where account_id = $1 and id = $2",
        [acme.id, created.endpoint_id, new Date(service.clock.now())],
      );
      return { result: undefined, changed: [{ kind: "endpoint", id: created.endpoint_id }] };
    });
    const at = new Date(service.clock.now()).toISOString();
    expect(
      (await service.call("GET", `/webhooks/${created.id}`, { key: acme.keys.owner })).body.off,
    ).toEqual({ at, reason: "gone" });
    expect((await service.journal.config(acme.id)).webhooks.get(created.id)?.enabled).toBe(false);
    const on = await service.call("PATCH", `/webhooks/${created.id}`, {
      key: acme.keys.owner,
      body: { enabled: true },
    });
    expect(on.body.off).toBe(null);
    expect((await service.journal.config(acme.id)).webhooks.get(created.id)?.enabled).toBe(true);
  });

  it("[API-041] [CORE-053] what happened at the endpoint last stands beside it", async () => {
    const created = (await createWebhook(acme)).body as { id: number; endpoint_id: number };
    await service.db.query(
      `insert into endpoint_health (account_id, endpoint_id, last_success_at, last_failure_at, last_failure_outcome, last_failure_status)
       values ($1, $2, '2026-01-05T08:00:00Z', '2026-01-05T08:30:00Z', 'http_error', 500)`,
      [acme.id, created.endpoint_id],
    );
    expect(
      (await service.call("GET", `/webhooks/${created.id}`, { key: acme.keys.owner })).body,
    ).toMatchObject({
      last_used_at: "2026-01-05T08:30:00.000Z",
      last_success_at: "2026-01-05T08:00:00.000Z",
      last_failure: { at: "2026-01-05T08:30:00.000Z", outcome: "http_error", status: 500 },
    });
  });

  it("[CORE-002] a webhook of another account does not exist", async () => {
    const { id } = (await createWebhook(acme)).body as { id: number };
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["PATCH", "", { enabled: false }],
      ["DELETE", "", undefined],
      ["POST", "/rotate", {}],
    ] as const)
      expect(
        (await service.call(method, `/webhooks/${id}${path}`, { key: other.keys.owner, body }))
          .status,
        `${method} ${path}`,
      ).toBe(404);
    expect((await service.call("GET", "/webhooks", { key: other.keys.owner })).body.items).toEqual(
      [],
    );
  });
});

it("[CORE-123] [BOT-013] [H-262] [H-263] private targets need the allow list; bots need https but for targets on it", async () => {
  const parlour = await startTestParlour();
  try {
    const { call } = parlour.owner;
    const refused = async (path: string, body: object): Promise<unknown[]> => {
      const answer = await call("POST", path, body);
      return [answer.status, answer.body.error?.code, answer.body.error?.field];
    };
    const provider = (await call("POST", "bot-providers", { name: "B", contact: "a@b.example" }))
      .body as { id: string };
    const bot = (endpoint_url: string) => ({
      provider_id: provider.id,
      token: "a-token-of-more-than-22",
      endpoint_url,
    });
    expect(await refused("webhooks", { url: "http://127.0.0.1:9/hook" })).toEqual([
      400,
      "private_address",
      "url",
    ]);
    expect(await refused("webhooks", { url: "https://169.254.169.254/" })).toEqual([
      400,
      "private_address",
      "url",
    ]);
    expect(await refused("bots", bot("https://127.0.0.1:9443/"))).toEqual([
      400,
      "private_address",
      "endpoint_url",
    ]);
    expect(await refused("bots", bot("http://1.1.1.1/"))).toEqual([
      400,
      "private_address",
      "endpoint_url",
    ]);
    expect(
      await refused("bot-providers", {
        name: "B",
        contact: "a@b.example",
        endpoint_url: "http://1.1.1.1/",
      }),
    ).toEqual([400, "private_address", "endpoint_url"]);
    const hook = (await call("POST", "webhooks", { url: "http://1.1.1.1/hook" })).body as {
      id: number;
    };
    for (const url of [
      "http://169.254.169.254/latest/meta-data/",
      "http://10.0.0.5/hook",
      "http://localhost:5432/",
      "http://[::1]/",
    ]) {
      const changed = await call("PATCH", `webhooks/${hook.id}`, { url });
      expect([changed.status, changed.body.error.code], url).toEqual([400, "private_address"]);
    }
    expect((await call("GET", `webhooks/${hook.id}`)).body.url).toBe("http://1.1.1.1/hook");
    expect((await call("POST", "bots", bot("https://1.1.1.1/"))).status).toBe(201);
    await call("POST", "instance/egress-allow", { add: ["127.0.0.1:9101", "1.1.1.1:80"] });
    expect(
      (
        await call("POST", "bots", {
          ...bot("http://127.0.0.1:9101/in"),
          token: "a-second-one-of-more-22",
        })
      ).status,
    ).toBe(201);
    expect(
      (
        await call("POST", "bots", {
          ...bot("http://1.1.1.1/in"),
          token: "a-third-one-of-more-than",
        })
      ).status,
    ).toBe(201);
  } finally {
    await parlour.close();
  }
});
