import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createZipWriter } from "../src/account-data/zip-writer.ts";
import { readFolder } from "../src/api/articles/folder/read-folder.ts";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
let other: TestAccount;
beforeAll(async () => {
  service = await startServiceApi();
  acme = await service.createAccount("acme");
  other = await service.createAccount("other");
});
afterAll(() => service.close());
beforeEach(async () => {
  for (const table of ["article_word", "article_slug", "article", "article_section", "file"])
    await service.db.query(`delete from ${table}`);
});

const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/** Care has an article in two languages with a picture and a link, delivery a plain draft. */
const folder = {
  "help/care/oven.en.md":
    '---\ntitle: "Oven: up to 220 °C"\nsection: Care & use\nstate: published\nposition: 2\n---\n\n' +
    "See ![the lid](files/lid%20%281%29.png) and [wash](wash.md#stains).\n\nDone.\n",
  "help/care/oven.de.md":
    "---\ntitle: Backofen\nsection: Care & use\nstate: published\nslug: backofen\n---\nBis 220 °C.",
  "help/care/wash.md": "---\nsection: Care & use\nposition: 1\n---\n# Wash and dry #\n\nBy hand.",
  "help/care/files/lid (1).png": picture,
  "help/Delivery/parcel.en.md": "# Where is my parcel?\r\n\r\nAsk us.",
} as const;

async function pack(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = createZipWriter();
  for (const [path, content] of Object.entries(files))
    zip.add(path, () => Readable.from([Buffer.from(content)]));
  zip.end();
  return buffer(zip.body);
}
async function send(zip: Buffer, query = "", key = acme.keys.owner, headers: object = {}) {
  const body = new FormData();
  body.set("file", new File([new Uint8Array(zip)], "help.zip"));
  const response = await fetch(`${service.origin}/api/v1/articles/imports${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, ...headers },
    body,
  });
  return { status: response.status, body: (await response.json()) as any };
}
async function importFiles(files: Parameters<typeof pack>[0], query = "", key = acme.keys.owner) {
  const { status, body } = await send(await pack(files), query, key);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const summarize = ({ items }: any): readonly string[] =>
  items.map(({ file, result }: any) => `${file}: ${result}`);
const formatNote = ({ code, detail }: any): string => [code, detail].filter(Boolean).join(" ");
const get = async (path: string, key = acme.keys.owner) =>
  (await service.call("GET", path, { key })).body;
async function exportFiles(key = acme.keys.owner): Promise<Record<string, Buffer>> {
  const response = await fetch(`${service.origin}/api/v1/articles/export`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const { files } = await readFolder(Buffer.from(await response.arrayBuffer()));
  const contents: Record<string, Buffer> = {};
  for (const [path, file] of files) contents[path] = await file.read();
  return contents;
}
const readState = () =>
  service.db.query(
    "select language, slug, title, body, state, version, published_version from article_text order by language, slug",
  );

it("[API-005] an import with one key stores its articles once, also if one was edited before a repeat", async () => {
  const zip = await pack(folder);
  const repeat = () => send(zip, "", acme.keys.owner, { "idempotency-key": "import-2" });
  const first = await Promise.all([repeat(), repeat(), repeat()]);
  expect(first[0]).toMatchObject({ status: 200, body: { dry_run: false } });
  const [article] = (await get("/articles")).items;
  const body = { body: "By machine." };
  await service.call("PATCH", `/articles/${article.id}`, { key: acme.keys.owner, body });
  const edited = await readState();
  expect(edited.some(({ body }: any) => body === "By machine.")).toBe(true);
  const answers = [...first, await repeat()];
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(await readState()).toEqual(edited);
  const counts = await service.db.query(
    `select (select count(*)::int from article) as articles, (select count(*)::int from article_section) as sections,
       (select count(*)::int from file) as files`,
  );
  expect(counts).toEqual([{ articles: 3, sections: 2, files: 1 }]);
});

it("[ART-030] [ART-031] [ART-034] a folder becomes articles, and a second import changes nothing", async () => {
  const plan = await importFiles(folder, "?dry_run=true");
  const results = ["oven.en.md", "oven.de.md", "wash.md"].map((name) => `help/care/${name}`);
  const all = [...results, "help/Delivery/parcel.en.md"];
  expect(summarize(plan)).toEqual(all.map((file) => `${file}: added`));
  expect([plan.dry_run, plan.sections]).toEqual([true, ["Care & use", "Delivery"]]);
  expect(await readState()).toEqual([]);
  const done = await importFiles(folder);
  expect(summarize(done)).toEqual(summarize(plan));
  expect(done.items[0]).toMatchObject({
    title: "Oven: up to 220 °C",
    language: "en",
    state: "published",
    reason: null,
    warnings: [],
  });
  const { items } = await get("/articles");
  expect(items.map((one: any) => [one.title, one.state, one.texts.length])).toEqual([
    ["Wash and dry", "draft", 1],
    ["Oven: up to 220 °C", "published", 2],
    ["Where is my parcel?", "draft", 1],
  ]);
  expect(items[1].texts.map((one: any) => one.path)).toEqual([
    "/help/en/oven",
    "/help/de/backofen",
  ]);
  const oven = await get(`/articles/${items[1].id}`);
  const [, address] =
    /^See !\[the lid\]\((\S+)\) and \[wash\]\(\/help\/en\/wash#stains\)\.\n\nDone\.$/.exec(
      oven.body,
    ) ?? [oven.body];
  expect(address).toMatch(/\/files\/[\w-]{27}\/lid%20%281%29\.png$/);
  expect((await get(`/articles/${items[2].id}`)).body).toBe("Ask us.");
  const before = await readState();
  const again = await importFiles(folder);
  expect(new Set(again.items.map((item: any) => item.result))).toEqual(new Set(["unchanged"]));
  expect([await readState(), (await service.db.query("select from file")).length]).toEqual([
    before,
    1,
  ]);
});

it("[ART-030] the exported folder makes the same articles in another account", async () => {
  await importFiles(folder);
  const exported = await exportFiles();
  expect(Object.keys(exported).toSorted()).toEqual([
    "care/files/lid (1).png",
    "care/oven.de.md",
    "care/oven.en.md",
    "care/wash.en.md",
    "delivery/parcel.en.md",
  ]);
  expect(exported["care/files/lid (1).png"]).toEqual(picture);
  expect(String(exported["care/oven.de.md"])).toBe(
    '---\ntitle: "Backofen"\nsection: "Care & use"\nstate: "published"\nposition: 2\nslug: "backofen"\n---\n\nBis 220 °C.\n',
  );
  const same = await importFiles(exported);
  expect(new Set(same.items.map((item: any) => item.result))).toEqual(new Set(["unchanged"]));
  await importFiles(exported, "", other.keys.owner);
  const titles = async (key: string) =>
    (await get("/articles", key)).items.map(({ title, state, texts }: any) => [
      title,
      state,
      texts.map(({ path, language }: any) => [path, language]),
    ]);
  expect(await titles(other.keys.owner)).toEqual(await titles(acme.keys.owner));
  expect(Object.keys(await exportFiles(other.keys.owner)).toSorted()).toEqual(
    Object.keys(exported).toSorted(),
  );
});

it("[ART-031] a changed file changes its text, and what is not in the folder stays", async () => {
  await importFiles(folder);
  const slugs = (await readState()).map(({ slug }: any): string => slug);
  const { body } = await service.call("GET", "/articles?q=Oven", { key: acme.keys.owner });
  const { id } = body.items[0];
  await service.call("PATCH", `/articles/${id}`, { key: acme.keys.owner, body: { body: "Draft" } });
  const part = {
    "x/oven.en.md": "---\nsection: Delivery\nstate: published\n---\n# Oven\nHot.",
    "x/wash.de.md": "---\nsection: Care & use\n---\n# Waschen\nVon Hand.",
  };
  const done = await importFiles(part);
  expect(done.items.map(({ result, warnings }: any) => [result, warnings])).toEqual([
    ["changed", [{ code: "replaces_changes", detail: null, line: null }]],
    ["added", []],
  ]);
  expect(await get(`/articles/${id}`)).toMatchObject({
    title: "Oven",
    body: "Hot.",
    has_changes: false,
  });
  expect((await readState()).map(({ slug }: any): string => slug).toSorted()).toEqual(
    [...slugs, "wash"].toSorted(),
  );
  const { items } = await get("/audit");
  expect(items[0]).toMatchObject({ action: "article.import" });
});

it("[ART-032] files that cannot be taken are named with a reason, the others are imported", async () => {
  const hostile = {
    "a/evil.md": "# Evil\nx",
    "a/good.en.md":
      "# Good\n<script>alert(1)</script>\n\n![a](../../../etc/passwd) [b](none.png) [c](/help/en/none)",
    "a/again/good.en.md": "# Other\nx",
    "a/long.md": `# Long\n${"x".repeat(100_001)}`,
    "a/huge.md": `# Huge\n${"y".repeat(2_000_000)}`,
    "a/latin.md": Buffer.from("# Gr\xfc\xdfe\nx", "latin1"),
    "a/untitled.md": "No title",
    "a/state.md": "---\nstate: public\n---\n# State\nx",
    "a/yaml.md": "---\n: [\n---\n# Yaml\nx",
    "a/bomb.md": "---\na: &a [x, x]\nb: [*a, *a]\n---\n# Bomb\nx",
    "root.md": "# Root\nx",
    "a/topics.md": "# Topics\nx",
    "a/run.js": "alert(1)",
    "a/.DS_Store": "x",
    "a/page.html": "<script>alert(1)</script>",
    "a/linked.md": "# Linked\n[page](page.html)",
  };
  const packed = await pack(hostile);
  const zip = Buffer.from(packed.toString("latin1").replaceAll("a/evil.md", "../vil.md"), "latin1");
  const { body } = await send(zip);
  const byFile = new Map<string, any>(body.items.map((item: any) => [item.file, item]));
  const reasons = [...byFile].filter(([, item]) => item.reason !== null);
  expect(
    Object.fromEntries(reasons.map(([file, item]) => [file, formatNote(item.reason)])),
  ).toEqual({
    "../vil.md": "outside_folder",
    "a/again/good.en.md": "same_address /help/en/good",
    "a/long.md": "too_long",
    "a/huge.md": "file_too_large",
    "a/latin.md": "not_utf8",
    "a/untitled.md": "no_title",
    "a/state.md": "wrong_state public",
    "a/yaml.md": "wrong_front_matter",
    "a/bomb.md": "wrong_front_matter",
    "root.md": "no_section",
    "a/topics.md": "same_address /help/en/topics",
    "a/run.js": "not_named",
  });
  expect(byFile.get("a/good.en.md")).toMatchObject({
    result: "added",
    warnings: [
      { code: "link_outside_folder", detail: "../../../etc/passwd", line: 3 },
      { code: "link_to_missing_file", detail: "none.png", line: 3 },
      { code: "html_as_text", detail: null, line: null },
      { code: "broken_link", detail: "/help/en/none", line: 3 },
    ],
  });
  expect(byFile.get("a/linked.md").warnings).toEqual([
    { code: "file_refused", detail: expect.stringMatching(/^a\/page\.html: /), line: null },
  ]);
  expect((await readState()).map(({ slug }: any) => slug)).toEqual(["good", "linked"]);
});

it("[ART-032] what is no zip, is too large or has too many files is refused", async () => {
  const refused = async (zip: Buffer) => (await send(zip)).body.error;
  expect(await refused(Buffer.from("no zip"))).toMatchObject({
    code: "invalid_request",
    field: "file",
  });
  const zip = await pack(folder);
  expect(await refused(zip.subarray(0, zip.length - 30))).toMatchObject({
    code: "invalid_request",
  });
  // The last record of a zip has 22 bytes. It contains the number of files.
  const many = Buffer.from(zip);
  many.writeUInt16LE(5_001, many.length - 12);
  expect(await refused(many)).toMatchObject({
    message: "The zip has more than 5000 files. Import it in parts.",
  });
  const large = await refused(Buffer.alloc(50 * 1024 * 1024 + 1));
  expect(large).toMatchObject({ code: "payload_too_large" });
  // The bytes of a text are changed: its checksum and its packed form are wrong.
  const damaged = Buffer.from(zip);
  damaged.fill(0xff, 60, 90);
  const { body } = await send(damaged);
  expect(body.items.find(({ file }: any) => file === "help/care/oven.en.md").reason).toEqual({
    code: "damaged",
    detail: null,
    line: null,
  });
});

it("[ART-035] an import puts existing articles into the order of the folder if it is asked to", async () => {
  const text = (title: string, position?: number) =>
    `---\nsection: Care\n${position === undefined ? "" : `position: ${position}\n`}---\n# ${title}\nx`;
  const titles = async () => (await get("/articles")).items.map(({ title }: any) => title);
  await importFiles({ "c/a.md": text("A", 1), "c/b.md": text("B", 2), "c/c.md": text("C", 3) });
  const turned = { "c/c.md": text("C", 1), "c/d.md": text("D", 2), "c/a.md": text("A", 3) };
  expect((await importFiles(turned, "?dry_run=true")).ordered_sections).toEqual([]);
  expect((await importFiles(turned, "?dry_run=true&order=true")).ordered_sections).toEqual([
    "Care",
  ]);
  expect(await titles()).toEqual(["A", "B", "C"]);
  const done = await importFiles(turned, "?order=true");
  expect([done.ordered_sections, await titles()]).toEqual([["Care"], ["C", "B", "D", "A"]]);
  const again = await importFiles(turned, "?order=true");
  expect(again.ordered_sections).toEqual([]);
  expect((await get("/audit")).items[0]).toMatchObject({ action: "article.order" });
});

it("[ART-033] only operators who write articles import, and a repeated key runs once", async () => {
  const zip = await pack(folder);
  expect((await send(zip, "", acme.keys.operator)).status).toBe(403);
  expect((await send(zip, "?dry_run=yes")).status).toBe(400);
  const key = { "idempotency-key": "import-1" };
  const first = await send(zip, "", acme.keys.owner, key);
  expect((await send(zip, "", acme.keys.owner, key)).body).toEqual(first.body);
  const another = await send(await pack({ "a/b.md": "# B\nx" }), "", acme.keys.owner, key);
  expect([another.status, another.body.error.code]).toEqual([422, "idempotency_conflict"]);
});
