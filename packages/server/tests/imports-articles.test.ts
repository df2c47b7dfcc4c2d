import type { Article } from "@parlour/protocol/api";
import type { MoveRecord } from "@parlour/protocol/move-in/record";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startChatwootService } from "../../lab/src/services/chatwoot/index.ts";
import { createWorld } from "../../lab/src/services/history/world.ts";
import { createImportClient, toLines, type ImportClient } from "./imports-fixture.ts";

/** Articles of other systems, which become drafts. */
let parlour: TestParlour;
let imports: ImportClient;
beforeAll(async () => {
  parlour = await startTestParlour();
  imports = createImportClient(parlour);
  await imports.call("POST", "instance/egress-allow", { add: ["127.0.0.0/8"] });
});
afterAll(() => parlour.close());

const listArticles = async (): Promise<readonly Article[]> =>
  ((await imports.call("GET", "articles?limit=100")).body as { items: Article[] }).items;
const readArticle = async (title: string): Promise<Article> => {
  const found = (await listArticles()).find((article) => article.title === title);
  return (await imports.call("GET", `articles/${found?.id}`)).body;
};

const article = (id: string, more: object): MoveRecord =>
  ({ kind: "article", id, title: `Title ${id}`, ...more }) as MoveRecord;
const articles: readonly MoveRecord[] = [
  article("a1", { section: "Orders", language: "de", markdown: "# Eins\r\n\nText" }),
  article("a2", {
    section: "orders",
    language: "pt_BR",
    html: '<h2>Two</h2><p>See <a href="/three">three</a><script>x()</script></p>',
    url: "https://help.old.example/two",
  }),
  article("a3", { title: "Title a1", markdown: "Three" }),
  article("a4", { markdown: "x".repeat(100_001) }),
  article("a5", { language: "klingon?", markdown: "Five" }),
  article("a6", { title: " ", markdown: "Six" }),
];

test("[MV-028] articles become drafts in their sections, and those that cannot are in the report", async () => {
  const id = await imports.connect(toLines(articles), "help");
  expect((await imports.act(id, "plan")).plan?.counts.article).toMatchObject({ read: 6, new: 6 });
  expect(await listArticles()).toEqual([]);
  const done = await imports.act(id, "start");
  expect(done).toMatchObject({
    state: "done",
    counts: { article: { read: 6, new: 3, left_out: 3 } },
    stored: { article: 3 },
    problems: { too_long: 1, wrong_language: 1, no_name: 1 },
  });
  const found = await listArticles();
  expect(
    await parlour.sql(
      "select title, language, slug, state from article_text order by slug, language",
    ),
  ).toEqual([
    { title: "Title a1", language: "de", slug: "title-a1", state: "draft" },
    { title: "Title a1", language: "en", slug: "title-a1", state: "draft" },
    { title: "Title a2", language: "pt-br", slug: "title-a2", state: "draft" },
  ]);
  expect(new Set(found.map(({ section_id }) => section_id)).size).toBe(2);
  expect(await readArticle("Title a2")).toMatchObject({
    body: "## Two\n\nSee [three](https://help.old.example/three)",
  });
});

test("[MV-025] [MV-028] [MV-031] a later import changes unedited drafts only, and an undo removes only those", async () => {
  const edited = await readArticle("Title a2");
  const patch = { title: "Title a2, edited" };
  expect((await imports.call("PATCH", `articles/${edited.id}`, patch)).status).toBe(200);
  const change = (record: MoveRecord): MoveRecord =>
    ["a1", "a2"].includes(record.id)
      ? ({ ...record, markdown: "New", html: undefined } as never)
      : record;
  const again = await imports.connect(toLines(articles.slice(0, 3).map(change)), "help");
  await imports.act(again, "plan");
  expect(await imports.act(again, "start")).toMatchObject({
    counts: { article: { read: 3, changed: 1, known: 2 } },
    problems: { edited: 1 },
  });
  const bodies = await parlour.sql<{ body: string }>("select body from article_text order by body");
  expect(bodies.map(({ body }) => body)).toEqual([
    expect.stringMatching(/^## Two/),
    "New",
    "Three",
  ]);
  const { items } = (await imports.call("GET", "imports")).body as { items: { id: number }[] };
  for (const { id } of items) expect((await imports.act(id, "undo")).state).toBe("undone");
  expect((await listArticles()).map(({ title }) => title)).toEqual(["Title a2, edited"]);
});

test("[MV-028] [MV-050] published articles of Chatwoot become drafts, which an undo removes", async () => {
  const before = (await listArticles()).length;
  const world = createWorld({ chats: 1, persons: 1 });
  const server = await startChatwootService({ world });
  const { body } = await imports.call("POST", "imports", {
    system: "chatwoot",
    address: server.url,
    token: server.token,
  });
  const { id } = body as { readonly id: number };
  await imports.act(id, "plan");
  expect(await imports.act(id, "start")).toMatchObject({
    counts: { article: { new: 27, left_out: 3 } },
    problems: { not_published: 3 },
  });
  expect(await listArticles()).toHaveLength(before + 27);
  expect((await imports.act(id, "undo")).state).toBe("undone");
  expect(await listArticles()).toHaveLength(before);
  await server.close();
});
