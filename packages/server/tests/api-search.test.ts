import { Check } from "typebox/value";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SearchResult, type ChatHit } from "@parlour/protocol/api";
import {
  openTestPool,
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestChannel,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import { eraseEntryBody } from "../src/core/events/event-table.ts";
import { createDb } from "../src/store/database/sql.ts";
import { replaceEntryBodies } from "../src/store/erasure/erase-journal.ts";
import { unzip } from "./unzip.ts";
import { useRole } from "../src/store/database/roles/names.ts";

let integrator: FakeIntegrator;
let parlour: TestParlour;
let shop: TestChannel;
let forum: TestChannel;
/** Tests add chats to this channel, because all tests count the chats of shop and forum. */
let kiosk: TestChannel;
let ivan: TestOperator;
const chats: Record<string, number> = {};

const searchChats = async (q: string, operator: TestOperator = parlour.owner, more = "") => {
  const answer = await operator.call("GET", `search?q=${encodeURIComponent(q)}${more}`);
  expect(answer.status, `${q}: ${answer.text}`).toBe(200);
  expect(Check(SearchResult, answer.body), q).toBe(true);
  return answer.body as { items: ChatHit[]; next_cursor: string | null };
};
const searchChatIds = async (q: string, operator?: TestOperator): Promise<readonly string[]> => {
  const names = new Map(Object.entries(chats).map(([name, id]) => [id, name]));
  return (await searchChats(q, operator)).items.map(
    ({ chat }) => names.get(chat.id) ?? String(chat.id),
  );
};
const toPlainText = (found: ChatHit | undefined): string =>
  (found?.hits[0]?.excerpt ?? [])
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join("");
const sendMessages = async (
  name: string,
  channel: TestChannel,
  ...texts: readonly string[]
): Promise<void> => {
  for (const one of texts) {
    await parlour.clock.advance(60_000);
    expect((await parlour.sendCustomerMessage(channel, name, one)).status).toBe(200);
  }
  chats[name] = (await parlour.findChat(name)).id;
};
const editStoredChat = (chat: number | undefined, from: string, to: string) =>
  parlour.sql("update chat set body = replace(body, $2, $3) where id = $1", [chat ?? 0, from, to]);

beforeAll(async () => {
  integrator = await startIntegrator();
  parlour = await startTestParlour({ env: { EGRESS_ALLOW: "127.0.0.1/32" } });
  ivan = await parlour.operator("operator", "Ivan Petrov");
  shop = await parlour.channel(integrator.url, { name: "Shop", operators: [ivan.id] });
  forum = await parlour.channel(integrator.url, {
    name: "Fan forum",
    operators: [parlour.owner.id],
  });
  kiosk = await parlour.channel(integrator.url, { name: "Kiosk", operators: [ivan.id] });
  await sendMessages(
    "anna",
    shop,
    "Where is my order 7781-A?",
    "It should be here on Monday. <b>Orders</b> usually are.",
  );
  await sendMessages("boris", forum, "Здравствуйте! Где мои заказы? Ёлку обещали вчера.");
  await sendMessages(
    "max",
    shop,
    "Looking into the mirror, I want a refund",
    "refund please, write to max@shop.example",
  );
  await sendMessages("zoe", forum, "Does the refund take long?");
  await ivan.call("POST", `chats/${chats["max"] ?? 0}/accept`);
  await ivan.call("POST", `chats/${chats["max"] ?? 0}/messages`, {
    kind: "text",
    text: "We are looking into it",
    client_id: "c1",
  });
  await ivan.call("POST", `chats/${chats["max"] ?? 0}/messages`, {
    kind: "note",
    text: "A secret note on vouchers",
    client_id: "c2",
  });
  const sent = await parlour.call("POST", `/channel/${shop.randomString}/${shop.publicId}`, {
    sender: { id: "anna" },
    message: {
      type: "document",
      file: "https://files.shop.example/x/invoice-2026.pdf",
      file_name: "Invoice March.pdf",
    },
  });
  expect(sent.status).toBe(200);
  await parlour.settle();
});
afterAll(async () => {
  await parlour.close();
  await integrator.close();
});

describe("words", () => {
  it("[API-070] [CORE-036] [API-251] finds words by their beginning and in all forms, Russian and English, the newest first, with marks", async () => {
    expect(await searchChatIds("refund")).toEqual(["zoe", "max"]);
    expect(await searchChatIds("ref")).toEqual(["zoe", "max"]);
    expect(await searchChatIds("order")).toEqual(["anna"]);
    expect(await searchChatIds("заказ")).toEqual(["boris"]);
    expect(await searchChatIds("заказом")).toEqual(["boris"]);
    expect(await searchChatIds("елка")).toEqual(["boris"]);
    expect(await searchChatIds("refunds long")).toEqual(["zoe"]);
    expect(await searchChatIds("nowhere")).toEqual([]);
    const { items } = await searchChats("orders");
    expect(items[0]?.count).toBe(2);
    expect(items[0]?.hits.map(({ seq }) => seq).toSorted()).toEqual(
      items[0]?.hits.map(({ seq }) => seq).toReversed(),
    );
    expect(toPlainText(items[0])).toBe("It should be here on Monday. <b>[Orders]</b> usually are.");
    expect(toPlainText((await searchChats("елк")).items[0])).toBe(
      "Здравствуйте! Где мои заказы? [Ёлку] обещали вчера.",
    );
  });
  it("[API-070] [API-251] phrases are exact, what is written without a space is a phrase, -not takes away", async () => {
    expect(await searchChatIds('"looking into it"')).toEqual(["max"]);
    expect(await searchChatIds('"looking into mirror"')).toEqual([]);
    expect(await searchChatIds("max@shop.example")).toEqual(["max"]);
    expect(await searchChatIds("7781-A")).toEqual(["anna"]);
    expect(await searchChatIds("refund -long")).toEqual(["max"]);
    expect(await searchChatIds('refund -"please write"')).toEqual(["zoe", "max"]);
    expect(
      (await searchChats('refund -"please write"')).items[1]?.hits.map(({ seq }) => seq),
    ).toHaveLength(1);
    expect(await searchChatIds("-refund -заказ -order channel:shop")).toEqual(["anna", "max"]);
    expect(await searchChatIds("!!! ' : ) ( channel:shop channel:forum")).toHaveLength(4);
  });
  it("[API-485] finds words inside of Korean words, behind Arabic prefixes and in German compounds", async () => {
    const texts = [
      "한국어로주문취소하고싶어요 배송문의",
      "أريد استرداد المبلغ من الطلب",
      "وَالكِتَابُ غَيْرُ مُتَوَفِّرٍ",
      "Die Rückgabebestätigung der Donaudampfschifffahrt",
    ];
    for (const text of texts) await sendMessages(`parts ${text.slice(0, 3)}`, kiosk, text);
    await parlour.settle();
    const expected: readonly (readonly [string, string])[] = [
      ["주문취소", "[한국어로주문취소하고싶어요] 배송문의"],
      ["취소", "[한국어로주문취소하고싶어요] 배송문의"],
      ["طلب", "أريد استرداد المبلغ من [الطلب]"],
      ["الكتاب", "[وَالكِتَابُ] غَيْرُ مُتَوَفِّرٍ"],
      ["bestätigung", "Die [Rückgabebestätigung] der Donaudampfschifffahrt"],
      ["rueckgabe", "Die [Rückgabebestätigung] der Donaudampfschifffahrt"],
      ["schifffahrt", "Die Rückgabebestätigung der [Donaudampfschifffahrt]"],
    ];
    for (const [q, excerpt] of expected) {
      const { items } = await searchChats(q);
      expect([q, items.map((found) => toPlainText(found))]).toEqual([q, [excerpt]]);
    }
    expect((await searchChats('"bestätigung"')).items).toEqual([]);
  });

  it("[API-070] [API-256] finds notes and names of files, not system lines and not addresses of files", async () => {
    expect(await searchChatIds("secret")).toEqual(["max"]);
    expect(await searchChatIds("march")).toEqual(["anna"]);
    expect(await searchChatIds("files.shop.example")).toEqual([]);
    expect(await searchChatIds("accepted")).toEqual([]);
  });
});

describe("order and places", () => {
  const paged = async (q: string, sort: string): Promise<readonly number[]> => {
    const all: number[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const { items, next_cursor } = await searchChats(
        q,
        parlour.owner,
        `&limit=1&sort=${sort}${cursor === "" ? "" : `&cursor=${cursor}`}`,
      );
      all.push(...items.map(({ chat }) => chat.id));
      cursor = next_cursor;
    }
    return all;
  };
  it("[API-070] [API-250] the oldest match first or the newest, by words and without, page by page; a cursor belongs to one order", async () => {
    const { anna = 0, boris = 0, max = 0, zoe = 0 } = chats;
    expect(await paged("refund", "newest")).toEqual([zoe, max]);
    expect(await paged("refund", "oldest")).toEqual([max, zoe]);
    expect(await paged('"refund"', "oldest")).toEqual([max, zoe]);
    expect(await paged("channel:shop channel:forum", "best")).toEqual([anna, max, zoe, boris]);
    expect(await paged("channel:shop channel:forum", "oldest")).toEqual([boris, zoe, max, anna]);
    const { items } = await searchChats("refund", parlour.owner, "&sort=oldest");
    expect(items[0]?.hits.map(({ seq }) => seq)).toEqual(
      items[0]?.hits.map(({ seq }) => seq).toSorted((a, b) => a - b),
    );
    expect(items[0]).toMatchObject({ count: 2 });
    const { next_cursor } = await searchChats("refund", parlour.owner, "&limit=1&sort=oldest");
    const wrong = await parlour.owner.call(
      "GET",
      `search?q=refund&limit=1&cursor=${next_cursor ?? ""}`,
    );
    expect([wrong.status, wrong.body]).toMatchObject([400, { error: { field: "cursor" } }]);
    expect((await parlour.owner.call("GET", "search?q=refund&sort=oldes")).status).toBe(400);
    const people = await searchChats("max", parlour.owner, "&scope=all&sort=oldest");
    expect(
      (people as unknown as { chats: { items: ChatHit[] } }).chats.items.map(({ chat }) => chat.id),
    ).toEqual([max]);
  });
  it("[API-155] the messages of one chat that match, in their order; none without words, 404 out of sight", async () => {
    const findMatches = (operator: TestOperator, chat: number, q: string) =>
      operator.call("GET", `chats/${chat}/matches?q=${encodeURIComponent(q)}`);
    const seqs = async (chat: string, q: string) =>
      (await findMatches(parlour.owner, chats[chat] ?? 0, q)).body["seqs"];
    const mine = (await searchChats("refund")).items[1]?.hits
      .map(({ seq }) => seq)
      .toSorted((a, b) => a - b);
    expect(await seqs("max", "refund")).toEqual(mine);
    expect(await seqs("max", "refund channel:forum")).toEqual(mine);
    expect(await seqs("max", "refund -please")).toEqual(mine?.slice(0, 1));
    expect(await seqs("max", "zoe")).toEqual([]);
    expect(await seqs("max", "channel:shop")).toEqual([]);
    expect((await findMatches(ivan, chats["zoe"] ?? 0, "refund")).status).toBe(404);
    expect((await findMatches(parlour.owner, 9_999_999, "refund")).status).toBe(404);
    expect((await findMatches(parlour.owner, chats["max"] ?? 0, "rating:good")).body).toMatchObject(
      { error: { field: "q" } },
    );
  });
});

describe("tokens", () => {
  it("[API-070] [API-253] state: as the chat is now", async () => {
    expect(await searchChatIds("state:open")).toEqual(["max"]);
    expect(await searchChatIds("refund state:waiting")).toEqual(["zoe"]);
    expect(await searchChatIds("refund -state:waiting")).toEqual(["max"]);
    expect((await parlour.owner.call("GET", "search?q=state:new")).body).toMatchObject({
      error: { field: "q" },
    });
  });
  it("[API-070] [API-252] from, channel, operator, has: by kind, name or id, any of several, none of the refused", async () => {
    expect(await searchChatIds("from:operator looking")).toEqual(["max"]);
    expect(await searchChatIds("from:ivan")).toEqual(["max"]);
    expect(await searchChatIds('from:"ivan petrov" -from:visitor')).toEqual(["max"]);
    expect(await searchChatIds("-from:visitor")).toEqual(["max"]);
    expect(await searchChatIds("from:bot")).toEqual([]);
    expect(await searchChatIds("refund channel:shop")).toEqual(["max"]);
    expect(await searchChatIds("refund -channel:shop")).toEqual(["zoe"]);
    expect(await searchChatIds(`channel:forum channel:${shop.id}`)).toHaveLength(4);
    expect(await searchChatIds("channel:forum")).toEqual(["zoe", "boris"]);
    expect(await searchChatIds("operator:ivan")).toEqual(["max"]);
    expect(await searchChatIds("operator:me", ivan)).toEqual(["max"]);
    expect(await searchChatIds("-operator:ivan refund")).toEqual(["zoe"]);
    expect(await searchChatIds("has:file")).toEqual(["anna"]);
    expect((await searchChats("has:file")).items[0]?.hits).toMatchObject([
      { file: true, excerpt: [{ text: "Invoice March.pdf", hit: false }] },
    ]);
    expect(await searchChatIds("has:file refund")).toEqual([]);
  });
  it("[API-070] [API-253] rating, tag, department: as the chat says them, never what a text says", async () => {
    await editStoredChat(chats["zoe"], '"rating":null', '"rating":"negative"');
    await editStoredChat(
      chats["max"],
      '"department":null',
      '"department":{"id":77,"name":"Sales"}',
    );
    await editStoredChat(
      chats["max"],
      '"participants":[',
      '"tags":[{"id":9,"name":"VIP"}],"participants":[',
    );
    await sendMessages(
      "liar",
      kiosk,
      'they said "rating":"negative" and {"tags":[{"id":9,"name":"vip"}]}',
    );
    await parlour.settle();
    // A page may use names of Parlour's fields for attributes of its visitor (WG-064).
    await editStoredChat(
      chats["liar"],
      '"bot":null',
      '"attributes":{"rating":"negative","plan":"a \\"}\\" b"},"bot":null',
    );
    expect(await searchChatIds("rating:negative")).toEqual(["zoe"]);
    expect(await searchChatIds("rating:positive rating:negative")).toEqual(["zoe"]);
    expect(await searchChatIds("rating:none refund")).toEqual(["max"]);
    expect(await searchChatIds("tag:vip")).toEqual(["max"]);
    expect(await searchChatIds("refund -tag:vip")).toEqual(["zoe"]);
    expect(await searchChatIds("tag:unknown")).toEqual([]);
    const department = await parlour.owner.call("POST", "departments", {
      name: "Sales",
      operators: [],
    });
    await editStoredChat(
      chats["max"],
      '"department":{"id":77,',
      `"department":{"id":${department.body.id as number},`,
    );
    expect(await searchChatIds("department:sales")).toEqual(["max"]);
    expect(await searchChatIds("department:sales from:visitor refund")).toEqual(["max"]);
    expect(await searchChatIds("-department:sales refund")).toEqual(["zoe"]);
  });
  it("[API-070] [API-253] bot, country, language, page: as the chat says them", async () => {
    const provider = await parlour.owner.call("POST", "bot-providers", {
      name: "Night bot",
      contact: "night@bots.example",
    });
    const { body } = await parlour.owner.call("POST", "bots", {
      provider_id: provider.body.id,
      name: "Helper",
      token: "token-of-a-test",
      endpoint_url: integrator.url,
    });
    await editStoredChat(
      chats["zoe"],
      '"bot":null',
      `"bot":{"id":${body.id as number},"name":"Helper","photo":"","attached":false}`,
    );
    const session = JSON.stringify({
      geoip: {
        region_code: "",
        country: "Germany",
        country_code: "DE",
        region: "",
        city: "Berlin",
        latitude: "",
        longitude: "",
        organization: "",
      },
      utm: { source: "", medium: "", content: "", campaign: "", term: "" },
      ip_addr: "",
      user_agent: "",
      analytics: {},
      language: "pt-BR",
    });
    await editStoredChat(chats["max"], '"session":null', `"session":${session}`);
    await editStoredChat(
      chats["max"],
      '"page":null',
      '"page":{"url":"https://shop.example/Cart?id=1","title":null}',
    );
    expect(await searchChatIds("bot:helper")).toEqual(["zoe"]);
    expect(await searchChatIds("refund -bot:helper")).toEqual(["max"]);
    expect(await searchChatIds("country:de")).toEqual(["max"]);
    expect(await searchChatIds("refund -country:de")).toEqual(["zoe"]);
    expect(await searchChatIds("language:pt")).toEqual(["max"]);
    expect(await searchChatIds("language:pt-PT language:en")).toEqual([]);
    expect(await searchChatIds("page:/cart?")).toEqual(["max"]);
    for (const q of ["bot:nobody", "page:", "country:"])
      expect((await parlour.owner.call("GET", `search?q=${q}`)).body).toMatchObject({
        error: { field: "q" },
      });
  });
  it("[API-070] a name with quotes is found by what a token can hold of it", async () => {
    const department = await parlour.owner.call("POST", "departments", {
      name: 'Sales "North"',
      operators: [],
    });
    await editStoredChat(
      chats["boris"],
      '"department":null',
      `"department":{"id":${department.body.id as number},"name":"x"}`,
    );
    await editStoredChat(
      chats["boris"],
      '"participants":[',
      '"tags":[{"id":9,"name":"Very \\"hot\\""}],"participants":[',
    );
    expect(await searchChatIds('department:"Sales North"')).toEqual(["boris"]);
    expect(await searchChatIds('tag:"very hot"')).toEqual(["boris"]);
  });
  it("[API-070] [API-252] visitor by number, after and before by days of the account and times", async () => {
    const { visitor, created_at: at } = (await searchChats("operator:ivan")).items[0]?.chat ?? {};
    expect(await searchChatIds(`visitor:${visitor?.number ?? 0}`)).toEqual(["max"]);
    expect(await searchChatIds(`visitor:#${visitor?.number ?? 0} refund`)).toEqual(["max"]);
    expect(await searchChatIds(`visitor:${visitor?.number ?? 0} order`)).toEqual([]);
    expect(await searchChatIds("visitor:4000")).toEqual([]);
    const day = at?.slice(0, 10) ?? "";
    const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    expect(await searchChatIds(`refund after:${day}`)).toEqual(["zoe", "max"]);
    expect(await searchChatIds(`refund after:${next}`)).toEqual([]);
    expect(await searchChatIds(`refund before:${day}`)).toEqual([]);
    const zoe = (await searchChats("long")).items[0]?.hits[0]?.created_at ?? "";
    expect(await searchChatIds(`refund before:${zoe}`)).toEqual(["max"]);
    expect(await searchChatIds(`refund after:${zoe}`)).toEqual(["zoe"]);
    expect(await searchChatIds(`after:${next}`)).toEqual([]);
    expect(await searchChatIds(`before:${zoe} channel:forum`)).toEqual(["boris"]);
  });
  it.each([
    ["from:nobody", "from:nobody"],
    ["has:link", "has:link"],
    ["channel:none", "channel:none"],
    ["operator:nobody", "operator:nobody"],
    ["department:x", "department:x"],
    ["rating:good", "rating:good"],
    ["after:yesterday", "after:yesterday"],
    ["before:2026-02-30", "before:2026-02-30"],
    ["-after:2026-02-03", "-after:2026-02-03"],
    ["visitor:anna", "visitor:anna"],
    ["-visitor:7", "-visitor:7"],
    ["refund tag:", "tag:"],
    ["x ".repeat(21), "at most 20"],
  ])("[API-070] %s: 400 that names the token", async (q, named) => {
    const answer = await parlour.owner.call("GET", `search?q=${encodeURIComponent(q)}`);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_request", field: "q" } },
    });
    expect(answer.body.error.message).toContain(named);
  });
  it.each(["🙂", "❤️", "%_\\ ...", "%' | & ! :* ("])(
    "[API-070] [API-251] %s: signs are no words, and nothing is found",
    async (q) => {
      expect(await searchChatIds(q)).toEqual([]);
    },
  );
  it("[API-070] [API-004] too long a query, another list's cursor, unknown fields: 400", async () => {
    const status = async (queryString: string) =>
      (await parlour.owner.call("GET", `search?${queryString}`)).status;
    expect(await status(`q=${"a".repeat(501)}`)).toBe(400);
    expect(await status("q=refund&limit=0")).toBe(400);
    expect(await status("q=refund&page=2")).toBe(400);
    const chatCursor = (await parlour.owner.call("GET", "chats?limit=1")).body
      .next_cursor as string;
    expect(await status(`q=refund&cursor=${chatCursor}`)).toBe(400);
    const cursor = (await searchChats("refund", parlour.owner, "&limit=1")).next_cursor ?? "";
    expect(await status(`q=refund&cursor=${cursor}`)).toBe(200);
    expect(await status(`q=&cursor=${cursor}`)).toBe(400);
  });
});

describe("rights", () => {
  it("[API-070] [CORE-001] [API-256] an operator finds what his lists show, whatever he asks", async () => {
    expect(await searchChatIds("refund", ivan)).toEqual(["max"]);
    expect(await searchChatIds("channel:forum", ivan)).toEqual([]);
    expect(await searchChatIds("", ivan)).not.toContain("boris");
    expect(await searchChatIds("заказ", ivan)).toEqual([]);
    const viewer = await parlour.operator("viewer");
    expect(await searchChatIds("refund", viewer)).toEqual(["zoe", "max"]);
  });
  it("[API-070] [CORE-001] [API-256] a developer cannot learn a text by searching: words 403, tokens without texts", async () => {
    const developer = await parlour.operator("developer");
    for (const q of ["refund", "channel:shop -refund", '"re"']) {
      const answer = await developer.call("GET", `search?q=${encodeURIComponent(q)}`);
      expect(answer).toMatchObject({
        status: 403,
        body: { error: { code: "forbidden", field: "q" } },
      });
      expect((await developer.call("GET", `search/export?q=${encodeURIComponent(q)}`)).status).toBe(
        403,
      );
    }
    expect(await searchChatIds("has:file", developer)).toEqual(["anna"]);
    const answer = await developer.call("GET", "search?q=from%3Aoperator");
    expect(answer.text).not.toContain("looking");
    const file = await developer.call("GET", "search/export?q=from%3Avisitor");
    expect(file.status).toBe(200);
    expect(file.text).not.toMatch(/refund|Invoice/);
  });
  it("[API-070] [CORE-002] another account's messages are not found, and a reader without account finds nothing", async () => {
    const client = new pg.Client({ connectionString: parlour.databaseUrl });
    await client.connect();
    const rows = async () =>
      (
        await client.query(`select * from search_blocks($1, '{""}', '{0}', '{8191}', 100, -1)`, [
          "'~@'",
        ])
      ).rowCount;
    await client.query(useRole("reader", "session"));
    expect(await rows()).toBe(0);
    await client.query("select set_config('app.account', '1', false)");
    expect(await rows()).toBeGreaterThan(1);
    await client.query("select set_config('app.account', '2', false)");
    expect(await rows()).toBe(0);
    expect(
      (
        await client.query(`select * from search_blocks($1, '{""}', '{0}', '{8191}', 100, 1)`, [
          "'1.0.refund'",
        ])
      ).rowCount,
    ).toBe(0);
    expect((await client.query("select from search_block")).rowCount).toBe(0);
    await client.end();
  });
});

describe("pages", () => {
  it("[API-070] [API-004] [API-250] each chat stands on one page, by its newest message, also while new ones arrive", async () => {
    for (let n = 0; n < 12; n++) await sendMessages(`p${n}`, kiosk, `paging first ${n}`);
    for (const n of [3, 5, 1]) await sendMessages(`p${n}`, kiosk, `paging again ${n}`);
    await parlour.settle();
    const whole = await searchChatIds("paging");
    expect(whole.slice(0, 4)).toEqual(["p1", "p5", "p3", "p11"]);
    expect(whole).toHaveLength(12);
    const pagedIds: number[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: ChatHit[]; next_cursor: string | null } = await searchChats(
        "paging",
        parlour.owner,
        `&limit=5${cursor === null ? "" : `&cursor=${cursor}`}`,
      );
      pagedIds.push(...page.items.map(({ chat }) => chat.id));
      cursor = page.next_cursor;
      // A visitor whose chat is on a later page of the list writes again, and a new chat arrives.
      await sendMessages("p7", kiosk, "paging once more");
      await sendMessages(`late${pagedIds.length}`, kiosk, "paging late");
      await parlour.settle();
    } while (cursor !== null);
    expect(pagedIds).toEqual(whole.map((name) => chats[name]));
  });
  it("[API-070] [API-254] without words: chats by their last activity, page by page", async () => {
    const whole = (await searchChats("", parlour.owner, "&limit=200")).items;
    expect(whole.map(({ hits, count }) => [hits.length, count])).toEqual(whole.map(() => [0, 0]));
    const pagedIds: number[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: ChatHit[]; next_cursor: string | null } = await searchChats(
        "",
        parlour.owner,
        `&limit=3${cursor === null ? "" : `&cursor=${cursor}`}`,
      );
      pagedIds.push(...page.items.map(({ chat }) => chat.id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(pagedIds).toEqual(whole.map(({ chat }) => chat.id));
  });
});

describe("export", () => {
  it("[API-464] [API-070] [API-257] gives a line per message found as CSV, in which no cell begins a formula", async () => {
    await sendMessages("=cmd|' /C calc'!A1", kiosk, '=1+1 voucher "quoted", with a comma');
    await parlour.settle();
    const file = await parlour.owner.call("GET", "search/export?q=voucher");
    expect(file.status).toBe(200);
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(file.headers.get("content-disposition")).toMatch(
      /^attachment; filename="parlour-search-\d{4}-\d{2}-\d{2}\.csv"$/,
    );
    const [head, first = "", second, ...queryString] = file.text
      .replace("\uFEFF", "")
      .split("\r\n");
    expect(head).toBe(
      "chat,channel,visitor,visitor_name,seq,at,author,author_name,text,file,chat_number",
    );
    expect(first).toMatch(
      /^\d+,Kiosk,\d+,,\d+,\d{4}-\d\d-\d\dT[\d:.]+Z,visitor,,"'=1\+1 voucher ""quoted"", with a comma",,\d+$/,
    );
    expect(second).toContain("A secret note on vouchers");
    expect(queryString).toEqual([""]);
    for (const cell of file.text.split(/[,\r\n]+/)) expect(cell).not.toMatch(/^"?[=+@\t]/);
  });
  it("[API-070] [CORE-160] gives a workbook in which every text is a text", async () => {
    const response = await fetch(`${parlour.url}/api/v1/search/export?q=voucher&format=xlsx`, {
      headers: { authorization: `Bearer ${parlour.owner.key}` },
    });
    expect(response.headers.get("content-type")).toBe(
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    );
    expect(response.headers.get("content-disposition")).toContain(".xlsx");
    const parts = await unzip(Buffer.from(await response.arrayBuffer()));
    expect([...parts.keys()].toSorted()).toEqual([
      "[Content_Types].xml",
      "_rels/.rels",
      "xl/_rels/workbook.xml.rels",
      "xl/workbook.xml",
      "xl/worksheets/sheet1.xml",
    ]);
    const sheet = parts.get("xl/worksheets/sheet1.xml") ?? "";
    expect(sheet).toContain('<t xml:space="preserve">=1+1 voucher "quoted", with a comma</t>');
    expect(sheet).not.toContain("<f>");
    expect(sheet.match(/<row>/g)).toHaveLength(3);
  });
  it("[API-070] gives JSON Lines, of all pages, and a line per chat where no message is asked for", async () => {
    const lines = async (q: string) => {
      const file = await parlour.owner.call(
        "GET",
        `search/export?format=jsonl&q=${encodeURIComponent(q)}`,
      );
      expect(file.status).toBe(200);
      return file.text
        .trim()
        .split("\n")
        .map(
          (line) =>
            JSON.parse(line) as {
              chat_id: number;
              seq: number | null;
              text: string;
              author: { kind: string } | null;
              file: boolean;
            },
        );
    };
    expect(await lines("order")).toHaveLength(2);
    expect((await lines("has:file")).map(({ text, file }) => [text, file])).toEqual([
      ["Invoice March.pdf", true],
    ]);
    const all = await lines("");
    expect(new Set(all.map((line) => line.chat_id)).size).toBe(all.length);
    expect(all.length).toBe((await searchChats("", parlour.owner, "&limit=200")).items.length);
  });
  it("[API-070] [API-257] two at once for an account; the next one waits its turn", async () => {
    const one = async () => (await parlour.owner.call("GET", "search/export?q=")).status;
    const all = new Set(await Promise.all(Array.from({ length: 12 }, one)));
    expect(all).toEqual(new Set([200, 429]));
    expect(await one()).toBe(200);
  });
  it("[API-070] [API-257] refuses what the search refuses, and is in the audit log without its words", async () => {
    expect((await parlour.owner.call("GET", "search/export?q=rating%3Agood")).status).toBe(400);
    expect((await parlour.owner.call("GET", "search/export?q=a&format=xml")).status).toBe(400);
    for (const format of ["csv", "xlsx", "jsonl"])
      expect(
        (await parlour.owner.call("GET", `search/export?q=order&format=${format}`)).status,
      ).toBe(200);
    const rows = await parlour.sql<{ target: string }>(
      "select target from audit where action = 'search.export'",
    );
    expect(new Set(rows.map(({ target }) => target))).toEqual(
      new Set(["search as csv", "search as xlsx", "search as jsonl"]),
    );
  });
});

describe("the reader", () => {
  const readFromBeginning = async (): Promise<void> => {
    await parlour.sql("update cursor set position = 0 where reader = 'search-words'");
    await parlour.restart();
    await parlour.settle();
  };
  it("[API-070] follows from its cursor: what was said while it was away is found after a start", async () => {
    await sendMessages("night", kiosk, "a nocturnal question");
    await parlour.sql("delete from search_block");
    await readFromBeginning();
    expect(await searchChatIds("nocturnal")).toEqual(["night"]);
    expect(await searchChatIds("refund")).toEqual(["zoe", "max"]);
  });
  it("[API-070] [API-256] finds a message at once, also while its block is incomplete", async () => {
    for (let n = 0; n < 40; n++) {
      await parlour.sendCustomerMessage(kiosk, "swift", `swift word${n}`);
      chats["swift"] ??= (await parlour.findChat("swift")).id;
      expect(await searchChatIds(`word${n}`)).toEqual(["swift"]);
    }
    expect((await searchChats("swift")).items[0]?.count).toBe(40);
    expect((await searchChats("swift", parlour.owner, "&sort=oldest")).items).toHaveLength(1);
  });
  it("[API-070] [CORE-040] what was erased is gone from the index and stays so when the reader comes by again", async () => {
    await sendMessages("gone", kiosk, "my phone is 5550199", "another matter");
    for (let n = 0; n < 20; n++) await sendMessages("filler", kiosk, `filler ${n}`);
    await parlour.settle();
    const pool = openTestPool(parlour.databaseUrl);
    const erase = async (text: string): Promise<void> => {
      const rows = await parlour.sql<{ account_id: string; position: string; body: string }>(
        "select account_id, position, body from journal where chat_id = $1 and seq is not null and strpos(body, $2) > 0",
        [chats["gone"], text],
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const { account_id, position, body } of rows)
        await replaceEntryBodies(createDb(pool), Number(account_id), [
          { position: Number(position), body: eraseEntryBody("message_created", body) },
        ]);
    };
    const indexed = (word: string) =>
      parlour.sql("select block from search_block where $1 = any (string_to_array(words, ' '))", [
        word,
      ]);
    expect(await indexed("5550199")).toHaveLength(1);
    await erase("my phone is 5550199");
    expect(await searchChatIds("5550199")).toEqual([]);
    expect(await indexed("5550199")).toEqual([]);
    expect(await searchChatIds('"another matter"')).toEqual(["gone"]);
    await readFromBeginning();
    expect(await searchChatIds("5550199")).toEqual([]);
    expect(await searchChatIds('"another matter"')).toEqual(["gone"]);
    // The entry is erased before the reader has processed it.
    await parlour.sql("delete from search_block");
    await erase("another matter");
    await readFromBeginning();
    expect(await searchChatIds('"another matter"')).toEqual([]);
    expect(await indexed("matter")).toEqual([]);
    await pool.end();
  });
  it("[API-070] asks the index in every plan, on tables that were never analysed", async () => {
    const client = new pg.Client({ connectionString: parlour.databaseUrl });
    await client.connect();
    await client.query(
      `${useRole("search", "session")}; set plan_cache_mode = force_generic_plan; set enable_seqscan = off`,
    );
    await client.query(
      `prepare q(text, bigint, bigint) as select s.block from (select b.account_id, b.block from search_block b
         where replace(b.words || ' #' || (b.block >> 8 & 63)::text, ' ', ' ' || to_hex(b.account_id) || '.' || to_hex(b.block >> 14) || '.')::tsvector
           @@ replace($1, '~', search_scope($2, $3))::tsquery offset 0) s where s.account_id = $2`,
    );
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      "explain execute q('refund', 1, 1)",
    );
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain(
      "Bitmap Index Scan on search_block_words",
    );
    await client.end();
  });
  it("[API-070] is off the accepting path: no function of the write and no trigger knows of it", async () => {
    const functions = await parlour.sql<{ proname: string }>(
      "select proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public' and p.prosrc like '%search\\_%'",
    );
    // The trigger function removes the words of messages that are erased or edited.
    expect(functions.map(({ proname }) => proname).toSorted()).toEqual([
      "forget_erased_message",
      "search_blocks",
      "search_visitor_find",
    ]);
    // Triggers write the texts of lists and the numbers of companies when a chat or a visitor
    // changes. On the journal they run for updates only (bit 2 of tgtype: insert), so a message
    // fires none.
    const triggers = await parlour.sql<{ on: string }>(
      `select tgrelid::regclass::text as on from pg_trigger where not tgisinternal
         and (tgfoid <> all (array['write_chat_text', 'write_visitor_chat_text', 'write_activity_state', 'write_activity_snooze', 'write_company_visitor', 'forget_erased_message']::regproc[])
           or tgrelid = 'journal'::regclass and tgtype & 4 > 0) order by 1`,
    );
    // Writes nothing except settings: every account has a mail endpoint, and changes are recorded.
    const written = [
      "attempt",
      "chat",
      "chat_activity",
      "delivery",
      "idempotency",
      "journal",
      "lane",
      "participant",
      "record",
      "visitor",
    ];
    const watched = triggers.map((one) => one.on);
    expect(watched).toContain("instance");
    expect(watched.filter((name) => written.includes(name) || name.startsWith("search_"))).toEqual(
      [],
    );
  });
});

describe("people", () => {
  type All = SearchResult & { items: ChatHit[] };
  const all = async (q: string, who: TestOperator = parlour.owner, more = ""): Promise<All> =>
    (await searchChats(q, who, `&scope=all${more}`)) as unknown as All;
  const people = async (q: string, who?: TestOperator): Promise<readonly (string | undefined)[]> =>
    ((await all(q, who)).people?.items ?? []).map(({ visitor }) => visitor.name?.value);
  const chatIds = async (q: string, who?: TestOperator): Promise<readonly number[]> =>
    ((await all(q, who)).chats?.items ?? []).map(({ chat }) => chat.id);
  const numbers: Record<string, number> = {};
  const visit = async (
    id: string,
    sender: Record<string, string>,
    channel: TestChannel = kiosk,
  ): Promise<number> => {
    await parlour.clock.advance(60_000);
    expect(
      (await parlour.sendCustomerMessage(channel, id, `Hello from ${id}`, { sender })).status,
    ).toBe(200);
    const chat = await parlour.findChat(id);
    numbers[id] = chat.visitor.number;
    return chat.id;
  };
  /** Sets custom data as a webhook returns it (WH-043). */
  const order = async (chat: number, content: string): Promise<void> => {
    await editStoredChat(
      chat,
      '"custom_data":[]',
      `"custom_data":[{"title":"Order","content":${JSON.stringify(content)},"link":null,"key":null,"source":"webhook","endpoint":null}]`,
    );
    await parlour.sql("update cursor set position = 0 where reader like 'search-visitors-%'");
  };
  let kovacs: number;
  let berlin: number;
  let hidden: number;

  beforeAll(async () => {
    kovacs = await visit("kovacs", {
      name: "Annika Kov\u00e1cs",
      email: "Annika.Kovacs@mail.example",
      phone: "+44 20 7946 0958",
    });
    berlin = await visit("schmidt-55120", {
      name: "Annika Schmidt",
      email: "a.schmidt@mail.example",
      phone: "+49 30 901820",
    });
    await visit("domestic", { name: "Bernd Inland", phone: "030/901821" });
    await visit("moscow", {
      name: "\u041e\u043b\u0435\u0433 \u0401\u0436\u0438\u043a\u043e\u0432",
      phone: "8 (495) 123-45-67",
    });
    hidden = await visit("hidden", { name: "Annika Hidden", email: "hidden@mail.example" }, forum);
    await parlour.settle();
    await order(kovacs, "Z-7781-B, delivered 19 Nov");
    await order(hidden, "Z-9999");
    await parlour.restart();
    await parlour.settle();
  });

  it("[API-120] [API-258] finds a visitor by the beginning of a name, with accents or without, email and customer id", async () => {
    expect(await people("ann kova")).toEqual(["Annika Kov\u00e1cs"]);
    expect(await people("kov\u00e1cs")).toEqual(["Annika Kov\u00e1cs"]);
    expect(await people("\u0435\u0436\u0438\u043a\u043e\u0432")).toEqual([
      "\u041e\u043b\u0435\u0433 \u0401\u0436\u0438\u043a\u043e\u0432",
    ]);
    expect(await people("annika.kovacs@mail.example")).toEqual(["Annika Kov\u00e1cs"]);
    expect(await people("mail.example")).toEqual([
      "Annika Hidden",
      "Annika Schmidt",
      "Annika Kov\u00e1cs",
    ]);
    expect(await people("annika -schmidt")).toEqual(["Annika Hidden", "Annika Kov\u00e1cs"]);
    expect(await people("schmidt-55120")).toEqual(["Annika Schmidt"]);
    expect(await people("nobody of that name")).toEqual([]);
  });
  it.each([
    "+49 30 901820",
    "004930901820",
    "4930901820",
    "030/901820",
    "030 901820",
    "0049 (0)30 901820",
    "+49 (0) 30-90 18 20",
    "901820",
    "+49 30 9018",
    "030 9018",
    "annika +49 30 901820",
  ])("[API-120] finds the phone +49 30 901820 written as %s", async (q) => {
    expect(await people(q)).toContain("Annika Schmidt");
    expect(await people(q)).not.toContain("Annika Kov\u00e1cs");
  });
  it.each(["+4930901821", "030/901821", "030 90 18 21"])(
    "[API-120] [API-259] finds a phone stored without its country written as %s",
    async (q) => {
      expect(await people(q)).toEqual(["Bernd Inland"]);
    },
  );
  it.each(["+7 495 123-45-67", "84951234567", "495 123 45 67"])(
    "[API-120] [API-259] finds a Russian phone stored with 8 written as %s",
    async (q) => {
      expect(await people(q)).toEqual([
        "\u041e\u043b\u0435\u0433 \u0401\u0436\u0438\u043a\u043e\u0432",
      ]);
    },
  );
  it("[API-120] [API-258] [API-462] finds by visitor number, number and id of a chat and a value of custom data, and marks an exact match", async () => {
    expect(await people(`#${numbers["kovacs"] ?? 0}`)).toContain("Annika Kov\u00e1cs");
    expect((await chatIds(String(kovacs)))[0]).toBe(kovacs);
    const { number } = (await parlour.owner.call("GET", `chats/${kovacs}`)).body as {
      number: number;
    };
    for (const q of [String(number), `#${number}`])
      expect((await all(q)).chats?.items[0]?.chat, q).toMatchObject({ id: kovacs, number });
    const found = await all("z-7781-b");
    expect(found.people?.items).toMatchObject([
      { exact: true, data: { title: "Order", content: "Z-7781-B, delivered 19 Nov" } },
    ]);
    expect(found.chats?.items.map(({ chat }) => chat.id)).toEqual([kovacs]);
    expect(await people("annika 7781")).toEqual(["Annika Kov\u00e1cs"]);
    for (const q of [
      "Annika.Kovacs@MAIL.example",
      "+44 20 7946 0958",
      "020 7946 0958",
      String(numbers["kovacs"]),
    ])
      expect((await all(q)).people?.items[0], q).toMatchObject({
        exact: true,
        visitor: { number: numbers["kovacs"] },
      });
    expect((await all("annika")).people?.items.map(({ exact }) => exact)).toEqual([
      false,
      false,
      false,
    ]);
  });
  it("[API-120] [API-260] [API-261] lists running and closed chats of the people found: one's own, waiting, others, closed, each with its state and last message", async () => {
    await ivan.call("POST", `chats/${kovacs}/accept`);
    await parlour.owner.call("POST", `chats/${berlin}/accept`);
    await parlour.owner.call("POST", `chats/${berlin}/close`, {});
    await parlour.settle();
    const { chats: found } = await all("annika", ivan);
    expect(found?.items.map(({ chat }) => [chat.id, chat.state])).toEqual([
      [kovacs, "open"],
      [berlin, "closed"],
    ]);
    expect(found?.items[0]?.chat.last_message).not.toBeNull();
    expect(found?.count).toBe(2);
    expect((await all("annika channel:kiosk")).people?.count).toBe(2);
    expect((await all("annika rating:negative")).chats?.count).toBe(0);
    expect((await all("annika from:visitor")).chats?.count).toBe(0);
  });
  it("[API-120] [API-258] a renamed visitor is found by the new name only", async () => {
    expect(
      (
        await parlour.owner.call("PATCH", `visitors/${numbers["domestic"] ?? 0}`, {
          name: "Clara Inland",
        })
      ).status,
    ).toBe(200);
    await parlour.settle();
    expect(await people("clara")).toEqual(["Clara Inland"]);
    expect(await people("bernd")).toEqual([]);
  });
  it("[API-120] [CORE-001] [API-262] finds no visitor, custom data or chat number out of sight", async () => {
    expect(await people("annika", ivan)).not.toContain("Annika Hidden");
    for (const q of ["hidden@mail.example", "z-9999", String(numbers["hidden"]), String(hidden)]) {
      const found = await all(q, ivan);
      expect([found.people?.count, found.chats?.count], q).toEqual([0, 0]);
    }
    // A chat of this operator shows its own data, not that of another chat of the visitor.
    expect(await people("z-9999", parlour.owner)).toEqual(["Annika Hidden"]);
  });
  it("[API-120] [CORE-001] [API-262] a role without texts finds people by name, and nothing by what was written", async () => {
    const developer = await parlour.operator("developer");
    expect(await people("kovacs", developer)).toEqual(["Annika Kov\u00e1cs"]);
    const found = await all("refund", developer);
    expect([found.items, found.people?.count, found.chats?.count]).toEqual([[], 0, 0]);
    expect(JSON.stringify(await all("kovacs", developer))).not.toContain("Hello from");
  });
  it("[API-120] [CORE-002] the index gives nothing of another account, and nothing without an account", async () => {
    const client = new pg.Client({ connectionString: parlour.databaseUrl });
    await client.connect();
    const rows = async (query = "'~annika'") =>
      (await client.query("select * from search_visitor_find($1, 100)", [query])).rowCount;
    await client.query(useRole("reader", "session"));
    expect(await rows()).toBe(0);
    await client.query("select set_config('app.account', '1', false)");
    expect(await rows()).toBeGreaterThan(2);
    await client.query("select set_config('app.account', '2', false)");
    expect([await rows(), await rows("'1.0.annika'")]).toEqual([0, 0]);
    expect((await client.query("select from search_visitor")).rowCount).toBe(0);
    await client.end();
  });
  it("[API-120] [API-004] people come with the first page only; the other pages are those of the messages", async () => {
    const first = await all("hello", parlour.owner, "&limit=2");
    expect(first.people?.count).toBe(0);
    const next = await all("hello", parlour.owner, `&limit=2&cursor=${first.next_cursor ?? ""}`);
    expect([next.items.length, next.people, next.chats]).toEqual([2, undefined, undefined]);
    expect((await searchChats("kovacs")) as object).not.toHaveProperty("people");
  });
  it("[API-120] an index that was lost is filled again from the journal, and running twice changes nothing", async () => {
    const rows = () =>
      parlour.sql(
        "select account_id, number, chat_id, words::text from search_visitor order by 1, 2, 3",
      );
    const before = await rows();
    await parlour.sql("delete from search_visitor");
    await parlour.sql("update cursor set position = 0 where reader like 'search-visitors-%'");
    await parlour.restart();
    await parlour.settle();
    expect(await rows()).toEqual(before);
    await parlour.sql("update cursor set position = 0 where reader like 'search-visitors-%'");
    await parlour.restart();
    await parlour.settle();
    expect(await rows()).toEqual(before);
  });
});

describe("order without words", () => {
  it("[API-460] chats without matching messages have the time by which they are sorted, also after a late end", async () => {
    await sendMessages("ended", kiosk, "Is the kiosk open?");
    await sendMessages("later", kiosk, "And the shop?");
    await parlour.clock.advance(60_000);
    for (const action of ["accept", "close"])
      expect((await ivan.call("POST", `chats/${chats["ended"] ?? 0}/${action}`, {})).status).toBe(
        200,
      );
    await parlour.settle();
    for (const sort of ["newest", "oldest"]) {
      const { items } = await searchChats("channel:kiosk", parlour.owner, `&sort=${sort}`);
      const times = items.map((item) => item.active_at ?? "");
      expect(times.toSorted()).toEqual(sort === "oldest" ? times : times.toReversed());
    }
    const { items } = await searchChats("channel:kiosk");
    const at = (name: string) => items.findIndex(({ chat }) => chat.id === chats[name]);
    expect(at("ended")).toBeLessThan(at("later"));
    const first = items[at("ended")];
    expect(first?.active_at).toBe(first?.chat.closed_at);
    const people = await searchChats("ended", parlour.owner, "&scope=all&sort=newest");
    expect(people).toMatchObject({ chats: { items: [{ active_at: first?.active_at }] } });
    expect((await searchChats("refund")).items[0]).not.toHaveProperty("active_at");
  });
});
