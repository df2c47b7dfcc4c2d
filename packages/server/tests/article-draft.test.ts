import type { ArticleDraft, DeliveryWithAttempts } from "@parlour/protocol/api";
import type { TestChannel, TestOperator, TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ModelService } from "../../lab/src/services/model/index.ts";
import { openModelFixture, type ModelFixture } from "./model-fixture.ts";

/** Drafts of missing articles from the replies of operators. */
let fixture: ModelFixture;
let service: ModelService;
let parlour: TestParlour;
let channel: TestChannel;
let owner: TestOperator;
beforeAll(async () => {
  fixture = await openModelFixture();
  ({ service, parlour, channel, owner } = fixture);
  const connected = await owner.call("PATCH", "model", {
    base_url: service.url,
    api_key: service.apiKey,
    chat_model: service.chatModel,
    also_send: { notes: true, earlier_chats: false },
    mask: { mode: "on" },
  });
  expect(connected.status, connected.text).toBe(200);
});
afterAll(() => fixture.close());

let customers = 0;
/** Starts a chat with a question, which an operator answers with a note and a reply. */
async function answerQuestion(text: string, reply?: string): Promise<number> {
  customers += 1;
  const customer = `customer-${customers}`;
  await parlour.sendCustomerMessage(channel, customer, text, { sender: { name: "Nadia" } });
  const { id } = await parlour.findChat(customer);
  if (reply === undefined) return id;
  await owner.call("POST", `chats/${id}/accept`);
  const send = (kind: string, words: string) =>
    owner.call("POST", `chats/${id}/messages`, { kind, text: words, client_id: `${id}-${kind}` });
  expect((await send("note", "Secret of the kiln")).status).toBeLessThan(300);
  expect((await send("text", reply)).status).toBeLessThan(300);
  return id;
}
const draft = (chats: readonly number[], by = owner) =>
  by.call("POST", "article-drafts", {
    language: "en",
    questions: chats.map((chat_id) => ({ chat_id, seq: 1 })),
  });

test("[ART-047] an article is drafted from replies of operators, without notes and names, and names its chats", async () => {
  const first = await answerQuestion(
    "Can you repair a chipped bowl? I am Nadia, nadia@home.example.",
    "Yes Nadia, for 8 pounds. See https://shop.example/repairs.",
  );
  const second = await answerQuestion("Where is my parcel?");
  service.script({
    answer: { words: "A chip costs **8 pounds**. [1]\n\nSee https://shop.example/repairs. [1]" },
  });
  const { status, body } = await draft([first, second]);
  expect([status, body]).toEqual([
    200,
    {
      body: "A chip costs **8 pounds**.\n\nSee https://shop.example/repairs.",
      sources: [
        {
          number: 1,
          chat: { id: first, number: expect.any(Number) },
          visitor_name: "Nadia",
          closed_at: null,
          excerpt: expect.stringContaining("Can you repair a chipped bowl?"),
        },
      ],
      model: service.chatModel,
      request_id: expect.any(Number),
    },
  ]);
  const request = service.requests.at(-1)?.body ?? "";
  expect(request).toContain("for 8 pounds");
  expect(request).not.toMatch(/Secret of the kiln|Nadia|nadia@home|parcel/u);
  const id = (body as unknown as ArticleDraft).request_id;
  const logged = (await owner.call("GET", `deliveries/${id}`)).body as DeliveryWithAttempts;
  expect(logged).toMatchObject({ event: "article", state: "delivered", chat_id: null });
  expect(JSON.stringify(logged)).not.toContain("pounds");
});

test("[ART-047] a draft with HTML or an address that no operator wrote is not used", async () => {
  const chat = await answerQuestion("Is tom@home.example right?", "Yes, it is.");
  for (const [words, code] of [
    ["Write to tom@home.example. [1]", "model_wrong_form"],
    ["See [here](https://evil.example). [1]", "model_wrong_form"],
    ["A <b>bold</b> word. [1]", "model_wrong_form"],
    ["x".repeat(20_001), "model_too_long"],
  ] as const) {
    service.script({ answer: { words } });
    const { status, body } = await draft([chat]);
    expect([status, body]).toMatchObject([409, { error: { code } }]);
  }
  service.script({ answer: { words: "Type `<b>` for bold. [1]" } });
  expect((await draft([chat])).body).toMatchObject({ body: "Type `<b>` for bold." });
});

test("[ART-047] without a reply the model is not asked, and only those who write articles may ask", async () => {
  const before = service.requests.length;
  const open = await answerQuestion("How high is the kiln?");
  const nothing = { body: "", sources: [], model: service.chatModel, request_id: null };
  expect((await draft([open])).body).toEqual(nothing);
  expect((await draft([999_999_999])).body).toEqual(nothing);
  const operator = await parlour.operator("operator");
  expect((await draft([open], operator)).status).toBe(403);
  expect(service.requests.length).toBe(before);
  const answered = await answerQuestion("How deep is the kiln?", "I do not know.");
  service.script({ answer: { words: "NONE" } });
  expect((await draft([answered])).body).toMatchObject({ body: "", sources: [] });
});
