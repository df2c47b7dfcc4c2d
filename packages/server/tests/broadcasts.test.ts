import type { Channel } from "@parlour/protocol";
import type { BroadcastDetails, BroadcastPreview, BroadcastRecipient } from "@parlour/protocol/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  headerOf,
  openMailChannelFixture,
  shopAddress,
  type MailChannelFixture,
} from "./mail-channel-fixture.ts";

/** Broadcasts (docs/spec/broadcasts.md), by email. */
let fixture: MailChannelFixture;
let shop: Channel;
let app: { readonly id: number; readonly publicId: string };
let write: (sender: {
  readonly id: string;
  readonly name?: string;
  readonly email?: string;
}) => Promise<void>;
beforeAll(async () => {
  fixture = await openMailChannelFixture();
  shop = await fixture.createChannel("Shop", {
    ...fixture.mailboxSettings(shopAddress),
    receive: "smtp",
  });
  const { parlour } = fixture;
  const channel = await parlour.channel("http://127.0.0.1:9999/none");
  app = channel;
  write = async (sender) => {
    const { status } = await parlour.sendCustomerMessage(channel, sender.id, "Hi", { sender });
    expect(status).toBe(200);
  };
});
afterAll(() => fixture.close());

const call = (method: string, path: string, body?: unknown) =>
  fixture.parlour.owner.call(method, path, body);
const settle = async (ms = 0): Promise<void> => {
  if (ms > 0) await fixture.parlour.clock.advance(ms);
  await fixture.parlour.settle();
};

let count = 0;
/** Creates a segment of the visitors whose key begins with a prefix, and a draft for it. */
async function draft(prefix: string, more: object = {}): Promise<number> {
  const segment = await call("POST", "segments", {
    name: `Segment ${(count += 1)}`,
    if: { fact: "visitor.customer", op: "starts", value: prefix },
  });
  const created = await call("POST", "broadcasts", {
    name: "Winter",
    segment_id: segment.body.id as number,
    channel_id: shop.id,
    subject: "Tea for {visitor.name|you}",
    text: "Hello {visitor.name|there}",
    ...more,
  });
  expect(created.status, created.text).toBe(201);
  return created.body.id as number;
}
const act = (id: number, action: string, body: unknown = {}) =>
  call("POST", `broadcasts/${id}/${action}`, body);
const read = async (id: number): Promise<BroadcastDetails> =>
  (await call("GET", `broadcasts/${id}`)).body as BroadcastDetails;
const listRecipients = async (id: number, query = ""): Promise<readonly BroadcastRecipient[]> =>
  (await call("GET", `broadcasts/${id}/recipients${query}`)).body.items as BroadcastRecipient[];
/** Starts a broadcast and waits until its mails were sent. */
async function run(id: number): Promise<BroadcastDetails> {
  expect((await act(id, "start")).status).toBe(200);
  await settle();
  await settle(1_500);
  return read(id);
}
const addVisitors = async (prefix: string, n: number): Promise<void> => {
  for (let i = 0; i < n; i++)
    await write({ id: `${prefix}${i}`, email: `${prefix}${i}@c.example` });
};

describe("a broadcast by email", () => {
  test("[BC-001] [BC-010] [BC-012] [BC-013] reaches each person and address of the segment once", async () => {
    await write({ id: "once-1", name: "Zoë", email: "Zoe@c.example" });
    await write({ id: "once-2", email: "zoe@c.example" });
    await write({ id: "once-3", name: "Ida" });
    await write({ id: "once-4", email: "max@c.example" });
    const id = await draft("once-");
    const done = await run(id);
    expect(done).toMatchObject({
      state: "done",
      total: 2,
      processed: 2,
      counts: { sent: 2, left_out: 2 },
      left_out: { duplicate: 1, no_address: 1 },
    });
    const [mail = "", ...others] = fixture.sentTo("zoe@c.example");
    expect(others).toEqual([]);
    const [recipient] = await listRecipients(id, "?state=sent");
    const { chat_id: chatId } = recipient as BroadcastRecipient;
    const chat = (await call("GET", `chats/${chatId}`)).body;
    expect(chat).toMatchObject({
      state: "closed",
      close_reason: "broadcast",
      assignee: { id: fixture.parlour.owner.id },
    });
    const messages = await fixture.parlour.messages(chatId ?? 0);
    expect(messages.at(-1)).toMatchObject({
      author: { kind: "bot", id: null, name: "Shop" },
      cause: { kind: "broadcast", id, name: "Winter" },
      delivery: { state: "delivered" },
    });
    expect(mail).toContain("Hello");
    const page = await call("GET", `broadcasts/${id}/recipients?limit=3`);
    expect(page.body.items).toHaveLength(3);
    expect(
      await listRecipients(id, `?limit=3&cursor=${page.body.next_cursor as string}`),
    ).toHaveLength(1);
  });

  test("[BC-013] goes into a running chat, which keeps waiting", async () => {
    const { parlour } = fixture;
    const started = await call("POST", "emails", {
      channel_id: shop.id,
      email: { subject: "Order", to: [{ address: "run@c.example" }] },
      text: "Your order",
    });
    await write({ id: "run-1", email: "run@c.example" });
    const id = await draft("run-");
    await run(id);
    const [{ chat_id: chatId } = { chat_id: 0 }] = await listRecipients(id);
    expect(chatId).toBe(started.body.chat_id);
    expect((await call("GET", `chats/${chatId}`)).body.state).toBe("open");
    expect((await parlour.messages(chatId ?? 0)).at(-1)?.text).toBe("Hello there");
  });

  test("[BC-005] [BC-011] [BC-030] [BC-033] counts recipients before, and says who is left out and why", async () => {
    await addVisitors("count-", 4);
    await call("POST", "blacklist", { kind: "email", value: "count-0@c.example" });
    const found = (await call("GET", "visitors?q=count-1@c.example")).body.items as {
      number: number;
    }[];
    const number = found[0]?.number ?? 0;
    const optOut = { kind: "mail", opted_out: true };
    const path = `visitors/${number}/opt-outs`;
    expect((await call("PUT", path, optOut)).body).toMatchObject({
      items: [{ kind: "mail", opted_out: { source: "operator" } }],
    });
    const id = await draft("count-");
    const preview = (await call("GET", `broadcasts/${id}/preview?visitor=${number}`))
      .body as BroadcastPreview;
    expect(preview).toEqual({
      recipients: 2,
      left_out: {
        no_address: 0,
        not_started: 0,
        duplicate: 0,
        blocked: 1,
        opted_out: 1,
        erased: 0,
      },
      complete: true,
      example: { visitor: number, name: "", subject: "Tea for you", text: "Hello there" },
    });
    expect((await run(id)).left_out).toEqual(preview.left_out);
    expect(fixture.sentTo("count-1@c.example")).toEqual([]);
    await call("PUT", path, { ...optOut, opted_out: false });
    expect((await call("GET", path)).body).toEqual({ items: [{ kind: "mail", opted_out: null }] });
    expect((await call("PUT", path, { ...optOut, kind: "telegram" })).status).toBe(400);
  });

  test("[BC-030] [BC-031] has the link that stops further ones, for one click and in the text", async () => {
    await write({ id: "stop-1", email: "stop@c.example" });
    await run(await draft("stop-"));
    const [mail = ""] = fixture.sentTo("stop@c.example");
    const link = /^<(.+)>$/.exec(headerOf(mail, "List-Unsubscribe"))?.[1] ?? "";
    expect(headerOf(mail, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    expect(mail.replaceAll("=\r\n", "")).toContain("Stop emails:");
    const { pathname } = new URL(link);
    const stopped = await fetch(`${fixture.parlour.url}${pathname}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect(stopped.status).toBe(200);
    const again = await run(await draft("stop-"));
    expect(again).toMatchObject({ state: "done", total: 0, left_out: { opted_out: 1 } });
    // The opt-out belongs to the address, so it survives the erasure of the visitor.
    const { number } = (await call("GET", "visitors?q=stop@c.example")).body.items[0];
    const chat = await fixture.parlour.findChat("stop-1");
    await call("POST", `chats/${chat.id}/close`, {});
    expect((await call("DELETE", `visitors/${number as number}`)).status).toBe(200);
    await write({ id: "stop-2", email: "stop@c.example" });
    expect(await run(await draft("stop-2"))).toMatchObject({ left_out: { opted_out: 1 } });
  });

  test("[BC-015] a test goes to the operator, with the values of a visitor", async () => {
    await write({ id: "test-1", name: "Ida", email: "ida@c.example" });
    const id = await draft("test-");
    const { number } = (await call("GET", "visitors?q=ida@c.example")).body.items[0];
    expect((await act(id, "test", { visitor: number })).status).toBe(200);
    await settle(1_000);
    const [mail = ""] = fixture.sentTo(fixture.parlour.owner.email);
    expect(headerOf(mail, "Subject")).toBe("Tea for Ida");
    expect(fixture.sentTo("ida@c.example")).toEqual([]);
    expect((await read(id)).state).toBe("draft");
  });
});

describe("the course of a broadcast", () => {
  test("[BC-004] starts at a time, and is cancelled before", async () => {
    await addVisitors("later-", 1);
    const at = new Date(fixture.parlour.clock.now() + 3_600_000).toISOString();
    const [first, second] = [await draft("later-"), await draft("later-")];
    for (const id of [first, second])
      expect((await act(id, "start", { at })).body).toMatchObject({
        state: "scheduled",
        start_at: at,
      });
    expect((await act(second, "cancel")).body.state).toBe("cancelled");
    await settle(3_601_000);
    await settle();
    expect((await read(first)).state).toBe("done");
    expect(await listRecipients(second)).toEqual([]);
    const refused = await act(second, "start");
    expect([refused.status, refused.body.error.code]).toEqual([409, "not_available"]);
    expect((await act(first, "start", { at: "2020-01-01T00:00:00Z" })).body.error.field).toBe("at");
  });

  test("[BC-020] [BC-021] pauses itself with few messages ahead when too many fail, and continues", async () => {
    await addVisitors("fail-", 60);
    fixture.service.smtpFaults.refuse = { at: "recipient", address: /^fail-/, code: 550 };
    const id = await draft("fail-", { stop_percent: 10 });
    await run(id);
    await settle(5_000);
    const stopped = await read(id);
    expect(stopped).toMatchObject({ state: "paused", stopped_by_failures: true });
    expect(stopped.counts.failed).toBeGreaterThanOrEqual(5);
    expect(stopped.counts.waiting).toBeGreaterThan(0);
    const [failed] = await listRecipients(id, "?state=failed&limit=1");
    expect(failed?.error?.code).toBe("refused");
    delete fixture.service.smtpFaults.refuse;
    expect((await act(id, "continue")).body).toMatchObject({ state: "running" });
    await settle(2_000);
    await settle();
    const done = await read(id);
    expect([done.state, done.processed]).toEqual(["done", 60]);
  });

  test("[BC-040] the erasure of a visitor removes the address from the results", async () => {
    await addVisitors("gone-", 1);
    const id = await draft("gone-");
    await run(id);
    const [recipient] = await listRecipients(id);
    const chat = await fixture.parlour.findChat("gone-0");
    await call("POST", `chats/${chat.id}/close`, {});
    await call("DELETE", `visitors/${recipient?.visitor}`);
    expect(await listRecipients(id)).toMatchObject([{ address: null, name: "", state: "sent" }]);
  });
});

test("[BC-001] [BC-002] [BC-003] content that does not fit is refused with its field", async () => {
  await addVisitors("bad-", 1);
  const segment = (
    await call("POST", "segments", {
      name: "Bad",
      if: { fact: "visitor.customer", op: "starts", value: "bad-" },
    })
  ).body.id as number;
  const valid = { name: "W", segment_id: segment, channel_id: shop.id, subject: "S", text: "T" };
  const refuse = async (change: object): Promise<unknown> =>
    (await call("POST", "broadcasts", { ...valid, ...change })).body.error?.field;
  expect(await refuse({ channel_id: app.id })).toBe("channel_id");
  expect(await refuse({ subject: undefined })).toBe("subject");
  expect(await refuse({ text: "{visitor.nmae}" })).toBe("text");
  expect(await refuse({ template: { name: "a", language: "en", parameters: {} } })).toBe(
    "template",
  );
  expect(await refuse({ stop_percent: 4 })).toBe("stop_percent");
  const missing = await call("POST", "broadcasts", { ...valid, segment_id: 9_999 });
  expect(missing.status).toBe(404);
  const { id } = (await call("POST", "broadcasts", valid)).body as { id: number };
  await call("DELETE", `segments/${segment}`);
  expect(await run(id)).toMatchObject({ total: 1, segment: { name: "Bad" } });
  const list = (await call("GET", "broadcasts?limit=1")).body;
  expect(list.items).toMatchObject([{ id }]);
  const viewer = await fixture.parlour.operator("viewer");
  expect((await viewer.call("GET", "broadcasts")).status).toBe(403);
});
