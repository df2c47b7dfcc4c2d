import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createZipWriter } from "../src/account-data/zip-writer.ts";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

/** Articles of other systems: files as their APIs answer (ART-087). */
let service: ServiceApi;
let acme: TestAccount;
beforeAll(async () => {
  service = await startServiceApi();
  acme = await service.createAccount("acme");
});
afterAll(() => service.close());
beforeEach(async () => {
  for (const table of ["article_word", "article_slug", "article", "article_section"])
    await service.db.query(`delete from ${table}`);
});

async function send(content: string | Buffer, query = ""): Promise<any> {
  const body = new FormData();
  body.set("file", new File([new Uint8Array(Buffer.from(content))], "export"));
  const response = await fetch(`${service.origin}/api/v1/articles/imports${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${acme.keys.owner}` },
    body,
  });
  const answer = await response.json();
  expect(response.status, JSON.stringify(answer)).toBe(200);
  return answer;
}
async function pack(files: Readonly<Record<string, unknown>>): Promise<Buffer> {
  const zip = createZipWriter();
  for (const [path, content] of Object.entries(files))
    zip.add(path, () =>
      Readable.from([Buffer.from(typeof content === "string" ? content : JSON.stringify(content))]),
    );
  zip.end();
  return buffer(zip.body);
}
async function readArticles(): Promise<any[]> {
  const { body } = await service.call("GET", "/articles", { key: acme.keys.owner });
  return Promise.all(
    body.items.map(
      async ({ id }: any) =>
        (await service.call("GET", `/articles/${id}`, { key: acme.keys.owner })).body,
    ),
  );
}
const summarize = ({ items }: any): readonly string[] =>
  items.map(({ file, result, reason }: any) => `${file}: ${reason?.code ?? result}`);

const hc = "https://acme.zendesk.com/hc";
const zendesk = {
  "articles.json": {
    count: 2,
    articles: [
      {
        id: 11,
        title: "Oven",
        body: `<h2>Heat</h2><p>Up to <b>220 °C</b>, then <a href="${hc}/en-us/articles/12-Wash#hand">wash</a>.</p><img src="https://cdn.example/a.png" alt="A"><script>x()</script>`,
        locale: "en-us",
        source_locale: "en-us",
        section_id: 5,
        draft: false,
        position: 2,
        html_url: `${hc}/en-us/articles/11-Oven`,
      },
      {
        id: 12,
        title: "Wash",
        body: "<p>By hand.</p>",
        locale: "en-us",
        section_id: 5,
        draft: true,
        position: 1,
        html_url: `${hc}/en-us/articles/12-Wash`,
      },
      { id: 13, title: "Lost", body: "x", locale: "en-us", section_id: 99, draft: false },
    ],
  },
  "sections.json": { sections: [{ id: 5, name: "Care", category_id: 3, locale: "en-us" }] },
  "translations.json": {
    translations: [
      { source_id: 11, source_type: "Article", locale: "en-us", title: "Oven", body: "x" },
      {
        source_id: 11,
        source_type: "Article",
        locale: "de",
        title: "Backofen",
        body: "<p>Bis 220 °C.</p>",
        draft: false,
        html_url: `${hc}/de/articles/11-Backofen`,
      },
    ],
  },
  "users.json": { users: [] },
  "broken.json": "{",
};

it("[ART-087] articles of Zendesk become articles with their sections, languages, links and order", async () => {
  const zip = await pack(zendesk);
  const results = [
    `${hc}/en-us/articles/11-Oven: added`,
    `${hc}/de/articles/11-Backofen: added`,
    `${hc}/en-us/articles/12-Wash: added`,
    "users.json: unknown_export",
    "broken.json: unknown_export",
    "zendesk:13/en-us: no_section",
  ];
  expect(summarize(await send(zip, "?dry_run=true"))).toEqual(results);
  expect(await readArticles()).toEqual([]);
  const done = await send(zip);
  expect([summarize(done), done.sections]).toEqual([results, ["Care"]]);
  expect(done.items[0].warnings).toEqual([
    { code: "picture_left_out", detail: "https://cdn.example/a.png", line: 5 },
  ]);
  const [wash, oven] = await readArticles();
  expect([wash.title, wash.state, wash.body]).toEqual(["Wash", "draft", "By hand."]);
  expect(oven).toMatchObject({
    title: "Oven",
    state: "published",
    body: "## Heat\n\nUp to **220 °C**, then [wash](/help/en-us/wash#hand).\n\n![A](https://cdn.example/a.png)",
  });
  expect(oven.texts.map(({ path }: any) => path)).toEqual([
    "/help/en-us/oven",
    "/help/de/backofen",
  ]);
  const again = await send(zip);
  expect(new Set(again.items.slice(0, 3).map(({ result }: any) => result))).toEqual(
    new Set(["unchanged"]),
  );
});

it("[ART-087] articles of Intercom and Chatwoot are read from lists of their APIs", async () => {
  const intercom = {
    "articles.json": {
      type: "list",
      data: [
        {
          type: "article",
          id: "3",
          title: "Thanks",
          body: "<p>For all</p>",
          state: "published",
          parent_id: 145,
          parent_type: "collection",
          default_locale: "en",
          url: "https://help.example/en/articles/3-thanks",
          translated_content: {
            type: "article_translated_content",
            en: { type: "article_content", title: "Thanks", body: "x", state: "published" },
            fr: {
              type: "article_content",
              title: "Merci",
              body: "<p>Pour tout</p>",
              state: "draft",
            },
          },
        },
      ],
    },
    "collections.json": { type: "list", data: [{ type: "collection", id: "145", name: "Start" }] },
  };
  expect(summarize(await send(await pack(intercom)))).toEqual([
    "https://help.example/en/articles/3-thanks: added",
    "intercom:3/fr: added",
  ]);
  const chatwoot = {
    payload: [
      {
        id: 1,
        title: "Setup",
        content: "# Steps\n\n1. Go",
        status: "archived",
        position: 10,
        category: { id: 4, name: "Start", slug: "start", locale: "es" },
      },
      {
        id: 2,
        title: "",
        content: "x",
        status: "draft",
        category: { name: "Start", locale: "es" },
      },
      {
        id: 3,
        title: "Aufbau",
        content: "Los",
        status: "archived",
        associated_article_id: 1,
        category: { name: "Start", locale: "de" },
      },
    ],
    meta: { articles_count: 2 },
  };
  expect(summarize(await send(`\ufeff ${JSON.stringify(chatwoot)}`))).toEqual([
    "chatwoot:1/es: added",
    "chatwoot:3/de: added",
    "chatwoot:2/es: no_title",
  ]);
  const articles = await readArticles();
  expect(articles.map(({ texts }) => texts.map((one: any) => [one.language, one.state]))).toEqual([
    [
      ["en", "published"],
      ["fr", "draft"],
    ],
    [
      ["es", "archived"],
      ["de", "archived"],
    ],
  ]);
  expect(articles[1].body).toBe("# Steps\n\n1. Go");
});

it("[ART-087] a file in another form imports nothing and says so", async () => {
  for (const file of ['{"posts": []}', "[1, 2]", "{ no json"])
    expect(summarize(await send(file))).toEqual(["export.json: unknown_export"]);
});
