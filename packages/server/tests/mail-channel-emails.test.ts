import type { Channel } from "@parlour/protocol";
import type { ChannelEmails } from "@parlour/protocol/api";
import type { TestOperator } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Reader } from "../src/store/database/reader.ts";
import { countChannelEmails, listReceivedEmails } from "../src/store/deliveries/channel-email.ts";
import {
  buildMail,
  openMailChannelFixture,
  salesAddress,
  sendRaw,
  shopAddress,
  type MailChannelFixture,
} from "./mail-channel-fixture.ts";

/** The latest emails of a channel, with figures. */
let fixture: MailChannelFixture;
let shop: Channel;
let owner: TestOperator;

beforeAll(async () => {
  fixture = await openMailChannelFixture();
  ({ owner } = fixture.parlour);
  shop = await fixture.createChannel("Shop", {
    ...fixture.mailboxSettings(shopAddress),
    receive: "smtp",
  });
});
afterAll(() => fixture.close());

let count = 0;
const send = async (mail: Partial<Parameters<typeof buildMail>[0]>): Promise<void> => {
  const raw = buildMail({ ...mail, id: `e${count++}` });
  expect(await sendRaw(fixture.receiverPort, shopAddress, raw)).toBe(250);
};
const read = async (operator = owner): Promise<ChannelEmails> => {
  const { status, text, body } = await operator.call("GET", `channels/${shop.id}/emails`);
  expect(status, text).toBe(200);
  return body as ChannelEmails;
};
const advance = async (ms: number): Promise<void> => {
  await fixture.parlour.clock.advance(ms);
  await fixture.parlour.settle();
};
const hourMs = 3_600_000;

describe("the emails of a channel", { shuffle: false }, () => {
  // The figures grow from test to test.
  test("[API-499] [MAIL-163] lists received, ignored and sent ones, newest first, with figures", async () => {
    expect(await read()).toEqual({
      day: { received: 0, sent: 0, failed: 0 },
      week: { received: 0, sent: 0, failed: 0 },
      waiting: 0,
      is_capped: false,
      items: [],
    });
    await send({ from: "Anna Berg <anna@customer.example>", subject: "Damaged kettle" });
    await advance(1_000);
    const headers = ["List-Unsubscribe: <https://news.example/u>", "Precedence: bulk"];
    await send({ from: "News <news@brand.example>", subject: "Spring sale", headers });
    await advance(1_000);
    const chat = await fixture.parlour.findChat("anna@customer.example");
    await owner.call("POST", `chats/${chat.id}/accept`);
    const answer = await owner.call("POST", `chats/${chat.id}/messages`, {
      client_id: "a1",
      kind: "text",
      text: "We send another one.",
    });
    expect(answer.status, answer.text).toBe(201);
    expect((await read()).waiting).toBe(1);
    await advance(61_000);

    const emails = await read();
    expect(emails).toMatchObject({ day: { received: 1, sent: 1, failed: 0 }, waiting: 0 });
    expect(emails.items).toEqual([
      {
        direction: "sent",
        at: expect.any(String),
        name: "Anna Berg",
        address: "anna@customer.example",
        others: 0,
        subject: expect.stringMatching(/Damaged kettle$/),
        chat_id: chat.id,
        chat_number: chat.number,
        verified: null,
        ignored: null,
        delivery: { id: expect.any(Number), state: "delivered", attempts: 1, error: null },
      },
      expect.objectContaining({
        direction: "received",
        name: "News",
        address: "news@brand.example",
        subject: "Spring sale",
        chat_id: null,
        ignored: { id: expect.any(Number), reason: "newsletter" },
      }),
      expect.objectContaining({
        direction: "received",
        name: "Anna Berg",
        address: "anna@customer.example",
        subject: "Damaged kettle",
        chat_id: chat.id,
        chat_number: chat.number,
        verified: false,
        delivery: null,
      }),
    ]);
  });

  test("[API-499] [MAIL-163] counts an email with files once, and names the further recipients of a sent one", async () => {
    const boundary = ['Content-Type: multipart/mixed; boundary="b"', "MIME-Version: 1.0"];
    const file = (name: string) =>
      `--b\r\nContent-Type: text/plain; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${name}\r\n`;
    const raw = [
      ...boundary,
      "From: Ben <ben@customer.example>",
      `To: ${shopAddress}`,
      "Subject: Two files",
      "Message-ID: <files@customer.example>",
      "",
      `--b\r\nContent-Type: text/plain\r\n\r\nSee the files.\r\n${file("a.txt")}${file("b.txt")}--b--\r\n`,
    ].join("\r\n");
    expect(await sendRaw(fixture.receiverPort, shopAddress, raw)).toBe(250);
    await advance(1_000);
    const { status, text } = await owner.call("POST", "emails", {
      channel_id: shop.id,
      email: {
        subject: "Your order",
        to: [{ address: "cleo@customer.example", name: "Cleo" }],
        cc: [{ address: "dan@customer.example" }],
      },
      text: "Hello",
    });
    expect(status, text).toBe(201);
    const { items, day } = await read();
    expect(day.received).toBe(2);
    expect(items.slice(0, 2)).toMatchObject([
      { direction: "sent", name: "Cleo", others: 1, subject: "Your order" },
      { direction: "received", name: "Ben", subject: "Two files" },
    ]);
    await advance(61_000);
  });

  test("[API-499] a day later the emails count for the week only, and after a week not at all", async () => {
    await advance(25 * hourMs);
    expect(await read()).toMatchObject({
      day: { received: 0, sent: 0, failed: 0 },
      week: { received: 2, sent: 2, failed: 0 },
    });
    await advance(7 * 24 * hourMs);
    const later = await read();
    expect(later).toMatchObject({ week: { received: 0, sent: 0, failed: 0 } });
    expect(later.items.length).toBeGreaterThan(3);
  });

  test("[API-499] [CORE-303] only those who see the chats get them, and developers no subjects", async () => {
    const stranger = await fixture.parlour.operator("operator", "Sly");
    expect((await stranger.call("GET", `channels/${shop.id}/emails`)).status).toBe(404);
    const member = await fixture.parlour.operator("operator", "Mia");
    await owner.call("PATCH", `channels/${shop.id}`, { operators: [owner.id, member.id] });
    const { items } = await read(member);
    expect(items).toEqual((await read()).items);
    const developer = await fixture.parlour.operator("developer", "Dev");
    const masked = (await read(developer)).items;
    expect(new Set(masked.map(({ subject }) => subject))).toEqual(new Set(["•••"]));
    const [widget] = await fixture.parlour.sql<{ id: string }>(
      "select id from channel where kind <> 'mail' limit 1",
    );
    if (widget !== undefined)
      expect((await owner.call("GET", `channels/${widget.id}/emails`)).status).toBe(404);
  });

  test("[API-499] [R8] reads few blocks of a channel with many emails", async () => {
    const sales = await fixture.createChannel("Sales", {
      ...fixture.mailboxSettings(salesAddress),
      receive: "smtp",
    });
    const { parlour } = fixture;
    const [row] = await parlour.sql<{ account_id: string; endpoint_id: string }>(
      "select account_id, endpoint_id from channel where id = $1",
      [sales.id],
    );
    const account = Number(row?.account_id);
    await parlour.sql(
      `insert into channel_message (account_id, channel_id, external_id, chat_id, message_id, seq, received_at)
       select $1, $2, 'm' || n, n, n, 1, to_timestamp($3::float8 / 1000) - n * interval '1 minute' from generate_series(1, 50000) n`,
      [account, sales.id, parlour.clock.now()],
    );
    await parlour.sql("vacuum analyze channel_message");
    const blocks: number[] = [];
    const explain = async (
      _account: number,
      text: string,
      list: readonly unknown[] = [],
    ): Promise<void> => {
      const rows = await parlour.sql<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }>(
        `explain (analyze, buffers, format json) ${text}`,
        list,
      );
      const { Plan: plan } = rows[0]?.["QUERY PLAN"][0] ?? { Plan: {} };
      blocks.push((plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0));
    };
    const reader = {
      rows: async (...query: Parameters<typeof explain>) => {
        await explain(...query);
        return [];
      },
      one: async (...query: Parameters<typeof explain>) => {
        await explain(...query);
        return null;
      },
    } as Reader;
    await listReceivedEmails(reader, account, sales.id, 10);
    expect(blocks.splice(0)[0]).toBeLessThan(100);
    const channel = { id: sales.id, endpointId: Number(row?.endpoint_id) };
    await countChannelEmails(reader, account, channel, parlour.clock.now());
    // 10,080 minutes of 50,000 are counted, from the index alone.
    expect(Math.max(...blocks)).toBeLessThan(400);
  });
});
