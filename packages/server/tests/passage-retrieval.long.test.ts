import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openModelFixture, type ModelFixture } from "./model-fixture.ts";

/**
 * Measures how often operators get the right article as a source of a suggestion, by words alone
 * and by words with vectors (tests/retrieval/README.md). `MODEL_URL`, `MODEL_KEY` and
 * `EMBEDDING_MODEL` name a real server of embeddings.
 */

const set = new URL("../../../tests/retrieval/", import.meta.url);
const languages = ["en", "de", "ru"] as const;
const subjects = readdirSync(new URL("en", set)).map((name) => name.replace(".md", ""));
const { MODEL_URL, MODEL_KEY, EMBEDDING_MODEL } = process.env;

let fixture: ModelFixture;
beforeAll(async () => {
  fixture = await openModelFixture();
  if (MODEL_URL !== undefined)
    await call("POST", "instance/egress-allow", { add: [new URL(MODEL_URL).host] });
  for (const subject of subjects) await importArticle(subject);
}, 120_000);
afterAll(() => fixture.close());

async function call(method: string, path: string, body: object): Promise<any> {
  const answer = await fixture.owner.call(method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
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
    if (language !== "en") await call("PATCH", `articles/${id}`, text);
    else {
      const known = sections.get(section);
      const section_id = known ?? (await call("POST", "article-sections", { name: section })).id;
      sections.set(section, section_id);
      id = (await call("POST", "articles", { ...text, section_id })).id;
    }
  }
}
/** Returns the paths of the sources that the model gets for a question, best first. */
async function ask(question: string): Promise<readonly string[]> {
  const { parlour, owner } = fixture;
  const { id } = await fixture.startChat(question);
  const response = await fetch(`${parlour.url}/api/v1/chats/${id}/suggestions`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${owner.key}`,
      "content-type": "application/json",
      accept: "text/event-stream",
    },
    body: "{}",
  });
  // Without a source there is no such event.
  const [, data = '{"sources":[]}'] =
    /event: sources\ndata: (.+)\n/.exec(await response.text()) ?? [];
  const { sources } = JSON.parse(data) as { sources: { path: string }[] };
  return sources.map(({ path }) => path);
}
async function connect(more: object): Promise<void> {
  const { url, apiKey, chatModel } = fixture.service;
  const model = { base_url: url, api_key: apiKey, chat_model: chatModel, embedding_model: null };
  await call("PATCH", "model", { ...model, ...more });
  await fixture.parlour.settle();
}
/** Returns the share of questions whose article is the first, and among the first three. */
async function measure(name: string): Promise<readonly number[]> {
  const shares: number[] = [];
  for (const language of languages) {
    const questions: Readonly<Record<string, readonly string[]>> = JSON.parse(
      readFileSync(new URL(`${language}.json`, set), "utf8"),
    );
    const places: number[] = [];
    for (const [subject, texts] of Object.entries(questions))
      for (const text of texts) {
        const index = (await ask(text)).indexOf(`/help/${language}/${subject}`);
        places.push(index < 0 ? Infinity : index + 1);
      }
    const share = (most: number): number =>
      places.filter((place) => place <= most).length / places.length;
    console.log(`${name}, ${language}: first ${share(1)}, first three ${share(3)}`);
    shares.push(share(3));
  }
  return shares;
}

it("[AGENT-102] vectors of a model that knows only words find no fewer articles than words alone", async () => {
  await connect({});
  const words = await measure("words");
  await connect({ embedding_model: fixture.service.embeddingModel });
  const both = await measure("words with vectors of the lab");
  const sum = (shares: readonly number[]): number => shares.reduce((all, share) => all + share, 0);
  expect(sum(both)).toBeGreaterThanOrEqual(sum(words) - 0.03);
}, 600_000);

it.skipIf(MODEL_URL === undefined)(
  "[AGENT-102] vectors of the model at MODEL_URL: nine of ten questions find their article",
  async () => {
    await connect({
      base_url: MODEL_URL,
      api_key: MODEL_KEY ?? null,
      embedding_model: EMBEDDING_MODEL,
    });
    for (const share of await measure(`words with ${EMBEDDING_MODEL}`))
      expect(share).toBeGreaterThanOrEqual(0.9);
  },
  1_800_000,
);
