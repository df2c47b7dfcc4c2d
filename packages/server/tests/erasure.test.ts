import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  startIntegrator,
  startTestParlour,
  type TestChannel,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Erasure } from "@parlour/protocol/api";
import { contactFields } from "@parlour/protocol/api/visitors/contact-fields";
import { findTraces } from "./erasure-fixture.ts";

/** A value of each contact that only the visitor has. */
const secretContacts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.keys(contactFields).map((field) => [field, `holunder${field}`])),
  name: "Quittenbaum",
  email: "mauerblume@x.test",
  phone: "+4915112340987",
};
/** Texts that only the visitor uses: one word each for text, file and contacts. */
const secretTexts = [
  "zwiebelfisch",
  "taubenschlag",
  ...Object.values(secretContacts).map((value) => value.replace("+", "").toLowerCase()),
];

let integrator: Awaited<ReturnType<typeof startIntegrator>>;
let parlour: TestParlour;
let channel: TestChannel;
beforeAll(async () => {
  integrator = await startIntegrator();
  parlour = await startTestParlour();
  channel = await parlour.channel(integrator.url);
  await parlour.owner.call("POST", "webhooks", { url: `${integrator.url}/hook` });
});
afterAll(async () => {
  await parlour.close();
  await integrator.close();
});

/** Returns the tables and files that contain one of the visitor's texts. */
const findVisitorTraces = (): Promise<string[]> => findTraces(parlour, secretTexts);

const erasedListPath = (): string => join(parlour.dataDir, "erased.jsonl");

/** Creates a visitor with data of every kind. Returns the visitor's number and chats. */
async function createVisitor(customer: string): Promise<{ number: number; chats: number[] }> {
  const { call } = parlour.owner;
  const sender = { name: "Quittenbaum", email: "mauerblume@x.test", phone: "+49 151 12340987" };
  await parlour.sendCustomerMessage(channel, customer, "zwiebelfisch one", { sender });
  const first = await parlour.findChat(customer);
  await call("POST", `chats/${first.id}/accept`);
  await call("PATCH", `visitors/${first.visitor.number}`, secretContacts);
  const form = new FormData();
  form.append(
    "file",
    new Blob(["taubenschlag in a file"], { type: "text/plain" }),
    "taubenschlag.txt",
  );
  const upload = await fetch(`${parlour.url}/api/v1/uploads`, {
    method: "POST",
    headers: { authorization: `Bearer ${parlour.owner.key}` },
    body: form,
  });
  const { id } = (await upload.json()) as { id: number };
  await call(
    "POST",
    `chats/${first.id}/messages`,
    { kind: "file", upload_id: id, text: "taubenschlag", client_id: "f" },
    { "idempotency-key": `k-${customer}` },
  );
  await call("POST", `chats/${first.id}/messages`, {
    kind: "note",
    text: "zwiebelfisch note",
    client_id: "n",
  });
  await call("PUT", `chats/${first.id}/draft`, {
    mode: "text",
    text: "dear quittenbaum",
    version: 1,
  });
  await call("POST", `chats/${first.id}/close`, { reason: "zwiebelfisch was wrong" });
  await parlour.sendCustomerMessage(channel, customer, "zwiebelfisch two", { sender });
  const second = await parlour.findChat(customer);
  const named = {
    kind: "visitor",
    value: String(first.visitor.number),
    reason: "zwiebelfisch again",
  };
  expect((await call("POST", "blacklist", named)).status).toBe(201);
  await parlour.settle();
  return { number: first.visitor.number, chats: [first.id, second.id] };
}

/**
 * The first test counts the data of the account after all visitors are erased. The second test uses
 * the customer of the first one.
 */
describe("erasing a visitor", { shuffle: false }, () => {
  it("[CORE-116] [CORE-002] [API-271] [API-272] no row, index entry, file, memory or later answer holds a word of his; the record says what went, and who outside has some", async () => {
    const { number, chats } = await createVisitor("one");
    const other = await createVisitor("two");
    await parlour.owner.call("DELETE", `visitors/${other.number}`);
    expect((await findVisitorTraces()).length, "the first one is there").toBeGreaterThan(8);
    const before = (await parlour.owner.call("GET", `search?q=zwiebelfisch`)).body;
    expect(new Set(before.items.map((item: { chat: { id: number } }) => item.chat.id))).toEqual(
      new Set(chats),
    );

    const answer = await parlour.owner.call("DELETE", `visitors/${number}`);
    expect(answer.status, answer.text).toBe(200);
    // The end of the open chat is still sent (chat_finished). After the response, no data of the
    // visitor is sent.
    const sentBefore = integrator.received.length;
    expect(await findVisitorTraces()).toEqual([]);
    const record = answer.body as Erasure;
    expect(record).toMatchObject({
      number,
      by: { id: parlour.owner.id },
      done_at: new Date(parlour.clock.now()).toISOString(),
    });
    expect(record.counts).toMatchObject({ chats: 2, files: 1, drafts: 1 });
    expect(record.counts["messages"]).toBeGreaterThan(5);
    expect(record.received.map((one) => one.kind).toSorted()).toEqual(["channel", "webhook"]);
    expect((await parlour.owner.call("GET", "erasures")).body.items[0]).toEqual(record);
    expect(
      (await parlour.owner.call("GET", "audit?action=visitor.erase")).body.items[0],
    ).toMatchObject({ target: `visitor ${number}` });

    // Message numbers have no gap, and erased messages keep their position (CORE-115).
    const messages = await parlour.messages(chats[0] ?? 0);
    expect(messages.map((message) => message.seq)).toEqual(messages.map((_, n) => n + 1));
    expect(messages.every((message) => message.text === "" && message.erased === true)).toBe(true);
    for (const chat of chats)
      expect((await parlour.owner.call("GET", `chats/${chat}`)).body).toMatchObject({
        state: "closed",
        page: null,
        session: null,
      });
    expect((await parlour.owner.call("GET", `visitors/${number}`)).body).toMatchObject({
      number,
      erased: true,
      name: null,
      email: null,
    });
    expect((await parlour.owner.call("GET", "search?q=zwiebelfisch")).body.items).toEqual([]);
    // The request inspector may contain the end of the chat as a request that was not sent, but no
    // text of the visitor.
    const inspected = JSON.stringify(
      (await parlour.owner.call("GET", "inspector")).body.items,
    ).toLowerCase();
    expect(secretTexts.filter((word) => inspected.includes(word))).toEqual([]);
    // No data of the visitor is sent later either.
    await parlour.clock.advance(60_000);
    await parlour.settle();
    expect(
      integrator.received
        .slice(sentBefore)
        .filter((one) =>
          secretTexts.some((word) => JSON.stringify(one).toLowerCase().includes(word)),
        ),
    ).toEqual([]);
    expect(await findVisitorTraces()).toEqual([]);

    // The statistics no longer include the two erased visitors.
    expect((await parlour.owner.call("GET", "data/figures")).body).toEqual({
      visitors: 0,
      chats: 0,
      messages: 0,
      files: 0,
      file_bytes: 0,
      visits: 0,
      oldest_at: null,
    });

    const again = await parlour.owner.call("DELETE", `visitors/${number}`);
    expect(again.body).toEqual(record);
  });

  it("[CORE-116] [CORE-021] the same customer comes back as a new visitor with a new number", async () => {
    const visitorNumbers = (await parlour.owner.call("GET", "visitors")).body.items.map(
      (one: { number: number }) => one.number,
    ) as number[];
    await parlour.sendCustomerMessage(channel, "one", "hello again");
    const chat = await parlour.findChat("one");
    expect(chat.visitor.number).toBe(Math.max(...visitorNumbers) + 1);
    expect(chat.seq).toBe(1);
  });

  it("[CORE-116] [WH-082] the note of an answer that was not usable, which may quote the visitor, goes from the log and the journal", async () => {
    integrator.respondWith({
      status: 200,
      body: '{"result":"no card of Quittenbaum","page":{"url":"https://shop.example/Quittenbaum"}}',
    });
    await parlour.sendCustomerMessage(channel, "noted", "hello");
    const chat = await parlour.findChat("noted");
    await parlour.owner.call("POST", `chats/${chat.id}/accept`);
    await parlour.settle();
    integrator.respondWith("ok");
    const found = await parlour.owner.call("GET", `deliveries?chat=${chat.id}&state=not_usable`);
    expect(found.body.items).toMatchObject([
      { error: { message: "result: no card of Quittenbaum" } },
    ]);
    expect(await findVisitorTraces()).toEqual(
      expect.arrayContaining([
        "attempt: quittenbaum",
        "delivery: quittenbaum",
        "journal: quittenbaum",
      ]),
    );
    expect((await parlour.owner.call("DELETE", `visitors/${chat.visitor.number}`)).status).toBe(
      200,
    );
    expect(await findVisitorTraces()).toEqual([]);
  });

  it("[CORE-116] [CH-086] what failed to reach him before cannot be sent again: nothing is left of it, nor of whom it was for", async () => {
    integrator.respondWith({
      status: 200,
      body: '{"result":"error","error":{"code":"message_rejected"}}',
    });
    await parlour.sendCustomerMessage(channel, "gone", "hello");
    const chat = await parlour.findChat("gone");
    await parlour.owner.call("POST", `chats/${chat.id}/accept`);
    const response = await parlour.owner.call("POST", `chats/${chat.id}/messages`, {
      kind: "text",
      text: "refused",
      client_id: "refused",
    });
    const { id } = (response.body as { delivery: { id: number } }).delivery;
    await parlour.settle();
    const { body: failed } = await parlour.owner.call("GET", `deliveries/${id}`);
    expect(failed.state).toBe("failed");
    await parlour.owner.call("POST", `chats/${chat.id}/close`, {});
    await parlour.settle();
    await parlour.owner.call("DELETE", `visitors/${chat.visitor.number}`);
    await expect
      .poll(
        async () =>
          ((await parlour.owner.call("GET", "erasures")).body.items[0] as Erasure).done_at,
      )
      .not.toBeNull();
    integrator.respondWith({ status: 200, body: '{"result":"ok"}' });
    const before = integrator.received.length;
    const again = await parlour.owner.call("POST", `deliveries/${id}/retry`);
    expect([again.status, again.body.error?.code], again.text).toEqual([409, "not_deliverable"]);
    const replay = { endpoint: failed.endpoint.id as number, since: failed.created_at as string };
    expect((await parlour.owner.call("POST", "deliveries/replay", replay)).body).toMatchObject({
      count: 0,
      replayed: 0,
    });
    await parlour.settle();
    expect(integrator.received.slice(before)).toEqual([]);
  });

  it("[CORE-116] [F28] an older copy of the database that is put back is emptied again at the start", async () => {
    const { number, chats } = await createVisitor("three");
    // Inserts the data that restoring an older copy would bring back.
    for (const table of ["visitor", "chat", "journal"])
      await parlour.sql(`create table kept_${table} as select * from ${table}`);
    await parlour.owner.call("DELETE", `visitors/${number}`);
    await parlour.sql(
      "update visitor v set body = k.body, customer = k.customer from kept_visitor k where k.id = v.id and k.account_id = v.account_id",
    );
    await parlour.sql("update chat c set body = k.body from kept_chat k where k.id = c.id");
    await parlour.sql(
      "update journal j set body = k.body from kept_journal k where k.position = j.position and k.account_id = j.account_id",
    );
    await parlour.sql("delete from erasure where number = $1", [number]);
    for (const table of ["visitor", "chat", "journal"])
      await parlour.sql(`drop table kept_${table}`);
    expect((await findVisitorTraces()).length).toBeGreaterThan(3);
    await parlour.restart();
    await expect.poll(findVisitorTraces).toEqual([]);
    await expect
      .poll(
        async () =>
          ((await parlour.owner.call("GET", "erasures")).body.items[0] as Erasure).done_at,
      )
      .not.toBeNull();
    expect((await parlour.messages(chats[0] ?? 0))[0]).toMatchObject({ seq: 1, text: "" });
  });

  it("[CORE-116] what a crash stopped goes on at the next start", async () => {
    const { number } = await createVisitor("four");
    const [row] = await parlour.sql<{ id: string; account: string }>(
      "select id, account_id as account from visitor where number = $1",
      [number],
    );
    await parlour.sql(
      "insert into erasure (account_id, visitor_id, number, requested_at) values ($1, $2, $3, now())",
      [row?.account, row?.id, number],
    );
    writeFileSync(erasedListPath(), '{"account":', { flag: "a" });
    await parlour.restart();
    await expect.poll(findVisitorTraces).toEqual([]);
    // The incomplete line from the crash does not damage the other lines.
    const lines = readFileSync(erasedListPath(), "utf8").split("\n");
    expect(
      lines.filter((line) => line.startsWith(`{"account":${row?.account},"visitor":${row?.id},`)),
    ).toHaveLength(1);
  });

  it("[CORE-116] [CORE-004] who came after an older copy was put back stays, though he has the number of somebody who was erased", async () => {
    const { number } = await createVisitor("six");
    await parlour.owner.call("DELETE", `visitors/${number}`);
    await expect
      .poll(
        async () =>
          ((await parlour.owner.call("GET", "erasures")).body.items[0] as Erasure).done_at,
      )
      .not.toBeNull();
    const [erased] = await parlour.sql<{ id: string }>("select id from visitor where number = $1", [
      number,
    ]);
    await parlour.clock.advance(1_000);
    await parlour.sendCustomerMessage(channel, "innocent", "stay");
    const chat = await parlour.findChat("innocent");
    // The number counter of the older copy was lower, so a new visitor gets the number of an erased
    // one.
    const list = readFileSync(erasedListPath(), "utf8");
    writeFileSync(
      erasedListPath(),
      list.replaceAll(`"visitor":${erased?.id},`, `"visitor":${chat.visitor.id},`),
    );
    await parlour.restart();
    // Erasures run one after the other. When this one is done, those of the start are done too.
    await parlour.sendCustomerMessage(channel, "seven", "go");
    await parlour.owner.call(
      "DELETE",
      `visitors/${(await parlour.findChat("seven")).visitor.number}`,
    );
    await expect
      .poll(
        async () =>
          ((await parlour.owner.call("GET", "erasures")).body.items[0] as Erasure).done_at,
      )
      .not.toBeNull();
    expect((await parlour.messages(chat.id)).map(({ text }) => text)).toContain("stay");
    writeFileSync(erasedListPath(), list);
  });

  it("[CORE-116] [CORE-001] [API-271] owners and administrators alone; an unknown visitor is 404", async () => {
    await parlour.sendCustomerMessage(channel, "five", "stay");
    const { number } = (await parlour.findChat("five")).visitor;
    for (const role of ["developer", "operator", "viewer"] as const) {
      const other = await parlour.operator(role);
      expect((await other.call("DELETE", `visitors/${number}`)).status, role).toBe(403);
      expect((await other.call("GET", "erasures")).status, role).toBe(403);
    }
    expect((await parlour.owner.call("DELETE", "visitors/99999999")).status).toBe(404);
  });

  it("[CORE-116] [CORE-101] a call of his that runs ends with him", async () => {
    const { call } = parlour.owner;
    await parlour.sendCustomerMessage(channel, "called", "Ring me");
    const chat = await parlour.findChat("called");
    expect((await call("PATCH", "call-settings", { enabled: true })).status).toBe(200);
    const created = await call("POST", "calls", { chat_id: chat.id, phone: "+4930111222" });
    expect(created.status, created.text).toBe(201);
    expect((await call("DELETE", `visitors/${chat.visitor.number}`)).status).toBe(200);
    const [remaining] = (await call("GET", `calls?chat=${chat.id}`)).body.items;
    expect(remaining).toMatchObject({
      id: created.body.id,
      phone: "",
      status: "error",
      reason: "cancelled",
    });
  });
});
