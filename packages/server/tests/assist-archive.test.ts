import type { ArchiveAnswer, DeliveryWithAttempts } from "@parlour/protocol/api";
import type { TestChannel, TestOperator, TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ModelService } from "../../lab/src/services/model/index.ts";
import { openModelFixture, type ModelFixture } from "./model-fixture.ts";

/** Questions of operators that closed chats answer. */
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
    also_send: { notes: false, earlier_chats: false },
    mask: { mode: "on" },
  });
  expect(connected.status, connected.text).toBe(200);
});
afterAll(() => fixture.close());

let customers = 0;
/** Starts a chat with a question, which an operator answers and closes. */
async function chat(text: string, reply?: string, name = "Nadia"): Promise<number> {
  customers += 1;
  const customer = `customer-${customers}`;
  await parlour.sendCustomerMessage(channel, customer, text, { sender: { name } });
  const { id } = await parlour.findChat(customer);
  if (reply === undefined) return id;
  await owner.call("POST", `chats/${id}/accept`);
  const send = (kind: string, words: string) =>
    owner.call("POST", `chats/${id}/messages`, { kind, text: words, client_id: `${id}-${kind}` });
  expect((await send("text", reply)).status).toBeLessThan(300);
  expect((await send("note", "Secret of the kiln")).status).toBeLessThan(300);
  expect((await owner.call("POST", `chats/${id}/close`, {})).status).toBeLessThan(300);
  return id;
}
const ask = (body: object, by = owner) => by.call("POST", "archive-answers", body);
const lastRequest = (): string => service.requests.at(-1)?.body ?? "";

test("[ASSIST-070] closed chats with the words of the question answer it, with links, and the open one is left out", async () => {
  const solved = await chat("Can you repair a chipped bowl?", "Yes, a chip costs 8 pounds.");
  await chat("Where is my parcel?", "It arrives tomorrow.");
  await chat("Do you repair chipped bowls?");
  const open = await chat("My bowl is chipped. Do you repair it?");
  service.script({ answer: { words: "A chip was repaired for 8 pounds. [1]" } });
  const answer = await ask({ chat_id: open });
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      text: "A chip was repaired for 8 pounds. [1]",
      sources: [
        {
          number: 1,
          chat: { id: solved, number: expect.any(Number) },
          visitor_name: "Nadia",
          closed_at: expect.any(String),
          excerpt: "Can you repair a chipped bowl?",
        },
      ],
      model: service.chatModel,
      request_id: expect.any(Number),
    },
  ]);
  const request = lastRequest();
  expect(request).toContain("a chip costs 8 pounds");
  expect(request).not.toContain("parcel");
  expect(request).not.toContain("Secret of the kiln");
  expect(request).not.toContain("Nadia");
});

test("[ASSIST-071] the delivery log has the request without its texts", async () => {
  service.script({ answer: { words: "A chip costs 8 pounds. [1]" } });
  const { body } = await ask({ question: "How did we repair a chipped bowl?" });
  const id = (body as ArchiveAnswer).request_id!;
  const logged = (await owner.call("GET", `deliveries/${id}`)).body as DeliveryWithAttempts;
  expect(logged).toMatchObject({ event: "archive", state: "delivered", chat_id: null });
  expect(logged.attempts_made).toHaveLength(1);
  expect(JSON.stringify(logged)).not.toContain("chip");
});

test("[ASSIST-070] nothing found says so without the model, and so does a model that finds no answer", async () => {
  const before = service.requests.length;
  const nothing = { text: "", sources: [], model: service.chatModel, request_id: null };
  expect((await ask({ question: "Zzyzx qwfp arst?" })).body).toEqual(nothing);
  expect(service.requests.length).toBe(before);
  service.script({ answer: { words: "NONE" } });
  expect((await ask({ question: "Do you repair chipped bowls?" })).body).toMatchObject({
    text: "",
    sources: [],
  });
  expect((await ask({})).body).toMatchObject({ error: { code: "invalid_request" } });
});

test("[ASSIST-070] operators get chats that they may see only, and masked roles nothing", async () => {
  const before = service.requests.length;
  const question = "How did we repair a chipped bowl?";
  const stranger = await parlour.operator("operator");
  expect((await ask({ question }, stranger)).body).toMatchObject({ text: "", sources: [] });
  const developer = await parlour.operator("developer");
  expect((await ask({ question }, developer)).body).toMatchObject({ error: { code: "forbidden" } });
  const [{ id } = { id: 0 }] = await parlour.sql<{ id: number }>(
    "select max(id)::float8 as id from chat",
  );
  expect((await ask({ chat_id: id }, stranger)).status).toBe(404);
  expect(service.requests.length).toBe(before);
});
