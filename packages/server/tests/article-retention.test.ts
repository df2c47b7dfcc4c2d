import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";

const dayMs = 86_400_000;
let parlour: TestParlour;
beforeAll(async () => {
  parlour = await startTestParlour();
});
afterAll(() => parlour.close());

async function upload(name: string): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([name], { type: "text/plain" }), name);
  const headers = { authorization: `Bearer ${parlour.owner.key}` };
  const options = { method: "POST", headers, body: form };
  const response = await fetch(`${parlour.url}/api/v1/uploads`, options);
  return ((await response.json()) as { url: string }).url;
}
const count = async (table: string): Promise<number> =>
  (await parlour.sql<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n ?? 0;

it("[ART-018] [ART-043] old comments and searches go, files that a text names stay", async () => {
  const { call } = parlour.owner;
  const section = (await call("POST", "article-sections", { name: "Care" })).body["id"];
  const [kept, removed] = [await upload("kept.txt"), await upload("removed.txt")];
  const body = { section_id: section, language: "en", title: "Oven", body: `[a](${removed})` };
  const article = (await call("POST", "articles", body)).body["id"];
  await call("PATCH", `articles/${article as number}`, { body: `[a](${kept})` });
  const addReaders = async (at: Date) => {
    await parlour.sql(
      "insert into article_comment (account_id, article_id, language, text, at) select account_id, id, 'en', 'How hot?', $1 from article",
      [at],
    );
    await parlour.sql(
      "insert into article_search_day (account_id, day, language, query, times, found) select account_id, $1::timestamptz::date, 'en', 'hot', 1, 0 from article",
      [at],
    );
  };
  await addReaders(new Date(parlour.clock.now()));
  await parlour.settle();
  await parlour.clock.advance(100 * dayMs);
  await addReaders(new Date(parlour.clock.now()));
  const periods = { chats_days: 50, visits_days: 60, files_days: 10 };
  expect((await call("PATCH", "retention", periods)).status).toBe(200);
  await expect
    .poll(async () => {
      await parlour.settle();
      await parlour.clock.advance(10 * 60_000 + 1);
      return [
        await count("article_comment"),
        await count("article_search_day"),
        await count("file where state = 'stored'"),
      ];
    })
    .toEqual([1, 1, 1]);
  expect((await fetch(kept)).status).toBe(200);
  expect((await fetch(removed)).status).toBe(404);
});
