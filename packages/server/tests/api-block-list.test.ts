import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
let other: TestAccount;
let channel: number;
beforeAll(async () => {
  service = await startServiceApi();
  acme = await service.createAccount("acme");
  other = await service.createAccount("other");
  channel = await createChannel(service, acme);
});
afterAll(() => service.close());

/** Creates a chat API channel with these operators. */
async function createChannel(
  api: ServiceApi,
  account: TestAccount,
  operators: number[] = [account.ids.operator],
): Promise<number> {
  const created = await api.call("POST", "/channels", {
    key: account.keys.owner,
    body: { name: "Shop", endpoint_url: "https://front.example/hook", operators },
  });
  return (created.body as { id: number }).id;
}
const callAs = (role: keyof TestAccount["keys"], method: string, path: string, body?: unknown) =>
  service.call(method, path, { key: acme.keys[role], ...(body === undefined ? {} : { body }) });
const toTimestamp = (ms: number): string => new Date(service.clock.now() + ms).toISOString();
const checkBlock = async (body: unknown) =>
  (await callAs("admin", "POST", "/blacklist/check", body)).body as {
    blocked: boolean;
    entry: any;
  };

describe("entries", () => {
  it("[CORE-070] [API-041] [API-273] an administrator adds, reads, changes and lifts one; the record stays and can be put back", async () => {
    const [{ before } = { before: 0 }] = await service.db.query<{ before: number }>(
      "select coalesce(max(n), 0)::int as before from audit where account_id = $1",
      [acme.id],
    );
    const until = toTimestamp(3_600_000);
    const created = await callAs("admin", "POST", "/blacklist", {
      kind: "email",
      value: " Bob@Example.org ",
      until,
      reason: " rude ",
    });
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: created.body.id,
        kind: "email",
        value: "Bob@Example.org",
        channel_id: null,
        state: "in_force",
        until,
        reason: "rude",
        chat_id: null,
        by: { id: acme.ids.admin, name: expect.any(String) },
        created_at: toTimestamp(0),
        lifted_at: null,
        lifted_by: null,
        managed: false,
      },
    ]);
    const path = `/blacklist/${created.body.id}`;
    expect((await callAs("owner", "GET", path)).body).toEqual(created.body);
    expect(await checkBlock({ email: "bob@EXAMPLE.org" })).toEqual({
      blocked: true,
      entry: created.body,
    });

    const twice = await callAs("admin", "POST", "/blacklist", {
      kind: "email",
      value: "BOB@example.org",
    });
    expect([twice.status, twice.body.error.code]).toEqual([409, "name_taken"]);

    const changed = await callAs("owner", "PATCH", path, { until: null, reason: "" });
    expect([changed.status, changed.body.until, changed.body.reason]).toEqual([200, null, null]);

    expect((await callAs("owner", "DELETE", path)).status).toBe(204);
    expect(await checkBlock({ email: "bob@example.org" })).toEqual({ blocked: false, entry: null });
    const lifted = (await callAs("admin", "GET", path)).body;
    expect(lifted).toMatchObject({
      state: "lifted",
      lifted_at: toTimestamp(0),
      lifted_by: { id: acme.ids.owner },
    });
    expect(
      (await callAs("admin", "GET", "/blacklist?state=lifted&limit=200")).body.items,
    ).toContainEqual(lifted);
    expect((await callAs("admin", "DELETE", path)).status).toBe(204);
    expect((await callAs("admin", "GET", path)).body).toEqual(lifted);

    expect((await callAs("admin", "PATCH", path, { lifted: false })).body).toMatchObject({
      state: "in_force",
      lifted_by: null,
    });
    expect((await checkBlock({ email: "bob@example.org" })).blocked).toBe(true);
    const audited = await service.db.query<{ action: string }>(
      "select action from audit where account_id = $1 and n > $2 and action like 'blacklist.%' order by n",
      [acme.id, before],
    );
    expect(audited.map((row) => row.action)).toEqual([
      "blacklist.add",
      "blacklist.change",
      "blacklist.lift",
      "blacklist.lift",
      "blacklist.change",
    ]);
    await callAs("admin", "DELETE", path);
  });

  it("[CORE-070] [API-042] [CORE-229] every kind, and which entry it is; nothing of another account", async () => {
    await service.clock.advance(1_000);
    await service.sendCustomerMessage(acme.id, channel, "kim", "hello");
    const kim = (await callAs("admin", "GET", "/visitors?sort=seen")).body.items[0];
    expect(kim).toMatchObject({ customer: "kim", blocked: false });
    const kinds: readonly [object, object, object][] = [
      [
        { kind: "visitor", value: String(kim.number) },
        { visitor: kim.number },
        { visitor: kim.number + 0 },
      ],
      [{ kind: "ip", value: "::ffff:203.0.113.9" }, { ip: "203.0.113.9" }, { ip: "203.0.113.8" }],
      [
        { kind: "range", value: "198.51.100.0/24" },
        { ip: "198.51.100.200" },
        { ip: "198.51.101.1" },
      ],
      [{ kind: "country", value: "aq" }, { country: "AQ" }, { country: "NO" }],
      [
        { kind: "phone", value: "+44 20 7946 0000" },
        { phone: "0044 2079460000" },
        { phone: "2079460000" },
      ],
      [{ kind: "user_token", value: "tok" }, { user_token: "tok" }, { user_token: "Tok" }],
      [
        { kind: "customer", value: "spammer", channel_id: channel },
        { customer: { channel_id: channel, id: "spammer" } },
        { customer: { channel_id: channel + 1, id: "spammer" } },
      ],
    ];
    for (const [entry, hit, miss] of kinds) {
      const created = await callAs("admin", "POST", "/blacklist", entry);
      expect(created.status, JSON.stringify([entry, created.body])).toBe(201);
      expect(await checkBlock(hit)).toEqual({ blocked: true, entry: created.body });
      if (JSON.stringify(miss) !== JSON.stringify(hit))
        expect(await checkBlock(miss), JSON.stringify(miss)).toEqual({
          blocked: false,
          entry: null,
        });
      const foreign = await service.call("POST", "/blacklist/check", {
        key: other.keys.owner,
        body: hit,
      });
      expect(
        foreign.status === 404 || foreign.body.blocked === false,
        JSON.stringify(foreign.body),
      ).toBe(true);
      expect(
        (await service.call("GET", `/blacklist/${created.body.id}`, { key: other.keys.owner }))
          .status,
      ).toBe(404);
      await callAs("admin", "DELETE", `/blacklist/${created.body.id}`);
    }
    expect((await service.call("GET", "/blacklist", { key: other.keys.owner })).body.items).toEqual(
      [],
    );
  });

  it("[CORE-070] [API-042] what is no value of its kind is refused with its field, and nothing is written", async () => {
    const before = (await callAs("admin", "GET", "/blacklist?limit=200")).body.items.length;
    const faults: readonly [unknown, string | undefined][] = [
      [{ kind: "ip", value: "300.1.1.1" }, "value"],
      [{ kind: "range", value: "10.0.0.0" }, "value"],
      [{ kind: "country", value: "Germany" }, "value"],
      [{ kind: "email", value: "bob" }, "value"],
      [{ kind: "phone", value: "call me" }, "value"],
      [{ kind: "visitor", value: "999999" }, "value"],
      [{ kind: "visitor", value: "1; drop table" }, "value"],
      [{ kind: "customer", value: "x" }, "channel_id"],
      [{ kind: "customer", value: "x", channel_id: 999_999 }, "channel_id"],
      [{ kind: "email", value: "bob@x.org", channel_id: channel }, "channel_id"],
      [{ kind: "email", value: "bob@x.org", until: toTimestamp(0) }, "until"],
      [{ kind: "email", value: "bob@x.org", until: "tomorrow" }, undefined],
      [{ kind: "email", value: "bob@x.org", reason: "x".repeat(301) }, undefined],
      [{ kind: "shoe", value: "42" }, undefined],
      [{ kind: "email", value: "bob@x.org", extra: 1 }, undefined],
    ];
    for (const [body, field] of faults) {
      const answer = await callAs("admin", "POST", "/blacklist", body);
      expect([answer.status, answer.body.error.code], JSON.stringify(body)).toEqual([
        400,
        "invalid_request",
      ]);
      if (field !== undefined) expect(answer.body.error.field, JSON.stringify(body)).toBe(field);
    }
    expect((await callAs("admin", "POST", "/blacklist/check", {})).status).toBe(400);
    for (const [field, value] of [
      ["ip", "300.1.1.1"],
      ["country", "Germany"],
      ["email", "bob"],
      ["phone", "12"],
    ] as const)
      expect(
        (await callAs("admin", "POST", "/blacklist/check", { [field]: value })).body.error,
        field,
      ).toMatchObject({
        code: "invalid_request",
        field,
      });
    expect((await callAs("admin", "GET", "/blacklist?limit=200")).body.items).toHaveLength(before);
  });

  it("[CORE-070] at most 10,000 are in force; what is over or lifted makes room", async () => {
    const add = () =>
      service.call("POST", "/blacklist", {
        key: other.keys.owner,
        body: { kind: "email", value: "one@x.org" },
      });
    await service.db.query(
      `insert into blacklist_entry (account_id, kind, value, shown, until)
       select $1::bigint, 'phone', '49' || n, '49' || n, null::timestamptz from generate_series(10001, 20000) n
       union all select $1::bigint, 'phone', '49', '49', to_timestamp($2::float8 / 1000 - 1)`,
      [other.id, service.clock.now()],
    );
    const full = await add();
    expect([full.status, full.body.error.code]).toEqual([409, "at_limit"]);
    await service.db.query(
      "update blacklist_entry set until = to_timestamp($2::float8 / 1000) where account_id = $1 and value = '4910001'",
      [other.id, service.clock.now()],
    );
    expect((await add()).status).toBe(201);
    await service.db.query("delete from blacklist_entry where account_id = $1", [other.id]);
  });

  it("[CORE-070] its time passes: over, not lifted; put back only with a new end", async () => {
    const { id } = (
      await callAs("admin", "POST", "/blacklist", {
        kind: "country",
        value: "BV",
        until: toTimestamp(60_000),
      })
    ).body;
    await service.clock.advance(60_000);
    expect((await checkBlock({ country: "BV" })).blocked).toBe(false);
    expect((await callAs("admin", "GET", `/blacklist/${id}`)).body).toMatchObject({
      state: "over",
      lifted_by: null,
    });
    expect(
      (await callAs("admin", "GET", "/blacklist?state=over")).body.items.map((one: any) => one.id),
    ).toContain(id);
    // Adding an entry removes expired ones. The settings in memory contain only entries that can
    // still block.
    const second = (await callAs("admin", "POST", "/blacklist", { kind: "country", value: "HM" }))
      .body;
    expect((await service.journal.config(acme.id)).blockList.map((one) => one.id)).not.toContain(
      id,
    );
    expect((await callAs("admin", "GET", `/blacklist/${id}`)).body.state).toBe("over");
    const back = await callAs("admin", "PATCH", `/blacklist/${id}`, { lifted: false });
    expect([back.status, back.body.error.field]).toEqual([400, "until"]);
    expect(
      (await callAs("admin", "PATCH", `/blacklist/${id}`, { lifted: false, until: null })).body
        .state,
    ).toBe("in_force");
    expect((await checkBlock({ country: "BV" })).entry.id).toBe(id);
    for (const one of [id, second.id]) await callAs("admin", "DELETE", `/blacklist/${one}`);
  });

  it("[CORE-070] pages newest first, by kind, by state and by part of the value", async () => {
    const ids: number[] = [];
    for (let n = 0; n < 5; n++)
      ids.unshift(
        (await callAs("admin", "POST", "/blacklist", { kind: "email", value: `page${n}_%@x.org` }))
          .body.id,
      );
    const first = (await callAs("admin", "GET", "/blacklist?q=page&limit=3")).body;
    const second = (
      await callAs("admin", "GET", `/blacklist?q=page&limit=3&cursor=${first.next_cursor}`)
    ).body;
    expect([...first.items, ...second.items].map((one: any) => one.id)).toEqual(ids);
    expect(second.next_cursor).toBeNull();
    expect((await callAs("admin", "GET", "/blacklist?q=page1_%25")).body.items).toHaveLength(1);
    expect((await callAs("admin", "GET", "/blacklist?kind=phone&q=page")).body.items).toEqual([]);
    for (const id of ids) await callAs("admin", "DELETE", `/blacklist/${id}`);
  });

  it("[CORE-001] [CORE-070] owners and administrators manage; others only ask about visitors they see", async () => {
    const { id } = (
      await callAs("owner", "POST", "/blacklist", { kind: "email", value: "secret@x.org" })
    ).body;
    for (const role of ["developer", "operator", "viewer"] as const) {
      for (const [method, path, body] of [
        ["GET", "/blacklist", undefined],
        ["GET", `/blacklist/${id}`, undefined],
        ["POST", "/blacklist", { kind: "email", value: "a@x.org" }],
        ["PATCH", `/blacklist/${id}`, { until: null }],
        ["DELETE", `/blacklist/${id}`, undefined],
      ] as const)
        expect((await callAs(role, method, path, body)).status, `${role} ${method}`).toBe(403);
    }
    expect(
      (await callAs("operator", "POST", "/blacklist/check", { email: "secret@x.org" })).body
        .blocked,
    ).toBe(true);
    const hidden = await createChannel(service, acme, [acme.ids.admin]);
    await service.sendCustomerMessage(acme.id, hidden, "unseen", "hello");
    const { number } = (await callAs("owner", "GET", "/visitors")).body.items[0];
    expect((await callAs("operator", "POST", "/blacklist/check", { visitor: number })).status).toBe(
      404,
    );
    expect((await callAs("owner", "POST", "/blacklist/check", { visitor: number })).body).toEqual({
      blocked: false,
      entry: null,
    });
    await callAs("owner", "DELETE", `/blacklist/${id}`);
  });
});

describe("blocking in a chat", () => {
  const entries = async () =>
    (await callAs("admin", "GET", "/blacklist?state=in_force")).body.items as any[];

  it("[API-027] [CORE-070] [CORE-031] [CORE-230] an operator blocks: the chat closes, an entry stands, taking it back lifts it and reopens nothing", async () => {
    const chat = await service.sendCustomerMessage(acme.id, channel, "rude", "hello");
    const until = toTimestamp(86_400_000);
    const blocked = await callAs("operator", "POST", `/chats/${chat}/block`, {
      until,
      reason: "insults",
    });
    expect([blocked.status, blocked.body]).toMatchObject([
      200,
      {
        id: chat,
        state: "closed",
        close_reason: "blocked",
        blacklisted: true,
        last_message: { line: { code: "blocked", detail: "insults" } },
      },
    ]);
    const [entry] = await entries();
    expect(entry).toMatchObject({
      kind: "visitor",
      value: String(blocked.body.visitor.number),
      until,
      reason: "insults",
      chat_id: chat,
      by: { id: acme.ids.operator },
    });
    const visitor = (await callAs("operator", "GET", `/visitors/${blocked.body.visitor.number}`))
      .body;
    expect(visitor).toMatchObject({ blocked: true, chats: 1, chat: { id: chat, state: "closed" } });
    expect(
      (await callAs("operator", "POST", "/blacklist/check", { visitor: visitor.number })).body
        .entry,
    ).toEqual(entry);
    const go = await callAs("operator", "POST", `/chats/${chat}/continue`);
    expect([go.status, go.body.error.code]).toEqual([409, "visitor_blocked"]);

    // Blocking the same visitor with another end updates the existing entry.
    const again = await callAs("admin", "POST", `/chats/${chat}/block`, {});
    expect(again.status).toBe(200);
    expect(await entries()).toMatchObject([
      { id: entry.id, until: null, reason: null, by: { id: acme.ids.operator } },
    ]);

    const back = await callAs("operator", "DELETE", `/chats/${chat}/block`);
    expect([back.status, back.body.state]).toEqual([200, "closed"]);
    expect(await entries()).toEqual([]);
    expect((await callAs("admin", "GET", `/blacklist/${entry.id}`)).body).toMatchObject({
      state: "lifted",
      lifted_by: { id: acme.ids.operator },
    });
    expect((await callAs("operator", "DELETE", `/chats/${chat}/block`)).status).toBe(404);
    expect((await callAs("operator", "POST", `/chats/${chat}/continue`)).status).toBe(201);
  });

  it("[API-027] what an administrator blocks is not lifted from a chat", async () => {
    const chat = await service.sendCustomerMessage(acme.id, channel, "known", "hello");
    const { number } = (await callAs("admin", "GET", `/chats/${chat}`)).body.visitor;
    const { id } = (
      await callAs("admin", "POST", "/blacklist", { kind: "visitor", value: String(number) })
    ).body;
    expect((await callAs("operator", "DELETE", `/chats/${chat}/block`)).status).toBe(404);
    await callAs("operator", "POST", `/chats/${chat}/block`);
    expect(await entries()).toHaveLength(2);
    expect((await callAs("operator", "DELETE", `/chats/${chat}/block`)).status).toBe(200);
    expect(await entries()).toMatchObject([{ id }]);
    await callAs("admin", "DELETE", `/blacklist/${id}`);
  });

  it("[API-027] [API-005] refused: an end that has passed, unknown fields, viewers, chats out of sight; a repeated key does nothing twice", async () => {
    const chat = await service.sendCustomerMessage(acme.id, channel, "steady", "hello");
    expect(
      (await callAs("operator", "POST", `/chats/${chat}/block`, { until: toTimestamp(0) })).body
        .error.field,
    ).toBe("until");
    expect((await callAs("operator", "POST", `/chats/${chat}/block`, { why: "x" })).status).toBe(
      400,
    );
    expect((await callAs("viewer", "POST", `/chats/${chat}/block`, {})).status).toBe(403);
    expect(
      (await service.call("POST", `/chats/${chat}/block`, { key: other.keys.owner, body: {} }))
        .status,
    ).toBe(404);
    expect(await entries()).toEqual([]);
    expect((await callAs("operator", "GET", `/chats/${chat}`)).body.state).toBe("waiting");
    const once = {
      key: acme.keys.operator,
      body: { reason: "x" },
      headers: { "idempotency-key": "block-1" },
    };
    const first = await service.call("POST", `/chats/${chat}/block`, once);
    const second = await service.call("POST", `/chats/${chat}/block`, once);
    expect([first.status, second.body]).toEqual([200, first.body]);
    expect(
      (await callAs("operator", "GET", `/chats/${chat}/messages`)).body.items.filter(
        (one: any) => one.line?.code === "blocked",
      ),
    ).toHaveLength(1);
    await callAs("operator", "DELETE", `/chats/${chat}/block`);
  });
});

describe("visitors", () => {
  it("[API-030] [CORE-021] by what they did last, each once, with the last chat; pages neither skip nor repeat", async () => {
    const keys = ["v1", "v2", "v3", "v4"];
    await service.clock.advance(1_000);
    for (const key of keys) {
      await service.sendCustomerMessage(acme.id, channel, key, "hello");
      await service.clock.advance(1_000);
    }
    // The visitor v2 starts a second chat.
    const chat = (await callAs("owner", "GET", "/visitors?sort=seen&q=")).body.items.find(
      (one: any) => one.customer === "v2",
    ).chat.id;
    await callAs("owner", "POST", `/chats/${chat}/close`, {});
    await service.clock.advance(1_000);
    const next = await service.sendCustomerMessage(acme.id, channel, "v2", "again");
    const walked: any[] = [];
    let cursor: string | null = null;
    do {
      const page: any = (
        await callAs(
          "owner",
          "GET",
          `/visitors?sort=seen&limit=2${cursor === null ? "" : `&cursor=${cursor}`}`,
        )
      ).body;
      walked.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(walked.slice(0, 4).map((one) => one.customer)).toEqual(["v2", "v4", "v3", "v1"]);
    expect(walked[0]).toMatchObject({
      chats: 2,
      chat: { id: next, state: "waiting", page: null, session: null },
      blocked: false,
    });
    expect(new Set(walked.map((one) => one.number)).size).toBe(walked.length);
    const times = walked.map((one) => Date.parse(one.last_seen_at as string));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const bad = await callAs(
      "owner",
      "GET",
      `/visitors?sort=number&cursor=${Buffer.from('["visitors_seen",1,2]').toString("base64url")}`,
    );
    expect(bad.status).toBe(400);
  });

  it("[API-030] [CORE-001] an operator finds visitors of his channels only; the search is that of names and contacts", async () => {
    const hidden = await createChannel(service, acme, [acme.ids.admin]);
    await service.sendCustomerMessage(acme.id, hidden, "ghost", "hello");
    const { number } = (await callAs("owner", "GET", "/visitors?sort=seen")).body.items.find(
      (one: any) => one.customer === "ghost",
    );
    await callAs("owner", "PATCH", `/visitors/${number}`, { name: "Zora Q", email: "zora@x.org" });
    expect((await callAs("owner", "GET", "/visitors?sort=seen&q=zora@")).body.items).toMatchObject([
      { number, name: { value: "Zora Q", source: "operator", by: { id: acme.ids.owner } } },
    ]);
    expect((await callAs("operator", "GET", "/visitors?sort=seen&q=zora@")).body.items).toEqual([]);
    expect(
      (await callAs("operator", "GET", "/visitors?sort=seen&limit=200")).body.items.map(
        (one: any) => one.number,
      ),
    ).not.toContain(number);
    expect((await callAs("operator", "GET", `/visitors/${number}`)).status).toBe(404);
  });
});
