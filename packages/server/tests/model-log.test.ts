import type { Chat } from "@parlour/protocol";
import { openTestPool, type TestParlour } from "@parlour/testkit";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ModelService } from "../../lab/src/services/model/index.ts";
import { createDb } from "../src/store/database/sql.ts";
import { applyRetention } from "../src/store/erasure/retention.ts";
import { openModelFixture, type ModelFixture } from "./model-fixture.ts";

/** What the delivery log has of requests to the model, and for how long; stored translations. */
let fixture: ModelFixture;
let service: ModelService;
let parlour: TestParlour;
let pool: pg.Pool;
const dayMs = 86_400_000;
beforeAll(async () => {
  fixture = await openModelFixture();
  ({ service, parlour } = fixture);
  pool = openTestPool(parlour.databaseUrl, { max: 2 });
  await patch({
    translate_url: service.translateUrl,
    translate_api_key: service.apiKey,
    mask: { mode: "on" },
  });
});
afterAll(async () => {
  await pool.end();
  await fixture.close();
});

async function patch(body: object, by = parlour.owner) {
  const answer = await by.call("PATCH", "model", body);
  expect(answer.status, answer.text).toBe(200);
}
const german = "Wo bleibt meine Bestellung? Schreiben Sie bitte an ute-quux@example.com.";
const startChat = (text = german): Promise<Chat> => fixture.startChat(text);
const translate = async ({ id }: Chat, more: object = {}) =>
  parlour.owner.call("POST", "translate", { text: german, to: "en", chat_id: id, ...more });
const readBodies = async (): Promise<readonly string[]> =>
  (
    await parlour.sql<{ body: string }>(
      "select concat(request->>'body', reply->>'body') as body from attempt where usage is not null and (request is not null or reply is not null) order by started_at",
    )
  ).map(({ body }) => body);
const countTranslations = async (): Promise<number> =>
  (await parlour.sql("select from message_translation")).length;
async function erase({ visitor }: Chat): Promise<void> {
  const { number } = visitor as { number: number };
  const erased = await parlour.owner.call("DELETE", `visitors/${number}`);
  expect(erased.status, erased.text).toBeLessThan(300);
}
/** The seq of the customer's message. */
async function findSeq({ id }: Chat): Promise<number> {
  const message = (await parlour.messages(id)).find(({ author }) => author.kind === "visitor");
  return message?.seq ?? 0;
}

it("[MODEL-043] the log has placeholders, and the values only after an owner has switched them on", async () => {
  const chat = await startChat();
  await translate(chat);
  expect((await readBodies()).at(-1)).toContain("[EMAIL_1]");
  expect((await readBodies()).at(-1)).not.toContain("ute-quux");
  const admin = await parlour.operator("admin");
  const refused = await admin.call("PATCH", "model", { log_values: true });
  expect([refused.status, refused.body]).toMatchObject([
    403,
    { error: { code: "forbidden", field: "log_values" } },
  ]);
  await patch({ log_values: true });
  await translate(chat);
  expect(service.requests.at(-1)?.body).toContain("[EMAIL_1]");
  const logged = (await readBodies()).at(-1);
  expect(logged).toContain("ute-quux@example.com");
  expect(logged).not.toContain("[EMAIL_1]");
  await patch({ log_values: true, timeout_s: 8 }, admin);
  await patch({ log_values: false }, admin);
});

it("[MODEL-043] [MODEL-044] [MODEL-041] an erased visitor leaves the log of the model at once, values too", async () => {
  await patch({ log_values: true, log_days: null });
  const chat = await startChat();
  await translate(chat);
  expect((await readBodies()).filter((body) => body.includes("ute-quux")).length).toBeGreaterThan(
    0,
  );
  for (const { id } of (
    await parlour.sql<{ id: number }>("select id::int as id from chat order by id")
  ).values())
    await erase((await parlour.owner.call("GET", `chats/${id}`)).body as unknown as Chat);
  await expect.poll(readBodies).toEqual([]);
  await patch({ log_values: false });
});

it("[MODEL-044] requests to the model lose their bodies after their own days, and those of other deliveries stay", async () => {
  const chat = await startChat();
  await parlour.owner.call("POST", `chats/${chat.id}/messages`, {
    kind: "text",
    text: "One moment.",
    client_id: "later",
  });
  await parlour.settle();
  await translate(chat);
  const countOthers = async () =>
    (await parlour.sql("select from attempt where usage is null and request is not null")).length;
  const others = await countOthers();
  const remove = (afterDays: number) =>
    applyRetention(
      {
        db: createDb(pool),
        now: () => Date.now() + afterDays * dayMs,
        isClosed: () => false,
      },
      {
        chats_days: 0,
        files_days: 0,
        visits_days: 0,
        addresses_days: 0,
        deliveries_days: 0,
        audit_days: 0,
      },
    );
  await remove(5);
  expect(await readBodies()).toHaveLength(1);
  await patch({ log_days: 3 });
  await remove(2);
  expect(await readBodies()).toHaveLength(1);
  await remove(5);
  expect(await readBodies()).toEqual([]);
  expect(await countOthers()).toBe(others);
});

it("[ASSIST-058] the translation of a message is stored by language, and another text is not", async () => {
  const chat = await startChat();
  const seq = await findSeq(chat);
  const first = await translate(chat, { seq });
  expect([first.status, first.body]).toMatchObject([200, { from: "de" }]);
  const count = service.requests.length;
  expect((await translate(chat, { seq })).body).toEqual(first.body);
  expect(service.requests).toHaveLength(count);
  await translate(chat, { seq, to: "fr" });
  expect(service.requests).toHaveLength(count + 1);
  expect(await countTranslations()).toBe(2);
  await translate(chat, { seq, text: `${german} Danke schön für Ihre Hilfe.` });
  await translate(chat, { seq: seq + 1_000 });
  expect(service.requests).toHaveLength(count + 3);
  expect(await countTranslations()).toBe(2);
  const refused = await parlour.owner.call("POST", "translate", { text: german, to: "en", seq });
  expect(refused.body).toMatchObject({ error: { code: "invalid_request", field: "seq" } });
  // Another text of the message, as after an edit.
  await parlour.sql("update message_translation set source_hash = md5('earlier')");
  await translate(chat, { seq });
  expect(service.requests).toHaveLength(count + 4);
  expect(await countTranslations()).toBe(2);
  await erase(chat);
  await expect.poll(countTranslations).toBe(0);
});

it("[ASSIST-058] a translation that ends after the erasure of its chat is not stored", async () => {
  const chat = await startChat();
  const seq = await findSeq(chat);
  let answer = (): void => undefined;
  const isErased = new Promise<void>((resolve) => {
    answer = resolve;
  });
  service.addFault({ reply: { beforePart: () => isErased } });
  const before = service.requests.length;
  const translated = translate(chat, { seq });
  await service.waitUntil(() => service.requests.length > before);
  await erase(chat);
  answer();
  await translated;
  expect(await countTranslations()).toBe(0);
});

it("[ASSIST-059] [ASSIST-040] known languages are returned as they are, and the account says that the inbox translates", async () => {
  const chat = await startChat();
  const count = service.requests.length;
  const same = await translate(chat, { known: ["ru", "de"] });
  expect(same.body).toEqual({ text: german, from: "de" });
  expect(service.requests).toHaveLength(count);
  const readAccount = async () => (await parlour.owner.call("GET", "account")).body;
  expect(await readAccount()).toMatchObject({ translates_automatically: false });
  await patch({ translate_automatically: true });
  expect(await readAccount()).toMatchObject({ translates_automatically: true });
  await patch({ translate_url: null });
  expect(await readAccount()).toMatchObject({
    can_translate: false,
    translates_automatically: false,
  });
});
