import { afterAll, beforeAll, expect, test } from "vitest";
import {
  buildMail,
  openMailChannelFixture,
  salesAddress,
  sendRaw,
  type MailChannelFixture,
} from "./mail-channel-fixture.ts";
import { RealtimeClient, type Frame } from "./realtime-client.ts";

let fixture: MailChannelFixture;
beforeAll(async () => {
  fixture = await openMailChannelFixture();
});
afterAll(() => fixture.close());

const emailsPerCustomer = 5;
const customers = Array.from({ length: 20 }, (_, n) => `customer${n}@customer.example`);
const text = "Жалоба на заказ. ".repeat(3_000).slice(0, 49_999);

async function sendEmails(customer: string): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < emailsPerCustomer; n++) {
    const mail = buildMail({ from: customer, to: salesAddress, id: `${n}.${customer}`, text });
    statuses.push(await sendRaw(fixture.receiverPort, salesAddress, mail));
  }
  return statuses;
}

test("[CORE-382] [MAIL-032] 100 emails of 50,000 characters by SMTP close no socket, and chat messages are stored meanwhile", async () => {
  const { parlour } = fixture;
  await fixture.createChannel("Sales", {
    ...fixture.mailboxSettings(salesAddress),
    receive: "smtp",
  });
  const chatChannel = await parlour.channel("http://127.0.0.1:9999/");
  const socket = new RealtimeClient(parlour.url.replace("http", "ws") + "/api/v1/socket", {
    headers: { authorization: `Bearer ${parlour.owner.key}` },
  });
  await socket.opened;
  socket.send({ type: "hello", after: null });
  await socket.next(({ type }) => type === "live");

  let isSending = true;
  const emails = Promise.all(customers.map(sendEmails)).finally(() => (isSending = false));
  let chatMessages = 0;
  while (isSending) {
    // A fast machine sends more than one customer may.
    const customer = Math.floor(chatMessages / 20);
    const words = `message ${chatMessages++}`;
    const answer = await parlour.sendCustomerMessage(chatChannel, customer, words);
    expect(answer.status, answer.text).toBe(200);
  }
  expect(new Set((await emails).flat())).toEqual(new Set([250]));
  // Each chat message waited for at most a few emails of each sender.
  expect(chatMessages).toBeGreaterThan(emailsPerCustomer);
  await parlour.settle();
  await socket.settle();
  expect(socket.isClosed).toBe(false);
  const received = socket.frames.filter(isLongMessage);
  expect(received).toHaveLength(customers.length * emailsPerCustomer);
  socket.ws.close();
});

function isLongMessage(frame: Frame): boolean {
  const { message } = (frame["data"] ?? {}) as { message?: { text: string } };
  return message?.text.length === text.length;
}
