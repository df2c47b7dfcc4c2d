import type { Channel } from "@parlour/protocol";
import type { IgnoredEmail, IgnoredEmails } from "@parlour/protocol/api";
import type { TestOperator } from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  buildMail,
  openMailChannelFixture,
  salesAddress,
  sendRaw,
  type MailChannelFixture,
} from "./mail-channel-fixture.ts";

/** The list of emails that started no chat, and the chats that operators start from them. */
let fixture: MailChannelFixture;
let sales: Channel;
let owner: TestOperator;

beforeAll(async () => {
  fixture = await openMailChannelFixture();
  ({ owner } = fixture.parlour);
  sales = await fixture.createChannel("Sales", {
    ...fixture.mailboxSettings(salesAddress),
    receive: "smtp",
  });
});
afterAll(() => fixture.close());
beforeEach(() => fixture.parlour.sql("delete from ignored_email"));

let count = 0;
const news = ["List-Unsubscribe: <https://news.example/u>", "Precedence: bulk"];
/** Sends a mail that starts no chat. Resolves with the address of its sender. */
async function sendIgnored(subject = "News", headers: readonly string[] = news): Promise<string> {
  const from = `lea${count}@customer.example`;
  const mail = { from, to: salesAddress, id: `i${count++}`, subject, text: "Read this.", headers };
  expect(await sendRaw(fixture.receiverPort, salesAddress, buildMail(mail))).toBe(250);
  return from;
}
const list = async (operator = owner, query = ""): Promise<IgnoredEmails> => {
  const { status, text, body } = await operator.call("GET", `ignored-emails${query}`);
  expect(status, text).toBe(200);
  return body as IgnoredEmails;
};
const firstId = async (): Promise<number> => (await list()).items[0]?.id ?? 0;
const start = (id: number, operator = owner) => operator.call("POST", `ignored-emails/${id}/chat`);

describe("ignored emails", () => {
  test("[API-415] [API-416] are listed newest first, with the reason, in pages", async () => {
    const first = await sendIgnored("one");
    await sendIgnored("two", ["Auto-Submitted: auto-replied"]);
    const page = await list(owner, "?limit=1");
    expect(page).toMatchObject({
      total: 2,
      items: [{ subject: "two", reason: "automatic_reply", channel: { id: sales.id } }],
    });
    const rest = await list(owner, `?limit=1&cursor=${page.next_cursor}&channel=${sales.id}`);
    expect(rest.next_cursor).toBeNull();
    const [email] = rest.items;
    expect(email).toMatchObject({ from: first, subject: "one", text: "Read this.", chat_id: null });
    const read = await owner.call("GET", `ignored-emails/${email?.id}`);
    expect(read.body).toEqual(email);
    expect((await list(owner, "?channel=999")).items).toEqual([]);
  });

  test("[API-415] [API-416] are visible to operators of the channel, without texts to developers", async () => {
    const from = await sendIgnored();
    const id = await firstId();
    const stranger = await fixture.parlour.operator("operator", "Sly");
    expect((await list(stranger)).total).toBe(0);
    expect((await stranger.call("GET", `ignored-emails/${id}`)).status).toBe(404);
    expect((await start(id, stranger)).status).toBe(404);
    const developer = await fixture.parlour.operator("developer", "Dev");
    const seen = (await developer.call("GET", `ignored-emails/${id}`)).body as IgnoredEmail;
    expect(seen).toMatchObject({ from, subject: "•••", text: "•••" });
    const viewer = await fixture.parlour.operator("viewer", "Vera");
    expect((await list(viewer)).total).toBe(1);
    expect((await start(id, viewer)).status).toBe(403);
  });
});

describe("a chat from an ignored email", () => {
  test("[API-417] [MAIL-084] is started once, however often and at the same time it is asked for", async () => {
    const from = await sendIgnored("Offer");
    const id = await firstId();
    const answers = await Promise.all([start(id), start(id), start(id)]);
    const chats = answers.map(({ body }) => (body as { chat_id: number }).chat_id);
    expect(new Set(chats).size).toBe(1);
    const chat = await fixture.parlour.findChat(from);
    expect(chat).toMatchObject({ id: chats[0], state: "waiting", bot: null });
    const messages = await fixture.parlour.messages(chat.id);
    expect(messages).toMatchObject([
      { text: "Read this.", origin: { subject: "Offer", from, automatic: true } },
    ]);
    expect((await list()).items).toEqual([]);
    expect((await start(id)).body).toEqual({ chat_id: chats[0] });
    expect((await owner.call("GET", `ignored-emails/${id}`)).body).toMatchObject({
      chat_id: chats[0],
    });
    // The mail that arrives again is a repeat of the message.
    const mail = { from, to: salesAddress, subject: "Offer", text: "Read this.", headers: news };
    const raw = buildMail({ ...mail, id: `i${count - 1}` });
    expect(await sendRaw(fixture.receiverPort, salesAddress, raw)).toBe(250);
    expect(await fixture.parlour.messages(chat.id)).toHaveLength(1);
  });

  test("[API-417] is not started from an email of the channel itself", async () => {
    await sendIgnored("Back", [`X-Parlour-Mail: ${sales.public_id}`]);
    expect(await start(await firstId())).toMatchObject({
      status: 409,
      body: { error: { code: "not_available" } },
    });
    expect((await start(999_999)).status).toBe(404);
  });
});
