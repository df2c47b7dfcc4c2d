import { readFileSync } from "node:fs";
import type { Message } from "@parlour/protocol";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openBotFixture, type BotFixture } from "./bot-edge-fixture.ts";
import { fetchFile, toServerUrl, upload } from "./files-fixture.ts";
import { openTelegramFixture, publicUrl, type TelegramFixture } from "./telegram-fixture.ts";

const testChannel = async ({ parlour, channel }: TelegramFixture) =>
  (await parlour.owner.call("POST", `channels/${channel.id}/connection-test`, {})).body as {
    outbound: { ok: boolean; message: string };
    inbound: { ok: boolean; message: string };
  };

describe("without a public address", () => {
  let fixture: TelegramFixture;
  beforeAll(async () => {
    fixture = await openTelegramFixture();
  });
  afterEach(() => fixture.telegram.endFaults());
  afterAll(() => fixture.close());

  it("[TG-001] a token is all that a channel needs, and a wrong one is refused with its field", async () => {
    const { channel, createChannel, telegram, bot } = fixture;
    expect(channel).toMatchObject({
      kind: "telegram",
      settings: {},
      info: { bot_id: bot.user.id, username: "shop_bot", name: "Shop" },
      secret_hints: { bot_token: bot.token.slice(-4) },
    });
    for (const token of ["hello", `123456789:${"a".repeat(35)}`])
      expect((await createChannel(token)).body.error).toMatchObject({
        code: "invalid_request",
        field: "settings.bot_token",
      });
    telegram.addFault({ method: "getMe", reply: { status: 502, description: "Bad Gateway" } });
    expect((await createChannel(bot.token)).body.error.message).toMatch(/Bad Gateway/);
  });

  it(
    "[TG-010] [TG-015] [TG-030] a message arrives, and the answer goes out",
    { meta: { pin: "main path of the Telegram connector" } },
    async () => {
      const { telegram, bot, channel, addUser, waitForMessages, answer } = fixture;
      const nadia = addUser("Nadia");
      nadia.write("Is size 42 in stock?");
      const [message] = await waitForMessages(nadia, 1);
      expect(message).toMatchObject({ kind: "text", text: "Is size 42 in stock?" });
      expect(await fixture.findChat(nadia)).toMatchObject({
        channel: { id: channel.id, kind: "telegram" },
        visitor: { name: { value: "Nadia" } },
      });
      const { id } = await answer(nadia, "Yes, *three* <b>pairs</b>.");
      await fixture.waitForDelivery(nadia, id, "delivered");
      expect(nadia.received).toMatchObject([{ text: "Yes, *three* <b>pairs</b>." }]);
      expect(bot.webhookUrl).toBeNull();
      // The delivery log shows the request without the token.
      const log = await fixture.parlour.owner.call("GET", "deliveries?limit=1");
      const detail = await fixture.parlour.owner.call("GET", `deliveries/${log.body.items[0].id}`);
      expect(detail.text).toContain("sendMessage");
      expect(detail.text).not.toContain(bot.token);
      await telegram.waitUntil(() => bot.isPolled);
    },
  );

  it("[TG-010] [TG-014] [TG-015] repeated and reordered updates are stored once and in order", async () => {
    const { telegram, bot, addUser, waitForMessages } = fixture;
    const ben = addUser("Ben");
    await telegram.waitUntil(() => bot.isPolled);
    telegram.addFault({ method: "getUpdates", reply: { status: 500, description: "Internal" } });
    bot.reverseNextUpdates();
    // The first update ends the poll. The others wait together until the next one.
    ben.write("0");
    for (const text of ["1", "2", "3"]) ben.write(text);
    const updates = [...bot.pendingUpdates];
    await advanceUntil(fixture, () => bot.pendingUpdates.length === 0);
    expect((await waitForMessages(ben, 4)).map(({ text }) => text)).toEqual(["0", "1", "2", "3"]);
    for (const update of updates) bot.repeatUpdate(update);
    ben.write("4");
    expect((await waitForMessages(ben, 5)).at(-1)?.text).toBe("4");
    await telegram.waitUntil(() => bot.pendingUpdates.length === 0);
    const [row] = await fixture.parlour.sql<{ state: { offset: number } }>(
      "select state from channel_state",
    );
    expect(row?.state.offset).toBeGreaterThan(updates.at(-1)?.update_id ?? 0);
  });

  it("[TG-021] files arrive with their names, and those that Telegram does not give are named", async () => {
    const { addUser, waitForMessages, telegram } = fixture;
    const eva = addUser("Eva");
    const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#080" } })
      .png()
      .toBuffer();
    eva.sendFile("photo", { name: "p.png", type: "image/png", bytes: png, caption: "this one" });
    eva.sendFile("document", { name: "a.txt", type: "text/plain", bytes: Buffer.from("hello") });
    eva.sendFile("voice", {
      name: "v.ogg",
      type: "audio/ogg",
      bytes: Buffer.concat([Buffer.from("OggS\0\x02", "latin1"), Buffer.alloc(60)]),
      fields: { duration: 7 },
    });
    eva.sendFile("document", {
      name: "film.mkv",
      type: "video/x-matroska",
      bytes: Buffer.from("x"),
      announcedSize: 30_000_000,
    });
    const [photo, document, voice, film] = await waitForMessages(eva, 4);
    expect(photo).toMatchObject({
      kind: "media",
      text: "this one",
      media: { type: "photo", width: 40, height: 20 },
    });
    const url = toServerUrl(fixture.parlour, photo?.media?.file ?? "");
    expect((await fetchFile(url)).bytes.equals(png)).toBe(true);
    expect(document?.media).toMatchObject({ type: "document", file_name: "a.txt", file_size: 5 });
    expect(voice?.media).toMatchObject({ type: "voice", duration: 7 });
    expect(film).toMatchObject({
      kind: "text",
      text: "[film.mkv: The file is larger than 20 MB, which Telegram does not give to bots.]",
    });
    // A download that fails for a time is repeated with the update.
    telegram.addFault({ method: "download", times: 2, reply: { status: 502, description: "x" } });
    eva.sendFile("document", { name: "b.txt", type: "text/plain", bytes: Buffer.from("late") });
    await telegram.waitUntil(() => countCalls(fixture, "download", 502) === 1);
    await advanceUntil(fixture, () => countCalls(fixture, "download", 502) === 2);
    await advanceUntil(fixture, () => fixture.bot.pendingUpdates.length === 0);
    expect((await waitForMessages(eva, 5)).at(-1)?.media).toMatchObject({ file_name: "b.txt" });
  });

  it("[TG-022] [TG-025] locations, contacts and edits", async () => {
    const { addUser, waitForMessages, parlour } = fixture;
    const leo = addUser("Leo");
    leo.send({ location: { latitude: 52.5, longitude: 13.4 } });
    leo.send({
      contact: { phone_number: "+4930111222", first_name: "Leo", user_id: leo.id },
    });
    const [place] = await waitForMessages(leo, 2);
    expect(place?.media).toMatchObject({ type: "location", latitude: 52.5, longitude: 13.4 });
    expect((await fixture.findChat(leo)).visitor.phone).toMatchObject({ value: "+4930111222" });
    const { message_id: id } = leo.write("Size 41");
    const [, , first] = await waitForMessages(leo, 3);
    leo.edit(id, "Size 42");
    await expect
      .poll(async () =>
        (await parlour.messages(first?.chat_id ?? 0)).find((sent) => sent.id === first?.id),
      )
      .toMatchObject({ text: "Size 42" });
  });

  it("[TG-023] [TG-027] [CORE-440] [CORE-441] a reply refers to the stored message, and a reaction marks it", async () => {
    const { addUser, waitForMessages, answer, waitForDelivery, parlour } = fixture;
    const rosa = addUser("Rosa");
    const { message_id: unknown } = rosa.write("Is it waterproof?");
    await waitForMessages(rosa, 1);
    const { id, seq, chat_id: chat } = await answer(rosa, "Yes, and it floats.");
    await waitForDelivery(rosa, id, "delivered");
    const [sent] = rosa.received;
    rosa.write("Great", { reply_to_message: sent, quote: { text: "it floats" } });
    const number = sent?.message_id ?? 0;
    rosa.react(number, ["👍"]);
    rosa.react(unknown + 1_000, ["🔥"]);
    // The reaction to a message that Parlour does not know is a message.
    expect((await waitForMessages(rosa, 3)).slice(1)).toMatchObject([
      { text: "Great", refers_to: { kind: "message", seq, text: "it floats" } },
      { text: "🔥", refers_to: { kind: "reaction" } },
    ]);
    const readReaction = async () => {
      const stored = (await parlour.messages(chat)).find((one) => one.seq === seq);
      return stored?.reactions?.map(({ emoji, by }) => [emoji, by]);
    };
    expect(await readReaction()).toEqual([["👍", "visitor"]]);
    await parlour.clock.advance(1_000);
    rosa.react(number, []);
    await expect.poll(readReaction).toEqual([[null, "visitor"]]);
    expect((await fixture.findChat(rosa)).unread).toBe(3);
  });

  it("[TG-044] a greeting that Telegram refuses is sent again, and the delivery log shows it", async () => {
    const { telegram, parlour } = fixture;
    const { owner } = parlour;
    const bot = telegram.addBot();
    const created = await owner.call("POST", "channels", {
      kind: "telegram",
      name: "Greeting again",
      operators: [owner.id],
      settings: { bot_token: bot.token, greeting: "Hello!" },
    });
    await telegram.waitUntil(() => bot.isPolled);
    telegram.addFault({
      method: "sendMessage",
      reply: { status: 502, description: "Bad Gateway" },
    });
    const may = bot.addUser({ id: 9_101, first_name: "May" });
    may.write("/start");
    await advanceUntil(fixture, () => may.received.length === 1);
    await parlour.settle();
    const { body: log } = await owner.call("GET", "deliveries?event=greeting");
    expect(log.items).toMatchObject([{ event: "greeting", state: "delivered", attempts: 2 }]);
    expect(may.received).toMatchObject([{ text: "Hello!" }]);
    expect((await owner.call("DELETE", `channels/${created.body.id}`)).status).toBeLessThan(300);
  });

  it("[TG-028] [CON-073] a start rings nobody, greets a new visitor once, and names the source of the chat", async () => {
    const { telegram, parlour } = fixture;
    const { owner } = parlour;
    const bot = telegram.addBot();
    const greeting = "Hello! How can we help?";
    const created = await owner.call("POST", "channels", {
      kind: "telegram",
      name: "Greeting bot",
      operators: [owner.id],
      settings: { bot_token: bot.token, greeting },
    });
    expect(created.body).toMatchObject({ settings: { greeting } });
    await telegram.waitUntil(() => bot.isPolled);
    const ivy = bot.addUser({ id: 9_001, first_name: "Ivy" });
    ivy.write("/start spring_sale");
    await telegram.waitUntil(() => ivy.received.length === 1);
    expect(ivy.received[0]?.["text"]).toBe(greeting);
    expect((await fixture.findChat(ivy)).id).toBeUndefined();
    ivy.write("/start");
    ivy.write("Do you deliver?");
    expect((await fixture.waitForMessages(ivy, 1))[0]).toMatchObject({ text: "Do you deliver?" });
    expect(await fixture.findChat(ivy)).toMatchObject({
      visitor: { came_from: "spring_sale", name: { value: "Ivy" } },
    });
    ivy.write("/start autumn");
    ivy.write("Hello?");
    await fixture.waitForMessages(ivy, 2);
    expect((await fixture.findChat(ivy)).visitor.came_from).toBe("autumn");
    expect(ivy.received).toHaveLength(1);
    expect((await owner.call("DELETE", `channels/${created.body.id}`)).status).toBeLessThan(300);
  });

  it("[TG-026] content that Parlour does not show is a line with its kind", async () => {
    const { addUser, waitForMessages } = fixture;
    const tess = addUser("Tess");
    tess.send({ story: { chat: { id: 9, type: "private", first_name: "Tess" }, id: 3 } });
    const tasks = [
      { id: 1, text: "pump" },
      { id: 2, text: "seal" },
    ];
    tess.send({ checklist: { title: "To repair", tasks } });
    tess.send({ hologram: { colour: "red" } });
    expect((await waitForMessages(tess, 3)).map(({ text }) => text)).toEqual([
      "[Story: Tess]",
      "To repair\n☐ pump\n☐ seal",
      "[Sent a hologram that Parlour does not show]",
    ]);
  });

  it("[TG-010] [CORE-310] a name of invisible characters counts as none, and a reversed one is shown as it reads", async () => {
    const { addUser, waitForMessages, findChat } = fixture;
    for (const [name, shown] of [
      ["\u200b\u200c\u2063", undefined],
      ["\u202egnp.exe", "gnp.exe"],
    ] as const) {
      const person = addUser(name);
      person.write("hello");
      await waitForMessages(person, 1);
      expect((await findChat(person)).visitor.name?.value).toBe(shown);
    }
  });

  it("[TG-032] [VOICE-002] files of operators go out as what Telegram can show", async () => {
    const { addUser, waitForMessages, answer, waitForDelivery, parlour } = fixture;
    const ida = addUser("Ida");
    ida.write("Which one?");
    await waitForMessages(ida, 1);
    const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#008" } })
      .png()
      .toBuffer();
    const picture = await upload(parlour.owner.call, { name: "shoe.png", bytes: png });
    const comment = "c".repeat(1100);
    const sent = await answer(ida, { kind: "file", upload_id: picture.body.id, text: comment });
    await advanceUntil(fixture, () => ida.received.length === 2);
    await waitForDelivery(ida, sent.id, "delivered");
    expect(ida.received).toMatchObject([
      { photo: [{ file_name: "shoe.png", file_size: png.length }] },
      { text: comment },
    ]);
    expect(ida.received[0]).not.toHaveProperty("caption");
    fixture.telegram.addFault({
      method: "sendPhoto",
      reply: { status: 400, description: "Bad Request: IMAGE_PROCESS_FAILED" },
    });
    const second = await upload(parlour.owner.call, { name: "odd.png", bytes: png });
    const odd = await answer(ida, { kind: "file", upload_id: second.body.id, text: "look" });
    await advanceUntil(fixture, () => ida.received.length === 3);
    await waitForDelivery(ida, odd.id, "delivered");
    expect(ida.received[2]).toMatchObject({
      document: { file_name: "odd.png", file_size: png.length },
      caption: "look",
    });
    const recording = readFileSync(new URL("fixtures/recording.webm", import.meta.url));
    const third = await upload(parlour.owner.call, { name: "voice.webm", bytes: recording });
    const voice = { kind: "file", upload_id: third.body.id, voice: true, duration: 2 };
    const spoken = await answer(ida, voice);
    await advanceUntil(fixture, () => ida.received.length === 4);
    await waitForDelivery(ida, spoken.id, "delivered");
    expect(ida.received[3]).toMatchObject({
      voice: { file_name: "voice.ogg", file_size: third.body.size },
    });
  });

  it("[TG-041] a visitor who blocked the bot ends the delivery with a clear text", async () => {
    const { addUser, waitForMessages, answer, waitForDelivery } = fixture;
    const max = addUser("Max");
    max.write("Hello");
    await waitForMessages(max, 1);
    max.block();
    const { id } = await answer(max, "Hello Max");
    const failed = await waitForDelivery(max, id, "failed");
    expect(failed.delivery).toMatchObject({
      attempts: 1,
      error: { code: "blocked_by_user", message: "The visitor has blocked the bot." },
    });
  });

  it("[TG-042] a part that was sent is not sent again", async () => {
    const { addUser, waitForMessages, answer, waitForDelivery, telegram, parlour } = fixture;
    const zoe = addUser("Zoe");
    zoe.write("Tell me everything");
    await waitForMessages(zoe, 1);
    // Two units per character make two parts of the longest text.
    const text = `${"👟".repeat(2000)} ${"👠".repeat(1999)}`;
    await answer(zoe, "x");
    await telegram.waitUntil(() => zoe.received.length === 1);
    await parlour.clock.advance(1_000);
    const { id } = await answer(zoe, text);
    await telegram.waitUntil(() => zoe.received.length === 2);
    telegram.addFault({ method: "sendMessage", reply: { status: 502, description: "Bad" } });
    await advanceUntil(fixture, () => zoe.received.length === 3);
    await waitForDelivery(zoe, id, "delivered");
    expect(
      zoe.received
        .slice(1)
        .map((part) => part["text"])
        .join(" "),
    ).toBe(text);
  });

  it("[TG-045] [CORE-430] [CORE-431] [API-399] an answer is edited and taken back, and Telegram confirms both", async () => {
    const { addUser, waitForMessages, answer, waitForDelivery, parlour } = fixture;
    const ida = addUser("Ida");
    ida.write("What does it cost?");
    await waitForMessages(ida, 1);
    const sent = await answer(ida, "10 EUR");
    await waitForDelivery(ida, sent.id, "delivered");
    const edited = await changeMessage(fixture, sent, "12 EUR");
    expect(edited).toMatchObject({ text: "12 EUR", change: { state: "pending", error: null } });
    await waitForChange(fixture, sent, "confirmed");
    expect(ida.received).toMatchObject([{ text: "12 EUR" }]);
    // What the customer has is known from the message itself, and from the row of its chat.
    const { body } = await parlour.owner.call("GET", `chats/${sent.chat_id}`);
    expect(body.last_message).toMatchObject({ text: "12 EUR", delivery: { state: "delivered" } });
    await changeMessage(fixture, sent, null);
    expect(await waitForChange(fixture, sent, "confirmed")).toMatchObject({
      text: "",
      delivery: { state: "delivered" },
      earlier: [{ text: "10 EUR" }, { text: "12 EUR" }],
    });
    expect(ida.received).toEqual([]);
  });

  it("[TG-045] an edit sends further parts of a longer text, and deletes those of a shorter one", async () => {
    const { addUser, waitForMessages, answer, waitForDelivery } = fixture;
    const mia = addUser("Mia");
    mia.write("Tell me everything");
    await waitForMessages(mia, 1);
    const sent = await answer(mia, "Soon");
    await waitForDelivery(mia, sent.id, "delivered");
    const long = `${"👟".repeat(2000)} ${"👠".repeat(1999)}`;
    await changeMessage(fixture, sent, long);
    await waitForChange(fixture, sent, "confirmed");
    expect(mia.received.map((part) => part["text"]).join(" ")).toBe(long);
    await changeMessage(fixture, sent, "Nothing");
    await waitForChange(fixture, sent, "confirmed");
    expect(mia.received).toMatchObject([{ text: "Nothing" }]);
  });

  it("[TG-046] [CORE-431] a change that Telegram refuses says why, and one that was made before counts as made", async () => {
    const { addUser, waitForMessages, answer, waitForDelivery, telegram } = fixture;
    const leni = addUser("Leni");
    leni.write("Hello");
    await waitForMessages(leni, 1);
    const sent = await answer(leni, "Hi");
    await waitForDelivery(leni, sent.id, "delivered");
    const description = "Bad Request: message can't be edited";
    telegram.addFault({ method: "editMessageText", reply: { status: 400, description } });
    await changeMessage(fixture, sent, "Hello Leni");
    const refused = await waitForChange(fixture, sent, "refused");
    expect(refused.change?.error?.message).toContain(description);
    expect(leni.received).toMatchObject([{ text: "Hi" }]);
    // The customer has deleted it already.
    leni.remove(leni.received[0]?.message_id ?? 0);
    await changeMessage(fixture, sent, null);
    expect((await waitForChange(fixture, sent, "confirmed")).change?.error).toBeNull();
  });

  it("[TG-045] [CORE-431] a message that was deleted before it was sent never goes out", async () => {
    const { addUser, waitForMessages, answer, telegram } = fixture;
    const kim = addUser("Kim");
    kim.write("Hello");
    await waitForMessages(kim, 1);
    telegram.addFault({ method: "sendMessage", reply: { status: 502, description: "Bad" } });
    const sent = await answer(kim, "Not for Kim");
    await changeMessage(fixture, sent, null);
    const deleted = await waitForChange(fixture, sent, "confirmed");
    expect(deleted.change?.error).toMatchObject({ code: "not_sent" });
    expect(kim.received).toEqual([]);
  });

  it("[TG-047] [CORE-442] [API-540] the team reacts to a message and takes it back, and Telegram confirms both", async () => {
    const { addUser, waitForMessages, telegram, parlour } = fixture;
    const ben = addUser("Ben");
    const { message_id: number } = ben.write("Thank you");
    const [asked] = await waitForMessages(ben, 1);
    const path = `chats/${asked?.chat_id}/messages/${asked?.seq}/reaction`;
    const readReaction = async () => {
      await parlour.clock.advance(1_000);
      const [stored] = await parlour.messages(asked?.chat_id ?? 0);
      const [reaction] = stored?.reactions ?? [];
      return [reaction?.emoji, reaction?.change?.state, reaction?.change?.error?.message];
    };
    const seen = () => ben.messages.find((one) => one.message_id === number)?.["reaction"];
    const { status, body } = await parlour.owner.call("PUT", path, { emoji: "🙏" });
    const operator = { id: parlour.owner.id, name: "Ann" };
    expect([status, body.reactions]).toMatchObject([
      200,
      [{ emoji: "🙏", by: "operator", operator, change: { state: "pending" } }],
    ]);
    await expect.poll(readReaction).toEqual(["🙏", "confirmed", undefined]);
    expect(seen()).toBe("🙏");
    const refused = await parlour.owner.call("PUT", path, { emoji: "🤖" });
    expect([refused.status, refused.body.error]).toMatchObject([400, { field: "emoji" }]);
    const description = "Bad Request: REACTION_INVALID";
    telegram.addFault({ method: "setMessageReaction", reply: { status: 400, description } });
    await parlour.owner.call("PUT", path, { emoji: "👍" });
    await expect
      .poll(readReaction)
      .toEqual(["👍", "refused", expect.stringContaining("REACTION_INVALID")]);
    expect(seen()).toBe("🙏");
    await parlour.owner.call("DELETE", path, {});
    await expect.poll(readReaction).toEqual([null, "confirmed", undefined]);
    expect(seen()).toBeUndefined();
  });

  it("[TG-034] [CORE-433] [API-530] an answer quotes a message, which Telegram shows with it", async () => {
    const { addUser, waitForMessages, answer, waitForDelivery } = fixture;
    const uma = addUser("Uma");
    const asked = uma.write("Is it waterproof?");
    const [question] = await waitForMessages(uma, 1);
    const quotes = question?.seq;
    const sent = await answer(uma, { kind: "text", text: "Yes", quotes });
    expect(sent.refers_to).toEqual({
      kind: "message",
      seq: quotes,
      id: question?.id,
      text: "Is it waterproof?",
      author: "Uma",
    });
    await waitForDelivery(uma, sent.id, "delivered");
    expect(uma.received).toMatchObject([
      { text: "Yes", reply_to_message: { message_id: asked.message_id } },
    ]);
  });

  it("[TG-040] [TG-043] an outage and the limits of Telegram keep the order of each chat", async () => {
    const { addUser, waitForMessages, answer, telegram, parlour, bot } = fixture;
    const people = [addUser("Amy"), addUser("Bob")];
    for (const person of people) person.write("Hello");
    for (const person of people) await waitForMessages(person, 1);
    telegram.addFault({ method: "sendMessage", times: Infinity, reply: "reset" });
    for (const text of ["1", "2", "3"]) for (const person of people) await answer(person, text);
    // An attempt that is running while the clock advances would run into its timeout.
    await parlour.settle();
    for (let n = 0; n < 10; n++) {
      await parlour.clock.advance(20_000);
      await parlour.settle();
    }
    expect(people.flatMap((person) => person.received)).toEqual([]);
    telegram.endFaults();
    const before = bot.calls.length;
    await advanceUntil(fixture, () => people.every((person) => person.received.length > 0));
    await advanceUntil(fixture, () => people.every((person) => person.received.length === 3), 200);
    for (const person of people)
      expect(person.received.map((message) => message["text"])).toEqual(["1", "2", "3"]);
    expect(bot.calls.slice(before).filter(({ status }) => status === 429)).toEqual([]);
    for (const person of people) {
      // A request can arrive a step of the clock after it was sent.
      const [first, , last] = person.received.map(({ date }) => date);
      expect(Number(last) - Number(first)).toBeGreaterThanOrEqual(1);
    }
  });

  it("[TG-043] a pause that Telegram asks for is kept", async () => {
    const { addUser, waitForMessages, answer, waitForDelivery, telegram, parlour } = fixture;
    const sam = addUser("Sam");
    sam.write("Hello");
    await waitForMessages(sam, 1);
    telegram.addFault({
      method: "sendMessage",
      reply: { status: 429, description: "Too Many Requests: retry after 40", retryAfterS: 40 },
    });
    const { id } = await answer(sam, "Hello Sam");
    const chat = await fixture.findChat(sam);
    await expect
      .poll(async () => (await parlour.messages(chat.id)).find((sent) => sent.id === id)?.delivery)
      .toMatchObject({ attempts: 1, error: { message: "Telegram asks to wait 40 s." } });
    await parlour.clock.advance(39_000);
    await parlour.settle();
    expect(sam.received).toEqual([]);
    await parlour.clock.advance(1_500);
    await waitForDelivery(sam, id, "delivered");
  });

  it("[TG-016] [TG-060] a conflict with another program is shown, and a test takes the bot over", async () => {
    const { bot, parlour, telegram } = fixture;
    expect(await testChannel(fixture)).toEqual({
      outbound: {
        ok: true,
        code: "reaches_visitors",
        values: { bot: "@shop_bot" },
        message: "The bot @shop_bot reaches its visitors.",
      },
      inbound: {
        ok: true,
        code: "polling",
        values: {},
        message: "Parlour fetches updates from Telegram.",
      },
    });
    bot.setForeignWebhook("https://other.example.com/hook");
    for (let n = 0; n < 4; n++) await parlour.clock.advance(30_000);
    await expect.poll(() => readProblem(fixture)).toMatch(/Another program has set a webhook/);
    expect((await testChannel(fixture)).inbound.ok).toBe(true);
    expect(bot.webhookUrl).toBeNull();
    await advanceUntil(fixture, () => bot.isPolled, 10_000);
    await expect.poll(() => readProblem(fixture)).toBeNull();
    telegram.addFault({ method: "getMe", reply: { status: 401, description: "Unauthorized" } });
    expect((await testChannel(fixture)).outbound).toMatchObject({
      ok: false,
      code: "token_refused",
      message: "Telegram does not accept the bot token. Enter a new one from BotFather.",
    });
  });

  it("[TG-004] a channel that is switched off fetches nothing, and continues where it was", async () => {
    const { addUser, waitForMessages, parlour, channel, bot, telegram } = fixture;
    const kim = addUser("Kim");
    const setEnabled = (enabled: boolean) =>
      parlour.owner.call("PATCH", `channels/${channel.id}`, { enabled });
    kim.write("before");
    await waitForMessages(kim, 1);
    expect((await setEnabled(false)).status).toBe(200);
    kim.write("while it is off");
    await advanceUntil(fixture, () => !bot.isPolled);
    expect(bot.pendingUpdates).toHaveLength(1);
    expect((await setEnabled(true)).status).toBe(200);
    await telegram.waitUntil(() => bot.pendingUpdates.length === 0);
    expect((await waitForMessages(kim, 2)).map(({ text }) => text)).toEqual([
      "before",
      "while it is off",
    ]);
  });

  it("[TG-013] after a restart, updates continue at the first that is not stored", async () => {
    const { addUser, waitForMessages, parlour, bot, telegram } = fixture;
    const lea = addUser("Lea");
    lea.write("before");
    await waitForMessages(lea, 1);
    await telegram.waitUntil(() => bot.isPolled);
    const restarting = parlour.restart();
    lea.write("meanwhile");
    await restarting;
    expect((await waitForMessages(lea, 2)).map(({ text }) => text)).toEqual([
      "before",
      "meanwhile",
    ]);
    const first = bot.calls.filter(({ method }) => method === "getUpdates").at(-1);
    expect(Number(first?.values["offset"])).toBeGreaterThan(0);
  });

  it("[TG-004] a bot of two channels is received by the first, and the second says so", async () => {
    const { createChannel, bot, parlour } = fixture;
    const second = (await createChannel(bot.token, "Second")).body.id as number;
    await expect
      .poll(async () => {
        const { body } = await parlour.owner.call("GET", `channels/${second}`);
        return body.problem?.message;
      })
      .toMatch(/^Another channel receives/);
    expect((await parlour.owner.call("DELETE", `channels/${second}`)).status).toBeLessThan(300);
  });
});

const countCalls = ({ bot }: TelegramFixture, method: string, status: number): number =>
  bot.calls.filter((call) => call.method === method && call.status === status).length;

async function readProblem({ parlour, channel }: TelegramFixture): Promise<string | null> {
  const { body } = await parlour.owner.call("GET", `channels/${channel.id}`);
  return (body as { problem: { message: string } | null }).problem?.message ?? null;
}

/** Advances the clock in steps until the condition is met. */
async function advanceUntil(
  { parlour }: TelegramFixture,
  isMet: () => boolean,
  stepMs = 1_000,
): Promise<void> {
  await expect
    .poll(async () => {
      if (isMet()) return true;
      // An attempt may wait for the clock, so the server is not settled here.
      await parlour.clock.advance(stepMs);
      return isMet();
    })
    .toBe(true);
}

describe("with a bot", () => {
  let bots: BotFixture;
  let fixture: TelegramFixture;
  beforeAll(async () => {
    fixture = await openTelegramFixture({
      startParlour: async (options) => {
        bots = await openBotFixture({ ...options, withoutBot: true });
        return bots.parlour;
      },
    });
    await bots.connectBot({ channels: [fixture.channel.id] });
  });
  afterAll(async () => {
    await bots.close();
    await fixture.telegram.close();
  });

  it("[TG-024] [TG-030] [TG-033] buttons of bots are inline keyboards, and are pressed once", async () => {
    const { addUser, waitForMessages, telegram, bot } = fixture;
    const nadia = addUser("Nadia");
    nadia.write("I look for shoes");
    await waitForMessages(nadia, 1);
    const chat = await fixture.findChat(nadia);
    const long = "size-".repeat(20);
    const buttons = [
      { id: "s42", text: "Size 42" },
      { id: long, text: "Another size" },
    ];
    const ask = async (title: string) => {
      const before = nadia.received.length;
      await bots.sendBotMessage(chat.id, { type: "BUTTONS", title, buttons });
      await advanceUntil(fixture, () => nadia.received.length === before + 1);
      await fixture.waitForDelivered(chat.id);
      return nadia.received.at(-1)?.message_id ?? 0;
    };
    const first = await ask("Which size?");
    expect(nadia.received[0]).toMatchObject({
      text: "Which size?",
      reply_markup: {
        inline_keyboard: [
          [{ text: "Size 42", callback_data: "s42" }],
          [{ text: "Another size", callback_data: "#1" }],
        ],
      },
    });
    const query = nadia.press(first, "s42");
    nadia.press(first, "s42");
    const [, pressed] = await waitForMessages(nadia, 2);
    expect(pressed).toMatchObject({ text: "Size 42", button_id: "s42" });
    await telegram.waitUntil(
      () => nadia.received[0]?.["reply_markup"] === undefined && bot.pendingUpdates.length === 0,
    );
    expect(
      bot.calls.filter(
        ({ method, values }) =>
          method === "answerCallbackQuery" && values["callback_query_id"] === query,
      ),
    ).toMatchObject([{ status: 200 }]);
    const second = await ask("And now?");
    nadia.press(second, "#1");
    expect((await waitForMessages(nadia, 3)).at(-1)).toMatchObject({
      text: "Another size",
      button_id: long,
    });
    // A button that the message does not have is only a text.
    const third = await ask("And the colour?");
    nadia.press(third, "forged");
    const forged = (await waitForMessages(nadia, 4)).at(-1);
    expect(forged).toMatchObject({ text: "forged" });
    expect(forged).not.toHaveProperty("button_id");
    // Telegram does not pass on the content of an old message, so the stored button names the text.
    const fourth = await ask("And finally?");
    nadia.press(fourth, "#1", true);
    expect((await waitForMessages(nadia, 5)).at(-1)).toMatchObject({
      text: "Another size",
      button_id: long,
    });
  });

  it("[TG-030] Markdown of bots arrives formatted", async () => {
    const { addUser, waitForMessages } = fixture;
    const ben = addUser("Ben");
    ben.write("Hello");
    await waitForMessages(ben, 1);
    const chat = await fixture.findChat(ben);
    const content = "See **our** [shop](https://shop.example)";
    await bots.sendBotMessage(chat.id, { type: "MARKDOWN", content });
    await advanceUntil(fixture, () => ben.received.length === 1);
    expect(ben.received[0]).toMatchObject({
      text: "See our shop",
      entities: [
        { type: "bold", offset: 4, length: 3 },
        { type: "text_link", offset: 8, length: 4, url: "https://shop.example/" },
      ],
    });
  });
});

describe("with a public address", () => {
  let isReachable = true;
  let fixture: TelegramFixture;
  beforeAll(async () => {
    fixture = await openTelegramFixture({ isPublic: true, isReachable: () => isReachable });
  });
  afterAll(() => fixture.close());

  it("[TG-002] [TG-003] [TG-014] updates arrive by webhook with a secret, in order", async () => {
    const { bot, channel, addUser, waitForMessages, telegram } = fixture;
    // Telegram confirms the webhook after the start of the server.
    await expect
      .poll(async () => (await testChannel(fixture)).inbound)
      .toMatchObject({
        ok: false,
        code: "write_now",
        message: "Write to https://t.me/shop_bot now, and test again.",
      });
    expect(bot.webhookUrl).toBe(`${publicUrl}/telegram/${channel.public_id}`);
    expect(bot.webhookSecret).toMatch(/^[\w-]{43}$/);
    const nadia = addUser();
    const texts = Array.from({ length: 5 }, (_, n) => `message ${n}`);
    for (const text of texts) nadia.write(text);
    expect((await waitForMessages(nadia, 5)).map(({ text }) => text)).toEqual(texts);
    await telegram.waitUntil(() => bot.pendingUpdates.length === 0);
    expect((await testChannel(fixture)).inbound).toMatchObject({
      ok: true,
      message: "Telegram sends updates to Parlour.",
    });
  });

  it("[TG-003] without the right secret, nothing is stored and nothing is told", async () => {
    const { parlour, channel, bot } = fixture;
    const post = (publicId: string, secret?: string) =>
      parlour.call(
        "POST",
        `/telegram/${publicId}`,
        { update_id: 1, message: { message_id: 1, chat: { id: 9, type: "private" }, text: "x" } },
        secret === undefined ? {} : { "x-telegram-bot-api-secret-token": secret },
      );
    const wrong = [
      await post(channel.public_id),
      await post(channel.public_id, "x".repeat(43)),
      await post("unknown", bot.webhookSecret ?? ""),
    ];
    for (const { status, body } of wrong) {
      expect(status).toBe(404);
      expect(body.error).toMatchObject({ code: "not_found", message: "Not found" });
    }
    expect((await parlour.findChat(9)).id).toBeUndefined();
    const right = await post(channel.public_id, bot.webhookSecret ?? "");
    expect(right.status).toBe(200);
    expect((await parlour.findChat(9)).id).toBeDefined();
  });

  it("[TG-002] if Telegram cannot reach the address, polling takes over", async () => {
    const { bot, addUser, waitForMessages, telegram, parlour } = fixture;
    isReachable = false;
    const eva = addUser("Eva");
    eva.write("Does anybody read this?");
    // Requests of the server time out after 10 s of this clock, so longer steps would end them.
    await advanceUntil(fixture, () => bot.webhookUrl === null, 5_000);
    expect((await waitForMessages(eva, 1))[0]?.text).toBe("Does anybody read this?");
    await telegram.waitUntil(() => bot.isPolled);
    expect(parlour.clock.now()).toBeGreaterThan(0);
  });
});

/** Edits an answer of the owner, or deletes it without a text. Returns the response. */
async function changeMessage(
  { parlour }: TelegramFixture,
  { chat_id: chat, seq }: Message,
  text: string | null,
): Promise<Message> {
  const path = `chats/${chat}/messages/${seq}`;
  const changed =
    text === null
      ? await parlour.owner.call("DELETE", path, {})
      : await parlour.owner.call("PATCH", path, { text });
  expect(changed.status, changed.text).toBe(200);
  return changed.body as Message;
}

/** Waits until the latest change of a message has this state. Returns the message. */
async function waitForChange(
  fixture: TelegramFixture,
  { chat_id: chat, seq }: Message,
  state: string,
): Promise<Message> {
  let message: Message | undefined;
  await expect
    .poll(async () => {
      await fixture.parlour.clock.advance(1_000);
      message = (await fixture.parlour.messages(chat)).find((stored) => stored.seq === seq);
      return message?.change?.state;
    })
    .toBe(state);
  if (message === undefined) throw new Error("the message is unknown");
  return message;
}
