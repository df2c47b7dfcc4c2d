import { afterAll, beforeAll, expect, it } from "vitest";
import { defaultWidgetSettings } from "@parlour/protocol/settings/widget-settings";
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

const createWidget = (widget: object, key = acme.keys.admin) =>
  service.call("POST", "/channels", {
    key,
    body: { kind: "widget", name: "Shop", operators: [acme.ids.operator], widget },
  });
const patchWidget = (id: number, body: object, key = acme.keys.admin) =>
  service.call("PATCH", `/channels/${id}`, { key, body });

it("[API-040] [WG-001] [WG-003] [WG-090] a widget has the defaults for what was not given, its code and no endpoint; a change replaces what is given", async () => {
  const created = await createWidget({
    prefixes: ["acme", "widget"],
    origins: ["https://Shop.example/"],
    accent: "#aabbcc",
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const expected = {
    ...defaultWidgetSettings,
    prefixes: ["acme", "widget"],
    origins: ["https://shop.example"],
    accent: "#AABBCC",
  };
  expect(created.body).toMatchObject({
    kind: "widget",
    endpoint_url: "",
    inbound_url: null,
    widget: expected,
    has_identity_secret: false,
  });
  expect(created.body).not.toHaveProperty("signing_secret");
  expect(created.body.snippet).toContain(
    `(window,"acme_")</script>\n<script src="${service.publicUrl}/widget/${created.body.public_id as string}.js" async></script>`,
  );
  const { id } = created.body as { id: number };
  const hours = { timezone: "Europe/London", week: { mon: ["09:00-18:00"] } };
  const changed = await patchWidget(id, { widget: { hours, side: "left" } });
  expect(changed.body.widget).toEqual({ ...expected, hours, side: "left" });
  expect((await service.journal.config(acme.id)).channels.get(id)?.widget?.side).toBe("left");
  expect(
    (
      await service.call("POST", `/channels/${id}/rotate`, {
        key: acme.keys.admin,
        body: { what: "secret" },
      })
    ).status,
  ).toBe(404);
});

it.each([
  [{ origins: ["https://a.example", "shop.example"] }, "widget.origins.1"],
  [{ origins: ["https://shop.example/path"] }, "widget.origins.0"],
  [{ prefixes: ["9lives"] }, "widget.prefixes.0"],
  [{ prefixes: [] }, "widget.prefixes"],
  [{ accent: "red" }, "widget.accent"],
  [{ offset: 201 }, "widget.offset"],
  [{ departments: [987_654] }, "widget.departments"],
  [{ consent_url: "javascript:alert(1)" }, "widget.consent_url"],
  [{ offline: { enabled: true, name: "off", email: "off", phone: "off" } }, "widget.offline.email"],
  [{ hours: { timezone: "Mars/Base", week: {} } }, "widget.hours.timezone"],
  [{ hidden: { urls: [], countries: ["de"], devices: [] } }, "widget.hidden.countries.0"],
  [{ texts: { en: { greeting: "x".repeat(1001) } } }, "widget.texts.en.greeting"],
  [{ texts: { xx: { greeting: "?" } } }, "widget.texts.xx"],
  [{ header: "loud" }, "widget.header"],
  [{ logo: "https://shop.example/logo.svg" }, "widget.logo"],
  [
    { logo: `data:image/svg+xml;base64,${btoa("<svg viewBox='0 0 1 1'><script/></svg>")}` },
    "widget.logo",
  ],
  [{ surprise: true }, "widget.surprise"],
])("[WG-090] [API-002] %j is refused at its field and changes nothing", async (widget, field) => {
  const { id } = (await createWidget({})).body as { id: number };
  const refused = await patchWidget(id, { widget });
  expect([refused.status, refused.body.error.code]).toEqual([400, "invalid_request"]);
  // If a field matches neither of two alternatives, the error names the part that does not match
  // the second one.
  expect(refused.body.error.field).toBe(field);
  expect(
    (await service.call("GET", `/channels/${id}`, { key: acme.keys.admin })).body.widget,
  ).toEqual(defaultWidgetSettings);
});

it("[CORE-091] [CORE-092] hours of a widget replace the account's, a department's come first", async () => {
  const { effectiveHours: hoursFor } = await import("../src/core/hours/effective-hours.ts");
  const { isOpen } = await import("@parlour/protocol/hours/open-hours");
  const never = { timezone: "UTC", week: {} };
  const { id } = (await createWidget({ hours: never })).body as { id: number };
  const config = await service.journal.config(acme.id);
  expect(isOpen(hoursFor(config, null, id), service.clock.now())).toBe(false);
  expect(isOpen(hoursFor(config, null), service.clock.now())).toBe(true);
  const widgetHours = {
    timezone: "UTC",
    week: { mon: [["00:00", "24:00"]] },
    exceptions: {},
  } as const;
  const departments = new Map([
    [1, { id: 1, name: "Sales", operators: new Set<number>(), hours: widgetHours }],
  ]);
  expect(hoursFor({ ...config, departments }, 1, id)).toBe(widgetHours);
});

it("[CORE-386] hours of a widget keep names and last days of exceptions that a client does not know", async () => {
  const known = { timezone: "UTC", week: {}, exceptions: { "2026-12-24": [] } };
  const details = { "2026-12-24": { name: "Christmas", until: "2027-01-02" } };
  const created = await createWidget({ hours: { ...known, exception_details: details } });
  const { id } = created.body as { id: number };
  const patch = async (hours: object) =>
    (
      await service.call("PATCH", `/channels/${id}`, {
        key: acme.keys.admin,
        body: { widget: { hours } },
      })
    ).body;
  expect((await patch(known)).widget.hours.exception_details).toEqual(details);
  const refused = await patch({ ...known, exceptions: { "2026-12-24": [], "2026-12-28": [] } });
  expect(refused.error.field).toBe("widget.hours.exception_details.2026-12-24.until");
  expect((await patch({ ...known, exceptions: {} })).widget.hours.exception_details).toEqual({});
});

it("[WG-047] [CORE-125] [CORE-303] [API-288] an identity secret is made, shown once, made anew, switched off; audited, sealed, by administrators alone", async () => {
  const { id } = (await createWidget({})).body as { id: number };
  const path = `/channels/${id}/identity-secret`;
  const request = (method: string, key = acme.keys.admin) =>
    service.call(method, path, { key, ...(method === "POST" ? { body: {} } : {}) });
  const first = await request("POST");
  const second = await request("POST");
  expect([first.status, first.body.identity_secret]).toEqual([
    200,
    expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
  ]);
  expect(second.body.identity_secret).not.toBe(first.body.identity_secret);
  const response = await service.call("GET", `/channels/${id}`, { key: acme.keys.admin });
  expect(response.body.has_identity_secret).toBe(true);
  expect(JSON.stringify(response.body)).not.toContain(second.body.identity_secret);
  const [row] = await service.db.query<{ identity_secret: Buffer }>(
    "select identity_secret from channel where id = $1",
    [id],
  );
  expect(row?.identity_secret.includes(String(second.body.identity_secret))).toBe(false);
  expect((await request("POST", acme.keys.operator)).status).toBe(403);
  // With the secret, a role that sees texts masked could open the chat of any visitor.
  expect((await request("POST", acme.keys.developer)).status).toBe(403);
  expect((await request("POST", other.keys.owner)).status).toBe(404);
  expect((await request("DELETE")).status).toBe(204);
  expect(
    (await service.call("GET", `/channels/${id}`, { key: acme.keys.admin })).body
      .has_identity_secret,
  ).toBe(false);
  const audited = await service.db.query<{ action: string; target: string }>(
    "select action, target from audit where account_id = $1 and action like 'channel.identity%' order by id",
    [acme.id],
  );
  expect(audited.map((one) => one.action)).toEqual([
    "channel.identity_secret",
    "channel.identity_secret",
    "channel.identity_secret_off",
  ]);
  expect(audited.every((one) => one.target === `channel ${id}`)).toBe(true);
});

it("[API-573] [CORE-303] a link is signed by those who may sign and read texts, with a secret; the audit log has no contacts", async () => {
  const created = await createWidget({});
  const { id } = created.body as { id: number };
  const sign = (body: object, key = acme.keys.admin, widget = id) =>
    service.call("POST", `/channels/${widget}/signed-links`, { key, body });
  const fields = { order: 7781, plan: "wholesale" };
  const user = { id: "anna-1", name: "Anna", email: "anna@shop.example" };
  expect((await sign({ fields })).body.error).toMatchObject({ code: "not_available" });
  await service.call("POST", `/channels/${id}/identity-secret`, {
    key: acme.keys.admin,
    body: {},
  });
  const both = await sign({ fields, user });
  expect(both.status, JSON.stringify(both.body)).toBe(200);
  const parameters = new URL(String(both.body.url)).searchParams;
  expect([...parameters]).toEqual([
    ["user_token", both.body.user_token],
    ["fields", both.body.fields],
  ]);
  const day = 86_400_000;
  const now = Math.floor(service.clock.now() / 1_000) * 1_000;
  expect(both.body.expires_at).toBe(new Date(now + day).toISOString());
  expect((await sign({ fields })).body).toMatchObject({ user_token: null, expires_at: null });
  expect((await sign({ user, valid_s: 3_600 })).body).toMatchObject({
    fields: null,
    expires_at: new Date(now + 3_600_000).toISOString(),
  });
  for (const [body, field] of [
    [{}, "fields"],
    [{ fields: {} }, "fields"],
    [{ user, valid_s: 86_401 }, "valid_s"],
    [{ user: { ...user, name: "ж".repeat(200), email: `${"ж".repeat(250)}@x.y` } }, "user"],
    [{ fields: { a: "x".repeat(1_000), b: "x".repeat(1_000), c: "x".repeat(1_000) } }, "fields"],
  ] as const)
    expect((await sign(body)).body.error).toMatchObject({ code: "invalid_request", field });
  for (const key of [acme.keys.developer, acme.keys.operator, acme.keys.viewer])
    expect((await sign({ fields }, key)).status).toBe(403);
  expect((await sign({ fields }, other.keys.owner)).status).toBe(404);
  const audited = await service.db.query<{ target: string }>(
    "select target from audit where account_id = $1 and action = 'channel.sign_link' order by id",
    [acme.id],
  );
  const visitor = expect.stringMatching(/: visitor s_[\w-]{43}/);
  expect(audited.map(({ target }) => target)).toEqual([
    visitor,
    `channel ${id}: fields order, plan`,
    visitor,
  ]);
  expect(JSON.stringify(audited)).not.toMatch(/anna|7781|wholesale/i);
});

it("[API-573] [ROLE-001] a role with masked texts cannot sign, even with the permission", async () => {
  const { id } = (await createWidget({})).body as { id: number };
  const role = await service.call("POST", "/roles", {
    key: acme.keys.owner,
    body: { name: "Signer", base: "developer", permissions: ["channels.sign"] },
  });
  expect(role.status, JSON.stringify(role.body)).toBe(201);
  const changed = await service.call("PATCH", `/operators/${acme.ids.developer}`, {
    key: acme.keys.owner,
    body: { custom_role_id: role.body.id },
  });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  const answer = await service.call("POST", `/channels/${id}/signed-links`, {
    key: acme.keys.developer,
    body: { fields: { order: 1 } },
  });
  expect([answer.status, answer.body.error]).toEqual([
    403,
    expect.objectContaining({ message: expect.stringContaining("cannot read messages") }),
  ]);
});
