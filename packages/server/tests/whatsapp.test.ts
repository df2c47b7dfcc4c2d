// The tests need their order: they continue the chats of the ones before.
import { createHash, randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Channel } from "@parlour/protocol";
import type { VisitorMatches } from "@parlour/protocol/api";
import { signWebhook } from "../../lab/src/services/whatsapp/index.ts";
import { fetchFile, toServerUrl, upload } from "./files-fixture.ts";
import {
  anna,
  createWhatsAppChannel,
  sam,
  startWhatsApp,
  type WhatsAppFixture,
} from "./whatsapp-fixture.ts";

let whatsapp: WhatsAppFixture;
beforeAll(async () => {
  whatsapp = await startWhatsApp({ service: { statuses: [] } });
});
afterAll(() => whatsapp.close());

/** A customer that no other test uses. */
let customers = 0;
const createCustomer = () => {
  customers += 1;
  return {
    name: `C${customers}`,
    phone: `49170000${1000 + customers}`,
    userId: `DE.9${customers}`,
  };
};
const lastSent = () => whatsapp.service.messages.at(-1);
const createPicture = () =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: "#cc8800" } })
    .png()
    .toBuffer();

test("[CORE-311] [API-405] a number of Brazil without its ninth digit is suggested with the one that has it", async () => {
  const { parlour } = whatsapp;
  const other = { name: "Joao", phone: "5541987991234", userId: "BR.1" };
  const customer = { name: "Joao", phone: "554187991234", userId: "BR.2" };
  for (const one of [other, customer]) await whatsapp.write(one, "sou eu");
  await parlour.settle();
  const { number } = (await whatsapp.findChat(customer)).visitor;
  const { body } = await parlour.owner.call("GET", `visitors/${number}/matches`);
  expect((body as VisitorMatches).items.map(({ visitor }) => visitor.number)).toEqual([
    (await whatsapp.findChat(other)).visitor.number,
  ]);
});

describe("settings", () => {
  test("[WA-003] settings are checked by asking WhatsApp, and the answer is kept", () => {
    const { channel } = whatsapp;
    expect(channel).toMatchObject({
      kind: "whatsapp",
      settings: { phone_number_id: whatsapp.service.phoneNumberId },
      info: { phone_number: "+1 555-078-3881", verified_name: "Lab shop" },
      secret_hints: { access_token: whatsapp.service.accessToken.slice(-4) },
      capabilities: { reply_window_hours: 24, templates: true, max_buttons: 10 },
    });
    expect(JSON.stringify(channel)).not.toContain(whatsapp.service.accessToken);
  });
  test.each([
    ["access_token", { access_token: "EAAwrong" }, "token"],
    ["app_secret", { app_secret: "0".repeat(32) }, "appsecret_proof"],
    ["phone_number_id", { phone_number_id: "999999" }, "does not exist"],
    ["phone_number_id", { phone_number_id: "../me" }, "digits"],
    ["waba_id", { waba_id: "999999" }, "does not exist"],
  ])("[WA-003] a wrong %s is refused with its field", async (field, change, text) => {
    const { parlour, channel } = whatsapp;
    const answer = await parlour.owner.call("PATCH", `channels/${channel.id}`, {
      settings: change,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.error.field).toBe(`settings.${field}`);
    expect(answer.body.error.message).toContain(text);
  });
});

describe("address of webhooks", () => {
  const get = async (query: Record<string, string>, address = whatsapp.address) => {
    const response = await fetch(`${address}?${new URLSearchParams(query).toString()}`);
    return {
      status: response.status,
      text: await response.text(),
      type: response.headers.get("content-type"),
    };
  };
  const handshake = () => ({
    "hub.mode": "subscribe",
    "hub.verify_token": String(whatsapp.channel.info?.["verify_token"]),
    "hub.challenge": "1158201444",
  });
  test("[WA-001] the handshake repeats the challenge as plain text", async () => {
    expect(await get(handshake())).toEqual({
      status: 200,
      text: "1158201444",
      type: "text/plain; charset=utf-8",
    });
  });
  test.each([
    { "hub.verify_token": "wrong" },
    { "hub.verify_token": "" },
    { "hub.mode": "unsubscribe" },
    { "hub.challenge": "<script>" },
    { "hub.challenge": "" },
  ])("[WA-001] the handshake with %j is refused", async (change) => {
    expect((await get({ ...handshake(), ...change })).status).toBe(403);
  });
  test("[WA-001] an unknown address has neither handshake nor webhooks", async () => {
    const other = whatsapp.address.replace(/\w+$/, "Unknown123");
    expect((await get(handshake(), other)).status).toBe(403);
    expect((await fetch(other, { method: "POST", body: "{}" })).status).toBe(404);
  });
  test("[WA-004] [WA-005] the test registers the address at WhatsApp, which calls it back", async () => {
    const { parlour, channel, service, address } = whatsapp;
    service.setWebhookAddress(null);
    const runTest = async () =>
      (await parlour.owner.call("POST", `channels/${channel.id}/connection-test`)).body;
    expect(await runTest()).toMatchObject({
      outbound: {
        ok: true,
        code: "sends_as",
        message: "Parlour can send from +1 555-078-3881 (Lab shop).",
      },
      inbound: { ok: true, message: expect.stringMatching(/^WhatsApp reaches http/) },
    });
    expect(new URL(service.webhookAddress() ?? "").pathname).toBe(new URL(address).pathname);
    service.setWebhookAddress(address);
    service.faults.add({ kind: "error", code: 131031 }, { match: "POST" });
    expect((await runTest()).inbound.ok).toBe(false);
    service.faults.add({ kind: "error", code: 190 }, { match: "GET" });
    expect((await runTest()).outbound).toEqual({
      ok: false,
      code: "refused",
      values: { reason: "The lab was asked to fail." },
      message: "WhatsApp: The lab was asked to fail.",
    });
  });
});

test("[WA-004] [CON-041] a failed registration is a problem of the channel, and is repeated", async () => {
  const { parlour, service, address } = whatsapp;
  service.faults.add({ kind: "error", code: 131031 }, { match: "subscribed_apps", times: 9 });
  const { id } = await createWhatsAppChannel(parlour, service);
  const readProblem = async () =>
    ((await parlour.owner.call("GET", `channels/${id}`)).body as Channel).problem;
  await expect.poll(readProblem).toMatchObject({ message: "WhatsApp: The lab was asked to fail." });
  service.faults.clear();
  const readLater = async () => {
    await parlour.clock.advance(60_000);
    return readProblem();
  };
  await expect.poll(readLater, { interval: 100 }).toBeNull();
  await parlour.owner.call("DELETE", `channels/${id}`);
  service.setWebhookAddress(address);
});

describe("messages of customers", () => {
  test(
    "[WA-013] [WA-015] a text starts a chat with name and phone number",
    { meta: { pin: "main path of the WhatsApp connector" } },
    async () => {
      await whatsapp.write(anna, "Hello");
      const chat = await whatsapp.findChat(anna);
      expect(chat).toMatchObject({
        channel: { kind: "whatsapp" },
        visitor: { name: { value: "Anna" }, phone: { value: "+4915112345678" } },
      });
      expect(await whatsapp.findMessages(anna)).toMatchObject([
        { text: "Hello", author: { kind: "visitor" } },
      ]);
    },
  );
  test("[WA-015] a customer who hides the number is one visitor, also after a new name", async () => {
    await whatsapp.write(sam, "One");
    await whatsapp.write({ ...sam, name: "Samuel" }, "Two");
    const messages = await whatsapp.findMessages(sam);
    expect(messages.map(({ text }) => text)).toEqual(["One", "Two"]);
    expect((await whatsapp.findChat(sam)).visitor.name?.value).toBe("Samuel");
  });
  test("[WA-016] [WA-017] replies, product enquiries, reactions, edits and deletions refer to their message", async () => {
    const { service } = whatsapp;
    const customer = createCustomer();
    const first = await whatsapp.write(customer, "Do you have it in blue?");
    const text = (body: string) => ({ type: "text", text: { body } });
    const context = { from: customer.phone, id: first };
    await service.receive(customer, { ...text("this one"), context });
    const referred_product = { catalog_id: "77", product_retailer_id: "SKU-7" };
    await service.receive(customer, { ...text("How heavy is it?"), context: { referred_product } });
    const emoji = { message_id: first, emoji: "👍" };
    await service.receive(customer, { type: "reaction", reaction: emoji });
    const other = { message_id: "wamid.unknown", emoji: "🔥" };
    await service.receive(customer, { type: "reaction", reaction: other });
    const edit = { original_message_id: first, message: text("Is it in stock now?") };
    await service.receive(customer, { type: "edit", edit });
    const wrong = await whatsapp.write(customer, "Wrong chat");
    const revoke = { original_message_id: wrong };
    await service.receive(customer, { type: "revoke", revoke });
    const unknown = { original_message_id: "wamid.unknown" };
    await service.receive(customer, { type: "revoke", revoke: unknown });
    await service.receive(customer, { type: "edit", edit: { ...edit, ...unknown } });
    expect(await whatsapp.findMessages(customer)).toMatchObject([
      {
        text: "Is it in stock now?",
        earlier: [{ text: "Do you have it in blue?" }],
        reactions: [{ emoji: "👍", by: "visitor" }],
      },
      { text: "this one", refers_to: { kind: "message", seq: 1, text: "Do you have it in blue?" } },
      { text: "How heavy is it?", refers_to: { kind: "product", product: { id: "SKU-7" } } },
      // A reaction to a message that is not known is a message.
      { text: "🔥", refers_to: { kind: "reaction" } },
      { text: "", deleted_at: expect.any(String), earlier: [{ text: "Wrong chat" }] },
      // An edit of a message that is not known is a message.
      { text: "Is it in stock now?" },
    ]);
  });
  test("[WA-027] [CORE-433] an answer quotes the message that it names, in its first part", async () => {
    const customer = createCustomer();
    const asked = await whatsapp.write(customer, "Do you have it in blue?");
    await whatsapp.reply(customer, { kind: "text", text: "Yes", quotes: 1 });
    await expect
      .poll(() => whatsapp.service.messages.at(-1)?.body)
      .toMatchObject({ text: { body: "Yes" }, context: { message_id: asked } });
  });
  test("[WA-028] [CORE-442] the team reacts to a message and takes it back, and WhatsApp takes both", async () => {
    const customer = createCustomer();
    const asked = await whatsapp.write(customer, "Thank you");
    const [{ chat_id: chat, seq } = { chat_id: 0, seq: 0 }] = await whatsapp.findMessages(customer);
    const path = `chats/${chat}/messages/${seq}/reaction`;
    const { owner } = whatsapp.parlour;
    const readReaction = async () =>
      (await whatsapp.findMessages(customer))[0]?.reactions?.map(({ emoji, change }) => [
        emoji,
        change?.state,
      ]);
    expect((await owner.call("PUT", path, { emoji: "🎉" })).status).toBe(200);
    await expect.poll(readReaction).toEqual([["🎉", "confirmed"]]);
    expect(whatsapp.service.messages.at(-1)?.body).toMatchObject({
      type: "reaction",
      reaction: { message_id: asked, emoji: "🎉" },
    });
    await owner.call("DELETE", path, {});
    await expect.poll(readReaction).toEqual([[null, "confirmed"]]);
    expect(whatsapp.service.messages.at(-1)?.body).toMatchObject({ reaction: { emoji: "" } });
    // The id of a reaction is not one of the message: it is quoted as before.
    await whatsapp.reply(customer, { kind: "text", text: "You are welcome", quotes: seq });
    await expect
      .poll(() => whatsapp.service.messages.at(-1)?.body)
      .toMatchObject({ context: { message_id: asked } });
  });
  describe("a changed phone number", () => {
    /** A customer, and who they are after they changed their number. */
    const createMove = () => {
      const before = createCustomer();
      const after = { ...createCustomer(), name: before.name };
      const system = {
        type: "user_changed_number",
        wa_id: after.phone,
        user_id: after.userId,
        body: "They changed",
      };
      const notify = () => whatsapp.service.receive(before, { type: "system", system });
      const line = { code: "phone_changed", detail: `+${before.phone} → +${after.phone}` };
      return { before, after, notify, line };
    };
    const findPerson = async (number: number) =>
      (await whatsapp.parlour.owner.call("GET", `visitors/${number}`)).body;

    test("[WA-018] [CORE-313] [CORE-379] is a line, and the chat continues with the new number", async () => {
      const { before, after, notify, line } = createMove();
      await whatsapp.write(before, "Hello");
      const chat = await whatsapp.findChat(before);
      for (let n = 0; n < 2; n++) await notify();
      await whatsapp.reply(after, { text: "Are you there?" });
      await whatsapp.write(after, "It is me");
      await whatsapp.settle();
      expect(await whatsapp.findChat(after)).toMatchObject({
        id: chat.id,
        visitor: { number: chat.visitor.number, customer: after.userId },
      });
      const messages = await whatsapp.findMessages(after);
      expect(messages.filter((one) => one.line?.code !== "accepted")).toMatchObject([
        { text: "Hello" },
        { line },
        { text: "Are you there?", delivery: { state: "delivered" } },
        { text: "It is me" },
      ]);
      expect(lastSent()?.recipient).toBe(after.userId);
    });
    test("[WA-060] [CORE-379] without user id in the notice, the number of the next message counts", async () => {
      const { before, after } = createMove();
      await whatsapp.write(before, "Hello");
      const chat = await whatsapp.findChat(before);
      const system = { type: "user_changed_number", wa_id: after.phone, body: "They changed" };
      await whatsapp.service.receive(before, { type: "system", system });
      await whatsapp.write(after, "It is me");
      expect((await whatsapp.findChat(after)).id).toBe(chat.id);
    });
    test("[CORE-379] a customer whose message precedes the notice is one person, and can be separated", async () => {
      const { before, after, notify, line } = createMove();
      await whatsapp.write(before, "Hello");
      const chat = await whatsapp.findChat(before);
      await whatsapp.write(after, "It is me");
      for (let n = 0; n < 2; n++) await notify();
      const { visitor } = await whatsapp.findChat(after);
      expect(visitor.number).not.toBe(chat.visitor.number);
      const pair = [visitor.number, chat.visitor.number].toSorted((a, b) => a - b);
      expect(await findPerson(visitor.number)).toMatchObject({
        person: { merges: [{ visitor: pair[0], other: pair[1], by: null }] },
      });
      expect(await whatsapp.parlour.messages(chat.id)).toMatchObject([{ text: "Hello" }, { line }]);
      const path = `visitors/${pair[0]}/merges/${pair[1]}`;
      expect((await whatsapp.parlour.owner.call("DELETE", path)).status).toBe(200);
      await notify();
      await whatsapp.write(after, "Still me");
      expect(await findPerson(visitor.number)).toMatchObject({ person: null });
    });
    test("[CORE-379] a later owner of the old number is somebody else, also if the notice is repeated", async () => {
      const { before, after } = createMove();
      // Without user ids, the number is the key.
      const newOwner = { ...before, userId: before.phone };
      await whatsapp.write(newOwner, "Who was this?");
      const system = { type: "user_changed_number", wa_id: after.phone, user_id: after.userId };
      const notice = { type: "system", system, timestamp: "1600000000" };
      await whatsapp.service.receive(newOwner, notice);
      expect((await whatsapp.findChat(newOwner)).visitor).toMatchObject({
        customer: before.phone,
        phone: { value: `+${before.phone}` },
      });
    });
    test("[CORE-379] a notice about an erased or unknown customer has no effect", async () => {
      const { before, after, notify } = createMove();
      const { owner } = whatsapp.parlour;
      await whatsapp.write(before, "Hello");
      const { id, visitor } = await whatsapp.findChat(before);
      expect((await owner.call("POST", `chats/${id}/close`)).status).toBe(200);
      expect((await owner.call("DELETE", `visitors/${visitor.number}`)).status).toBe(200);
      await whatsapp.settle();
      expect(await findPerson(visitor.number)).toMatchObject({ erased: true });
      // The request inspector shows nothing of the time of an erasure.
      await whatsapp.parlour.clock.advance(1_000);
      await notify();
      await whatsapp.write(after, "It is me");
      expect((await whatsapp.findChat(after)).visitor.number).not.toBe(visitor.number);
    });
  });
  test("[WA-013] a repeated webhook stores its message once", async () => {
    const customer = createCustomer();
    whatsapp.service.faults.webhookRepeats = 2;
    await whatsapp.write(customer, "Once");
    whatsapp.service.faults.webhookRepeats = 0;
    expect(await whatsapp.findMessages(customer)).toHaveLength(1);
  });
  test("[WA-013] a batch keeps the order of each customer", async () => {
    const { service } = whatsapp;
    const [first, second] = [createCustomer(), createCustomer()];
    service.webhooks.pause();
    const sent = Array.from({ length: 20 }, (_, n) =>
      whatsapp.write(n % 2 ? first : second, `${n}`),
    );
    service.webhooks.release();
    await Promise.all(sent);
    const texts = async (customer: typeof first) =>
      (await whatsapp.findMessages(customer)).map(({ text }) => Number(text));
    expect(await texts(first)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19]);
    expect(await texts(second)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
  });
  test("[WA-014] a file is downloaded and stored with its caption", async () => {
    const customer = createCustomer();
    const { service, parlour } = whatsapp;
    const body = await createPicture();
    const media = service.media.add({ type: "image/png", body });
    await service.receive(customer, {
      type: "image",
      image: { id: media.id, mime_type: "image/png", caption: "Look" },
    });
    const [message] = await whatsapp.findMessages(customer);
    expect(message).toMatchObject({
      kind: "media",
      text: "Look",
      media: { type: "photo", file_name: "image.png", file_size: body.length },
    });
    const stored = await fetchFile(toServerUrl(parlour, message?.media?.file ?? ""));
    expect(createHash("sha256").update(stored.bytes).digest("hex")).toBe(
      createHash("sha256").update(body).digest("hex"),
    );
  });
  test("[WA-014] WhatsApp repeats a message whose file cannot be loaded; after ten minutes it is stored without", async () => {
    const customer = createCustomer();
    const { service, parlour } = whatsapp;
    const media = service.media.add({ type: "application/pdf", body: Buffer.from("%PDF-1.4 x") });
    const document = { id: media.id, filename: "offer.pdf", mime_type: "application/pdf" };
    service.faults.add({ kind: "error", code: 131000 }, { match: media.id, times: 2 });
    await service.receive(customer, { type: "document", document });
    expect(await whatsapp.findMessages(customer)).toMatchObject([
      { media: { file_name: "offer.pdf" } },
    ]);
    service.faults.add({ kind: "error", code: 131000 }, { match: media.id, times: 1 });
    await service.receive(customer, {
      type: "document",
      document: { ...document, caption: "Old" },
      timestamp: String(Math.floor(parlour.clock.now() / 1_000) - 601),
    });
    await service.receive(customer, {
      type: "document",
      document: { id: "404", filename: "b.pdf" },
    });
    expect((await whatsapp.findMessages(customer)).slice(1)).toMatchObject([
      { kind: "text", text: "Old\n\n[offer.pdf: WhatsApp no longer has this file.]" },
      { kind: "text", text: "[b.pdf: WhatsApp no longer has this file.]" },
    ]);
  });
  test("[WA-014] a message waits for the file of the customer's message before it", async () => {
    const customer = createCustomer();
    const { service, address } = whatsapp;
    const media = service.media.add({ type: "image/png", body: await createPicture() });
    service.faults.add({ kind: "error", code: 131000 }, { match: media.id, times: 1 });
    service.webhooks.pause();
    const sent = [
      service.receive(customer, { type: "image", image: { id: media.id } }),
      whatsapp.write(customer, "after"),
    ];
    service.webhooks.release();
    await Promise.all(sent);
    expect((await whatsapp.findMessages(customer)).map(({ kind }) => kind)).toEqual([
      "media",
      "text",
    ]);
    expect(address).not.toBe("");
  });
  test("[WA-002] a webhook with another signature is refused and stores nothing", async () => {
    const { service } = whatsapp;
    const customer = createCustomer();
    await whatsapp.write(customer, "Real");
    const body = JSON.stringify({ object: "whatsapp_business_account", entry: [] });
    const post = async (signature?: string) =>
      (
        await service.webhooks.post(body, {
          "content-type": "application/json",
          ...(signature === undefined ? {} : { "x-hub-signature-256": signature }),
        })
      ).status;
    expect(await post(signWebhook(body, service.appSecret))).toBe(200);
    expect(await post(signWebhook(body, "another app"))).toBe(401);
    expect(await post(signWebhook(`${body} `, service.appSecret))).toBe(401);
    expect(await post()).toBe(401);
  });
  test("[WA-010] the request inspector shows webhooks with what had no effect", async () => {
    const { service, parlour, channel } = whatsapp;
    const body = JSON.stringify({
      object: "whatsapp_business_account",
      entry: [{ changes: [{ field: "account_update", value: {} }] }],
    });
    await service.webhooks.post(body, {
      "content-type": "application/json",
      "x-hub-signature-256": signWebhook(body, service.appSecret),
    });
    const { body: page } = await parlour.owner.call("GET", `inspector?owner=${channel.id}`);
    expect(page.items.at(-1)).toMatchObject({
      status: 200,
      fault: {
        code: "no_effect",
        message: "The field account_update has no effect.",
        rule: "WA-010",
      },
    });
  });
  test("[WA-013] messages of a disabled channel wait at WhatsApp", async () => {
    const { parlour, channel, service } = whatsapp;
    const customer = createCustomer();
    await parlour.owner.call("PATCH", `channels/${channel.id}`, { enabled: false });
    const sent = whatsapp.write(customer, "Later");
    await expect.poll(() => service.webhooks.pending()).toBe(1);
    await parlour.owner.call("PATCH", `channels/${channel.id}`, { enabled: true });
    await sent;
    expect(await whatsapp.findMessages(customer)).toHaveLength(1);
  });
});

describe("messages to customers", () => {
  test(
    "[WA-020] an operator's text is sent once, to the user id of the customer",
    { meta: { pin: "main path of the WhatsApp connector" } },
    async () => {
      const customer = createCustomer();
      await whatsapp.write(customer, "Hello");
      const before = whatsapp.service.messages.length;
      await whatsapp.reply(customer, { text: "Hi there" });
      await whatsapp.settle();
      expect(whatsapp.service.messages.slice(before)).toMatchObject([
        {
          recipient: customer.userId,
          body: { type: "text", text: { body: "Hi there" }, recipient: customer.userId },
        },
      ]);
      expect((await whatsapp.findMessages(customer)).at(-1)).toMatchObject({
        delivery: { state: "delivered", error: null },
      });
    },
  );
  test("[WA-021] a picture is uploaded and sent with its caption", async () => {
    const customer = createCustomer();
    const { parlour, service } = whatsapp;
    await whatsapp.write(customer, "Hello");
    const bytes = await createPicture();
    const { body: file } = await upload(parlour.owner.call, { name: "photo.png", bytes });
    await whatsapp.reply(customer, { kind: "file", upload_id: file.id, text: "Look" });
    await whatsapp.settle();
    const image = lastSent()?.body["image"] as { id: string; caption: string };
    expect(image.caption).toBe("Look");
    expect(service.media.find(image.id)).toMatchObject({ type: "image/png", body: bytes });
  });
  test("[WA-021] a file that WhatsApp does not accept is sent as a link", async () => {
    const customer = createCustomer();
    await whatsapp.write(customer, "Hello");
    const bytes = Buffer.concat([Buffer.from("PK\u0003\u0004"), randomBytes(40)]);
    const { body: file } = await upload(whatsapp.parlour.owner.call, { name: "a.zip", bytes });
    await whatsapp.reply(customer, { kind: "file", upload_id: file.id });
    await whatsapp.settle();
    expect(lastSent()?.body).toMatchObject({
      type: "text",
      text: { body: expect.stringMatching(/^a\.zip\nhttp/) },
    });
  });
  test("[WA-025] the operator sees why WhatsApp refuses a message", async () => {
    const customer = createCustomer();
    await whatsapp.write(customer, "Hello");
    whatsapp.service.faults.add({ kind: "error", code: 131026 }, { match: "/messages" });
    await whatsapp.reply(customer, { text: "Hi" });
    await whatsapp.settle();
    expect((await whatsapp.findMessages(customer)).at(-1)?.delivery).toMatchObject({
      state: "failed",
      error: { code: "131026", message: "WhatsApp cannot deliver messages to this customer." },
    });
  });
  test("[WA-025] after a limit of the customer the lane pauses, and the order is kept", async () => {
    const customer = createCustomer();
    const { parlour, service } = whatsapp;
    await whatsapp.write(customer, "Hello");
    const before = service.messages.length;
    service.faults.add({ kind: "error", code: 131056 }, { match: "/messages" });
    for (const text of ["1", "2", "3"]) await whatsapp.reply(customer, { text });
    await whatsapp.settle();
    expect(service.messages).toHaveLength(before);
    await parlour.clock.advance(6_000);
    await whatsapp.settle();
    expect(
      service.messages.slice(before).map(({ body }) => (body["text"] as { body: string }).body),
    ).toEqual(["1", "2", "3"]);
  });
  test("[WA-025] after a limit of the number all its lanes pause", async () => {
    const [first, second] = [createCustomer(), createCustomer()];
    const { parlour, service } = whatsapp;
    await whatsapp.write(first, "Hello");
    await whatsapp.write(second, "Hello");
    const before = service.messages.length;
    service.faults.add({ kind: "error", code: 130429 }, { match: "/messages" });
    await whatsapp.reply(first, { text: "1" });
    await whatsapp.settle();
    await whatsapp.reply(second, { text: "2" });
    await whatsapp.settle();
    expect(service.messages).toHaveLength(before);
    await parlour.clock.advance(6_000);
    await whatsapp.settle();
    expect(service.messages).toHaveLength(before + 2);
  });
  test("[WA-024] a service that is down gets everything later, in order", async () => {
    const customer = createCustomer();
    const { parlour, service } = whatsapp;
    await whatsapp.write(customer, "Hello");
    const before = service.messages.length;
    service.faults.add({ kind: "error", code: 131000 }, { match: "/messages", times: 6 });
    const startedAt = parlour.clock.now();
    for (const text of ["1", "2"]) await whatsapp.reply(customer, { text });
    await whatsapp.settle();
    await parlour.clock.advance(10 * 60_000);
    await whatsapp.settle();
    const attempts = await parlour.sql<{ s: number; outcome: string }>(
      "select (extract(epoch from started_at) - $1)::float8 as s, outcome from attempt where started_at >= to_timestamp($1) order by started_at",
      [startedAt / 1_000],
    );
    // Each pause varies by a tenth.
    const pauses = attempts.slice(1, 7).map(({ s }, n) => s - (attempts[n]?.s ?? 0));
    for (const [n, wanted] of [5, 15, 30, 60, 120, 300].entries())
      expect(Math.abs((pauses[n] ?? 0) / wanted - 1)).toBeLessThanOrEqual(0.1);
    expect(attempts.map(({ outcome }) => outcome)).toEqual([
      ...Array.from({ length: 6 }, () => "http_error"),
      "delivered",
      "delivered",
    ]);
    expect(
      service.messages.slice(before).map(({ body }) => (body["text"] as { body: string }).body),
    ).toEqual(["1", "2"]);
  });
});

describe("requests with an unknown result", () => {
  test("[WA-041] a message whose response was lost is not sent again, because its state names it", async () => {
    const customer = createCustomer();
    const { parlour, service } = whatsapp;
    await whatsapp.write(customer, "Hello");
    const before = service.messages.length;
    service.faults.add({ kind: "cut_after" }, { match: "/messages" });
    await whatsapp.reply(customer, { text: "Once" });
    await whatsapp.settle();
    await service.sendStatus(lastSent()?.wamid ?? "", "sent");
    await parlour.clock.advance(40_000);
    await whatsapp.settle();
    expect(service.messages).toHaveLength(before + 1);
    expect((await whatsapp.findMessages(customer)).at(-1)?.delivery?.state).toBe("delivered");
  });
  test("[WA-041] a message that WhatsApp did not get is sent again after 30 s", async () => {
    const customer = createCustomer();
    const { parlour, service } = whatsapp;
    await whatsapp.write(customer, "Hello");
    const before = service.messages.length;
    service.faults.add({ kind: "cut" }, { match: "/messages" });
    await whatsapp.reply(customer, { text: "Again" });
    await whatsapp.settle();
    await parlour.clock.advance(20_000);
    await whatsapp.settle();
    expect(service.messages).toHaveLength(before);
    await parlour.clock.advance(15_000);
    await whatsapp.settle();
    expect(service.messages).toHaveLength(before + 1);
  });
  test("[WA-041] of two parts, the accepted one is not repeated", async () => {
    const customer = createCustomer();
    const { parlour, service } = whatsapp;
    await whatsapp.write(customer, "Hello");
    const before = service.messages.length;
    const { body: file } = await upload(parlour.owner.call, {
      name: "p.png",
      bytes: await createPicture(),
    });
    const readTypes = () => service.messages.slice(before).map(({ body }) => body["type"]);
    service.faults.add({ kind: "error", code: 131000 }, { match: "/messages", skip: 1 });
    await whatsapp.reply(customer, { kind: "file", upload_id: file.id, text: "x".repeat(1_100) });
    await whatsapp.settle();
    expect(readTypes()).toEqual(["image"]);
    await parlour.clock.advance(60_000);
    await whatsapp.settle();
    expect(readTypes()).toEqual(["image", "text"]);
  });
});

describe("typing", () => {
  test("[WA-026] typing is shown once per 25 s, with the latest message of the customer", async () => {
    const customer = createCustomer();
    const { parlour, service } = whatsapp;
    await whatsapp.write(customer, "Hello");
    const wamid = await whatsapp.write(customer, "Anybody?");
    const { id } = await whatsapp.findChat(customer);
    await parlour.owner.call("POST", `chats/${id}/accept`);
    const before = service.readMarks.length;
    const type = async (typing: boolean) => {
      await parlour.owner.call("POST", `chats/${id}/typing`, { typing });
      await whatsapp.settle();
    };
    await type(true);
    await expect
      .poll(() => service.readMarks.slice(before))
      .toEqual([{ messageId: wamid, isTyping: true }]);
    await type(false);
    await type(true);
    await type(false);
    expect(service.readMarks).toHaveLength(before + 1);
  });
});

describe("window and templates", () => {
  test("[CON-050] [WA-031] 24 hours after the customer's message only templates are accepted", async () => {
    const customer = createCustomer();
    const { parlour, service } = whatsapp;
    await whatsapp.write(customer, "Hello");
    const { reply_until: until } = await whatsapp.findChat(customer);
    expect(Date.parse(until ?? "") - parlour.clock.now()).toBeGreaterThan(24 * 3_600_000 - 2_000);
    await parlour.clock.advance(24 * 3_600_000);
    await whatsapp.settle();
    const chat = await whatsapp.findChat(customer);
    expect(chat.state).toBe("waiting");
    await parlour.owner.call("POST", `chats/${chat.id}/accept`, {});
    const late = await whatsapp.reply(customer, { text: "Too late" });
    expect(late).toMatchObject({ status: 409, body: { error: { code: "reply_window_closed" } } });
    expect((await whatsapp.reply(customer, { kind: "note", text: "A note" })).status).toBe(201);
    const before = service.messages.length;
    const sent = await whatsapp.reply(customer, {
      kind: "template",
      template: {
        name: "order_update",
        language: "en_US",
        parameters: { "body.2": "7", "header.1": "H", "body.1": "Ann" },
      },
    });
    expect(sent).toMatchObject({
      status: 201,
      body: { text: "Order H\n\nHello Ann, your order 7 is on its way.\n\nShop", kind: "text" },
    });
    await whatsapp.settle();
    expect(service.messages.slice(before)).toMatchObject([
      {
        body: { type: "template", template: { name: "order_update", language: { code: "en_US" } } },
      },
    ]);
    await whatsapp.write(customer, "Thanks");
    expect((await whatsapp.reply(customer, { text: "Bye" })).status).toBe(201);
  });
  test("[CON-050] a continued chat keeps the window of the chat before", async () => {
    const customer = createCustomer();
    const { parlour } = whatsapp;
    await whatsapp.write(customer, "Hello");
    const chat = await whatsapp.findChat(customer);
    await parlour.owner.call("POST", `chats/${chat.id}/accept`);
    await parlour.owner.call("POST", `chats/${chat.id}/close`);
    const { body: next } = await parlour.owner.call("POST", `chats/${chat.id}/continue`);
    expect(next.reply_until).toBe(chat.reply_until);
  });
  test("[CON-051] the templates that can be sent are listed", async () => {
    const { parlour, channel } = whatsapp;
    const { body } = await parlour.owner.call("GET", `channels/${channel.id}/templates`);
    expect(body.items.map(({ name, language }: any) => `${name} ${language}`)).toEqual([
      "hello_world en_US",
      "order_update en_US",
      "order_update ru",
    ]);
  });
  test.each([
    ["template.name", { name: "none", language: "en_US", parameters: {} }],
    ["template.name", { name: "spring_sale", language: "en_US", parameters: { "body.1": "x" } }],
    [
      "template.parameters.body.name",
      { name: "order_update", language: "ru", parameters: { "body.order": "x" } },
    ],
    [
      "template.parameters.body.9",
      { name: "hello_world", language: "en_US", parameters: { "body.9": "x" } },
    ],
    [
      "template.parameters.body.name",
      {
        name: "order_update",
        language: "ru",
        parameters: { "body.name": "a\nb", "body.order": "x" },
      },
    ],
  ])("[CON-051] %s is refused in %j", async (field, template) => {
    const answer = await whatsapp.reply(anna, { kind: "template", template });
    expect(answer).toMatchObject({ status: 400, body: { error: { field } } });
  });
});

describe("states of messages", () => {
  /** Sends a reply, and returns its wamid. */
  const sendReply = async (customer: ReturnType<typeof createCustomer>, text: string) => {
    await whatsapp.reply(customer, { text });
    await whatsapp.settle();
    return lastSent()?.wamid ?? "";
  };
  const lastMessage = async (customer: ReturnType<typeof createCustomer>) =>
    (await whatsapp.findMessages(customer)).at(-1);

  test("[WA-040] delivered and read are shown, in whatever order they arrive and however often", async () => {
    const customer = createCustomer();
    const { service } = whatsapp;
    await whatsapp.write(customer, "Hello");
    const wamid = await sendReply(customer, "Hi");
    expect(await lastMessage(customer)).not.toHaveProperty("received_at");
    await service.sendStatus(wamid, "read");
    await service.sendStatus(wamid, "delivered");
    await service.sendStatus(wamid, "sent");
    await service.sendStatus(wamid, "read");
    expect(await lastMessage(customer)).toMatchObject({
      received_at: expect.any(String),
      seen_at: expect.any(String),
    });
  });
  test("[WA-040] a state that comes before the response was stored is not lost", async () => {
    const customer = createCustomer();
    const { service, parlour, channel } = whatsapp;
    await whatsapp.write(customer, "Hello");
    const wamid = await sendReply(customer, "Hi");
    await parlour.sql("delete from channel_message where channel_id = $1 and external_id = $2", [
      channel.id,
      wamid,
    ]);
    await service.sendStatus(wamid, "read");
    expect(await lastMessage(customer)).toHaveProperty("seen_at");
  });
  test("[WA-040] a message that fails later is shown as failed, with the reason of WhatsApp", async () => {
    const customer = createCustomer();
    await whatsapp.write(customer, "Hello");
    const wamid = await sendReply(customer, "Hi");
    await whatsapp.service.sendStatus(wamid, "failed", { errorCode: 131047 });
    expect((await lastMessage(customer))?.delivery).toMatchObject({
      state: "failed",
      error: { code: "131047" },
    });
  });
  test("[WA-040] states of messages that Parlour did not send have no effect", async () => {
    const customer = createCustomer();
    await whatsapp.write(customer, "Hello");
    await sendReply(customer, "Hi");
    for (const state of ["delivered", "read", "failed"] as const)
      await whatsapp.service.sendStatus("wamid.of.another.program", state);
    expect((await lastMessage(customer))?.delivery?.state).toBe("delivered");
    expect(await lastMessage(customer)).not.toHaveProperty("seen_at");
  });
});
