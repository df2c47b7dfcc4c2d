import type { Article, MoveImportDetails } from "@parlour/protocol/api";
import type { MoveRecord } from "@parlour/protocol/move-in/record";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
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

test("[MV-028] [MV-034] [MV-050] published articles of Chatwoot become drafts with their translations, which an undo removes", async () => {
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
    counts: { article: { new: 27, left_out: 3 }, translation: { new: 5 } },
    problems: { not_published: 3 },
    stored: { article: 27, translation: 5 },
  });
  expect(await listArticles()).toHaveLength(before + 27);
  // The list of Chatwoot has another order.
  const titles = (await listArticles()).map(({ title }) => title);
  expect(titles.filter((title) => title.startsWith("Article ")).slice(0, 2)).toEqual([
    "Article 29",
    "Article 28",
  ]);
  expect(await readArticle("Article 3")).toMatchObject({
    texts: [
      { language: "en", title: "Article 3" },
      { language: "de", title: "Artikel 3", state: "draft" },
    ],
  });
  expect((await imports.act(id, "undo")).state).toBe("undone");
  expect(await listArticles()).toHaveLength(before);
  await server.close();
});

const translation = (id: string, language: string, more: object = {}): MoveRecord =>
  ({
    kind: "translation",
    id,
    article: "a",
    language,
    title: `Title ${id}`,
    markdown: id,
    ...more,
  }) as MoveRecord;
const translated: readonly MoveRecord[] = [
  // The order of the file does not count.
  translation("a/fr", "fr"),
  translation("a/de", "de_DE"),
  article("a", { section: "Shop", language: "en", markdown: "a" }),
];
/** Texts with their articles, oldest first in each. */
const listTexts = () =>
  parlour.sql<{ article: number; language: string; title: string; state: string }>(
    `select dense_rank() over (order by article_id)::int as article, language, title, state
     from article_text order by article_id, created_at`,
  );
async function move(records: readonly MoveRecord[], name: string): Promise<MoveImportDetails> {
  const id = await imports.connect(toLines(records), name);
  await imports.act(id, "plan");
  return imports.act(id, "start");
}
const undo = async (id: number): Promise<void> => {
  expect((await imports.act(id, "undo")).state).toBe("undone");
};

describe("translations", () => {
  beforeEach(async () => {
    for (const table of ["article_slug", "article", "move_record"])
      await parlour.sql(`delete from ${table}`);
  });

  test("[MV-028] [MV-025] [MV-031] an article has all its languages, is known later and leaves as a whole", async () => {
    const id = await imports.connect(toLines(translated), "whole");
    expect((await imports.act(id, "plan")).plan?.counts).toMatchObject({
      article: { read: 1, new: 1 },
      translation: { read: 2, new: 2 },
    });
    expect(await imports.act(id, "start")).toMatchObject({
      counts: { article: { read: 1, new: 1 }, translation: { read: 2, new: 2 } },
      stored: { article: 1, translation: 2 },
      problems: {},
    });
    const texts = [
      { article: 1, language: "en", title: "Title a", state: "draft" },
      { article: 1, language: "fr", title: "Title a/fr", state: "draft" },
      { article: 1, language: "de-de", title: "Title a/de", state: "draft" },
    ];
    expect(await listTexts()).toEqual(texts);
    expect((await move(translated, "whole")).counts).toMatchObject({
      article: { known: 1 },
      translation: { known: 2 },
    });
    expect(await listTexts()).toEqual(texts);
    // The address of the article leads to its text in another language (HELP-043).
    const { id: articleId } = await readArticle("Title a");
    for (const language of ["en", "fr"])
      await imports.call("PATCH", `articles/${articleId}`, { language, state: "published" });
    const site = await fetch(`${parlour.url}/help/fr/title-a`, { redirect: "manual" });
    expect([site.status, site.headers.get("location")]).toEqual([301, "/help/fr/title-a-fr"]);
    for (const language of ["en", "fr"])
      await imports.call("PATCH", `articles/${articleId}`, { language, state: "draft" });
    await undo(id);
    expect(await listTexts()).toEqual([]);
  });

  test("[MV-028] what is wrong with a translation is in the report, and stops nothing", async () => {
    await imports.call("PATCH", "help-center", { languages: ["en", "fr"] });
    const done = await move(
      [
        ...translated,
        translation("a/fr", "fr", { markdown: "twice" }),
        translation("a/FR", "FR"),
        translation("lost/it", "it", { article: "lost" }),
        translation("lost/fr", "fr", { article: "lost" }),
        translation("a/?", "klingon?"),
      ],
      "faults",
    );
    await imports.call("PATCH", "help-center", { languages: [] });
    expect(done.counts.translation).toMatchObject({ read: 7, new: 4, left_out: 3 });
    const { body } = await imports.call("GET", `imports/${done.id}/problems`);
    const { items } = body as { items: { kind: string; source_id: string; code: string }[] };
    const found = items.map(({ kind, source_id, code }) => `${kind} ${source_id} ${code}`);
    expect(found.toSorted()).toEqual([
      "translation a/? wrong_language",
      "translation a/FR language_exists",
      "translation a/de new_language",
      "translation a/fr repeated",
      "translation lost/fr no_article",
      "translation lost/it new_language",
      "translation lost/it no_article",
    ]);
    expect((await listTexts()).map(({ article, language }) => `${article} ${language}`)).toEqual([
      "1 en",
      "1 fr",
      "1 de-de",
      "2 it",
      "2 fr",
    ]);
    // The article of the two was published meanwhile.
    await move([article("lost", { language: "en", markdown: "found" })], "faults");
    expect((await listTexts()).at(-1)).toMatchObject({ article: 2, language: "en" });
  });

  test("[MV-034] articles have the order of their positions, behind those that were there", async () => {
    const ofShop = { section: "Shop", language: "en", markdown: "x" };
    await move([article("here", ofShop)], "others");
    const ordered = [article("b", { ...ofShop, position: 20 }), article("c", ofShop)];
    await move([...ordered, article("d", { ...ofShop, position: 0 })], "order");
    await move([article("e", { ...ofShop, position: 10 })], "order");
    const titles = (await listArticles()).map(({ title }) => title);
    expect(titles).toEqual(["Title here", "Title d", "Title e", "Title b", "Title c"]);
    // Another position alone is no change.
    const again = await move([article("b", { ...ofShop, position: 1 })], "order");
    expect(again.counts.article).toMatchObject({ read: 1, known: 1 });
  });

  test("[MV-031] an undo removes from an earlier article only the translations of its import", async () => {
    const first = await move(translated.slice(2), "grows");
    const { id } = await readArticle("Title a");
    await imports.call("PATCH", `articles/${id}`, { language: "en", state: "published" });
    await imports.call("PATCH", `articles/${id}`, { language: "es", title: "Hola", body: "x" });
    const second = await move(translated, "grows");
    expect(second.counts).toMatchObject({ article: { known: 1 }, translation: { new: 2 } });
    const languages = async (): Promise<readonly string[]> =>
      (await listTexts()).map(({ language }) => language);
    expect(await languages()).toEqual(["en", "es", "fr", "de-de"]);
    await undo(second.id);
    expect(await languages()).toEqual(["en", "es"]);
    await undo(first.id);
    expect(await languages()).toEqual(["en", "es"]);
  });

  test("[MV-031] an article with an edited text stays in all its languages", async () => {
    const { id } = await move(translated, "edited");
    const found = await readArticle("Title a");
    await imports.call("PATCH", `articles/${found.id}`, { language: "fr", title: "Bien" });
    const changed = translated.map((record) => ({ ...record, markdown: "New" }) as MoveRecord);
    expect(await move(changed, "edited")).toMatchObject({
      counts: { article: { changed: 1 }, translation: { changed: 1, known: 1 } },
      problems: { edited: 1 },
    });
    await undo(id);
    expect(await listTexts()).toHaveLength(3);
  });

  test("[MV-046] a translation that an earlier import made an article of stays that article", async () => {
    // The records as they were before translations had a kind of their own.
    const before = translated.map((record) => {
      const { article: _, ...rest } = record as MoveRecord & { article?: string };
      return { ...rest, kind: "article" } as MoveRecord;
    });
    const { id } = await move(before, "earlier");
    expect(new Set((await listTexts()).map(({ article }) => article)).size).toBe(3);
    const added = [...translated, translation("a/it", "it")];
    const again = await imports.connect(toLines(added), "earlier");
    expect((await imports.act(again, "plan")).plan?.counts).toMatchObject({
      article: { known: 1 },
      translation: { known: 2, new: 1 },
    });
    expect((await imports.act(again, "start")).counts).toMatchObject({
      article: { known: 1 },
      translation: { known: 2, new: 1 },
    });
    expect(await listTexts()).toHaveLength(4);
    expect(await readArticle("Title a")).toMatchObject({
      texts: [{ language: "en" }, { language: "it" }],
    });
    await undo(again);
    await undo(id);
    expect(await listTexts()).toEqual([]);
  });

  test("[MV-022] a failure between an article and its record leaves neither", async () => {
    await parlour.sql(`create function fail() returns trigger language plpgsql as $$
      begin raise exception 'killed' using errcode = '57P01'; end $$`);
    await parlour.sql(
      "create trigger fail before insert on move_record for each row when (new.kind in ('article', 'translation')) execute function fail()",
    );
    const id = await imports.connect(toLines(translated), "killed");
    await imports.act(id, "plan");
    await imports.call("POST", `imports/${id}/start`, {});
    await parlour.settle().catch(() => undefined);
    expect(await listTexts()).toEqual([]);
    await parlour.sql("drop trigger fail on move_record");
    await parlour.sql("drop function fail");
    await parlour.clock.advance(60_000);
    await parlour.settle();
    expect(await imports.read(id)).toMatchObject({
      state: "done",
      counts: { article: { read: 1, new: 1 }, translation: { read: 2, new: 2 } },
    });
    expect(await listTexts()).toHaveLength(3);
  });
});
