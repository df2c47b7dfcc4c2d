import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import {
  startIntegrator,
  startTestParlour,
  type TestChannel,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Chat } from "@parlour/protocol";
import { openSignedInBrowser } from "./sign-in-fixture.ts";

const dayMs = 86_400_000;
let integrator: Awaited<ReturnType<typeof startIntegrator>>;
let parlour: TestParlour;
let channel: TestChannel;
let oldChat: Chat;
let youngChat: Chat;
beforeAll(async () => {
  integrator = await startIntegrator();
  parlour = await startTestParlour();
  channel = await parlour.channel(integrator.url);
  const { call } = parlour.owner;
  await call("PATCH", "routing", { inactivity_s: 0 });
  const chat = async (customer: string): Promise<Chat> => {
    await parlour.sendCustomerMessage(channel, customer, "kohlrabi");
    const { id } = await parlour.findChat(customer);
    await call("POST", `chats/${id}/messages`, {
      kind: "text",
      text: "blumenkohl",
      client_id: "1",
    });
    const form = new FormData();
    form.append(
      "file",
      new Blob([`rettich of ${customer}`], { type: "text/plain" }),
      "rettich.txt",
    );
    const headers = { authorization: `Bearer ${parlour.owner.key}` };
    const upload = (await (
      await fetch(`${parlour.url}/api/v1/uploads`, { method: "POST", headers, body: form })
    ).json()) as { id: number };
    await call("POST", `chats/${id}/messages`, {
      kind: "file",
      upload_id: upload.id,
      client_id: "2",
    });
    await parlour.settle();
    await call("POST", `chats/${id}/close`, { reason: "kohlrabi is out" });
    return parlour.findChat(customer);
  };
  oldChat = await chat("old");
  await parlour.sql(
    `insert into visit (account_id, visitor_id, channel_id, started_at, last_at, pages, first_url, referrer, trail, session)
     select account_id, id, source, $1, $1, 1, 'https://shop.test/', '', '[]', '{"ip_addr": "203.0.113.9", "user_agent": "Spion/1"}' from visitor limit 1`,
    [new Date(parlour.clock.now())],
  );
  // An offline message as the chat window sends it.
  await parlour.sql(
    `insert into record (account_id, id, kind, visitor_id, state, created_at, body)
     select account_id, 901, 'offline_message', id, 'new', $1, '{"id":901,"text":"call me","session":{"geoip":{},"utm":{},"ip_addr":"203.0.113.9","user_agent":"Spion/1","analytics":{}}}' from visitor limit 1`,
    [new Date(parlour.clock.now())],
  );
  // Session data as in a chat of a widget.
  await parlour.sql(
    `update journal set body = replace(body, '"session":null', '"session":{"geoip":{},"utm":{},"ip_addr":"203.0.113.9","user_agent":"Spion/1","analytics":{}}') where chat_id = $1`,
    [oldChat.id],
  );
  await parlour.sql(
    `update chat set body = replace(body, '"session":null', '"session":{"geoip":{},"utm":{},"ip_addr":"203.0.113.9","user_agent":"Spion/1","analytics":{}}') where id = $1`,
    [oldChat.id],
  );
  await openSignedInBrowser(parlour, parlour.owner.email);
  // A sign-in of another account that has no other activity.
  await parlour.sql(
    `with a as (insert into account (name) values ('Other') returning id), h as (insert into account_head (account_id) select id from a),
       o as (insert into operator (account_id, name, email, role) select id, 'Olga', 'olga@other.test', 'owner' from a returning account_id, id)
     insert into sign_in (account_id, operator_id, at, method, ok, address, user_agent)
     select account_id, id, $1, 'password', true, '203.0.113.9', 'Spion/1' from o`,
    [new Date(parlour.clock.now())],
  );
  await recordSiteLoad("https://old.test");
  await parlour.settle();
  await parlour.clock.advance(100 * dayMs);
  await parlour.settle();
  youngChat = await chat("young");
  await recordSiteLoad("https://young.test");
  await openSignedInBrowser(parlour, parlour.owner.email);
});
afterAll(async () => {
  await parlour.close();
  await integrator.close();
});

/** Records that a page of this site loaded the widget script now. */
const recordSiteLoad = (origin: string): Promise<unknown> =>
  parlour.sql(
    `insert into widget_site (account_id, channel_id, origin, page_url, page_title, seen_at) select account_id, id, $1, $1 || '/kohlrabi', 'Kohlrabi', $2 from channel limit 1`,
    [origin, new Date(parlour.clock.now())],
  );
const readSitePages = (): Promise<readonly unknown[]> =>
  parlour.sql("select origin, page_url, page_title from widget_site order by origin");
const readTexts = async (chat: Chat): Promise<string[]> =>
  (await parlour.messages(chat.id)).map((message) => message.text);
/** Advances the clock by the ten-minute sweep interval until `isRemoved` is true. */
async function sweepUntil(isRemoved: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await parlour.settle();
      await parlour.clock.advance(10 * 60_000 + 1);
      return isRemoved();
    })
    .toBe(true);
}
const countRows = async (text: string): Promise<number> =>
  (await parlour.sql<{ count: number }>(`select count(*)::int as count from ${text}`))[0]?.count ??
  0;

/** Tests depend on each other: data that one test removes stays removed. */
describe("retention", { shuffle: false }, () => {
  it("[CORE-115] [CFG-031] addresses and devices of all accounts go after 90 days, requests and answers after 30; chats, files and visits stay", async () => {
    await sweepUntil(
      async () => (await countRows("visit where session ->> 'ip_addr' <> ''")) === 0,
    );
    await sweepUntil(
      async () =>
        (await countRows(
          `attempt where request is not null and started_at < '${new Date(parlour.clock.now() - 30 * dayMs).toISOString()}'`,
        )) === 0,
    );
    for (const table of ["journal", "chat", "visit", "record"])
      expect(
        await countRows(
          `${table} t where t::text like '%203.0.113.9%' or t::text like '%Spion/1%'`,
        ),
        table,
      ).toBe(0);
    expect(await countRows("visit")).toBe(1);
    expect(await countRows("widget_site where page_title is not null")).toBe(2);
    expect(await countRows("record")).toBe(1);
    // The sign-in log contains addresses and devices. The latest entry is kept.
    await sweepUntil(async () => (await countRows("sign_in")) === 1);
    expect(await readTexts(oldChat)).toContain("kohlrabi");
    // The rows of the newer chat still exist.
    expect(await countRows("attempt where request is not null")).toBeGreaterThan(0);
    const [sent] = (await parlour.owner.call("GET", `deliveries?chat=${oldChat.id}`)).body
      .items as { id: number }[];
    expect(
      (await parlour.owner.call("GET", `deliveries/${sent?.id}`)).body.attempts_made[0],
    ).toMatchObject({
      outcome: "delivered",
      request: null,
    });
  });

  it("[CORE-115] [CFG-031] [CORE-244] a dry run says how many would go, the oldest and examples, and changes nothing", async () => {
    const { body } = await parlour.owner.call("POST", "retention/dry-run", {
      chats_days: 50,
      files_days: 50,
      visits_days: 50,
      audit_days: 50,
    });
    const findKind = (kind: string) =>
      (
        body.items as {
          kind: string;
          count: number;
          oldest_at: string | null;
          examples: string[];
        }[]
      ).find((item) => item.kind === kind);
    expect(findKind("chats_days")).toMatchObject({ count: 1, examples: [`chat ${oldChat.id}`] });
    expect(findKind("files_days")).toMatchObject({ count: 1 });
    expect(findKind("files_days")?.examples[0]).toContain("rettich.txt");
    expect(findKind("visits_days")).toMatchObject({ count: 1 });
    expect(findKind("audit_days")?.count).toBeGreaterThan(3);
    expect(findKind("addresses_days")).toMatchObject({ count: 0, oldest_at: null });
    expect(await readTexts(oldChat)).toContain("kohlrabi");
    const days = {
      chats_days: 0,
      files_days: 0,
      visits_days: 0,
      addresses_days: 90,
      deliveries_days: 30,
      audit_days: 400,
      log_days: 14,
    };
    expect((await parlour.owner.call("GET", "retention")).body).toMatchObject({
      days,
      usual: days,
      managed: [],
    });
  });

  it("[CORE-115] [CORE-040] closed chats go by their last activity: words, files, search; numbers stay without gap, the visitor stays known", async () => {
    const before = await parlour.messages(oldChat.id);
    expect(
      (
        await parlour.owner.call("PATCH", "retention", {
          chats_days: 50,
          visits_days: 60,
          audit_days: 50,
        })
      ).status,
    ).toBe(200);
    await sweepUntil(async () => (await readTexts(oldChat)).every((text) => text === ""));
    await sweepUntil(async () => (await countRows("file")) === 1);
    const after = await parlour.messages(oldChat.id);
    expect(after.map(({ seq, id, created_at }) => ({ seq, id, created_at }))).toEqual(
      before.map(({ seq, id, created_at }) => ({ seq, id, created_at })),
    );
    for (const searchWord of ["kohlrabi", "blumenkohl"])
      expect(
        await countRows(
          `journal j where j.chat_id = ${oldChat.id} and j.body like '%${searchWord}%'`,
        ),
        searchWord,
      ).toBe(0);
    expect(
      (await parlour.owner.call("GET", "search?q=kohlrabi")).body.items.map(
        (item: { chat: Chat }) => item.chat.id,
      ),
    ).toEqual([youngChat.id]);
    expect(await readTexts(youngChat)).toContain("kohlrabi");
    const chat = (await parlour.owner.call("GET", `chats/${oldChat.id}`)).body as Chat;
    expect(chat).toMatchObject({ state: "closed", seq: oldChat.seq, close_reason: "operator" });
    expect(chat.visitor.name).toEqual(oldChat.visitor.name);
    expect(await countRows("visit")).toBe(0);
    // The site is kept. The page that its visitor saw last is removed.
    expect(await readSitePages()).toEqual([
      { origin: "https://old.test", page_url: null, page_title: null },
      {
        origin: "https://young.test",
        page_url: "https://young.test/kohlrabi",
        page_title: "Kohlrabi",
      },
    ]);
    const files = readdirSync(join(parlour.dataDir, "files"), {
      recursive: true,
      withFileTypes: true,
    }).filter((one) => one.isFile());
    expect(files).toHaveLength(1);
    expect(existsSync(join(parlour.dataDir, "files"))).toBe(true);
    expect((await parlour.owner.call("GET", "audit/verify")).body).toMatchObject({ intact: true });
    // The next sweep finds nothing to remove.
    expect(
      (await parlour.owner.call("POST", "retention/dry-run", {})).body.items.find(
        (item: { kind: string }) => item.kind === "chats_days",
      ),
    ).toMatchObject({ count: 0 });
  });

  it("[CORE-115] [CORE-001] [API-272] times belong to the instance owner, and are in the audit log; owners read them and what there is", async () => {
    const [entry] = (await parlour.owner.call("GET", "audit?action=retention")).body.items as {
      changes: { after: unknown }[];
    }[];
    expect(entry?.changes[0]?.after).toMatchObject({ "retention.chats_days": 50 });
    const admin = await parlour.operator("admin");
    expect((await admin.call("GET", "retention")).status).toBe(200);
    expect((await admin.call("PATCH", "retention", { chats_days: 1 })).status).toBe(403);
    expect((await admin.call("GET", "data/figures")).body).toMatchObject({
      visitors: 2,
      chats: 1,
      messages: youngChat.seq,
      files: 1,
    });
    expect((await parlour.owner.call("PATCH", "retention", { chats_days: -1 })).status).toBe(400);
    expect(
      (await parlour.owner.call("PATCH", "retention", { chats_days: null })).body.days.chats_days,
    ).toBe(0);
  });
});
