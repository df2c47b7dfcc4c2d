import { createHmac } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Channel } from "@parlour/protocol";
import { signWebhook } from "../../lab/src/services/meta/webhook-sender.ts";
import { upload } from "./files-fixture.ts";
import {
  createMessengerChannel,
  getAddress,
  startMessenger,
  type MessengerFixture,
} from "./messenger-fixture.ts";

let messenger: MessengerFixture;
let instagram: MessengerFixture;
beforeAll(async () => {
  [messenger, instagram] = await Promise.all([
    startMessenger("messenger"),
    startMessenger("instagram"),
  ]);
});
afterAll(async () => {
  await messenger.close();
  await instagram.close();
});
const both = [
  ["messenger", () => messenger],
  ["instagram", () => instagram],
] as const;

const createPicture = () =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: "#cc8800" } })
    .png()
    .toBuffer();
const lastSent = ({ service }: MessengerFixture) => service.messages.at(-1);

describe.each(both)("settings of %s", (kind, get) => {
  test("[ME-003] are checked by asking Meta, and the answer is stored", () => {
    const { channel, service } = get();
    expect(channel).toMatchObject({
      kind,
      settings: { app_id: service.appId, account_id: service.accountId },
      info: { name: kind === "messenger" ? "Lab shop" : "lab.shop" },
      capabilities: { reply_window_hours: 168, templates: false, max_buttons: 13 },
    });
    expect(JSON.stringify(channel)).not.toContain(service.accessToken);
    expect(JSON.stringify(channel)).not.toContain(service.appSecret);
  });
  test.each([
    ["access_token", { access_token: "EAAwrong" }, "token"],
    ["app_secret", { app_secret: "0".repeat(32) }, "appsecret_proof"],
    ["app_id", { app_id: "1234567" }, "token"],
    ["app_id", { app_id: "../me" }, "digits"],
  ])("[ME-003] a wrong %s is refused with its field", async (field, change, text) => {
    const { parlour, channel } = get();
    const answer = await parlour.owner.call("PATCH", `channels/${channel.id}`, {
      settings: change,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.error.field).toBe(`settings.${field}`);
    expect(answer.body.error.message).toContain(text);
  });
});

describe.each(both)("address of %s", (kind, get) => {
  test("[ME-001] the handshake repeats the challenge for the token of the app alone", async () => {
    const { service, channel, address } = get();
    const token = String(channel.info?.["verify_token"]);
    expect(await service.connect(address, token)).toBe(true);
    for (const wrong of ["", "wrong"]) expect(await service.connect(address, wrong)).toBe(false);
    expect(await service.connect(address.replace(/\w+$/, "Unknown123"), token)).toBe(false);
  });
  test("[ME-002] only bytes that the app signed are read", async () => {
    const { service, address } = get();
    const body = JSON.stringify({ object: kind === "messenger" ? "page" : kind, entry: [] });
    const post = async (headers: Record<string, string>) =>
      (await fetch(address, { method: "POST", body, headers })).status;
    const sign = (secret: string) => ({ "x-hub-signature-256": signWebhook(body, secret) });
    expect(await post({})).toBe(401);
    expect(await post(sign("another secret"))).toBe(401);
    const sha1 = createHmac("sha1", service.appSecret).update(body).digest("hex");
    expect(await post({ "x-hub-signature": `sha1=${sha1}` })).toBe(401);
    expect(await post(sign(service.appSecret))).toBe(200);
  });
  test("[ME-004] [ME-005] the test subscribes the page, and says which address to enter", async () => {
    const { parlour, channel, service, address } = get();
    const runTest = async () =>
      (await parlour.owner.call("POST", `channels/${channel.id}/connection-test`)).body;
    const name = kind === "messenger" ? "Lab shop" : "lab.shop";
    expect(await runTest()).toMatchObject({
      outbound: { ok: true, message: `Parlour can send as ${name}.` },
      inbound: { ok: true, code: "receives" },
    });
    service.setWebhookAddress("https://other.example/webhook");
    expect((await runTest()).inbound).toMatchObject({ ok: false, code: "wrong_address" });
    service.setWebhookAddress(address);
    service.faults.add({ kind: "error", code: 190 }, { match: "GET /v25.0/me" });
    expect((await runTest()).outbound).toMatchObject({ ok: false, code: "refused" });
  });
});

test("[ME-003] a page without an Instagram account is refused for Instagram", async () => {
  const { parlour, service } = instagram;
  service.hasInstagram = false;
  await expect(createMessengerChannel(parlour, service)).rejects.toThrow("no Instagram account");
  service.hasInstagram = true;
});

test("[ME-004] [CON-041] an address that the app does not call is a problem until it is entered", async () => {
  const { parlour, service, address } = messenger;
  service.setWebhookAddress(null);
  const channel = await createMessengerChannel(parlour, service);
  const { id } = channel;
  const readProblem = async () =>
    ((await parlour.owner.call("GET", `channels/${id}`)).body as Channel).problem;
  await expect.poll(readProblem).toMatchObject({ code: "wrong_address" });
  service.setWebhookAddress(getAddress(parlour, channel));
  const readLater = async () => {
    await parlour.clock.advance(60_000);
    return readProblem();
  };
  await expect.poll(readLater, { interval: 100 }).toBeNull();
  await parlour.owner.call("DELETE", `channels/${id}`);
  service.setWebhookAddress(address);
});

describe.each(both)("messages of customers of %s", (kind, get) => {
  test("[ME-013] [ME-015] a text starts a chat with the name of the profile", async () => {
    const one = get();
    const customer = one.createCustomer("Anna Keller");
    await one.write(customer, "Hello");
    expect(await one.findChat(customer)).toMatchObject({
      channel: { kind },
      visitor: { name: { value: "Anna Keller" }, customer: customer.id },
    });
    expect(await one.findMessages(customer)).toMatchObject([
      { text: "Hello", author: { kind: "visitor" } },
    ]);
  });
  test("[ME-015] a profile that Meta does not give does not stop the message", async () => {
    const one = get();
    const customer = one.createCustomer();
    one.service.faults.add({ kind: "error", code: 100 }, { match: customer.id });
    await one.write(customer, "Hello");
    expect(await one.findMessages(customer)).toHaveLength(1);
  });
  test("[ME-013] [CON-030] a webhook that is sent twice and out of order is stored once", async () => {
    const one = get();
    const { service } = one;
    const customer = one.createCustomer();
    service.faults.webhookRepeats = 1;
    const mid = await one.write(customer, "One");
    await service.receive(customer, { mid: "m_two", text: "Two" });
    await service.receive(customer, { mid, text: "One" });
    service.faults.webhookRepeats = 0;
    expect((await one.findMessages(customer)).map(({ text }) => text)).toEqual(["One", "Two"]);
  });
  test("[ME-011] [ME-014] two pictures with a text are two messages with their files", async () => {
    const one = get();
    const customer = one.createCustomer();
    const body = await createPicture();
    const add = (name: string) => ({
      type: "image",
      payload: { url: one.service.addFile({ name, type: "image/png", body }) },
    });
    await one.service.receive(customer, {
      text: "Look",
      attachments: [add("a.png"), add("b.png")],
    });
    expect(await one.findMessages(customer)).toMatchObject([
      { text: "Look", media: { type: "photo", file_name: "a.png" } },
      { text: "", media: { type: "photo", file_name: "b.png" } },
    ]);
  });
  test("[ME-016] [ME-017] replies, reactions, edits and deletions refer to their message", async () => {
    const one = get();
    const { service } = one;
    const customer = one.createCustomer();
    const first = await one.write(customer, "Do you have it in blue?");
    await service.receive(customer, { text: "this one", reply_to: { mid: first } });
    await service.send(customer, {
      reaction: { mid: first, action: "react", reaction: "love", emoji: "❤️" },
    });
    const wrong = await one.write(customer, "Wrong chat");
    await service.send(customer, { message: { mid: wrong, is_deleted: true } });
    await service.send(customer, { message: { mid: "m_unknown", is_deleted: true } });
    const edit = { mid: first, text: "Is it in stock?", num_edit: 1 };
    await service.send(customer, { message_edit: edit });
    expect(await one.findMessages(customer)).toMatchObject([
      {
        text: "Is it in stock?",
        earlier: [{ text: "Do you have it in blue?" }],
        reactions: [{ emoji: "❤️", by: "visitor" }],
      },
      { text: "this one", refers_to: { kind: "message", seq: 1 } },
      { text: "", deleted_at: expect.any(String) },
    ]);
    await service.send(customer, { reaction: { mid: first, action: "unreact" } });
    expect((await one.findMessages(customer))[0]?.reactions ?? []).toMatchObject([{ emoji: null }]);
  });
  test("[ME-018] a followed link registers the customer, and starts no chat", async () => {
    const one = get();
    const customer = one.createCustomer();
    const referral = { ref: "spring", source: "SHORTLINK", type: "OPEN_THREAD" };
    await one.service.send(customer, { referral });
    await one.write(customer, "Hi");
    expect((await one.findChat(customer)).visitor).toMatchObject({ came_from: "spring" });
  });
  test("[ME-010] [ME-019] events of other accounts and messages of other programs have no effect", async () => {
    const one = get();
    const { service, parlour, channel, address } = one;
    const customer = one.createCustomer();
    await one.write(customer, "Hello");
    const event = (of: object) => ({ timestamp: parlour.clock.now(), ...of });
    const post = async (id: string, messaging: readonly object[]) => {
      const object = kind === "messenger" ? "page" : kind;
      const body = JSON.stringify({ object, entry: [{ id, messaging }] });
      const headers = { "x-hub-signature-256": signWebhook(body, service.appSecret) };
      return (await fetch(address, { method: "POST", body, headers })).status;
    };
    const sender = { id: customer.id };
    const recipient = { id: service.accountId };
    const text = event({ sender, recipient, message: { mid: "m_other", text: "Other" } });
    expect(await post("999", [text])).toBe(200);
    const echo = { is_echo: true, app_id: 26_390_203_743_090, mid: "m_echo", text: "By hand" };
    expect(
      await post(service.accountId, [
        event({ sender: recipient, recipient: sender, message: echo }),
      ]),
    ).toBe(200);
    expect(await one.findMessages(customer)).toHaveLength(1);
    const { body } = await parlour.owner.call("GET", `inspector?owner=${channel.id}`);
    expect(body.items.at(-1).fault).toMatchObject({ code: "no_effect", rule: "ME-010" });
    expect(body.items.at(-1).fault.message).toContain("outside Parlour");
  });
});

describe.each(both)("messages to customers of %s", (kind, get) => {
  test("[ME-020] a text is an answer with our signed metadata, and is delivered with its id", async () => {
    const one = get();
    const customer = one.createCustomer();
    await one.write(customer, "Hello");
    await one.reply(customer, { text: "Hi" });
    await one.settle();
    expect(lastSent(one)).toMatchObject({
      recipient: customer.id,
      body: {
        messaging_type: "RESPONSE",
        message: { text: "Hi", metadata: expect.stringMatching(/^parlour\.\d+\.\d+\.\d+\.0\./) },
      },
    });
    expect((await one.findMessages(customer)).at(-1)?.delivery?.state).toBe("delivered");
  });
  test("[ME-021] a picture is uploaded and its comment follows, other files are as the service takes them", async () => {
    const one = get();
    const { service, parlour } = one;
    const customer = one.createCustomer();
    await one.write(customer, "Hello");
    const before = service.messages.length;
    const { body: picture } = await upload(parlour.owner.call, {
      name: "Größe.png",
      bytes: await createPicture(),
    });
    await one.reply(customer, { kind: "file", upload_id: picture.id, text: "Our shop" });
    const { body: list } = await upload(parlour.owner.call, {
      name: "list.csv",
      bytes: Buffer.from("a,b\n1,2\n"),
    });
    await one.reply(customer, { kind: "file", upload_id: list.id });
    await one.settle();
    const sent = service.messages.slice(before).map(({ body }) => body["message"] as any);
    expect(sent.slice(0, 2)).toMatchObject([
      { attachment: { type: "image" } },
      { text: "Our shop" },
    ]);
    expect([...service.attachments.values()][0]).toMatchObject({ type: "image/png" });
    expect(sent[2]).toMatchObject(
      kind === "messenger"
        ? { attachment: { type: "file" } }
        : { text: expect.stringMatching(/^http/) },
    );
  });
  test("[ME-024] [ME-025] limits and errors of the service delay a message, and keep the order", async () => {
    const one = get();
    const { service, parlour } = one;
    const customer = one.createCustomer();
    await one.write(customer, "Hello");
    const before = service.messages.length;
    service.faults.add({ kind: "error", code: 613, status: 429 }, { match: "me/messages" });
    service.faults.add({ kind: "error", code: 2, status: 500 }, { match: "me/messages" });
    for (const text of ["1", "2"]) await one.reply(customer, { text });
    await one.settle();
    await parlour.clock.advance(60_000);
    await one.settle();
    await parlour.clock.advance(60_000);
    await one.settle();
    expect(service.messages.slice(before).map(({ body }) => (body["message"] as any).text)).toEqual(
      ["1", "2"],
    );
  });
  test("[ME-025] a customer who blocked the page is a failed message with the reason", async () => {
    const one = get();
    const customer = one.createCustomer();
    await one.write(customer, "Hello");
    one.service.blocked.add(customer.id);
    await one.reply(customer, { text: "Hi" });
    await one.settle();
    expect((await one.findMessages(customer)).at(-1)?.delivery).toMatchObject({
      state: "failed",
      error: { code: "551", message: expect.stringContaining("cannot be reached") },
    });
  });
  test("[ME-031] [CON-050] a person answers for seven days, with a tag after 24 hours", async () => {
    const one = get();
    const { parlour, service } = one;
    const customer = one.createCustomer();
    await one.write(customer, "Hello");
    const { id } = await one.findChat(customer);
    await parlour.owner.call("POST", `chats/${id}/accept`, {});
    parlour.clock.set(parlour.clock.now() + 30 * 3_600_000);
    expect((await one.reply(customer, { text: "Sorry, late" })).status).toBe(201);
    await one.settle();
    expect(lastSent(one)?.body).toMatchObject({
      messaging_type: "MESSAGE_TAG",
      tag: "HUMAN_AGENT",
      message: { text: "Sorry, late" },
    });
    parlour.clock.set(parlour.clock.now() + 6 * 24 * 3_600_000);
    const before = service.messages.length;
    const late = await one.reply(customer, { text: "Too late" });
    expect(late).toMatchObject({ status: 409, body: { error: { code: "reply_window_closed" } } });
    expect(service.messages).toHaveLength(before);
  });
  test("[ME-026] typing is shown once per 20 s", async () => {
    const one = get();
    const customer = one.createCustomer();
    await one.write(customer, "Hello");
    const { id } = await one.findChat(customer);
    await one.parlour.owner.call("POST", `chats/${id}/accept`);
    const before = one.service.actions.length;
    for (const typing of [true, false, true])
      await one.parlour.owner.call("POST", `chats/${id}/typing`, { typing });
    await expect
      .poll(() => one.service.actions.slice(before))
      .toEqual([{ recipient: { id: customer.id }, sender_action: "typing_on" }]);
  });
  test("[ME-028] [CORE-442] the team reacts to a message and takes it back", async () => {
    const one = get();
    const customer = one.createCustomer();
    const mid = await one.write(customer, "Thank you");
    const { id } = await one.findChat(customer);
    const path = `chats/${id}/messages/1/reaction`;
    const { owner } = one.parlour;
    const emoji = kind === "messenger" ? "🎉" : "❤️";
    expect((await owner.call("PUT", path, { emoji })).status).toBe(200);
    const readReaction = async () =>
      (await one.findMessages(customer))[0]?.reactions?.map((of) => [of.emoji, of.change?.state]);
    await expect.poll(readReaction).toEqual([[emoji, "confirmed"]]);
    expect(one.service.actions.at(-1)).toMatchObject({
      sender_action: "react",
      payload: { message_id: mid, reaction: kind === "messenger" ? "🎉" : "love" },
    });
    await owner.call("DELETE", path, {});
    await expect.poll(readReaction).toEqual([[null, "confirmed"]]);
    expect(one.service.actions.at(-1)).toMatchObject({ sender_action: "unreact" });
  });
});

describe.each(both)("requests to %s with an unknown result", (_, get) => {
  test.each([{ kind: "cut_after" }, { kind: "hang_after" }] as const)(
    "[ME-041] after %j the echo names the message, and it is not sent again",
    async (fault) => {
      const one = get();
      const { parlour, service } = one;
      const customer = one.createCustomer();
      await one.write(customer, "Hello");
      const before = service.messages.length;
      service.faults.add(fault, { match: "me/messages" });
      await one.reply(customer, { text: "Once" });
      // A request that hangs ends after 25 s.
      for (let n = 0; n < 8; n += 1) {
        await parlour.clock.advance(10_000);
        await new Promise<void>((resolve) => void setImmediate(resolve));
      }
      await one.settle();
      expect(service.messages).toHaveLength(before + 1);
      expect((await one.findMessages(customer)).at(-1)?.delivery?.state).toBe("delivered");
    },
  );
  test("[ME-041] a message that Meta did not get is sent again after 30 s", async () => {
    const one = get();
    const { parlour, service } = one;
    const customer = one.createCustomer();
    await one.write(customer, "Hello");
    const before = service.messages.length;
    service.faults.add({ kind: "cut" }, { match: "me/messages" });
    await one.reply(customer, { text: "Again" });
    await one.settle();
    await parlour.clock.advance(20_000);
    await one.settle();
    expect(service.messages).toHaveLength(before);
    await parlour.clock.advance(15_000);
    await one.settle();
    expect(service.messages).toHaveLength(before + 1);
  });
});

describe.each(both)("states of messages of %s", (kind, get) => {
  test("[ME-040] received and seen messages are marked, also those before the last one", async () => {
    const one = get();
    const { service } = one;
    const customer = one.createCustomer();
    await one.write(customer, "Hello");
    for (const text of ["One", "Two"]) await one.reply(customer, { text });
    await one.settle();
    expect((await one.findMessages(customer)).at(-1)).not.toHaveProperty("received_at");
    if (kind === "messenger") {
      await service.sendReceipt(customer.id, "delivered");
      expect((await one.findMessages(customer)).at(-1)).toHaveProperty("received_at");
    }
    await service.sendReceipt(customer.id, "read");
    const messages = await one.findMessages(customer);
    expect(messages.at(-1)).toMatchObject({ text: "Two", seen_at: expect.any(String) });
  });
});
