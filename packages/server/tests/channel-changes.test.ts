import type { Message } from "@parlour/protocol";
import {
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

/** Edits and deletions of answers over a real endpoint of interface A (CH-126, CH-127). */
let parlour: TestParlour;
let integrator: FakeIntegrator;
beforeAll(async () => {
  [parlour, integrator] = await Promise.all([startTestParlour(), startIntegrator()]);
});
beforeEach(() => {
  integrator.respondWith("ok");
});
afterAll(async () => {
  await parlour.close();
  await integrator.close();
});

/** Starts a chat, and sends an answer, and runs the first attempt of its delivery. */
async function sendAnswer(customer: string, { message_changes = true } = {}) {
  const channel = await parlour.channel(`${integrator.url}/chat`, { message_changes });
  await parlour.sendCustomerMessage(channel, customer, "Hello");
  const { id } = await parlour.findChat(customer);
  const { body } = await parlour.owner.call("POST", `chats/${id}/messages`, {
    kind: "text",
    text: "10 EUR",
    client_id: customer,
  });
  const sent = body as Message;
  await parlour.settle();
  const path = `chats/${id}/messages/${sent.seq}`;
  return {
    channel,
    sent,
    edit: (text: string) => parlour.owner.call("PATCH", path, { text }),
    remove: () => parlour.owner.call("DELETE", path),
    async read(): Promise<Message> {
      const messages = await parlour.messages(id);
      return messages.find(({ seq }) => seq === sent.seq)!;
    },
    /** The requests that the endpoint received for this customer. */
    listRequests: () =>
      integrator.messages().flatMap((request) => {
        const value = JSON.parse(request.body) as Record<"recipient" | "sender" | "message", any>;
        return value.recipient.id === customer ? [{ ...value, headers: request.headers }] : [];
      }),
  };
}
type Answer = Awaited<ReturnType<typeof sendAnswer>>;
const listMessages = ({ listRequests }: Answer) => listRequests().map(({ message }) => message);

/** Runs all attempts of a delivery. */
async function endAttempts(): Promise<void> {
  for (let n = 0; n < 4; n += 1) {
    await parlour.settle();
    await parlour.clock.advance(3_000);
  }
  await parlour.settle();
}

test("[CH-126] [CORE-430] [CORE-431] an edit and a deletion are sent with the id of the message and confirmed", async () => {
  const answer = await sendAnswer("ida");
  const id = String(answer.sent.id);
  expect((await answer.edit("12 EUR")).body).toMatchObject({ change: { state: "pending" } });
  await parlour.settle();
  expect(await answer.read()).toMatchObject({
    text: "12 EUR",
    change: { state: "confirmed", error: null },
    delivery: { state: "delivered" },
    earlier: [{ text: "10 EUR" }],
  });
  await answer.remove();
  await parlour.settle();
  expect(await answer.read()).toMatchObject({ text: "", change: { state: "confirmed" } });
  expect(listMessages(answer)).toEqual([
    { type: "text", id, text: "10 EUR" },
    { type: "edit", id, text: "12 EUR" },
    { type: "deletion", id },
  ]);
  const requests = answer.listRequests();
  expect(new Set(requests.map(({ headers }) => headers["webhook-id"])).size).toBe(3);
  expect(requests.map(({ sender }) => sender)).toEqual(Array(3).fill(requests[0]?.sender));
  const log = await parlour.owner.call("GET", `deliveries?chat=${answer.sent.chat_id}`);
  expect(log.body.items.map(({ event }: { event: string }) => event)).toEqual([
    "deletion",
    "edit",
    "text",
  ]);
});

test("[CH-126] [CORE-412] a channel without the setting changes notes only, and says so", async () => {
  const answer = await sendAnswer("max", { message_changes: false });
  expect(await answer.edit("12 EUR")).toMatchObject({
    status: 409,
    body: { error: { code: "not_supported" } },
  });
  expect((await answer.remove()).status).toBe(409);
  const path = `channels/${answer.channel.id}`;
  const read = async () => (await parlour.owner.call("GET", path)).body;
  expect(await read()).toMatchObject({
    message_changes: false,
    capabilities: { operator_edits: false },
  });
  await parlour.owner.call("PATCH", path, { message_changes: true });
  expect((await read()).capabilities.operator_edits).toBe(true);
  expect((await answer.edit("12 EUR")).status).toBe(200);
  await parlour.settle();
});

test("[CH-127] [CH-081] a change is tried again with the same webhook-id, and confirmed by a later attempt", async () => {
  const answer = await sendAnswer("leo");
  let failures = 0;
  integrator.respondWith(() => (++failures <= 2 ? { status: 503, body: "down" } : "ok"));
  await answer.edit("12 EUR");
  await parlour.settle();
  expect((await answer.read()).change?.state).toBe("pending");
  await endAttempts();
  expect((await answer.read()).change).toMatchObject({ state: "confirmed", error: null });
  const ids = answer.listRequests().map(({ headers }) => headers["webhook-id"]);
  expect([ids.length, new Set(ids).size]).toEqual([4, 2]);
});

test("[CH-127] [CORE-431] the operator sees a refusal, and that all attempts failed", async () => {
  const answer = await sendAnswer("eva");
  const error = { code: "message_rejected", message: "Too old." };
  integrator.respondWith({ status: 400, body: JSON.stringify({ error }) });
  await answer.edit("12 EUR");
  await parlour.settle();
  expect((await answer.read()).change).toMatchObject({ state: "refused", error });
  expect(listMessages(answer)).toHaveLength(2);
  integrator.respondWith({ status: 500, body: "broken" });
  await answer.remove();
  await endAttempts();
  expect((await answer.read()).change).toMatchObject({
    state: "refused",
    error: { code: "http_error" },
  });
  expect(listMessages(answer)).toHaveLength(5);
});

test("[CORE-431] a change is not sent again once the message was changed again", async () => {
  const answer = await sendAnswer("amy");
  const error = { code: "message_rejected", message: "Not now." };
  integrator.respondWith({ status: 400, body: JSON.stringify({ error }) });
  await answer.edit("11 EUR");
  await parlour.settle();
  const earlier = (await answer.read()).change?.delivery_id;
  integrator.respondWith("ok");
  await answer.edit("12 EUR");
  await parlour.settle();
  expect((await answer.read()).change?.state).toBe("confirmed");
  const retry = await parlour.owner.call("POST", `deliveries/${earlier}/retry`, {});
  expect([retry.status, retry.body.error.code]).toEqual([409, "not_deliverable"]);
  const log = await parlour.owner.call("GET", `deliveries?chat=${answer.sent.chat_id}`);
  const endpoint = log.body.items[0].endpoint.id;
  const replay = await parlour.owner.call("POST", "deliveries/replay", { endpoint });
  expect(replay.body).toMatchObject({ count: 0, replayed: 0 });
  await parlour.settle();
  expect(listMessages(answer).at(-1)).toMatchObject({ type: "edit", text: "12 EUR" });
  // The latest change of another message can be sent again.
  integrator.respondWith({ status: 400, body: JSON.stringify({ error }) });
  const other = await sendAnswer("zoe");
  await other.edit("11 EUR");
  await parlour.settle();
  integrator.respondWith("ok");
  const latest = (await other.read()).change?.delivery_id;
  await parlour.owner.call("POST", `deliveries/${latest}/retry`, {});
  await parlour.settle();
  expect((await other.read()).change?.state).toBe("confirmed");
});

test("[CH-127] a change follows its message: one that waits is sent as it is now, or not at all", async () => {
  integrator.respondWith({ status: 503, body: "down" });
  const [edited, deleted] = [await sendAnswer("kim"), await sendAnswer("tom")];
  await edited.edit("12 EUR");
  await deleted.remove();
  integrator.respondWith("ok");
  await endAttempts();
  expect(listMessages(edited).map(({ type, text }) => [type, text])).toEqual([
    ["text", "10 EUR"],
    ["text", "12 EUR"],
    ["edit", "12 EUR"],
  ]);
  expect((await edited.read()).change).toMatchObject({ state: "confirmed", error: null });
  expect(listMessages(deleted)).toHaveLength(1);
  expect((await deleted.read()).change).toMatchObject({
    state: "confirmed",
    error: { code: "not_sent" },
  });
});

test("[CH-127] nothing is sent about a message that failed; sent again, it is as it is now", async () => {
  integrator.respondWith({ status: 500, body: "broken" });
  const answer = await sendAnswer("ben");
  await endAttempts();
  integrator.respondWith("ok");
  await answer.edit("12 EUR");
  await parlour.settle();
  const failed = await answer.read();
  expect(failed).toMatchObject({
    delivery: { state: "failed" },
    change: { state: "confirmed", error: { code: "not_sent" } },
  });
  expect(listMessages(answer)).toHaveLength(3);
  await parlour.owner.call("POST", `deliveries/${failed.delivery?.id}/retry`, {});
  await parlour.settle();
  expect(listMessages(answer).slice(3)).toMatchObject([{ type: "text", text: "12 EUR" }]);
});
