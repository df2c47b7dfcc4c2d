import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
let other: TestAccount;
let section: number;
beforeAll(async () => {
  service = await startServiceApi({ consumers: "on" });
  acme = await service.createAccount("acme");
  other = await service.createAccount("other");
});
afterAll(() => service.close());
beforeEach(async () => {
  for (const table of ["article_word", "article_slug", "article", "article_section"])
    await service.db.query(`delete from ${table}`);
  section = (await call("POST", "/article-sections", { name: "Care & use" })).body.id;
});

const call = (method: string, path: string, body?: object, key = acme.keys.owner) =>
  service.call(method, path, { key, body });
const create = async (given: object = {}) => {
  const body = { section_id: section, language: "en", title: "Oven", body: "Up to 220 °C." };
  const answer = await call("POST", "/articles", { ...body, ...given });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};
const change = (id: number, body: object) => call("PATCH", `/articles/${id}`, body);
const listSlugs = async (): Promise<readonly object[]> =>
  service.db.query("select slug, article_id::int as id from article_slug order by slug");
const countWords = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await service.db.query<{ word: string; texts: number }>(
        "select word, texts from article_word",
      )
    ).map(({ word, texts }) => [word, texts]),
  );
const find = async (query: string): Promise<readonly string[]> =>
  (
    await service.db.query<{ title: string }>(
      "select published_title as title from article_text where search @@ websearch_to_tsquery('english', $1)",
      [query],
    )
  ).map(({ title }) => title);

it("[ART-001] sections are created, changed, ordered and deleted", async () => {
  const created = await call("POST", "/article-sections", {
    name: "Delivery",
    names: { de: "Lieferung" },
    icon: "truck",
  });
  expect(created.body).toEqual({
    id: created.body.id,
    name: "Delivery",
    names: { de: "Lieferung" },
    description: "",
    descriptions: {},
    icon: "truck",
    slug: "delivery",
    created_at: new Date(service.clock.now()).toISOString(),
    managed: false,
  });
  const { id } = created.body;
  const path = `/article-sections/${id}`;
  expect((await call("PATCH", path, { description: "When it comes" })).body).toMatchObject({
    description: "When it comes",
    slug: "delivery",
  });
  expect((await call("PUT", "/article-sections/order", { ids: [id, section] })).status).toBe(204);
  const list = await call("GET", "/article-sections", undefined, acme.keys.viewer);
  expect(list.body.items.map((item: { id: number }) => item.id)).toEqual([id, section]);
  expect((await call("DELETE", path)).status).toBe(204);
  expect((await call("GET", path)).status).toBe(404);
});

it("[ART-001] a section with articles cannot be deleted", async () => {
  const { id } = await create();
  const path = `/article-sections/${section}`;
  const refused = await call("DELETE", path);
  expect([refused.status, refused.body.error.code]).toEqual([409, "in_use"]);
  await call("DELETE", `/articles/${id}`);
  expect((await call("DELETE", path)).status).toBe(204);
});

it("[ART-002] a section gets a free slug from its name, and keeps it", async () => {
  const second = (await call("POST", "/article-sections", { name: "Care, use" })).body;
  expect(second.slug).toBe("care-use-2");
  const path = `/article-sections/${second.id}`;
  expect((await call("PATCH", path, { name: "Уход" })).body.slug).toBe("care-use-2");
  expect((await call("PATCH", path, { slug: "уход" })).body.slug).toBe("уход");
  for (const [slug, code] of [
    ["care-use", "name_taken"],
    ["Уход", "invalid_request"],
    ["a--b", "invalid_request"],
    ["a/b", "invalid_request"],
  ])
    expect((await call("PATCH", path, { slug })).body.error.code, slug).toBe(code);
  const noWord = (await call("POST", "/article-sections", { name: "…" })).body;
  expect(noWord.slug).toBe("section");
});

it("[ART-010] [ART-011] an article is created as a draft, published and archived", async () => {
  const created = await create({ body: "See <script>alert(1)</script> and [x](javascript:y)." });
  const now = new Date(service.clock.now()).toISOString();
  expect(created).toEqual({
    id: created.id,
    section_id: section,
    position: 1,
    title: "Oven",
    language: "en",
    state: "draft",
    texts: [
      {
        language: "en",
        title: "Oven",
        slug: "oven",
        state: "draft",
        has_changes: false,
        outdated: false,
        path: "/help/en/oven",
        version: 1,
        updated_at: now,
        published_at: null,
      },
    ],
    views: 0,
    helpful: 0,
    not_helpful: 0,
    updated_at: now,
    updated_by: { id: acme.ids.owner, name: expect.any(String) as string },
    body: "See <script>alert(1)</script> and [x](javascript:y).",
    slug: "oven",
    path: "/help/en/oven",
    url: `${service.publicUrl}/help/en/oven`,
    version: 1,
    has_changes: false,
    broken_links: [],
    created_at: now,
  });
  expect(await find("oven")).toEqual([]);
  const published = (await change(created.id, { state: "published" })).body;
  expect(published).toMatchObject({ state: "published", version: 1, has_changes: false });
  expect(published.texts[0].published_at).toBe(now);
  expect(await find("oven")).toEqual(["Oven"]);
  const archived = (await change(created.id, { state: "archived" })).body;
  expect(archived).toMatchObject({ state: "archived", has_changes: false });
  expect([await find("oven"), await countWords()]).toEqual([[], {}]);
});

it("[ART-012] a published text shows changes after the next publication", async () => {
  const { id } = await create({ state: "published" });
  const changed = (await change(id, { title: "Oven safe", body: "Up to 240 °C." })).body;
  expect(changed).toMatchObject({ title: "Oven safe", has_changes: true, state: "published" });
  expect([await find("220"), await find("240")]).toEqual([["Oven"], []]);
  const back = (await change(id, { title: "Oven", body: "Up to 220 °C." })).body;
  expect(back).toMatchObject({ has_changes: false, version: 3 });
  const again = (await change(id, { body: "Up to 240 °C.", state: "published" })).body;
  expect(again).toMatchObject({ has_changes: false, version: 4 });
  expect([await find("220"), await find("240")]).toEqual([[], ["Oven"]]);
});

it("[ART-013] each write is a version, with its author and body", async () => {
  const { id } = await create({ state: "published" });
  await service.call("PATCH", `/articles/${id}`, {
    key: acme.keys.admin,
    body: { body: "Second" },
  });
  await change(id, { state: "published" });
  await change(id, { slug: "hot" });
  await change(id, { title: "Oven", body: "Second", state: "published" });
  const path = `/articles/${id}/versions`;
  const first = await call("GET", `${path}?limit=2`);
  const rest = await call("GET", `${path}?cursor=${first.body.next_cursor}`);
  const { owner, admin } = acme.ids;
  expect(
    [...first.body.items, ...rest.body.items].map((item) => [
      item.version,
      item.slug,
      item.published,
      item.operator.id,
    ]),
  ).toEqual([
    [3, "hot", true, owner],
    [2, "oven", true, admin],
    [1, "oven", true, owner],
  ]);
  expect((await call("GET", `${path}/1`)).body).toMatchObject({
    body: "Up to 220 °C.",
    version: 1,
  });
  expect((await call("GET", `${path}/9`)).status).toBe(404);
  expect((await call("GET", `${path}?language=de`)).status).toBe(404);
});

it("[ART-013] old drafts are deleted, what was public stays", async () => {
  const { id } = await create({ state: "published" });
  await service.db.query(
    `insert into article_version (account_id, article_id, language, version, title, body, slug, published, at)
     select account_id, article_id, language, n, '', '', slug, false, updated_at from article_text, generate_series(2, 600) n where article_id = $1`,
    [id],
  );
  await service.db.query("update article_text set version = 600 where article_id = $1", [id]);
  await change(id, { body: "New" });
  const rows = await service.db.query<{ version: number }>(
    "select version from article_version where article_id = $1 order by version",
    [id],
  );
  expect(rows.map(({ version }) => version).slice(0, 2)).toEqual([1, 102]);
  expect(rows.length).toBe(501);
});

it("[ART-014] a stale version is refused with the present one, and changes nothing", async () => {
  const { id } = await create();
  await change(id, { body: "Second", version: 1 });
  const refused = await change(id, { body: "Third", version: 1, section_id: section });
  expect([refused.status, refused.body.error]).toMatchObject([
    409,
    { code: "version_conflict", version: 2 },
  ]);
  expect((await call("GET", `/articles/${id}`)).body.body).toBe("Second");
});

it("[ART-015] earlier slugs lead to the text for ever, without chains and loops", async () => {
  const { id } = await create({ state: "published" });
  for (let n = 1; n <= 10; n++) await change(id, { slug: `oven-${n}` });
  expect((await change(id, { slug: "oven-3" })).body.path).toBe("/help/en/oven-3");
  expect((await change(id, { slug: "oven" })).body.path).toBe("/help/en/oven");
  const slugs = await listSlugs();
  expect(slugs.length).toBe(11);
  expect(new Set(slugs.map((row) => (row as { id: number }).id))).toEqual(new Set([id]));
  const second = await create({ title: "Oven 3" });
  expect(second.slug).toBe("oven-3-2");
  const taken = await change(second.id, { slug: "oven-7" });
  expect([taken.status, taken.body.error]).toMatchObject([
    409,
    { code: "name_taken", field: "slug" },
  ]);
  // Another language has its own addresses.
  const german = { language: "de", title: "Ofen", body: "", slug: "oven" };
  expect((await change(second.id, german)).body.path).toBe("/help/de/oven");
});

it("[ART-015] the slug of a draft follows its title until the text was public", async () => {
  const { id } = await create({ title: "Untitled" });
  expect((await change(id, { title: "Tea" })).body.slug).toBe("tea");
  expect(await listSlugs()).toEqual([{ slug: "tea", id }]);
  await change(id, { state: "published" });
  await change(id, { state: "draft" });
  expect((await change(id, { title: "Green tea" })).body.slug).toBe("tea");
});

it("[ART-015] the slug of a deleted text is free for another one", async () => {
  const { id } = await create({ state: "published" });
  expect((await call("DELETE", `/articles/${id}`)).status).toBe(204);
  expect(await listSlugs()).toEqual([{ slug: "oven", id: null }]);
  expect(await countWords()).toEqual({});
  const second = await create();
  expect([second.slug, await listSlugs()]).toEqual(["oven", [{ slug: "oven", id: second.id }]]);
});

it("[ART-016] links that lead to no public page are named with their lines", async () => {
  const { id } = await create({ state: "published" });
  await change(id, { slug: "hot" });
  const target = `${service.publicUrl}/help/en/gone`;
  const links = [
    "[a](/help/en/oven) [b](/help/en/hot#top) [c](/help/en/topics/care-use) [d](https://other.test/help/en/x)",
    "[e](/help/de/hot)",
    `[f](${target}) [g](/help/en/topics/none) [h](/help)`,
  ];
  expect((await create({ title: "Links", body: links.join("\n\n") })).broken_links).toEqual([
    { target: "/help/de/hot", line: 3 },
    { target, line: 5 },
    { target: "/help/en/topics/none", line: 5 },
  ]);
});

it("[ART-010] a text in another language is added, and is outdated after the first one changes", async () => {
  const { id } = await create({ state: "published" });
  const missing = await change(id, { language: "de", title: "Ofen" });
  expect([missing.status, missing.body.error.field]).toEqual([400, "body"]);
  const added = await change(id, { language: "de", title: "Ofen", body: "Bis 220 °C." });
  expect(added.body).toMatchObject({ language: "de", title: "Ofen", path: "/help/de/ofen" });
  await service.clock.advance(1_000);
  await change(id, { body: "Up to 240 °C.", state: "published" });
  const read = async (query: string) => (await call("GET", `/articles/${id}${query}`)).body;
  expect((await read("")).texts.map((text: { outdated: boolean }) => text.outdated)).toEqual([
    false,
    true,
  ]);
  await service.clock.advance(1_000);
  await change(id, { language: "de", body: "Bis 240 °C." });
  expect((await read("?language=de")).texts[1].outdated).toBe(false);
  expect((await call("GET", `/articles/${id}?language=fr`)).status).toBe(404);
  expect((await call("DELETE", `/articles/${id}?language=en`)).status).toBe(204);
  expect(await read("")).toMatchObject({ language: "de", texts: [{ language: "de" }] });
  expect((await call("DELETE", `/articles/${id}?language=de`)).status).toBe(204);
  expect((await call("GET", `/articles/${id}`)).status).toBe(404);
});

it("[ART-011] [ART-017] the list has filters, pages and the order of the account", async () => {
  const second = (await call("POST", "/article-sections", { name: "Delivery" })).body.id;
  const a = (await create({ title: "A tea" })).id;
  const b = (await create({ title: "B 100%", state: "published" })).id;
  const c = (await create({ title: "C tea", section_id: second })).id;
  await change(b, { language: "de", title: "B Tee", body: "x" });
  const list = async (query: string): Promise<readonly number[]> =>
    (await call("GET", `/articles?${query}`)).body.items.map((item: { id: number }) => item.id);
  expect(await list("")).toEqual([a, b, c]);
  expect(await list(`section_id=${section}&q=TEA`)).toEqual([a]);
  expect(await list("q=100%25")).toEqual([b]);
  expect(await list("state=published")).toEqual([b]);
  expect(await list("state=draft&language=de")).toEqual([b]);
  const page = await call("GET", "/articles?limit=2");
  expect(await list(`limit=2&cursor=${page.body.next_cursor}`)).toEqual([c]);
  const order = (ids: readonly number[]) =>
    call("PUT", "/articles/order", { section_id: section, ids });
  expect((await order([b, a])).status).toBe(204);
  expect(await list("")).toEqual([b, a, c]);
  expect((await order([b])).body.error.field).toBe("ids");
  expect((await order([b, c])).body.error.field).toBe("ids");
  await change(b, { section_id: second });
  expect(await list("")).toEqual([a, c, b]);
  const german = await call("GET", "/articles?language=de");
  expect(german.body.items[0]).toMatchObject({ title: "B Tee", language: "de" });
});

it.each([
  [{ section_id: 999 }, "section_id"],
  [{ language: "EN" }, "language"],
  [{ language: "en_US" }, "language"],
  [{ title: " " }, "title"],
  [{ title: "\u200B" }, "title"],
  [{ title: "t".repeat(201) }, "title"],
  [{ body: "b".repeat(100_001) }, "body"],
  [{ slug: "Oven" }, "slug"],
  [{ state: "public" }, "state"],
  [{ text: "x" }, "text"],
])("[ART-010] %j is refused", async (given, field) => {
  const body = { section_id: section, language: "en", title: "Oven", body: "x", ...given };
  const { status, body: answer } = await call("POST", "/articles", body);
  expect([status, answer.error.field]).toEqual([400, field]);
});
it("[ART-002] the slug topics belongs to the sections", async () => {
  expect((await create({ title: "Topics" })).slug).toBe("topics-2");
  const body = { section_id: section, language: "en", title: "x", body: "", slug: "topics" };
  expect((await call("POST", "/articles", body)).body.error.field).toBe("slug");
});
it("[ART-010] 2 MB of text are refused, 100,000 characters are stored", async () => {
  const large = { section_id: section, language: "en", title: "Large", body: "x".repeat(2 ** 21) };
  expect((await call("POST", "/articles", large)).status).toBe(413);
  const words = Array.from({ length: 25_000 }, (_, n) => n.toString(36).padStart(3, "0")).join(" ");
  expect((await create({ body: words, state: "published" })).state).toBe("published");
  const emoji = (await create({ title: "Emoji", body: "🍵".repeat(100_000) })).body;
  expect(Array.from(emoji as string).length).toBe(100_000);
});

it("[ART-021] words of published texts are counted", async () => {
  const { id } = await create({ state: "published", body: "**Oven** `dish` and <b>raw</b>" });
  await create({ title: "Dish", body: "x", state: "published" });
  await create({ title: "Draft", body: "oven" });
  expect(await countWords()).toEqual({ and: 1, b: 1, dish: 2, oven: 1, raw: 1, x: 1 });
  await change(id, { body: "Only tea", state: "published" });
  expect(await countWords()).toEqual({ dish: 1, only: 1, oven: 1, tea: 1, x: 1 });
});

it("[ART-003] every role reads, owners and administrators write, accounts are apart", async () => {
  const { id } = await create();
  for (const key of [acme.keys.developer, acme.keys.operator, acme.keys.viewer]) {
    expect((await call("GET", `/articles/${id}`, undefined, key)).status).toBe(200);
    expect((await call("PATCH", `/articles/${id}`, { body: "x" }, key)).status).toBe(403);
    expect((await call("DELETE", `/articles/${id}`, undefined, key)).status).toBe(403);
    expect((await call("POST", "/article-sections", { name: "N" }, key)).status).toBe(403);
  }
  expect((await call("PATCH", `/articles/${id}`, { body: "x" }, acme.keys.admin)).status).toBe(200);
  const foreign = other.keys.owner;
  expect((await call("GET", "/articles", undefined, foreign)).body.items).toEqual([]);
  for (const [method, path, body] of [
    ["GET", `/articles/${id}`],
    ["GET", `/articles/${id}/versions`],
    ["PATCH", `/articles/${id}`, { body: "y" }],
    ["DELETE", `/articles/${id}`],
  ] as const)
    expect((await call(method, path, body, foreign)).status, method).toBe(404);
  const stolen = { section_id: section, language: "en", title: "x", body: "" };
  expect((await call("POST", "/articles", stolen, foreign)).body.error.field).toBe("section_id");
});

it("[ART-004] changes are in the audit log and reach open screens", async () => {
  const watcher = await service.connect({ key: acme.keys.viewer });
  const { id } = await create();
  const frame = await watcher.next((one) => "name" in one && one.name === "settings_changed");
  expect(frame).toMatchObject({ data: { kind: "article", id } });
  await change(id, { state: "published" });
  await change(id, { state: "archived" });
  await call("DELETE", `/articles/${id}`);
  const { items } = (await call("GET", "/audit?limit=4")).body;
  expect(items.map((entry: { action: string }) => entry.action)).toEqual([
    "article.delete",
    "article.archive",
    "article.publish",
    "article.create",
  ]);
  expect(items[3].target).toBe(`article ${id} en Oven`);
});
