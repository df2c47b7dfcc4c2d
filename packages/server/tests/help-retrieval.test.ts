import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

/** Measures how often the search finds the right article (tests/retrieval/README.md). */

const set = new URL("../../../tests/retrieval/", import.meta.url);
const languages = ["en", "de", "ru"] as const;
const subjects = readdirSync(new URL("en", set)).map((name) => name.replace(".md", ""));
const goal = 0.9;

let service: ServiceApi;
let shop: TestAccount;
beforeAll(async () => {
  service = await startServiceApi();
  shop = await service.createAccount("shop");
  for (const subject of subjects) await importArticle(subject);
});
afterAll(() => service.close());

async function call(method: string, path: string, body: object): Promise<any> {
  const answer = await service.call(method, path, { key: shop.keys.owner, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}

const sections = new Map<string, number>();
/** Publishes the article of a subject in all languages. The subject is its slug. */
async function importArticle(subject: string): Promise<void> {
  let id = 0;
  for (const language of languages) {
    const source = readFileSync(new URL(`${language}/${subject}.md`, set), "utf8");
    const [, title = "", section = "", body = ""] =
      /^---\ntitle: "?(.+?)"?\nsection: (.+)\n---\n\n([^]+)$/.exec(source) ?? [];
    const text = { language, title, body, slug: subject, state: "published" };
    if (language !== "en") await call("PATCH", `/articles/${id}`, text);
    else {
      const known = sections.get(section);
      const section_id = known ?? (await call("POST", "/article-sections", { name: section })).id;
      sections.set(section, section_id);
      id = (await call("POST", "/articles", { ...text, section_id })).id;
    }
  }
}

/** Returns the place of the right article among the results, from 1, or Infinity. */
async function ask(language: string, query: string, subject: string): Promise<number> {
  // A reader has searches for one each second (CFG-030).
  await service.clock.advance(1_000);
  const parameters = new URLSearchParams({ language, q: query });
  const response = await fetch(`${service.origin}/help/search?${parameters}`, {
    headers: { accept: "application/json" },
  });
  const { results } = (await response.json()) as { results: readonly { path: string }[] };
  const index = results.findIndex(({ path }) => path === `/help/${language}/${subject}`);
  return index < 0 ? Infinity : index + 1;
}

it.each(languages)(
  "[HELP-033] nine of ten questions find their article among the first three: %s",
  async (language) => {
    const questions: Readonly<Record<string, readonly string[]>> = JSON.parse(
      readFileSync(new URL(`${language}.json`, set), "utf8"),
    );
    const places: number[] = [];
    for (const [subject, texts] of Object.entries(questions))
      for (const text of texts) places.push(await ask(language, text, subject));
    const share = (most: number): number =>
      places.filter((place) => place <= most).length / places.length;
    console.log(`${language}: first ${share(1)}, first three ${share(3)} of ${places.length}`);
    expect(places.length).toBeGreaterThanOrEqual(100);
    expect(share(3)).toBeGreaterThanOrEqual(goal);
  },
);
