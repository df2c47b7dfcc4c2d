import { afterAll, beforeAll, expect, it } from "vitest";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
let other: TestAccount;
let oven: number;
let wash: number;
beforeAll(async () => {
  service = await startServiceApi({ consumers: "on" });
  acme = await service.createAccount("acme");
  other = await service.createAccount("other");
  const section = (await call("POST", "/article-sections", { name: "Care" })).id;
  const create = async (title: string): Promise<number> =>
    (
      await call("POST", "/articles", {
        section_id: section,
        language: "en",
        title,
        body: "x",
        state: "published",
      })
    ).id;
  oven = await create("Oven");
  wash = await create("Wash");
});
afterAll(() => service.close());

async function call(method: string, path: string, body?: object, key = acme.keys.owner) {
  const answer = await service.call(method, path, { key, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}
const today = (): string => new Date(service.clock.now()).toISOString().slice(0, 10);
const report = (query = "last=7", key?: string) =>
  call("GET", `/reports/articles?${query}`, undefined, key);

async function addDay(article: number, day: string, figures: readonly number[]): Promise<void> {
  await service.db.query(
    "insert into article_day (account_id, article_id, language, day, views, helpful, not_helpful) values ($1, $2, 'en', $3, $4, $5, $6)",
    [acme.id, article, day, ...figures],
  );
}
async function addSearch(query: string, times: number, found: number, day = today()) {
  await service.db.query(
    "insert into article_search_day (account_id, day, language, query, times, found) values ($1, $2, 'en', $3, $4, $5)",
    [acme.id, day, query, times, found],
  );
}

it("[ART-040] the report counts readers of articles, chats that began there, and searches", async () => {
  await addDay(oven, today(), [5, 2, 1]);
  await addDay(oven, "2020-01-01", [100, 0, 0]);
  await addDay(wash, today(), [9, 0, 0]);
  for (const [query, times, found] of [
    ["gift cards", 3, 0],
    ["card gift", 2, 0],
    ["the voucher", 4, 0],
    ["oven", 7, 1],
  ] as const)
    await addSearch(query, times, found);
  await addSearch("old", 9, 0, "2020-01-01");
  const channel = (
    await call("POST", "/channels", {
      kind: "widget",
      name: "Site",
      operators: [acme.ids.owner],
    })
  ).id;
  const pages = [
    `${service.publicUrl}/help/en/oven?x=1#a`,
    `${service.publicUrl}/help/en/oven`,
    "https://elsewhere.example/help/en/oven",
    `${service.publicUrl}/help/en/none`,
  ];
  for (const [n, url] of pages.entries()) {
    const chat = await service.sendCustomerMessage(acme.id, channel, `v${n}`, "Hello");
    await service.db.query(
      "update chat set body = (body::jsonb || jsonb_build_object('page', jsonb_build_object('url', $3::text)))::text where account_id = $1 and id = $2",
      [acme.id, chat, url],
    );
  }
  await service.settle();
  const { articles, totals, searches, without_result } = await report();
  expect(articles).toEqual([
    expect.objectContaining({ id: wash, title: "Wash", views: 9, chats: 0 }),
    expect.objectContaining({
      id: oven,
      title: "Oven",
      views: 5,
      helpful: 2,
      not_helpful: 1,
      chats: 2,
    }),
  ]);
  expect(totals).toEqual({ views: 14, helpful: 2, not_helpful: 1, chats: 2 });
  expect([searches, without_result]).toEqual([
    16,
    [
      { query: "gift cards", language: "en", times: 5, similar: ["card gift"] },
      { query: "the voucher", language: "en", times: 4, similar: [] },
    ],
  ]);
  expect(await report("last=7", other.keys.owner)).toMatchObject({
    articles: [],
    searches: 0,
    without_result: [],
  });
});

it("[ART-042] comments of readers are listed, newest first, for one article", async () => {
  const add = (article: number, text: string) =>
    service.db.query(
      "insert into article_comment (account_id, article_id, language, text, at) values ($1, $2, 'en', $3, now())",
      [acme.id, article, text],
    );
  await add(oven, "How hot?");
  await add(oven, "How long?");
  await add(wash, "Soap?");
  const first = await call("GET", `/articles/${oven}/comments?limit=1`);
  expect(first.items).toMatchObject([{ language: "en", text: "How long?" }]);
  const next = await call("GET", `/articles/${oven}/comments?limit=1&cursor=${first.next_cursor}`);
  expect([next.items[0].text, next.next_cursor]).toEqual(["How hot?", null]);
  const elsewhere = await service.call("GET", `/articles/${oven}/comments`, {
    key: other.keys.owner,
  });
  expect(elsewhere.status).toBe(404);
});
