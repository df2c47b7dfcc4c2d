import type { Message } from "@parlour/protocol";
import { startTestParlour, startWebhookReceiver, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  buildMail,
  openMailChannelFixture,
  sendRaw,
  shopAddress,
  type MailChannelFixture,
} from "./mail-channel-fixture.ts";

/** An answer by email, between the moment when it is written and the moment when it is sent. */
let fixture: MailChannelFixture;
/** Called when the mail server has a mail, while its node still waits for the result. */
let onSubmit = (): void => undefined;

beforeAll(async () => {
  fixture = await openMailChannelFixture(undefined, () => onSubmit());
  await fixture.createChannel("Shop", {
    ...fixture.mailboxSettings(shopAddress),
    receive: "smtp",
  });
});
afterAll(() => fixture.close());

let count = 0;
interface MailChat {
  readonly id: number;
  readonly address: string;
}
const startChat = async (): Promise<MailChat> => {
  const address = `visitor${count++}@customer.example`;
  const raw = buildMail({ from: address, id: `u${count++}` });
  expect(await sendRaw(fixture.receiverPort, shopAddress, raw)).toBe(250);
  return { id: (await fixture.parlour.findChat(address)).id, address };
};
const answer = async ({ id }: MailChat, text: string, more: object = {}): Promise<Message> => {
  const body = { kind: "text", client_id: `c${count++}`, text, ...more };
  const sent = await fixture.parlour.owner.call("POST", `chats/${id}/messages`, body);
  expect(sent.status, sent.text).toBe(201);
  return sent.body as Message;
};
const runAction = (message: Message, action: "undo" | "send-now", by = fixture.parlour.owner) =>
  by.call("POST", `chats/${message.chat_id}/messages/${message.seq}/${action}`, {});
const advance = async (ms: number): Promise<void> => {
  await fixture.parlour.clock.advance(ms);
  await fixture.parlour.settle();
};
const countDeliveries = async ({ delivery }: Message): Promise<number> => {
  const rows = await fixture.parlour.sql<{ n: number }>(
    "select count(*)::int as n from delivery where id = $1",
    [delivery?.id],
  );
  return rows[0]?.n ?? 0;
};

describe("an answer that waits to be sent", () => {
  test("[CORE-352] says when it is sent", async () => {
    const chat = await startChat();
    const now = fixture.parlour.clock.now();
    const sent = await answer(chat, "Here it is.");
    expect(sent.delivery).toMatchObject({
      state: "pending",
      next_at: new Date(now + 60_000).toISOString(),
    });
    await advance(60_000);
  });
  test("[CORE-350] [API-470] can be undone by its author: it becomes a note without text, and no email is sent", async () => {
    const chat = await startChat();
    const sent = await answer(chat, "The wrong price");
    await advance(20_000);
    const undone = await runAction(sent, "undo");
    expect(undone.status, undone.text).toBe(200);
    const [, ...messages] = (await fixture.parlour.messages(chat.id)).filter(
      ({ author }) => author.kind !== "system",
    );
    expect(messages).toEqual([
      {
        seq: sent.seq,
        id: sent.id,
        chat_id: chat.id,
        author: sent.author,
        kind: "note",
        text: "",
        created_at: sent.created_at,
        erased: true,
        undone_at: new Date(fixture.parlour.clock.now()).toISOString(),
      },
    ]);
    expect(await countDeliveries(sent)).toBe(0);
    expect((await runAction(sent, "undo")).body).toEqual(messages[0]);
    await advance(180_000);
    expect(fixture.sentTo(chat.address)).toEqual([]);
  });
  test("[CORE-350] leaves the other messages of the email alone, and the next answer is sent", async () => {
    const chat = await startChat();
    const first = await answer(chat, "First thought.");
    await advance(10_000);
    await answer(chat, "Second thought.");
    expect((await runAction(first, "undo")).status).toBe(200);
    await advance(60_000);
    const mails = fixture.sentTo(chat.address);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain("Second thought.");
    expect(mails[0]).not.toContain("First thought.");
  });
  test("[CORE-350] an undone answer is none: the chat waits for one again", async () => {
    const { owner } = fixture.parlour;
    const changed = await owner.call("PATCH", "routing", { mail_inactivity_s: 3_600 });
    expect(changed.status, changed.text).toBe(200);
    const chat = await startChat();
    const other = await startChat();
    const sent = await answer(chat, "Wait");
    await answer(other, "Here");
    await fixture.parlour.settle();
    expect((await runAction(sent, "undo")).status).toBe(200);
    await advance(7_200_000);
    await advance(7_200_000);
    const stateOf = async ({ id }: MailChat) =>
      ((await owner.call("GET", `chats/${id}`)).body as { state: string }).state;
    expect([await stateOf(chat), await stateOf(other)]).toEqual(["waiting", "closed"]);
    const [row] = await fixture.parlour.sql<{ open: boolean }>(
      "select visitor_seq > answer_seq as open from chat_activity where chat_id = $1",
      [chat.id],
    );
    expect(row?.open).toBe(true);
    await owner.call("PATCH", "routing", { mail_inactivity_s: 0 });
  });
  test("[CORE-353] [API-471] is sent now with those before it, and those after it keep their time", async () => {
    const chat = await startChat();
    const email = (subject: string) => ({ email: { subject, to: [{ address: chat.address }] } });
    await answer(chat, "One.", email("A"));
    const second = await answer(chat, "Two.", email("B"));
    const third = await answer(chat, "Three.", email("C"));
    const released = await runAction(second, "send-now");
    expect(released.status, released.text).toBe(200);
    await fixture.parlour.settle();
    expect(
      fixture.sentTo(chat.address).map((mail) => /^(?:One|Two|Three)/m.exec(mail)?.[0]),
    ).toEqual(["One", "Two"]);
    expect((await runAction(second, "send-now")).body).toMatchObject({
      error: { code: "already_sent" },
    });
    expect((await runAction(third, "undo")).status).toBe(200);
    await advance(120_000);
    expect(fixture.sentTo(chat.address)).toHaveLength(2);
  });
  test("[API-470] [API-471] others, closed chats, sent messages and unknown ones are refused with a code and nothing changes", async () => {
    const chat = await startChat();
    const sent = await answer(chat, "Stays");
    const colleague = await fixture.parlour.operator("admin", "Adam");
    const codeOf = async (message: Message, by = fixture.parlour.owner) =>
      ((await runAction(message, "undo", by)).body as { error?: { code: string } }).error?.code;
    expect(await codeOf(sent, colleague)).toBe("forbidden");
    expect(await codeOf({ ...sent, seq: 1 })).toBe("forbidden");
    expect(await codeOf({ ...sent, seq: 99 })).toBe("not_found");
    await fixture.parlour.owner.call("POST", `chats/${chat.id}/close`, {});
    expect(await codeOf(sent)).toBe("chat_closed");
    await advance(60_000);
    expect(fixture.sentTo(chat.address)).toHaveLength(1);
    const next = await startChat();
    const late = await answer(next, "Late");
    await advance(60_000);
    const refused = await runAction(late, "undo");
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: { code: "already_sent" } },
    ]);
    expect(await fixture.parlour.messages(next.id)).toContainEqual(
      expect.objectContaining({ seq: late.seq, text: "Late" }),
    );
  });
});

describe("several nodes", () => {
  /** Its clock stands still, so it sends nothing. */
  let otherNode: TestParlour;
  beforeAll(async () => {
    otherNode = await startTestParlour({ databaseUrl: fixture.parlour.databaseUrl });
  });
  afterAll(() => otherNode.close());

  test("[CORE-350] another node cannot undo what a node is sending, nor what it sends together with it", async () => {
    const chat = await startChat();
    const messages = [await answer(chat, "One."), await answer(chat, "Two.")];
    const results: Promise<number>[] = [];
    onSubmit = () => {
      onSubmit = () => undefined;
      for (const message of messages)
        results.push(runAction(message, "undo", otherNode.owner).then(({ status }) => status));
    };
    await advance(60_000);
    expect(await Promise.all(results)).toEqual([409, 409]);
    expect(fixture.sentTo(chat.address)).toHaveLength(1);
    expect(await Promise.all(messages.map(countDeliveries))).toEqual([1, 1]);
  });
  test("[CORE-350] undone while a node starts to send: either the email is sent, or it is undone", async () => {
    const chats = await Promise.all(Array.from({ length: 12 }, () => startChat()));
    const messages = await Promise.all(chats.map((chat) => answer(chat, "Now or never.")));
    const undos = messages.map((message) => runAction(message, "undo", otherNode.owner));
    await advance(60_000);
    const statuses = (await Promise.all(undos)).map(({ status }) => status);
    await advance(60_000);
    for (const [n, chat] of chats.entries())
      expect([statuses[n], fixture.sentTo(chat.address).length]).toEqual(
        statuses[n] === 200 ? [200, 0] : [409, 1],
      );
  });
});

test("[CORE-351] a webhook that has not received the message yet does not receive it any more", async () => {
  const receiver = await startWebhookReceiver();
  const { owner } = fixture.parlour;
  const { host } = new URL(receiver.url);
  await owner.call("POST", "instance/egress-allow", { add: [host] });
  receiver.setMode("down");
  const created = await owner.call("POST", "webhooks", {
    name: "Sync",
    url: `${receiver.url}/hook`,
    events: ["message_created"],
    message_text: true,
  });
  expect(created.status, created.text).toBe(201);
  const chat = await startChat();
  await fixture.parlour.settle();
  const sent = await answer(chat, "Not for anyone");
  expect((await runAction(sent, "undo")).status).toBe(200);
  receiver.setMode("ok");
  for (let n = 0; n < 4; n++) await advance(60_000);
  expect(receiver.requests.length).toBeGreaterThan(1);
  expect(JSON.stringify(receiver.requests)).not.toContain("Not for anyone");
  expect(receiver.requests.map(({ body }) => body.chat_message?.seq)).not.toContain(sent.seq);
  await owner.call("DELETE", `webhooks/${(created.body as { id: number }).id}`);
  await receiver.close();
});
