import { request } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openSmsFixture, ownNumber, type SmsFixture } from "./sms-fixture.ts";

describe.each(["twilio", "vonage", "generic"] as const)("the preset %s", (gateway) => {
  let fixture: SmsFixture;
  beforeAll(async () => {
    fixture = await openSmsFixture(gateway, { receipts: ["delivered"] });
  });
  afterAll(() => fixture.close());

  it("[SMS-002] [SMS-010] [SMS-012] [SMS-020] [SMS-030] sends and receives, and its receipts mark messages", async () => {
    const { sms, parlour, waitForMessages, answer } = fixture;
    const phone = sms.addPhone("4915112345678");
    sms.repeatCallbacks(1);
    for (const text of ["Hello", "Ist Größe 42 da? 👟"]) phone.write(text);
    const messages = await waitForMessages(phone, 2);
    await sms.waitUntil(() => sms.callbacks.pending() === 0);
    expect(messages.map(({ text }) => text)).toEqual(["Hello", "Ist Größe 42 da? 👟"]);
    expect(await fixture.findChat(phone)).toMatchObject({
      channel: { kind: "sms" },
      visitor: { phone: { value: "+4915112345678" } },
    });
    const { id } = await answer(phone, "Ja & nein: 3 Paare = 100 % Лето");
    await fixture.waitForDelivery(phone, id, "delivered");
    await sms.waitUntil(() => sms.callbacks.pending() === 0);
    await parlour.settle();
    expect(phone.received()).toEqual(["Ja & nein: 3 Paare = 100 % Лето"]);
    expect(sms.messages[0]?.from.replace("+", "")).toBe(ownNumber);
    const chat = await fixture.findChat(phone);
    const sent = (await parlour.messages(chat.id)).find((message) => message.id === id);
    expect(sent).toHaveProperty("received_at");
    const log = await parlour.owner.call("GET", "deliveries?limit=1");
    const detail = await parlour.owner.call("GET", `deliveries/${log.body.items[0].id}`);
    expect(detail.text).toContain(sms.host);
    expect(detail.text).not.toContain(sms.secret);
    expect(detail.text).not.toContain(
      Buffer.from(`${sms.account}:${sms.secret}`).toString("base64"),
    );
  });

  it("[SMS-022] [SMS-031] a refused number and a failed receipt end the delivery", async () => {
    const { sms, waitForMessages, answer } = fixture;
    const short = sms.addPhone("12345");
    short.write("Hi");
    await waitForMessages(short, 1);
    const refused = await answer(short, "Hello");
    const { delivery } = await fixture.waitForDelivery(short, refused.id, "failed");
    expect(JSON.stringify(delivery)).toContain("The gateway refused the message");
    const phone = sms.addPhone("4915112345679");
    phone.write("Hi");
    await waitForMessages(phone, 1);
    const sent = await answer(phone, "Hello");
    await fixture.waitForDelivery(phone, sent.id, "delivered");
    sms.sendReceipt(sms.messages.at(-1) ?? expect.fail(), "failed");
    const failed = await fixture.waitForDelivery(phone, sent.id, "failed");
    expect(JSON.stringify(failed.delivery)).toContain("did not deliver");
  });
});

describe("a channel", () => {
  let fixture: SmsFixture;
  beforeAll(async () => {
    fixture = await openSmsFixture("generic", {
      receipts: ["delivered"],
      changes: { check: { how: "basic" } },
      settings: { inbound_password: "seven wet umbrellas" },
    });
  });
  afterEach(() => fixture.sms.endFaults());
  afterAll(() => fixture.close());

  const toUrl = (suffix = ""): string =>
    fixture.address.replace("https://chat.example.com", fixture.parlour.url) + suffix;
  const authorization = `Basic ${Buffer.from("gateway:seven wet umbrellas").toString("base64")}`;
  const post = async (url: string, body: object, headers: Record<string, string> = {}) =>
    (
      await fetch(url, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json", authorization, ...headers },
      })
    ).status;

  /** Posts a message, and ends the connection before the response. */
  const postWithoutResponse = (url: string, body: object): Promise<void> =>
    new Promise((resolve) => {
      const headers = { "content-type": "application/json", authorization };
      const sent = request(url, { method: "POST", headers });
      sent.on("error", () => resolve());
      sent.end(JSON.stringify(body), () => setImmediate(() => sent.destroy()));
    });

  it("[SMS-001] wrong settings are refused with their field", async () => {
    const { parlour } = fixture;
    const create = async (settings: object) =>
      (
        await parlour.owner.call("POST", "channels", {
          kind: "sms",
          name: "Other",
          operators: [parlour.owner.id],
          settings: { gateway: "generic", sender: "+4930123456", ...settings },
        })
      ).body.error;
    const address = "http://127.0.0.1:1/send";
    expect(await create({ address })).toMatchObject({ field: "settings.address" });
    expect(await create({ address: "no address" })).toMatchObject({ field: "settings.address" });
    expect(await create({ sender: "<b>" })).toMatchObject({ field: "settings.sender" });
    for (const definition of ["", "{", "{}", '{"send":{"method":"PUT"}}'])
      expect(await create({ gateway: "own", definition })).toMatchObject({
        code: "invalid_request",
        field: "settings.definition",
      });
  });

  it("[SMS-003] [SMS-011] wrong secrets are refused, and requests without a sender have no effect", async () => {
    const message = { id: "m1", from: "+4915112345678", text: "Hello" };
    expect(await post(toUrl().replace(/\/[^/]+$/, "/wrong"), message)).toBe(404);
    expect(await post(toUrl(), message, { authorization: "" })).toBe(404);
    expect(await post(toUrl(), {})).toBe(200);
    expect(await post(toUrl("/receipts"), { id: "unknown", status: "delivered" })).toBe(200);
    expect(await fixture.parlour.sql("select from visitor")).toEqual([]);
  });

  it("[SMS-013] messages without id are stored each time, and a repeat whose response was lost once", async () => {
    const { sms, waitForMessages } = fixture;
    const phone = sms.addPhone("4915112345000");
    const message = { from: "+4915112345000", to: `+${ownNumber}`, text: "ok" };
    for (let n = 0; n < 3; n++) expect(await post(toUrl(), message)).toBe(200);
    await waitForMessages(phone, 3);
    await postWithoutResponse(toUrl(), message);
    await waitForMessages(phone, 4);
    // The gateway repeats what got no response, and then sends the next one.
    expect(await post(toUrl(), message)).toBe(200);
    await waitForMessages(phone, 4);
    expect(await post(toUrl(), message)).toBe(200);
    await waitForMessages(phone, 5);
    // A gateway that has given up repeats nothing.
    await postWithoutResponse(toUrl(), message);
    await waitForMessages(phone, 6);
    fixture.parlour.clock.set(fixture.parlour.clock.now() + 2 * 3_600_000);
    expect(await post(toUrl(), message)).toBe(200);
    await waitForMessages(phone, 7);
  });

  it("[SMS-013] a repeat after a crash finds the message, also if the crash came before its name was linked", async () => {
    const { sms, parlour, waitForMessages } = fixture;
    const phone = sms.addPhone("4915112345010");
    const message = { from: "+4915112345010", to: `+${ownNumber}`, text: "ok" };
    await postWithoutResponse(toUrl(), message);
    await waitForMessages(phone, 1);
    const { id } = await fixture.findChat(phone);
    await expect
      .poll(() => parlour.sql("delete from channel_message where chat_id = $1 returning 1", [id]))
      .not.toEqual([]);
    expect(await post(toUrl(), message)).toBe(200);
    await waitForMessages(phone, 1);
    for (let n = 2; n < 7; n++) {
      expect(await post(toUrl(), message)).toBe(200);
      await waitForMessages(phone, n);
    }
    // A crash before the message counts as answered only. The next equal message is another one.
    await parlour.sql(
      `insert into channel_message (account_id, channel_id, external_id, chat_id, message_id, seq)
       select account_id, channel_id, replace(external_id, 'answered:', 'unanswered:'), chat_id, message_id, seq
       from channel_message where chat_id = $1 order by seq desc limit 1`,
      [id],
    );
    expect(await post(toUrl(), message)).toBe(200);
    await waitForMessages(phone, 7);
  });

  it("[SMS-005] a test checks the address, and says whether a message has arrived", async () => {
    const { parlour, channel, sms } = fixture;
    const { body } = await parlour.owner.call("POST", `channels/${channel.id}/connection-test`, {});
    expect(body).toMatchObject({
      outbound: { ok: true, values: { host: sms.host } },
      inbound: { ok: true, code: "receives" },
    });
  });

  it("[SMS-024] a receipt proves that a message arrived whose response was lost", async () => {
    const { parlour, sms, waitForMessages, answer } = fixture;
    const phone = sms.addPhone("4915112345001");
    expect(await post(toUrl(), { id: "m2", from: "+4915112345001", text: "Hello" })).toBe(200);
    await waitForMessages(phone, 1);
    sms.addFault({ isExecuted: true, reply: "reset" });
    const sent = await answer(phone, "One");
    await expect.poll(() => phone.received().length).toBe(1);
    // The lab does not know the password, so its receipt is sent by hand.
    const { callback, id } = sms.messages.at(-1) ?? expect.fail();
    const url = callback.replace("https://chat.example.com", parlour.url);
    expect(await post(url, { id, status: "delivered" })).toBe(200);
    await expect
      .poll(async () => {
        await parlour.clock.advance(10_000);
        const chat = await fixture.findChat(phone);
        const messages = await parlour.messages(chat.id);
        return messages.find((message) => message.id === sent.id)?.delivery?.state;
      })
      .toBe("delivered");
    expect(phone.received()).toEqual(["One"]);
  });

  it("[BC-032] [BC-033] STOP opts out the number, and operators see it", async () => {
    const { parlour } = fixture;
    expect(await post(toUrl(), { id: "m9", from: "+4915112345001", text: "Stop." })).toBe(200);
    const { visitor } = await fixture.findChat({ number: "4915112345001" });
    await expect
      .poll(async () => {
        await parlour.settle();
        return (await parlour.owner.call("GET", `visitors/${visitor.number}/opt-outs`)).body.items;
      })
      .toContainEqual({
        kind: "sms",
        opted_out: { at: expect.any(String), source: "word" },
      });
  });

  it("[CORE-466] two parallel changes of two settings both stay", async () => {
    const { parlour, channel } = fixture;
    const change = (settings: object) =>
      parlour.owner.call("PATCH", `channels/${channel.id}`, { settings });
    const read = async () =>
      (await parlour.owner.call("GET", `channels/${channel.id}`)).body.settings as object;
    const { account, sender } = (await read()) as Readonly<Record<string, string>>;
    for (let n = 1; n <= 3; n++) {
      const changes = [{ account: `account ${n}` }, { sender: `+4915100000${n}` }];
      const answers = await Promise.all(changes.map(change));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await read()).toMatchObject({ ...changes[0], ...changes[1] });
    }
    expect((await change({ account, sender })).status).toBe(200);
  });

  it("[SMS-022] errors of the gateway are repeated, and a limit is waited for", async () => {
    const { parlour, sms, answer } = fixture;
    const phone = sms.addPhone("4915112345001");
    sms.addFault({ reply: { status: 429 } });
    sms.addFault({ reply: { status: 503, body: "<html>" } });
    const sent = await answer(phone, "Two");
    await expect
      .poll(async () => {
        await parlour.clock.advance(10_000);
        return phone.received().length;
      })
      .toBe(2);
    await fixture.waitForDelivery(phone, sent.id, "delivered");
  });
});
