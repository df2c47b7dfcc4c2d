import { analyzeTables } from "@parlour/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Reader } from "../src/store/database/reader.ts";
import { searchArticles } from "../src/store/articles/published-search.ts";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";
import { addSection } from "./help-fixture.ts";

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

it("[HELP-032] searches of 10,000 texts read by indexes", async () => {
  const plans: string[] = [];
  const rows = async <T>(_account: number, text: string, values: readonly unknown[] = []) => {
    const plan = await service.db.query<Record<string, string>>(`explain ${text}`, [...values]);
    plans.push(plan.flatMap((row) => Object.values(row)).join("\n"));
    return (await service.db.query(text, [...values])) as unknown as T[];
  };
  const reader: Reader = {
    rows,
    one: async <T>(account: number, text: string, values?: readonly unknown[]) =>
      (await rows<T>(account, text, values))[0] ?? null,
  };
  const search = (query: string) =>
    searchArticles(reader, shop.id, {
      language: "en",
      query,
      isExact: false,
      section: null,
      limit: 20,
    });
  expect((await search("kind77")).results[0]?.slug).toBe("text-77");
  expect((await search("kidn4321")).corrected?.query).toBe("kind4321");
  const scans = plans.filter((plan) => /Seq Scan on article_text|Seq Scan on article /.test(plan));
  expect(scans).toEqual([]);
  expect(plans.join("\n")).toContain("article_text_search");
  // A word of all texts stops at the first ones, in any order.
  expect((await search("parcel")).total).toBe(300);
  expect((await search("topic77 order")).total).toBe(100);
});
