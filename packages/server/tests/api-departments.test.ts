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

/** Returns the current day of the test clock, so that the responses do not depend on the date. */
const currentDay = (): string => new Date(service.clock.now()).toISOString().slice(0, 10);
const currentWeekday = (): string =>
  (["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const)[
    new Date(service.clock.now()).getUTCDay()
  ] ?? "mon";

describe("departments", () => {
  it("[CORE-023] an administrator makes, changes and deletes one; everybody reads it; nodes hear of it", async () => {
    const [{ before } = { before: 0 }] = await service.db.query<{ before: number }>(
      "select coalesce(max(n), 0)::int as before from audit where account_id = $1",
      [acme.id],
    );
    const created = await service.call("POST", "/departments", {
      key: acme.keys.admin,
      body: { name: " Sales ", operators: [acme.ids.operator, acme.ids.admin] },
    });
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: created.body.id,
        name: "Sales",
        operators: [acme.ids.admin, acme.ids.operator].toSorted((a, b) => a - b),
        match_language: false,
        skills: [],
        working_hours: null,
        open_now: true,
        next_opening_at: null,
        created_at: new Date(service.clock.now()).toISOString(),
        managed: false,
      },
    ]);
    const { id } = created.body as { id: number };
    for (const role of ["owner", "admin", "developer", "operator", "viewer"] as const) {
      expect(
        (await service.call("GET", `/departments/${id}`, { key: acme.keys[role] })).body,
        role,
      ).toEqual(created.body);
      expect(
        (await service.call("GET", "/departments", { key: acme.keys[role] })).body.items,
        role,
      ).toContainEqual(created.body);
    }
    const config = await service.journal.config(acme.id);
    expect(config.departments.get(id)).toEqual({
      id,
      name: "Sales",
      operators: new Set([acme.ids.admin, acme.ids.operator]),
      matchLanguage: false,
      skills: [],
      hours: null,
    });
    const changed = await service.call("PATCH", `/departments/${id}`, {
      key: acme.keys.owner,
      body: { name: "Orders", operators: [] },
    });
    expect([changed.status, changed.body.name, changed.body.operators]).toEqual([
      200,
      "Orders",
      [],
    ]);
    expect(
      (await service.call("DELETE", `/departments/${id}`, { key: acme.keys.owner })).status,
    ).toBe(204);
    expect((await service.call("GET", `/departments/${id}`, { key: acme.keys.owner })).status).toBe(
      404,
    );
    expect((await service.journal.config(acme.id)).departments.has(id)).toBe(false);
    const announced = await service.db.query<{ body: string }>(
      "select body from journal where account_id = $1 and name = 'settings_changed'",
      [acme.id],
    );
    expect(
      announced.filter((row) => row.body === JSON.stringify({ kind: "department", id })),
    ).toHaveLength(3);
    const audited = await service.db.query<{ action: string }>(
      "select action from audit where account_id = $1 and n > $2 and actor_kind <> 'system' order by n",
      [acme.id, before],
    );
    expect(audited.map((row) => row.action)).toEqual([
      "department.create",
      "department.change",
      "department.delete",
    ]);
  });

  it("[CORE-023] [CORE-001] [API-293] [CORE-090] developers, operators and viewers do not change them", async () => {
    const { id } = (
      await service.call("POST", "/departments", {
        key: acme.keys.owner,
        body: { name: "Support" },
      })
    ).body as { id: number };
    for (const role of ["developer", "operator", "viewer"] as const) {
      for (const [method, path, body] of [
        ["POST", "/departments", { name: "Mine" }],
        ["PATCH", `/departments/${id}`, { name: "Mine" }],
        ["DELETE", `/departments/${id}`, undefined],
      ] as const)
        expect(
          (await service.call(method, path, { key: acme.keys[role], body })).status,
          `${role} ${method}`,
        ).toBe(403);
    }
  });

  it("[CORE-023] [API-293] a name stands once in an account, in any case of letters", async () => {
    const { id } = (
      await service.call("POST", "/departments", {
        key: acme.keys.owner,
        body: { name: "Returns" },
      })
    ).body as { id: number };
    const twice = await service.call("POST", "/departments", {
      key: acme.keys.owner,
      body: { name: "RETURNS" },
    });
    expect([twice.status, twice.body.error.code, twice.body.error.field]).toEqual([
      409,
      "name_taken",
      "name",
    ]);
    const third = (
      await service.call("POST", "/departments", {
        key: acme.keys.owner,
        body: { name: "Billing" },
      })
    ).body as { id: number };
    const renamed = await service.call("PATCH", `/departments/${third.id}`, {
      key: acme.keys.owner,
      body: { name: "returns" },
    });
    expect([renamed.status, renamed.body.error.code]).toEqual([409, "name_taken"]);
    expect(
      (
        await service.call("PATCH", `/departments/${id}`, {
          key: acme.keys.owner,
          body: { name: "returns" },
        })
      ).status,
    ).toBe(200);
    expect(
      (
        await service.call("POST", "/departments", {
          key: other.keys.owner,
          body: { name: "Returns" },
        })
      ).status,
    ).toBe(201);
  });

  it("[CORE-002] [CORE-023] another account neither finds one nor lends its operators", async () => {
    const { id } = (
      await service.call("POST", "/departments", { key: acme.keys.owner, body: { name: "Hidden" } })
    ).body as { id: number };
    for (const [method, body] of [
      ["GET", undefined],
      ["PATCH", { name: "x" }],
      ["DELETE", undefined],
    ] as const)
      expect(
        (await service.call(method, `/departments/${id}`, { key: other.keys.owner, body })).status,
        method,
      ).toBe(404);
    expect(
      (await service.call("GET", "/departments", { key: other.keys.owner })).body.items,
    ).not.toContainEqual(expect.objectContaining({ id }));
    const foreign = await service.call("POST", "/departments", {
      key: acme.keys.owner,
      body: { name: "Foreign", operators: [other.ids.operator] },
    });
    expect([foreign.status, foreign.body.error.field]).toEqual([400, "operators"]);
  });

  it("[CORE-003] [CORE-023] [API-301] an operator's departments are read and set at the operator too", async () => {
    const make = async (name: string): Promise<number> =>
      (await service.call("POST", "/departments", { key: acme.keys.owner, body: { name } })).body
        .id as number;
    const [first, second] = [await make("First"), await make("Second")];
    const invited = await service.call("POST", "/operators", {
      key: acme.keys.owner,
      body: { name: "New", email: "new@acme.test", role: "operator", departments: [first] },
    });
    expect([invited.status, invited.body.departments]).toEqual([201, [first]]);
    const { id } = invited.body as { id: number };
    const set = (departments: unknown) =>
      service.call("PATCH", `/operators/${id}`, { key: acme.keys.admin, body: { departments } });
    const before = (await service.db.query("select from journal where account_id = $1", [acme.id]))
      .length;
    expect((await set([second, first])).body.departments).toEqual([first, second]);
    expect((await set([second])).body.departments).toEqual([second]);
    const entries = await service.db.query<{ body: string }>(
      "select body from journal where account_id = $1 order by position offset $2",
      [acme.id, before],
    );
    expect(entries.map((entry) => JSON.parse(entry.body) as unknown)).toEqual([
      { kind: "operator", id },
      { kind: "department", id: second },
      { kind: "operator", id },
      { kind: "department", id: first },
    ]);
    expect(
      (await service.call("GET", `/departments/${first}`, { key: acme.keys.viewer })).body
        .operators,
    ).toEqual([]);
    expect((await service.journal.config(acme.id)).departments.get(second)?.operators).toEqual(
      new Set([id]),
    );
    const foreign = await service.call("POST", "/departments", {
      key: other.keys.owner,
      body: { name: "Theirs" },
    });
    for (const wrong of [[999_999], [foreign.body.id], "all", [second, second]]) {
      const answer = await set(wrong);
      expect([answer.status, answer.body.error.field], JSON.stringify(wrong)).toEqual([
        400,
        "departments",
      ]);
    }
    expect(
      (await service.call("GET", `/operators/${id}`, { key: acme.keys.viewer })).body.departments,
    ).toEqual([second]);

    // A deactivated operator is not a member until reactivated.
    const members = async () =>
      (await service.call("GET", `/departments/${second}`, { key: acme.keys.owner })).body
        .operators as number[];
    await service.call("DELETE", `/operators/${id}`, { key: acme.keys.owner });
    expect(await members()).toEqual([]);
    await service.call("PATCH", `/operators/${id}`, {
      key: acme.keys.owner,
      body: { active: true },
    });
    expect(await members()).toEqual([id]);
  });

  it("[CORE-091] own hours replace the account's, until they are taken away", async () => {
    const open = { timezone: "UTC", week: { [currentWeekday()]: ["00:00-24:00"] } };
    const created = await service.call("POST", "/departments", {
      key: acme.keys.owner,
      body: { name: "Nights", working_hours: { timezone: "Asia/Tokyo", week: {} } },
    });
    expect([
      created.status,
      created.body.working_hours,
      created.body.open_now,
      created.body.next_opening_at,
    ]).toEqual([
      201,
      { timezone: "Asia/Tokyo", week: {}, exceptions: {}, exception_details: {} },
      false,
      null,
    ]);
    const { id } = created.body as { id: number };
    await service.call("PATCH", "/working-hours", { key: acme.keys.owner, body: open });
    expect(
      (await service.call("GET", `/departments/${id}`, { key: acme.keys.owner })).body.open_now,
    ).toBe(false);
    const without = await service.call("PATCH", `/departments/${id}`, {
      key: acme.keys.owner,
      body: { working_hours: null },
    });
    expect([without.body.working_hours, without.body.open_now]).toEqual([null, true]);
    await service.call("PATCH", "/working-hours", {
      key: acme.keys.owner,
      body: { timezone: null },
    });
    const wrong = await service.call("PATCH", `/departments/${id}`, {
      key: acme.keys.owner,
      body: { working_hours: { timezone: "Nowhere/Land", week: {} } },
    });
    expect([wrong.status, wrong.body.error.field]).toEqual([400, "working_hours.timezone"]);
  });
});

describe("working hours", () => {
  const always = {
    timezone: null,
    week: {},
    exceptions: {},
    exception_details: {},
    open_now: true,
    next_opening_at: null,
    managed: false,
  };

  it("[CORE-090] [API-294] an account is open always until somebody says otherwise", async () => {
    for (const role of ["owner", "developer", "operator", "viewer"] as const)
      expect(
        (await service.call("GET", "/working-hours", { key: other.keys[role] })).body,
        role,
      ).toEqual(always);
    expect((await service.journal.config(other.id)).hours).toBe(null);
  });

  it("[CORE-090] [API-294] several intervals, past midnight, 24:00, exceptions by date; each field replaces what stood there", async () => {
    const key = acme.keys.admin;
    const week = {
      mon: ["09:00-12:00", "13:00-18:00"],
      sat: ["22:00-02:00"],
      sun: ["10:00-24:00"],
    };
    const set = await service.call("PATCH", "/working-hours", {
      key,
      body: {
        timezone: "Europe/Berlin",
        week,
        exceptions: { "2026-12-24": ["09:00-12:00"], "2026-12-25": [] },
      },
    });
    expect(set.status).toBe(200);
    expect(set.body).toMatchObject({
      timezone: "Europe/Berlin",
      week,
      exceptions: { "2026-12-24": ["09:00-12:00"], "2026-12-25": [] },
      managed: false,
    });
    expect((await service.journal.config(acme.id)).hours).toEqual({
      timezone: "Europe/Berlin",
      week: {
        mon: [
          ["09:00", "12:00"],
          ["13:00", "18:00"],
        ],
        sat: [["22:00", "02:00"]],
        sun: [["10:00", "24:00"]],
      },
      exceptions: { "2026-12-24": [["09:00", "12:00"]], "2026-12-25": [] },
    });
    const zone = await service.call("PATCH", "/working-hours", {
      key,
      body: { timezone: "America/Sao_Paulo" },
    });
    expect([zone.body.timezone, zone.body.week]).toEqual(["America/Sao_Paulo", week]);
    const shorter = await service.call("PATCH", "/working-hours", {
      key,
      body: { week: { tue: ["08:00-16:00"] } },
    });
    expect([shorter.body.week, Object.keys(shorter.body.exceptions as object)]).toEqual([
      { tue: ["08:00-16:00"] },
      ["2026-12-24", "2026-12-25"],
    ]);
    expect(
      (await service.call("PATCH", "/working-hours", { key, body: { timezone: null } })).body,
    ).toEqual(always);
  });

  it("[CORE-385] [CORE-386] exceptions have names and last days, and clients that do not know them keep them", async () => {
    const key = acme.keys.admin;
    const patch = async (body: object) =>
      (await service.call("PATCH", "/working-hours", { key, body })).body;
    const christmas = { name: "Christmas", until: "2027-01-02" };
    const hours = {
      timezone: "UTC",
      week: {},
      exceptions: { "2026-12-24": [], "2027-05-01": [] },
      exception_details: { "2026-12-24": christmas, "2027-05-01": { name: "May Day" } },
    };
    expect(await patch(hours)).toMatchObject(hours);
    // An older client sends all exceptions, without the details that it does not know.
    const shorter = await patch({ exceptions: { "2026-12-24": ["10:00-12:00"] } });
    expect(shorter.exception_details).toEqual({ "2026-12-24": christmas });
    expect((await patch({ week: { mon: ["09:00-18:00"] } })).exception_details).toEqual({
      "2026-12-24": christmas,
    });
    const refused = await service.call("PATCH", "/working-hours", {
      key,
      body: { exceptions: { "2026-12-24": [], "2026-12-31": [] } },
    });
    expect([refused.status, refused.body.error.field]).toEqual([
      400,
      "exception_details.2026-12-24.until",
    ]);
    expect((await patch({ exception_details: {} })).exception_details).toEqual({});
    await patch({ timezone: null });

    const department = await service.call("POST", "/departments", {
      key,
      body: { name: "Winter", working_hours: hours },
    });
    expect(department.body.working_hours).toEqual(hours);
    const patchHours = async (working_hours: object) =>
      (
        await service.call("PATCH", `/departments/${department.body.id as number}`, {
          key,
          body: { working_hours },
        })
      ).body.working_hours;
    const { exception_details: details, ...known } = hours;
    expect((await patchHours(known)).exception_details).toEqual(details);
    expect((await patchHours({ ...known, exception_details: {} })).exception_details).toEqual({});
  });

  it("[CORE-090] [API-294] the preview says whether it is open now and when it opens next", async () => {
    const key = acme.keys.owner;
    const closed = await service.call("PATCH", "/working-hours", {
      key,
      body: { timezone: "UTC", week: { [currentWeekday()]: ["23:59-24:00"] }, exceptions: {} },
    });
    expect([closed.body.open_now, closed.body.next_opening_at]).toEqual([
      false,
      `${currentDay()}T23:59:00.000Z`,
    ]);
    const open = await service.call("PATCH", "/working-hours", {
      key,
      body: { exceptions: { [currentDay()]: ["00:00-24:00"] } },
    });
    expect([open.body.open_now, open.body.next_opening_at]).toEqual([true, null]);
    await service.call("PATCH", "/working-hours", { key, body: { timezone: null } });
  });

  it.each<[object, string]>([
    [{ week: { mon: ["09:00-18:00"] } }, "timezone"],
    [{ timezone: "Mars/Olympus" }, "timezone"],
    [{ timezone: "+01:00" }, "timezone"],
    [{ timezone: "" }, "timezone"],
    [{ timezone: "UTC", week: { mon: ["9:00-18:00"] } }, "week.mon.0"],
    [{ timezone: "UTC", week: { mon: ["09:00-25:00"] } }, "week.mon.0"],
    [{ timezone: "UTC", week: { mon: ["24:00-06:00"] } }, "week.mon.0"],
    [{ timezone: "UTC", week: { mon: "09:00-18:00" } }, "week.mon"],
    [{ timezone: "UTC", week: { monday: [] } }, "week.monday"],
    [{ timezone: "UTC", exceptions: { "2026-02-30": [] } }, "exceptions"],
    [{ timezone: "UTC", exceptions: { christmas: [] } }, "exceptions"],
    [
      { timezone: "UTC", exception_details: { "2026-12-24": { name: "Christmas" } } },
      "exception_details.2026-12-24",
    ],
    [
      {
        timezone: "UTC",
        exceptions: { "2026-12-24": [], "2026-12-26": [] },
        exception_details: { "2026-12-24": { until: "2026-12-27" } },
      },
      "exception_details.2026-12-24.until",
    ],
    [{}, "body"],
  ])("[CORE-090] %j is refused with its field, and nothing changes", async (body, field) => {
    const answer = await service.call("PATCH", "/working-hours", { key: acme.keys.owner, body });
    expect([answer.status, answer.body.error?.code, answer.body.error?.field]).toEqual([
      400,
      "invalid_request",
      field,
    ]);
    expect((await service.call("GET", "/working-hours", { key: acme.keys.owner })).body).toEqual(
      always,
    );
  });

  it("[CORE-090] [CORE-001] developers, operators and viewers do not change them", async () => {
    for (const role of ["developer", "operator", "viewer"] as const)
      expect(
        (
          await service.call("PATCH", "/working-hours", {
            key: acme.keys[role],
            body: { timezone: "UTC" },
          })
        ).status,
        role,
      ).toBe(403);
  });
});

describe("account settings of links", () => {
  it("[WG-045] [API-041] [WG-204] [API-292] Safe URL is off, on, or on with hosts; trust in webhooks beside it", async () => {
    const read = async (): Promise<unknown[]> => {
      const { safe_url, trust_webhook_links } = (
        await service.call("GET", "/account", { key: acme.keys.viewer })
      ).body;
      return [safe_url, trust_webhook_links];
    };
    const set = (body: object) => service.call("PATCH", "/account", { key: acme.keys.admin, body });
    expect(await read()).toEqual([false, false]);
    expect((await set({ safe_url: true })).body.safe_url).toBe(true);
    expect(await read()).toEqual([true, false]);
    expect(
      (await set({ safe_url: ["shop.example", "cdn.shop.example"], trust_webhook_links: true }))
        .status,
    ).toBe(200);
    expect(await read()).toEqual([["shop.example", "cdn.shop.example"], true]);
    expect((await set({ safe_url: ["https://shop.example"] })).body.error.field).toBe("safe_url");
    expect((await set({ name: "Acme" })).body.safe_url).toEqual([
      "shop.example",
      "cdn.shop.example",
    ]);
    await set({ safe_url: false, trust_webhook_links: false });
    expect(await read()).toEqual([false, false]);
    const { upload_mib: uploadMib } = (
      await service.call("GET", "/account", { key: acme.keys.viewer })
    ).body as { upload_mib: number };
    expect(uploadMib).toBeGreaterThanOrEqual(1);
    expect((await set({ upload_mib: uploadMib + 1 })).body.error).toMatchObject({
      code: "invalid_request",
      field: "upload_mib",
    });
  });

  it("[CFG-025] [API-041] [API-291] of a managed account a session changes what the file does not name, and nothing else of it", async () => {
    const person = { email: "lynn@acme.test", password: "violet tractor umbrella" };
    await service.call("POST", "/operators", {
      key: acme.keys.owner,
      body: { ...person, name: "Lynn", role: "admin" },
    });
    const signedIn = await service.call("POST", "/sessions", { body: person });
    const headers = {
      cookie: signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "",
      origin: service.origin,
    };
    const set = (body: object) => service.call("PATCH", "/account", { headers, body });
    await service.db.query(
      `update account set managed = true, settings = settings || '{"managed_fields":["name"]}' where id = $1`,
      [acme.id],
    );
    const account = await set({ safe_url: ["shop.example"] });
    expect(account.body).toMatchObject({
      managed: true,
      managed_fields: ["name"],
      safe_url: ["shop.example"],
    });
    const refused = await set({ name: "Other", safe_url: false });
    expect([refused.status, refused.body.error.code]).toEqual([409, "managed_by_file"]);
    expect((await set({ trust_webhook_links: true })).body).toMatchObject({
      safe_url: ["shop.example"],
      trust_webhook_links: true,
    });
    // The row has the format of an earlier release.
    await service.db.query(
      "update account set settings = settings - 'managed_fields' where id = $1",
      [acme.id],
    );
    expect((await set({ safe_url: false })).body.error.code).toBe("managed_by_file");
    await service.db.query(
      "update account set managed = false, settings = settings - 'safe_url' - 'trust_webhook_links' where id = $1",
      [acme.id],
    );
  });
});
