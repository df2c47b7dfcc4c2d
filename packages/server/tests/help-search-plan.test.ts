import { analyzeTables } from "@parlour/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Reader } from "../src/store/database/reader.ts";
import { searchArticles } from "../src/store/articles/published-search.ts";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";
import { addSection } from "./help-fixture.ts";
import { useRole } from "../src/store/database/roles/names.ts";

let service: ServiceApi;
let shop: TestAccount;
beforeAll(async () => {
  service = await startServiceApi();
  shop = await service.createAccount("shop");
  const section = await addSection(service, shop.id, { name: "Orders", slug: "orders" });
  // Each text has a word that all have, one of 100 texts and one of its own.
  await service.db.query(
    `with a as (insert into article (account_id, section_id, position, created_at)
       select $1, $2, n, now() from generate_series(1, 10000) n returning id, position)
     insert into article_text (account_id, article_id, language, title, body, state, slug, version, created_at, updated_at,
       published_title, published_body, published_at, published_version, search)
     select $1, a.id, 'en', t.title, t.body, 'published', 'text-' || a.position, 1, now(), now(), t.title, t.body, now(), 1,
       setweight(to_tsvector('english', t.title), 'A') || setweight(to_tsvector('english', t.body), 'B')
     from a cross join lateral (select 'Order ' || a.position || ' topic' || a.position % 100 as title,
       'Delivery of every parcel kind' || a.position || repeat(' more words about it', 40) as body) t`,
    [shop.id, section],
  );
  await service.db.query(
    `insert into article_word (account_id, language, word, texts)
     select $1, 'en', word, texts from (select 'kind' || n, 1 from generate_series(1, 10000) n
       union all select 'topic' || n, 100 from generate_series(0, 99) n
       union all values ('order', 10000), ('delivery', 10000), ('parcel', 10000)) w (word, texts)`,
    [shop.id],
  );
  await analyzeTables(service.databaseUrl, [
    "article",
    "article_text",
    "article_word",
    "article_section",
  ]);
});
afterAll(() => service.close());

/** Searches as the reader of the API does, and returns what was read in one transaction. */
async function search(query: string) {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    await client.query("begin");
    await client.query(useRole("reader", "transaction"));
    await client.query("select set_config('app.account', $1, true)", [shop.id]);
    const rows: Reader["rows"] = async <T>(
      _account: number,
      text: string,
      values: readonly unknown[] = [],
      plan = "fresh",
    ) => {
      await client.query("select set_config('enable_seqscan', $1, true)", [
        plan === "kept" ? "off" : "on",
      ]);
      return (await client.query(text, [...values])).rows as T[];
    };
    const reader: Reader = {
      rows,
      one: async (...query) => (await rows<any>(...query))[0] ?? null,
    };
    const found = await searchArticles(reader, shop.id, {
      language: "en",
      query,
      isExact: false,
      section: null,
      limit: 20,
    });
    // Rows that scans of whole tables returned, and scans of the indexes of words.
    const [read] = await rows<{ scanned: number; looked_up: number; titles: number }>(
      0,
      `select sum(pg_stat_get_xact_tuples_returned(name::regclass))::int as scanned,
         pg_stat_get_xact_numscans('article_text_search'::regclass)::int as looked_up,
         pg_stat_get_xact_numscans('article_text_title'::regclass)::int as titles
       from unnest(array['article_text', 'article', 'article_word']) name`,
    );
    return { ...found, read };
  } finally {
    await client.end();
  }
}

it("[HELP-032] searches of 10,000 texts read by indexes, as readers of one account", async () => {
  const rare = await search("kind77");
  expect(rare.results[0]?.slug).toBe("text-77");
  const wrong = await search("kidn4321");
  expect([wrong.corrected?.query, wrong.results[0]?.slug]).toEqual(["kind4321", "text-4321"]);
  // A word of all texts stops at the first ones, in any order.
  const frequent = await search("parcel");
  expect(frequent.total).toBe(150);
  const mixed = await search("topic77 order");
  expect(mixed.total).toBeGreaterThanOrEqual(100);
  expect(mixed.results.map(({ title }) => title)).toEqual(
    mixed.results.map(() => expect.stringContaining("topic77") as string),
  );
  for (const { read } of [rare, wrong, frequent, mixed]) {
    expect(read?.scanned).toBe(0);
    expect(read?.looked_up).toBeGreaterThan(0);
    expect(read?.titles).toBe(1);
  }
});

it("[HELP-032] [CORE-002] another account's texts are not found, and none without an account", async () => {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  const other = await service.createAccount("other");
  const count = async () =>
    (
      await client.query(
        "select from article_search_find('en', $1, $1, '{1}', 1, 'none', $1, 10)",
        [["parcel"]],
      )
    ).rowCount;
  await client.query(useRole("reader", "session"));
  expect(await count()).toBe(0);
  for (const [id, expected] of [
    [shop.id, 10],
    [other.id, 0],
  ]) {
    await client.query("select set_config('app.account', $1, false)", [id]);
    expect(await count()).toBe(expected);
  }
  await client.end();
});
