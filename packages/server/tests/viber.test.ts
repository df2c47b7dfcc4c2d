import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openBotFixture, type BotFixture } from "./bot-edge-fixture.ts";
import { fetchFile, toServerUrl, upload } from "./files-fixture.ts";
import { openViberFixture, type ViberFixture } from "./viber-fixture.ts";

let bots: BotFixture;
let fixture: ViberFixture;
beforeAll(async () => {
  fixture = await openViberFixture({
    settings: { greeting: "Welcome" },
    startParlour: async (options) => {
      bots = await openBotFixture({ ...options, withoutBot: true });
      return bots.parlour;
    },
  });
});
afterEach(() => fixture.viber.endFaults());
afterAll(async () => {
  await bots.close();
  await fixture.viber.close();
});

describe("a channel", () => {
  it("[VB-001] a token is all that it needs, and a wrong one is refused with its field", async () => {
    const { channel, viber, parlour } = fixture;
    expect(channel).toMatchObject({
      kind: "viber",
      settings: { greeting: "Welcome" },
      info: { bot_id: "pa:5925429953186752236", uri: "shopbot", name: "Shop" },
    });
    for (const token of ["hello", "x".repeat(48)]) {
      const { body } = await parlour.owner.call("POST", "channels", {
        kind: "viber",
        name: "Other",
        operators: [parlour.owner.id],
        settings: { auth_token: token },
      });
      expect(body.error).toMatchObject({ code: "invalid_request", field: "settings.auth_token" });
    }
    expect(viber.calls.find(({ method }) => method === "set_webhook")?.values).toEqual({
      url: `https://chat.example.com/connectors/viber/${channel.public_id}`,
      event_types: ["delivered", "seen", "failed", "conversation_started"],
      send_name: true,
      send_photo: true,
    });
  });

  it("[VB-002] [VB-005] a test registers the address again, and says when Viber does not reach it", async () => {
    const { channel, viber, parlour } = fixture;
    const test = async () =>
      (await parlour.owner.call("POST", `channels/${channel.id}/connection-test`, {})).body;
    expect(await test()).toMatchObject({
      outbound: { ok: true, message: "Parlour can send as Shop." },
      inbound: { ok: true, code: "receives" },
    });
    viber.addFault({ method: "set_webhook", reply: { api: "invalidUrl" } });
    expect(await test()).toMatchObject({ inbound: { ok: false, code: "not_reached" } });
    viber.addFault({ method: "get_account_info", reply: { api: "invalidAuthToken" } });
    expect(await test()).toMatchObject({ outbound: { ok: false, code: "token_refused" } });
  });

  it("[VB-003] a wrong signature and bodies that are no callbacks are refused", async () => {
    const { viber } = fixture;
    expect(await viber.post('{"event":"message"}', "00".repeat(32))).toBe(404);
    expect(await viber.post('{"event":"message"}', "")).toBe(404);
    expect(await viber.post("{")).toBe(400);
    expect(await viber.post("[]")).toBe(400);
  });
});

describe("messages", () => {
  it("[VB-010] [VB-012] [AGENT-113] arrive once and in order, however often they are sent, and answers go out", async () => {
    const { viber, channel, addPerson, waitForMessages, answer } = fixture;
    const nadia = addPerson("Nadia");
    viber.repeatCallbacks(1);
    for (const text of ["Hello", "Is size 42 in stock?"]) nadia.write(text);
    const messages = await waitForMessages(nadia, 2);
    await viber.waitUntil(() => viber.callbacks.pending() === 0);
    viber.repeatCallbacks(0);
    expect(messages.map(({ text }) => text)).toEqual(["Hello", "Is size 42 in stock?"]);
    expect(await fixture.findChat(nadia)).toMatchObject({
      channel: { id: channel.id, kind: "viber" },
      visitor: { name: { value: "Nadia" } },
      session: { language: "sr" },
    });
    const { id } = await answer(nadia, "Yes, three pairs.");
    await fixture.waitForDelivery(nadia, id, "delivered");
    expect(nadia.received).toMatchObject([
      { values: { type: "text", text: "Yes, three pairs.", sender: { name: "Shop" } } },
    ]);
    const log = await fixture.parlour.owner.call("GET", "deliveries?limit=1");
    const detail = await fixture.parlour.owner.call("GET", `deliveries/${log.body.items[0].id}`);
    expect(detail.text).toContain("send_message");
    expect(detail.text).not.toContain(viber.token);
  });

  it("[VB-020] [VB-021] bring their files, and one that cannot be loaded is named", async () => {
    const { viber, addPerson, waitForMessages, parlour } = fixture;
    const eva = addPerson("Eva");
    const jpeg = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#080" } })
      .jpeg()
      .toBuffer();
    const media = viber.storeFile("p.jpg", jpeg);
    eva.send({ type: "picture", media, text: "this one", file_name: "p.jpg" });
    const [photo] = await waitForMessages(eva, 1);
    expect(photo).toMatchObject({ text: "this one", media: { type: "photo", width: 40 } });
    const { bytes } = await fetchFile(toServerUrl(parlour, photo?.media?.file ?? ""));
    expect(bytes.equals(jpeg)).toBe(true);
    viber.addFault({ method: "download", times: 3, reply: { status: 500 } });
    eva.send({
      type: "file",
      media: viber.storeFile("a.txt", Buffer.from("x")),
      file_name: "a.txt",
    });
    eva.send({ type: "location", location: { lat: 1.5, lon: 2.5 } });
    const [, missing, location] = await waitForMessages(eva, 3);
    expect(missing?.text).toMatch(/^\[a\.txt: /);
    expect(location?.media).toMatchObject({ type: "location", latitude: 1.5, longitude: 2.5 });
  });

  it("[VB-031] files of operators are loaded by Viber from their address", async () => {
    const { addPerson, waitForMessages, answer, parlour } = fixture;
    const ida = addPerson("Ida");
    ida.write("Show me");
    await waitForMessages(ida, 1);
    const jpeg = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#080" } })
      .jpeg()
      .toBuffer();
    const { body } = await upload(parlour.owner.call, { name: "shoe.jpg", bytes: jpeg });
    const sent = await answer(ida, { kind: "file", upload_id: body.id, text: "look" });
    await fixture.waitForDelivery(ida, sent.id, "delivered");
    const { values } = ida.received[0] ?? expect.fail();
    expect(values).toMatchObject({ type: "picture", text: "look" });
    const loaded = await fetchFile(toServerUrl(parlour, String(values["media"])));
    expect(loaded.bytes.equals(jpeg)).toBe(true);
  });

  it("[VB-022] the greeting is shown to visitors who open the bot, and links name their source", async () => {
    const { viber, addPerson, waitForMessages } = fixture;
    const max = addPerson("Max");
    max.open("spring_sale");
    await viber.waitUntil(() => viber.callbacks.pending() === 0);
    expect(max.welcomes).toMatchObject([{ text: "Welcome", sender: { name: "Shop" } }]);
    max.write("Hi");
    await waitForMessages(max, 1);
    const { visitor } = await fixture.findChat(max);
    expect(JSON.stringify(visitor)).toContain("spring_sale");
    max.open();
    await viber.waitUntil(() => viber.callbacks.pending() === 0);
    expect(max.welcomes).toHaveLength(1);
  });
});

describe("deliveries", () => {
  const start = async (name: string) => {
    const person = fixture.addPerson(name);
    person.write("Hello");
    await fixture.waitForMessages(person, 1);
    return person;
  };

  it("[VB-042] receipts mark messages, also repeated and in the wrong order", async () => {
    const { viber, answer, parlour } = fixture;
    const lea = await start("Lea");
    const first = await answer(lea, "One");
    await fixture.waitForDelivery(lea, first.id, "delivered");
    const [one] = lea.received;
    if (one === undefined) throw new Error("nothing was received");
    for (const event of ["seen", "delivered", "seen"] as const) viber.sendReceipt(one, event);
    viber.sendReceipt({ ...one, token: "12345" }, "seen");
    await viber.waitUntil(() => viber.callbacks.pending() === 0);
    await parlour.settle();
    const chat = await fixture.findChat(lea);
    const sent = (await parlour.messages(chat.id)).find(({ id }) => id === first.id);
    expect(sent).toHaveProperty("received_at");
    expect(sent).toHaveProperty("seen_at");
    viber.sendReceipt(one, "failed");
    const failed = await fixture.waitForDelivery(lea, first.id, "failed");
    expect(JSON.stringify(failed.delivery)).toContain("Viber could not show the message");
  });

  it("[VB-040] a visitor who has unsubscribed is final, and limits are waited for", async () => {
    const { viber, answer, parlour } = fixture;
    const ben = await start("Ben");
    viber.addFault({ method: "send_message", times: 2, reply: { api: "tooManyRequests" } });
    const late = await answer(ben, "Later");
    await expect
      .poll(async () => {
        await parlour.clock.advance(5_000);
        return ben.received.length;
      })
      .toBe(1);
    await fixture.waitForDelivery(ben, late.id, "delivered");
    ben.unsubscribe();
    const refused = await answer(ben, "Are you there?");
    const { delivery } = await fixture.waitForDelivery(ben, refused.id, "failed");
    expect(JSON.stringify(delivery)).toContain("has unsubscribed");
  });

  it("[VB-041] an answer of the visitor proves that a message arrived whose response was lost", async () => {
    const { viber, answer, parlour } = fixture;
    const ann = await start("Ann");
    viber.addFault({ method: "send_message", isExecuted: true, reply: "reset" });
    viber.addFault({ method: "send_message", reply: { status: 500 } });
    const sent = await answer(ann, "Which size?");
    await expect.poll(() => ann.received.length).toBe(1);
    ann.write("42");
    await fixture.waitForMessages(ann, 2);
    await expect
      .poll(async () => {
        await parlour.clock.advance(5_000);
        const chat = await fixture.findChat(ann);
        const messages = await parlour.messages(chat.id);
        return messages.find(({ id }) => id === sent.id)?.delivery?.state;
      })
      .toBe("delivered");
    expect(ann.received).toHaveLength(1);
  });

  it("[VB-032] buttons of bots are a keyboard, and a press has the id of its button", async () => {
    const { channel, parlour } = fixture;
    await bots.connectBot({ channels: [channel.id] });
    const kim = await start("Kim");
    const chat = await fixture.findChat(kim);
    const buttons = [
      { id: "s42", text: "Size 42" },
      { id: "s43", text: "Size 43" },
    ];
    await bots.sendBotMessage(chat.id, { type: "BUTTONS", title: "Which size?", buttons });
    await expect
      .poll(async () => {
        await parlour.clock.advance(1_000);
        return kim.received.length;
      })
      .toBe(1);
    expect(kim.received[0]?.values).toMatchObject({
      text: "Which size?",
      keyboard: { Buttons: [{ ActionBody: "Size 42" }, { ActionBody: "Size 43" }] },
    });
    kim.press("Size 43");
    const [, pressed] = await fixture.waitForMessages(kim, 2);
    expect(pressed).toMatchObject({ text: "Size 43", button_id: "s43" });
    kim.write("No idea");
    const [, , other] = await fixture.waitForMessages(kim, 3);
    expect(other).not.toHaveProperty("button_id");
  });
});
