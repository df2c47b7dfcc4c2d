import type { Message } from "@parlour/protocol";
import type { Chat } from "@parlour/protocol/entity";
import type { ParallelChats, ParallelRun, ParallelRunState } from "@parlour/protocol/api";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** Runs in parallel with the old system (docs/spec/move-in.md, MV-070). */
let parlour: TestParlour;
let run: ParallelRun;
beforeAll(async () => {
  parlour = await startTestParlour();
});
afterAll(() => parlour.close());

const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await parlour.owner.call(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as T;
};
const readRun = async (): Promise<ParallelRun> =>
  (await call<ParallelRunState>("GET", "imports/parallel")).run!;
const listBeside = async (): Promise<ParallelChats["items"]> =>
  (await call<ParallelChats>("GET", "imports/parallel/chats")).items;
const listChats = async (): Promise<readonly Chat[]> =>
  (await call<{ items: Chat[] }>("GET", "chats?state=closed")).items;

/** Sends an event as JivoChat does. */
async function send(body: unknown, url = run.url): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url.replace(/^https?:\/\/[^/]+/, parlour.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  await parlour.settle();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}

const seconds = (): number => Math.floor(parlour.clock.now() / 1000);
const visitor = { name: "Nadia Ross", email: "nadia@shop.example", phone: "", number: "412" };
const agent = { id: "9", name: "Ines", email: "ines@desk.example", phone: "" };
const shared = (chat: number): object => ({
  chat_id: chat,
  widget_id: "Lk29",
  visitor,
  session: {},
  page: { url: "https://shop.example/", title: "Shop" },
  event_timestamp: seconds(),
});
const finish = (chat: number, more: object = {}): object => ({
  ...shared(chat),
  event_name: "chat_finished",
  agents: [agent],
  chat: {
    messages: [
      { message: "Where is my order?", timestamp: seconds() - 100, type: "visitor" },
      { message: "On its way", timestamp: seconds() - 28, type: "agent", agent_id: 9 },
    ],
    rate: null,
    blacklisted: false,
    ...more,
  },
});

describe("a run in parallel", { shuffle: false }, () => {
  test("[MV-070] the account gets an address for the event webhooks of its old system", async () => {
    expect(await call("GET", "imports/parallel")).toEqual({ run: null });
    run = await call("POST", "imports/parallel", { system: "jivochat" });
    expect(run).toMatchObject({ received: 0, refused: 0, last_event_at: null });
    expect(run.url).toMatch(/\/parallel\/[\w-]{32}$/);
    expect(await readRun()).toEqual(run);
    const again = await parlour.owner.call("POST", "imports/parallel", { system: "jivochat" });
    expect(again.status).toBe(409);
  });

  test("[MV-071] a finished chat is here at once, closed, and causes nothing", async () => {
    await call("POST", "instance/egress-allow", { add: ["127.0.0.0/8"] });
    await call("POST", "webhooks", {
      name: "All",
      url: "http://127.0.0.1:19999/hook",
      events: ["chat_accepted", "chat_finished", "chat_updated"],
    });
    expect(await send({ ...shared(88121), event_name: "chat_accepted", agent })).toEqual({
      status: 200,
      body: { result: "ok" },
    });
    expect(await listBeside()).toMatchObject([{ chat: "88121", difference: "running" }]);
    await send(finish(88121));
    const [chat] = await listChats();
    expect(chat).toMatchObject({ state: "closed", assignee: { name: "Ines" } });
    const { items } = await call<{ items: Message[] }>("GET", `chats/${chat?.id}/messages`);
    expect(items.map(({ kind, text, author }) => [kind, text, author.name])).toEqual([
      ["note", "Page: Shop · https://shop.example/", expect.anything()],
      ["text", "Where is my order?", "Nadia Ross"],
      ["text", "On its way", "Ines"],
    ]);
    expect(await parlour.sql("select 1 from delivery")).toEqual([]);
    expect(await listBeside()).toMatchObject([
      {
        chat: "88121",
        there: { messages: 2, rating: null },
        stored: { chat_id: chat?.id, visitor: "Nadia Ross", messages: 2 },
        difference: "none",
      },
    ]);
    expect((await readRun()).figures).toMatchObject({
      there: 1,
      stored: 1,
      missing: 0,
      answered: 1,
      first_answer_ms: 72_000,
    });
  });

  test("[MV-071] events that come again change nothing, and a rating afterwards arrives", async () => {
    const [before] = await listChats();
    await send(finish(88121));
    await send({ ...finish(88121, { rate: "positive" }), event_name: "chat_updated" });
    expect(await listBeside()).toMatchObject([{ difference: "rating" }]);
    await send(finish(88121, { rate: "positive" }));
    expect(await listChats()).toMatchObject([{ id: before?.id, rating: "positive" }]);
    expect(await listBeside()).toMatchObject([
      { there: { rating: "positive" }, difference: "none" },
    ]);
    expect(await parlour.sql("select 1 from parallel_event")).toEqual([]);
  });

  test("[MV-071] events that cannot be read are refused and counted", async () => {
    const { received } = await readRun();
    for (const [body, reason] of [
      ["<html>", "not_json"],
      [{ visitor }, "no_event_name"],
      [{ event_name: "chat_finished" }, "no_chat"],
    ] as const) {
      expect((await send(body)).status).toBe(400);
      expect((await readRun()).refused_reason).toBe(reason);
    }
    expect((await send({ event_name: "call_event" })).status).toBe(200);
    expect(await readRun()).toMatchObject({ received, refused: 3 });
    expect((await send(finish(1), `${run.url}x`)).status).toBe(404);
  });

  test("[MV-072] chats that differ, whose end did not come, and that are not here are told apart", async () => {
    await send({ ...shared(5), event_name: "chat_accepted", agent });
    await parlour.clock.advance(25 * 3_600_000);
    await send({ ...finish(6), visitor: {} });
    await parlour.sql("update parallel_chat set messages = 9 where chat = '88121'");
    const found = new Map((await listBeside()).map((one) => [one.chat, one.difference]));
    expect(found.get("5")).toBe("no_end");
    expect(found.get("88121")).toBe("messages");
    expect((await readRun()).figures).toMatchObject({ missing: found.get("6") === "none" ? 1 : 2 });
  });

  test("[MV-073] after the end of a run its chats stay, and its address is gone", async () => {
    const chats = await listChats();
    await call("DELETE", "imports/parallel");
    expect(await listChats()).toEqual(chats);
    expect((await send(finish(7))).status).toBe(404);
    expect(await parlour.sql("select 1 from parallel_chat")).toEqual([]);
    const imports = await call<{ items: { id: number; state: string }[] }>("GET", "imports");
    expect(imports.items).toMatchObject([{ id: run.import_id, state: "done" }]);
  });
});
