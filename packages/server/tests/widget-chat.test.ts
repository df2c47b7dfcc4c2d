import type { Chat } from "@parlour/protocol";
import type { GetStarted } from "@parlour/protocol/api";
import { startWebhookReceiver } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordBackup } from "../src/backup/index.ts";
import { openWidgetFixture, useWindows, type WidgetFixture } from "./widget-fixture.ts";

let fixture: WidgetFixture;
let owner: WidgetFixture["parlour"]["owner"];
beforeAll(async () => {
  fixture = await openWidgetFixture();
  ({ owner } = fixture.parlour);
});
afterAll(() => fixture.close());

const { nextRef, sendReply, startChat } = useWindows(() => fixture);
/** Creates a seeded generator, so that a failing run can be repeated. */
const createRandom = (seed: number) => (): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

describe("what is missing before visitors come", () => {
  const facts = async () => (await owner.call("GET", "get-started")).body as GetStarted;
  /** Counts the settings changes in the journal. */
  const countSettingsChanges = async (): Promise<number> =>
    (
      await fixture.parlour.sql<{ n: number }>(
        "select count(*)::int as n from journal where name = 'settings_changed'",
      )
    )[0]?.n ?? 0;

  test("[API-160] [API-360] [API-571] a widget is seen by its script or its connection, with the page, never on Parlour's own pages; made-up sites stay few", async () => {
    const shop = await fixture.createWidget("Seen");
    // Other tests of this file use the first widget. This one is loaded last.
    const load = (referer: string) =>
      fetch(`${fixture.parlour.url}/widget/${shop.public_id}.js`, { headers: { referer } });
    await load(`${fixture.parlour.url}/widget-test/${shop.public_id}?lang=en`);
    await load("about:blank");
    const before = await countSettingsChanges();
    await load("https://a.example/");
    await fixture.waitUntil(
      async () => (await facts()).widget?.channel_id === shop.id,
      "the script is noted",
    );
    expect((await facts()).widget?.seen).toMatchObject({
      origin: "https://a.example",
      page_url: null,
      page_title: null,
    });
    await fixture.waitUntil(
      async () => (await countSettingsChanges()) === before + 1,
      "screens are told of a new site",
    );

    const page = {
      url: "https://a.example/bowl?email=anna%40x.example",
      title: "Ramen\u0000 bowl",
      referrer: "",
      first: "",
      visits: 1,
      pages: 1,
    };
    (
      await fixture.openWindow({ widget_id: shop.public_id, origin: "https://a.example", page })
    ).ws.close();
    await fixture.waitUntil(
      async () => (await facts()).widget?.seen?.page_title === "Ramen\uFFFD bowl",
      "the connection is noted",
    );
    expect((await facts()).widget?.seen?.page_url).toBe("https://a.example/bowl");
    expect(await countSettingsChanges()).toBe(before + 1);

    // If the widget has a list of sites, other sites are reported separately.
    await owner.call("PATCH", `channels/${shop.id}`, {
      widget: { origins: ["https://b.example"] },
    });
    expect((await facts()).widget?.channel_id).not.toBe(shop.id);
    await owner.call("PATCH", `channels/${shop.id}`, {
      widget: { origins: ["https://a.example"] },
    });
    await load("https://b.example/");
    await fixture.waitUntil(
      async () => (await facts()).widget?.elsewhere?.origin === "https://b.example",
      "the refused site is named",
    );
    expect((await facts()).widget?.seen?.origin).toBe("https://a.example");

    // Each widget can be asked for by its id.
    const progressOf = async (id: number) =>
      ((await owner.call("GET", `get-started?channel=${id}`)).body as GetStarted).widget;
    const quiet = await fixture.createWidget("Quiet");
    expect(await progressOf(quiet.id)).toMatchObject({ channel_id: quiet.id, seen: null });
    expect((await progressOf(shop.id))?.seen?.origin).toBe("https://a.example");
    expect(await progressOf(999_999)).toBeNull();

    // Many forged origins are not stored and do not replace the site.
    await Promise.all(Array.from({ length: 60 }, (_, n) => load(`https://flood${n}.example/`)));
    await fixture.waitUntil(
      async () => (await countSettingsChanges()) > before + 10,
      "the flood is noted",
    );
    const rows = await fixture.parlour.sql<{ origin: string }>(
      `select origin from widget_site where channel_id = ${shop.id}`,
    );
    expect(rows.length).toBeLessThanOrEqual(20);
    expect(rows.map(({ origin }) => origin)).toContain("https://a.example");
  });

  test('[API-160] colleague, hours and backup are facts; also "always open" is an answer', async () => {
    const empty = await facts();
    expect([empty.colleague, empty.hours, empty.backup]).toEqual([null, null, null]);
    const created = (
      await owner.call("POST", "operators", {
        name: "Ivan",
        email: "ivan@shop.example",
        role: "operator",
      })
    ).body as {
      id: number;
      invite_url: string;
    };
    expect((await facts()).colleague).toEqual({
      operator_id: created.id,
      name: "Ivan",
      email: "ivan@shop.example",
      has_accepted: false,
      has_channel: false,
    });
    // Accepting the invitation notifies open screens.
    const before = await countSettingsChanges();
    const accepted = {
      token: new URL(created.invite_url).hash.slice(1),
      password: "teapot lid violin meadow",
    };
    expect(
      (
        await fixture.parlour.call("POST", "invitations/accept", accepted, {
          origin: fixture.parlour.url,
        })
      ).status,
    ).toBe(200);
    expect((await facts()).colleague).toMatchObject({
      operator_id: created.id,
      has_accepted: true,
    });
    expect(await countSettingsChanges()).toBe(before + 1);
    // Choosing "always open" counts as configured.
    expect((await owner.call("PATCH", "working-hours", { timezone: null })).status).toBe(200);
    expect((await facts()).hours).toEqual({ timezone: null, week: {} });
    await owner.call("PATCH", "working-hours", {
      timezone: "Europe/London",
      week: { mon: ["09:00-18:00"] },
    });
    expect((await facts()).hours).toEqual({
      timezone: "Europe/London",
      week: { mon: ["09:00-18:00"] },
    });
    await recordBackup(fixture.parlour.dataDir, "/elsewhere", {
      created_at: "2026-01-02T03:04:05.000Z",
      accounts: [],
      bytes: 14_000_000,
    });
    expect((await facts()).backup).toEqual({
      created_at: "2026-01-02T03:04:05.000Z",
      bytes: 14_000_000,
    });
  });
});

describe("messages", () => {
  test("[WG-086] [CORE-045] cut at random while both write: every message once, in order", async () => {
    const random = createRandom(20_261_120);
    const { win: first, token, chatId } = await startChat();
    const expected = ["Hello"];
    let win = first;
    const seenIds: number[] = [];
    for (let n = 0; n < 40; n++) {
      await fixture.parlour.clock.advance(1_000);
      if (random() < 0.3) {
        // The window sends its last message and receives the messages it missed.
        const shownMessages = win.getMessages();
        seenIds.push(...shownMessages.map(({ id }) => id));
        win.ws.terminate();
        const missed = random() < 0.5 ? await sendReply(chatId, `missed ${n}`) : null;
        if (missed !== null) expected.push(missed.text);
        const after =
          random() < 0.2 ? null : { chat_id: chatId, seq: shownMessages.at(-1)?.seq ?? 0 };
        const next = await fixture.openWindow({ token, after });
        if (after !== null) {
          const welcome = await next.waitForWelcome();
          expect(welcome.reset).toBe(false);
          const shownIds = new Set(shownMessages.map(({ id }) => id));
          expect(welcome.messages.filter(({ id }) => shownIds.has(id))).toEqual([]);
          next.frames.unshift({ ...welcome, reset: true, messages: shownMessages });
        }
        win = next;
      }
      const text = `line ${n}`;
      if (random() < 0.5) await win.sendMessage(nextRef(), text);
      else await sendReply(chatId, text);
      expected.push(text);
    }
    const last = expected.at(-1);
    await fixture.waitUntil(
      () => win.getMessages().some(({ text }) => text === last),
      "the last message",
    );
    const texts = win
      .getMessages()
      .filter(({ from }) => from !== "system")
      .map(({ text }) => text);
    expect(texts).toEqual(expected);
    expect(new Set(seenIds).size).toBeGreaterThan(1);
  });

  test("[CORE-044] [WG-082] the same message said again, over a reconnect and after the chat's end, is stored once and starts no chat", async () => {
    const { win, token, chatId } = await startChat();
    const once = nextRef();
    const stored = await win.sendMessage(once, "Once");
    win.ws.terminate();
    const again = await fixture.openWindow({ token });
    expect(await again.sendMessage(once, "Once")).toEqual(stored);
    expect(
      await Promise.all([again.sendMessage(once, "Once"), again.sendMessage(once, "Once")]),
    ).toEqual([stored, stored]);
    await fixture.waitUntil(
      () => again.framesOfType("done").filter((frame) => frame.ref === once).length === 3,
      "three answers",
    );
    expect((await owner.call("POST", `chats/${chatId}/close`, {})).status).toBe(200);
    await again.next("chat", ({ chat }) => chat.state === "closed");
    expect(await again.sendMessage(once, "Once")).toEqual(stored);
    expect(await again.request({ type: "say", ref: once, text: "Another" })).toMatchObject({
      type: "failed",
      code: "idempotency_conflict",
    });
    expect(await fixture.parlour.messages(chatId)).toMatchObject([
      { text: "Hello" },
      { text: "Once" },
      {},
    ]);
    // A new message starts a new chat.
    const next = await again.sendMessage(nextRef(), "Anybody?");
    expect(next.chat_id).not.toBe(chatId);
    expect((await again.next("chat", ({ chat }) => chat.id === next.chat_id)).chat).toMatchObject({
      state: "waiting",
    });
    // A repeated message of the previous chat is acknowledged, without a message in this chat.
    expect(await again.request({ type: "say", ref: once, text: "Once" })).toEqual({
      type: "done",
      ref: once,
    });
    expect((await again.sendMessage(nextRef(), "Hello?")).chat_id).toBe(next.chat_id);
  });

  test("[WG-085] two tabs of a visitor and a third of another: messages, contacts and the read mark reach both, and nobody else", async () => {
    const { win: one, token, chatId } = await startChat();
    const two = await fixture.openWindow({ token });
    const stranger = await fixture.openWindow();
    const sentMessage = await sendReply(chatId, "For you");
    await Promise.all(
      [one, two].map((win) => win.next("message", ({ message }) => message.text === "For you")),
    );
    await one.request({
      type: "contacts",
      ref: nextRef(),
      contacts: { name: "Nadia" },
      by: "visitor",
    });
    expect((await two.next("contacts")).contacts).toMatchObject({ name: "Nadia" });
    one.send({ type: "marks", chat_id: chatId, received: sentMessage.seq, seen: sentMessage.seq });
    expect((await two.next("chat", ({ chat }) => chat.read === sentMessage.seq)).chat.id).toBe(
      chatId,
    );
    await stranger.settle();
    expect(stranger.frames.map(({ type }) => type)).toEqual(["welcome"]);
  });

  test("[WG-023] the line of who comes has his picture", async () => {
    const { win, chatId } = await startChat();
    const photo = "https://shop.example/ann.png";
    expect((await owner.call("PATCH", `operators/${owner.id}`, { photo })).status).toBe(200);
    expect((await owner.call("POST", `chats/${chatId}/accept`, {})).status).toBe(200);
    const { message } = await win.next("message", (frame) => frame.message.code === "accepted");
    expect(message).toMatchObject({ from: "system", name: "", photo, detail: "Ann" });
    await owner.call("PATCH", `operators/${owner.id}`, { photo: null });
  });

  test("[CORE-040] notes, hidden messages and operators' lines are not his; older ones come on demand", async () => {
    const { win, token, chatId } = await startChat();
    await owner.call("POST", `chats/${chatId}/messages`, {
      kind: "note",
      text: "A secret note",
      client_id: nextRef(),
    });
    for (let n = 0; n < 55; n++) await sendReply(chatId, `n${n}`);
    await win.next("message", ({ message }) => message.text === "n54");
    expect(JSON.stringify(win.frames)).not.toContain("secret");
    const lateWindow = await fixture.openWindow({ token });
    const { messages } = await lateWindow.waitForWelcome();
    expect(messages).toHaveLength(50);
    lateWindow.send({ type: "older", ref: "o", chat_id: chatId, before: messages[0]?.seq });
    const older = await lateWindow.next("older");
    expect(older.messages.at(0)).toMatchObject({ text: "Hello", seq: 1 });
    expect(older.more).toBe(false);
    const far = await fixture.openWindow({ token });
    far.send({ type: "older", ref: "f", chat_id: chatId, before: 2 ** 31 });
    expect((await far.closed).code).toBe(4003);
    // A visitor with a different chat.
    const { win: stranger } = await startChat();
    expect(
      await stranger.request({ type: "older", ref: "s", chat_id: chatId, before: 5 }),
    ).toMatchObject({
      type: "failed",
      code: "not_found",
    });
    expect(
      await stranger.request({ type: "rate", ref: "r", chat_id: chatId, rating: "negative" }),
    ).toMatchObject({ code: "not_found" });
    expect(await stranger.request({ type: "close", ref: "c", chat_id: chatId })).toMatchObject({
      code: "not_found",
    });
  });

  test("[CFG-030] more than visitor_burst at once, and more new chats of one address than allowed, are refused with a time", async () => {
    const { win, token, chatId } = await startChat();
    const tabs = [win, await fixture.openWindow({ token })];
    const responses = await Promise.all(
      Array.from({ length: 26 }, (_, n) =>
        (tabs[n % 2] ?? win).request({ type: "say", ref: `b${n}`, text: "x" }),
      ),
    );
    const refused = responses.filter((one) => one.type === "failed");
    expect(refused.length).toBeGreaterThanOrEqual(5);
    expect(refused[0]).toMatchObject({ code: "rate_limited", retry_after_s: 1 });
    expect(
      await win.request({ type: "older", ref: nextRef(), chat_id: chatId, before: 2 }),
    ).toMatchObject({ code: "rate_limited" });

    const options = { headers: { "x-forwarded-for": "192.0.2.77" } };
    const wins = await Promise.all(
      Array.from({ length: 6 }, () => fixture.openWindow({ options })),
    );
    const first = await Promise.all(
      wins.map((one, n) => one.request({ type: "say", ref: `c${n}`, text: "x" })),
    );
    expect(first.filter((one) => one.type === "failed")).toMatchObject([{ code: "rate_limited" }]);
  });
});

describe("what the page and the visitor say", () => {
  test("[WG-034] [WG-080] [WG-032] contacts: stored with their source, validated, live; what operators know is not told to the page", async () => {
    const { win, chatId } = await startChat();
    const sendContacts = (contacts: object, by: "visitor" | "page", more: object = {}) =>
      win.request({ type: "contacts", ref: nextRef(), contacts, by, ...more });
    expect(
      await sendContacts(
        { name: "Nadia", email: "nadia@shop.example", description: "d".repeat(2_000) },
        "page",
      ),
    ).toMatchObject({
      type: "done",
    });
    expect(await sendContacts({ email: "nobody" }, "page")).toMatchObject({
      type: "failed",
      code: "invalid_request",
      field: "email",
    });
    expect(await sendContacts({ phone: "12" }, "page")).toMatchObject({
      type: "failed",
      field: "phone",
    });
    expect(
      await sendContacts({ phone: "+49 30 111", name: "" }, "visitor", { consent: "I agree." }),
    ).toMatchObject({ type: "done" });
    const { visitor } = await fixture.readChat(chatId);
    expect(visitor).toMatchObject({
      name: { value: "Nadia", source: "page" },
      email: { value: "nadia@shop.example", source: "page" },
      phone: { value: "+49 30 111", source: "visitor" },
      consent: { text: "I agree." },
      customer: null,
    });
    expect(visitor.description?.value).toHaveLength(1_000);
    await win.settle();
    // Counts frames before the request, because the frame may arrive before the response.
    const from = win.frames.length;
    await owner.call("PATCH", `visitors/${visitor.number}`, { name: "Known to us" });
    const { contacts } = await win.next("contacts", () => true, from);
    expect(contacts.name).toBe("Nadia");
  });

  test("[WG-263] [FLD-015] an attribute that a field takes is its value, of the visitor or the chat, and others stay", async () => {
    const define = (body: object) =>
      fixture.parlour.owner.call("POST", "fields", { kind: "text", name: "Field", ...body });
    await define({ object: "visitor", key: "page_plan", kind: "one_of", options: ["free", "pro"] });
    await define({ object: "visitor", key: "page_likes", kind: "several_of", options: ["a", "b"] });
    await define({ object: "chat", key: "page_cart", kind: "number" });
    const win = await fixture.openWindow();
    const set = async (attributes: object): Promise<void> => {
      win.send({ type: "attributes", attributes } as never);
      await win.settle();
    };
    await set({ page_plan: "free", page_likes: ["b"], page_cart: "many", color: "red", list: [] });
    const { chat_id: chatId } = await win.sendMessage(nextRef(), "Hello");
    const started = await fixture.readChat(chatId);
    expect(started.visitor.fields).toMatchObject({
      page_plan: { value: "free", source: "page" },
      page_likes: { value: ["b"], source: "page" },
    });
    expect(started).not.toHaveProperty("fields");
    expect(started.attributes).toEqual({ page_cart: "many", color: "red" });
    await set({ page_plan: "pro", page_cart: 3, color: "blue" });
    const isChanged = async (): Promise<boolean> =>
      (await fixture.readChat(chatId)).visitor.fields?.["page_plan"]?.value === "pro";
    await fixture.waitUntil(isChanged, "the new plan");
    const changed = await fixture.readChat(chatId);
    expect(changed.fields).toMatchObject({ page_cart: { value: 3, source: "page" } });
    expect(changed.attributes).toEqual({ color: "blue" });
  });

  test("[WG-040] [WG-041] [WG-042] [WG-043] [WG-044] custom data: kept until a chat starts, replaced live, marked, bounded", async () => {
    const win = await fixture.openWindow();
    win.send({
      type: "custom_data",
      fields: [
        { title: "t".repeat(200), key: "Order", content: "<b>1</b>", link: "javascript:alert(1)" },
        {},
        { content: "two", link: `https://shop.example/${"x".repeat(3_000)}` },
        { content: "three", link: "https://shop.example/3" },
      ],
    });
    win.send({ type: "attributes", attributes: { plan: "gold", seats: 3, trial: false } });
    await win.settle();
    const { chat_id: chatId } = await win.sendMessage(nextRef(), "Hello");
    const data = async (): Promise<Chat["custom_data"]> =>
      (await fixture.readChat(chatId)).custom_data;
    expect(await fixture.readChat(chatId)).toMatchObject({
      attributes: { plan: "gold", seats: 3, trial: false },
    });
    expect(await data()).toEqual([
      {
        title: "t".repeat(100),
        key: "Order",
        content: "<b>1</b>",
        link: null,
        source: "page",
        endpoint: null,
      },
      { title: null, key: null, content: "two", link: null, source: "page", endpoint: null },
      {
        title: null,
        key: null,
        content: "three",
        link: "https://shop.example/3",
        source: "page",
        endpoint: null,
      },
    ]);
    const before = await fixture.parlour.sql(
      "select from journal where chat_id = $1 and name = 'chat_updated'",
      [chatId],
    );
    for (let n = 0; n < 12; n++)
      win.send({ type: "custom_data", fields: [{ content: `burst ${n}` }] });
    await fixture.waitUntil(
      async () => (await data())[0]?.content === "burst 11",
      "the last of a burst",
    );
    const writes =
      (
        await fixture.parlour.sql(
          "select from journal where chat_id = $1 and name = 'chat_updated'",
          [chatId],
        )
      ).length - before.length;
    expect(writes).toBeLessThan(12);
    win.send({ type: "custom_data", fields: [] });
    await fixture.waitUntil(async () => (await data()).length === 0, "the empty list");
    win.send({ type: "page", url: "https://shop.example/cart", title: "Cart" });
    await fixture.waitUntil(
      async () => (await fixture.readChat(chatId)).page?.title === "Cart",
      "the page",
    );
  });

  test("[WG-060] [WH-028] [CORE-023] [WG-206] the invitation that was shown becomes the chat's with the reply, which goes to its department", async () => {
    const created = await owner.call("POST", "departments", {
      name: "Returns",
      operators: [owner.id],
    });
    const department = (created.body as { id: number }).id;
    const win = await fixture.openWindow();
    const { token } = await win.waitForWelcome();
    win.send({ type: "invited", text: "May I help?", department_id: 999_999, by: "rule" });
    await win.settle();
    expect((await (await fixture.openWindow({ token })).waitForWelcome()).invitation).toMatchObject(
      {
        text: "May I help?",
        department_id: null,
      },
    );
    win.send({ type: "invited", text: "Need help?", department_id: department, by: "script" });
    await win.settle();
    // Another tab shows the invitation too.
    const tab = await fixture.openWindow({ token });
    expect((await tab.waitForWelcome()).invitation).toMatchObject({
      text: "Need help?",
      department_id: department,
    });
    const { chat_id: chatId } = await tab.sendMessage(nextRef(), "Yes");
    expect(await fixture.readChat(chatId)).toMatchObject({
      department: { id: department, name: "Returns" },
      session: { utm: { source: "news" } },
    });
    expect(await fixture.parlour.messages(chatId)).toMatchObject([
      { line: { code: "invitation", detail: "Need help?" } },
      { text: "Yes" },
    ]);
    expect((await (await fixture.openWindow({ token })).waitForWelcome()).invitation).toBeNull();
    // An invitation during an open chat is not recorded.
    win.send({ type: "invited", text: "Again?", department_id: null, by: "script" });
    await win.sendMessage(nextRef(), "More");
    expect(
      (await fixture.parlour.messages(chatId)).filter(({ line }) => line?.code === "invitation"),
    ).toHaveLength(1);
  });

  test("[WG-111] the greeting above the first message is stored once, in the window's language; the account's own words go before ours", async () => {
    const widget = await fixture.createWidget("Greeting", {
      texts: { de: { greeting: "Willkommen bei uns!" } },
    });
    const startGreetedChat = async (greeting: string | null) => {
      const win = await fixture.openWindow({ widget_id: widget.public_id });
      await win.waitForWelcome();
      const first = await win.sendMessage(
        nextRef(),
        "Hello",
        greeting === null ? {} : { greeting },
      );
      return { win, chatId: first.chat_id, seq: first.seq };
    };
    const { win, chatId, seq } = await startGreetedChat("de");
    // The window receives the greeting before its message is acknowledged. Operators see a system
    // message.
    expect(win.framesOfType("message")[0]?.message).toMatchObject({
      seq: seq - 1,
      from: "system",
      code: "greeting",
      detail: "Willkommen bei uns!",
    });
    expect(await fixture.parlour.messages(chatId)).toMatchObject([
      {
        text: "Greeting shown to the visitor: Willkommen bei uns!",
        line: { code: "greeting", detail: "Willkommen bei uns!" },
      },
      { text: "Hello" },
    ]);
    await win.sendMessage(nextRef(), "More", { greeting: "de" });
    expect(
      (await fixture.parlour.messages(chatId)).filter(({ line }) => line?.code === "greeting"),
    ).toHaveLength(1);
    const english = await startGreetedChat("en");
    expect((await fixture.parlour.messages(english.chatId))[0]?.line).toMatchObject({
      code: "greeting",
      detail: "Hello. How can we help?",
    });
    // A chat window that was not shown has no greeting.
    const plain = await startGreetedChat(null);
    expect(await fixture.parlour.messages(plain.chatId)).toMatchObject([{ text: "Hello" }]);
    // If the chat starts from an invitation, no greeting is stored.
    const invited = await fixture.openWindow({ widget_id: widget.public_id });
    await invited.waitForWelcome();
    invited.send({ type: "invited", text: "May I help?", department_id: null, by: "rule" });
    const { chat_id: invitedId } = await invited.sendMessage(nextRef(), "Yes", { greeting: "en" });
    expect(await fixture.parlour.messages(invitedId)).toMatchObject([
      { line: { code: "invitation" } },
      { text: "Yes" },
    ]);
  });

  test("[CORE-047] typing goes to the operator, with what is typed where the widget says so; the operator's comes back", async () => {
    const widget = await fixture.createWidget("Preview", { typing_preview: true });
    const { win, chatId } = await startChat({ widget_id: widget.public_id });
    const plain = await startChat();
    const { RealtimeClient: Client } = await import("./realtime-client.ts");
    const operator = new Client(`${fixture.parlour.url.replace("http", "ws")}/api/v1/socket`, {
      headers: { authorization: `Bearer ${owner.key}` },
    });
    await operator.opened;
    operator.send({ type: "hello", after: null });
    await operator.next((frame) => frame["type"] === "live");
    win.send({ type: "typing", typing: true, preview: "Where is" });
    expect(await operator.next((frame) => frame["type"] === "typing")).toMatchObject({
      chat_id: chatId,
      typing: true,
      preview: "Where is",
    });
    plain.win.send({ type: "typing", typing: true, preview: "Secret" });
    const other = await operator.next(
      (frame) => frame["type"] === "typing" && frame["chat_id"] === plain.chatId,
    );
    expect(other).not.toHaveProperty("preview");
    operator.send({ type: "typing", chat_id: chatId, typing: true });
    expect(await win.next("typing")).toMatchObject({ typing: true });
    expect(plain.win.framesOfType("typing")).toEqual([]);
    operator.ws.terminate();
  });
});

test("[WH-012] [WH-020] [WH-025] [WH-026] [WG-046] [WG-034] webhooks of a widget's chat: token, visit, invitation, what the page says, one chat_updated for a burst", async () => {
  const receiver = await startWebhookReceiver();
  try {
    await owner.call("POST", "instance/egress-allow", { add: [`127.0.0.1:${receiver.port}`] });
    const widget = await fixture.createWidget("Hooked", { analytics_ids: true });
    const created = await owner.call("POST", "webhooks", {
      url: `${receiver.url}/hook`,
      channels: [widget.id],
      blocks: ["invitation", "custom_data", "rating_comment"],
    });
    expect(created.status, created.text).toBe(201);
    const win = await fixture.openWindow({
      widget_id: widget.public_id,
      user_token: "u_1",
      cookies: { ga: "GA1.2.123.456", ym: "789" },
    });
    win.send({ type: "invited", text: "Need help?", department_id: null, by: "script" });
    await win.settle();
    const { chat_id: chatId } = await win.sendMessage(nextRef(), "Hello");
    win.send({ type: "custom_data", fields: [{ title: "Cart", content: "3" }] });
    await win.request({
      type: "contacts",
      ref: nextRef(),
      contacts: { name: "Nadia" },
      by: "page",
    });
    await win.request({ type: "user_token", ref: nextRef(), token: "u_2" });
    await fixture.waitUntil(
      async () => (await fixture.readChat(chatId)).custom_data.length === 1,
      "custom data",
    );
    await fixture.parlour.settle();
    await fixture.parlour.clock.advance(3_000);
    await fixture.parlour.settle();
    expect(receiver.requests.map(({ event }) => event)).toEqual(["chat_updated"]);
    expect(receiver.requests[0]?.body).toMatchObject({
      chat_id: chatId,
      widget_id: widget.public_id,
      user_token: "u_2",
      visitor: { name: "Nadia", email: "", number: String((await win.waitForWelcome()).number) },
      page: { url: "https://shop.example/", title: "Shop" },
      session: {
        utm: "source=news",
        utm_json: { source: "news", campaign: "", content: "", medium: "", term: "" },
        ip_addr: expect.stringMatching(/^10\.0\./) as string,
        user_agent: "",
        geoip: { country: "", country_code: "" },
      },
      analytics: { ga: "123.456", ym: "789" },
      invitation: "Need help?",
      custom_data: [{ title: "Cart", content: "3", source: "page" }],
    });
    // Read marks do not cause a chat_updated event.
    const sentMessage = await sendReply(chatId, "Hi");
    await win.next("message", ({ message }) => message.id === sentMessage.id);
    win.send({ type: "marks", chat_id: chatId, received: sentMessage.seq, seen: sentMessage.seq });
    await fixture.waitUntil(
      async () => (await fixture.readChat(chatId)).visitor_read?.seen === sentMessage.seq,
      "the mark",
    );
    await win.request({
      type: "rate",
      ref: nextRef(),
      chat_id: chatId,
      rating: "positive",
      comment: "Quick",
    });
    await win.request({ type: "close", ref: nextRef(), chat_id: chatId });
    await fixture.parlour.settle();
    await fixture.parlour.clock.advance(3_000);
    await fixture.parlour.settle();
    expect(receiver.requests.map(({ event }) => event)).toEqual([
      "chat_updated",
      "chat_accepted",
      "chat_finished",
    ]);
    expect(receiver.requests[2]?.body).toMatchObject({
      rating_comment: "Quick",
      chat: { rate: "positive", invitation: "Need help?" },
    });
    await owner.call("DELETE", `webhooks/${(created.body as { id: number }).id}`);
  } finally {
    await receiver.close();
  }
});

describe("webhooks and the rating", () => {
  /** Closes a chat of a new widget and returns the events that its webhook receives. */
  const closeRatedChat = async (settings: object = {}, webhookFields: object = {}) => {
    const receiver = await startWebhookReceiver();
    await owner.call("POST", "instance/egress-allow", { add: [`127.0.0.1:${receiver.port}`] });
    const widget = await fixture.createWidget("Rated", settings);
    const events = ["chat_finished", "chat_updated"];
    const created = await owner.call("POST", "webhooks", {
      url: receiver.url,
      channels: [widget.id],
      events,
      ...webhookFields,
    });
    expect(created.status, created.text).toBe(201);
    const win = await fixture.openWindow({ widget_id: widget.public_id });
    const { chat_id: chatId } = await win.sendMessage(nextRef(), "Hello");
    expect((await owner.call("POST", `chats/${chatId}/accept`)).status).toBe(200);
    expect((await owner.call("POST", `chats/${chatId}/close`)).status).toBe(200);
    await win.next("chat", ({ chat }) => chat.state === "closed");
    await fixture.parlour.settle();
    const received = () =>
      receiver.requests.map(({ event, body }) => [
        event,
        (body["chat"] as { rate?: unknown } | undefined)?.rate,
      ]);
    const rate = (rating: "positive" | "negative") =>
      win.request({ type: "rate", ref: nextRef(), chat_id: chatId, rating });
    const close = async (): Promise<void> => {
      await owner.call("DELETE", `webhooks/${(created.body as { id: number }).id}`);
      await receiver.close();
    };
    return { receiver, publicId: widget.public_id, win, chatId, received, rate, close };
  };
  const advanceClock = async (ms: number): Promise<void> => {
    await fixture.parlour.clock.advance(ms);
    await fixture.parlour.settle();
  };

  test("[WH-080] [WH-101] chat_finished waits while the window asks, and brings the rating at once when it is given", async () => {
    const { received, rate, close } = await closeRatedChat();
    await advanceClock(30_000);
    expect(received()).toEqual([]);
    await rate("positive");
    await fixture.parlour.settle();
    expect(received()).toEqual([["chat_finished", "positive"]]);
    await advanceClock(120_000);
    expect(received()).toHaveLength(1);
    await close();
  });

  test("[WH-080] [WH-102] without an answer it goes after its time, and the rating that comes later follows in chat_updated", async () => {
    const { receiver, received, rate, close } = await closeRatedChat({}, { rating_wait_s: 20 });
    await advanceClock(19_000);
    expect(received()).toEqual([]);
    await advanceClock(2_000);
    expect(received()).toEqual([["chat_finished", null]]);
    await rate("negative");
    await fixture.parlour.settle();
    expect(received().slice(1)).toEqual([["chat_updated", "negative"]]);
    expect(receiver.requests[1]?.body).toMatchObject({
      chat: { messages: [{ message: "Hello", type: "visitor" }] },
    });
    await close();
  });

  test("[WH-080] it waits over a restart, in its row", async () => {
    const { received, close } = await closeRatedChat({}, { rating_wait_s: 20 });
    await fixture.parlour.restart();
    await fixture.parlour.settle();
    expect(received()).toEqual([]);
    await advanceClock(21_000);
    expect(received()).toEqual([["chat_finished", null]]);
    await close();
  });

  test("[WH-080] [WH-101] it goes when the visitor leaves, but not when the window only changes its page", async () => {
    const { publicId, win, received, close } = await closeRatedChat();
    const { token } = await win.waitForWelcome();
    await win.close();
    const next = await fixture.openWindow({ widget_id: publicId, token });
    await advanceClock(6_000);
    expect(received()).toEqual([]);
    await next.close();
    await fixture.waitUntil(async () => {
      await advanceClock(1_000);
      return received().length > 0;
    }, "the event after the visitor left");
    expect(received()).toEqual([["chat_finished", null]]);
    await close();
  });

  test("[WH-080] [WH-101] it goes at once where no rating is asked: by the widget's setting, by the webhook's, and when the visitor was gone before", async () => {
    for (const [settings, webhookFields] of [
      [{ rating: false }, {}],
      [{}, { rating_wait_s: 0 }],
    ]) {
      const { received, close } = await closeRatedChat(settings, webhookFields);
      expect(received()).toEqual([["chat_finished", null]]);
      await close();
    }
    const receiver = await startWebhookReceiver();
    await owner.call("POST", "instance/egress-allow", { add: [`127.0.0.1:${receiver.port}`] });
    const widget = await fixture.createWidget("Left");
    const created = await owner.call("POST", "webhooks", {
      url: receiver.url,
      channels: [widget.id],
      events: ["chat_finished"],
    });
    const win = await fixture.openWindow({ widget_id: widget.public_id });
    const { chat_id: chatId } = await win.sendMessage(nextRef(), "Hello");
    await win.close();
    await owner.call("POST", `chats/${chatId}/close`);
    await fixture.parlour.settle();
    expect(receiver.requests.map(({ event }) => event)).toEqual(["chat_finished"]);
    await owner.call("DELETE", `webhooks/${(created.body as { id: number }).id}`);
    await receiver.close();
  });

  test("[WH-110] [WH-101] chat_rated follows chat_finished, which it ends the wait of, and each change of the rating is one", async () => {
    const { receiver, received, rate, close } = await closeRatedChat(
      {},
      { events: ["chat_finished", "chat_updated", "chat_rated"] },
    );
    await rate("positive");
    await fixture.parlour.settle();
    expect(received()).toEqual([
      ["chat_finished", "positive"],
      ["chat_rated", undefined],
    ]);
    await rate("negative");
    await fixture.parlour.settle();
    expect(receiver.requests.slice(1)).toMatchObject([
      { event: "chat_rated", seq: 2, body: { rate: "positive", agents: [{ name: "Ann" }] } },
      { event: "chat_rated", seq: 3, body: { rate: "negative" } },
    ]);
    await advanceClock(120_000);
    expect(received()).toHaveLength(3);
    await close();
  });

  test("[WH-080] [WH-102] a webhook of chat_finished alone gets the rating while it waits, and nothing afterwards", async () => {
    const { received, rate, close } = await closeRatedChat({}, { events: ["chat_finished"] });
    await rate("negative");
    await fixture.parlour.settle();
    expect(received()).toEqual([["chat_finished", "negative"]]);
    await rate("positive");
    await fixture.parlour.settle();
    expect(received()).toHaveLength(1);
    await close();
  });
});

test("[CORE-044] [WG-082] the same message said again a day later, when its key is not kept any more, gets the first answer", async () => {
  const { win, token, chatId } = await startChat();
  const once = nextRef();
  const stored = await win.sendMessage(once, "Once");
  win.ws.terminate();
  // Deletes the keys as the sweep does.
  await fixture.parlour.sql("delete from idempotency");
  const again = await fixture.openWindow({ token });
  expect(await again.sendMessage(once, "Once")).toEqual(stored);
  expect((await again.sendMessage(nextRef(), "And now?")).chat_id).toBe(chatId);
});

test("[WG-098] where forms ask for consent, no form and no first message is taken without it; the page's script asks in its own words", async () => {
  const { public_id } = await fixture.createWidget("Consent", {
    texts: { de: { consent: "Ich stimme zu." } },
    contacts: {
      when: "before",
      name: "optional",
      email: "optional",
      phone: "off",
      description: "off",
    },
  });
  const win = await fixture.openWindow({ widget_id: public_id });
  const contacts = { email: "nadia@shop.example" };
  const missing = {
    type: "failed",
    code: "invalid_request",
    field: "consent",
    retry_after_s: null,
  };
  expect(await win.request({ type: "say", ref: nextRef(), text: "Hello" })).toMatchObject(missing);
  expect(
    await win.request({ type: "contacts", ref: nextRef(), contacts, by: "visitor" }),
  ).toMatchObject(missing);
  expect(
    await win.request({ type: "offline", ref: nextRef(), contacts, text: "Hello", by: "visitor" }),
  ).toMatchObject(missing);
  expect(
    await win.request({ type: "contacts", ref: nextRef(), contacts, by: "page" }),
  ).toMatchObject({ type: "done" });
  expect(
    await win.request({ type: "offline", ref: nextRef(), contacts, text: "Hello" }),
  ).toMatchObject({ type: "done" });
  // None of these requests contained the visitor's consent.
  expect(await win.request({ type: "say", ref: nextRef(), text: "Hello" })).toMatchObject(missing);
  const consent = "Ich stimme zu.";
  expect(
    await win.request({ type: "contacts", ref: nextRef(), contacts: {}, by: "visitor", consent }),
  ).toMatchObject({ type: "done" });
  expect(await win.request({ type: "say", ref: nextRef(), text: "Hello" })).toMatchObject({
    type: "done",
  });
  const { token } = await win.waitForWelcome();
  const again = await fixture.openWindow({ widget_id: public_id, token });
  expect((await again.waitForWelcome()).consented).toBe(true);
});
