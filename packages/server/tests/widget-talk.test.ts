import type { Chat } from "@parlour/protocol";
import type { GetStarted } from "@parlour/protocol/api";
import { startWebhookReceiver } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordBackup } from "../src/backup/index.ts";
import { openWidgetBed, talksIn, type WidgetBed } from "./widget-bed.ts";

let bed: WidgetBed;
let owner: WidgetBed["parlour"]["owner"];
beforeAll(async () => {
  bed = await openWidgetBed();
  ({ owner } = bed.parlour);
});
afterAll(() => bed.close());

const { ref, answer, begin } = talksIn(() => bed);
/** Creates a seeded generator, so that a failing run can be repeated. */
const seeded = (seed: number) => (): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

describe("what is missing before visitors come", () => {
  const facts = async () => (await owner.call("GET", "get-started")).body as GetStarted;
  /** Counts the settings changes in the journal. */
  const pushes = async (): Promise<number> =>
    (await bed.parlour.sql<{ n: number }>("select count(*)::int as n from journal where name = 'settings_changed'"))[0]?.n ?? 0;

  test("[API-160] a widget is seen by its script or its connection, with the page, never on Parlour's own pages; made-up sites stay few", async () => {
    const shop = await bed.newWidget("Seen");
    // Other tests of this file use the first widget. This one is loaded last.
    const load = (referer: string) => fetch(`${bed.parlour.url}/widget/${shop.public_id}.js`, { headers: { referer } });
    await load(`${bed.parlour.url}/widget-test/${shop.public_id}?lang=en`);
    await load("about:blank");
    const before = await pushes();
    await load("https://a.example/");
    await bed.until(async () => (await facts()).widget?.channel_id === shop.id, "the script is noted");
    expect((await facts()).widget?.seen).toMatchObject({ origin: "https://a.example", page_url: null, page_title: null });
    await bed.until(async () => (await pushes()) === before + 1, "screens are told of a new site");

    const page = {
      url: "https://a.example/bowl?email=anna%40x.example",
      title: "Ramen\u0000 bowl",
      referrer: "",
      first: "",
      visits: 1,
      pages: 1,
    };
    (await bed.window({ widget_id: shop.public_id, origin: "https://a.example", page })).ws.close();
    await bed.until(async () => (await facts()).widget?.seen?.page_title === "Ramen\uFFFD bowl", "the connection is noted");
    expect((await facts()).widget?.seen?.page_url).toBe("https://a.example/bowl");
    expect(await pushes()).toBe(before + 1);

    // If the widget has a list of sites, other sites are reported separately.
    await owner.call("PATCH", `channels/${shop.id}`, { widget: { origins: ["https://b.example"] } });
    expect((await facts()).widget?.channel_id).not.toBe(shop.id);
    await owner.call("PATCH", `channels/${shop.id}`, { widget: { origins: ["https://a.example"] } });
    await load("https://b.example/");
    await bed.until(async () => (await facts()).widget?.elsewhere?.origin === "https://b.example", "the refused site is named");
    expect((await facts()).widget?.seen?.origin).toBe("https://a.example");

    // Many invented origins are not stored and do not replace the site.
    for (let n = 0; n < 60; n++) await load(`https://flood${n}.example/`);
    await bed.until(async () => (await pushes()) > before + 10, "the flood is noted");
    const rows = await bed.parlour.sql<{ origin: string }>(`select origin from widget_site where channel_id = ${shop.id}`);
    expect(rows.length).toBeLessThanOrEqual(20);
    expect(rows.map(({ origin }) => origin)).toContain("https://a.example");
  });

  test('[API-160] colleague, hours and backup are facts; also "always open" is an answer', async () => {
    const empty = await facts();
    expect([empty.colleague, empty.hours, empty.backup]).toEqual([null, null, null]);
    const made = (await owner.call("POST", "operators", { name: "Ivan", email: "ivan@shop.example", role: "operator" })).body as {
      id: number;
      invite_url: string;
    };
    expect((await facts()).colleague).toEqual({ operator_id: made.id, name: "Ivan", email: "ivan@shop.example", has_accepted: false });
    // Accepting the invitation notifies open screens.
    const before = await pushes();
    const accepted = { token: new URL(made.invite_url).hash.slice(1), password: "teapot lid violin meadow" };
    expect((await bed.parlour.call("POST", "invitations/accept", accepted, { origin: bed.parlour.url })).status).toBe(200);
    expect((await facts()).colleague).toMatchObject({ operator_id: made.id, has_accepted: true });
    expect(await pushes()).toBe(before + 1);
    // Choosing "always open" counts as configured.
    expect((await owner.call("PATCH", "working-hours", { timezone: null })).status).toBe(200);
    expect((await facts()).hours).toEqual({ timezone: null, week: {} });
    await owner.call("PATCH", "working-hours", { timezone: "Europe/London", week: { mon: ["09:00-18:00"] } });
    expect((await facts()).hours).toEqual({ timezone: "Europe/London", week: { mon: ["09:00-18:00"] } });
    await recordBackup(bed.parlour.dataDir, "/elsewhere", { created_at: "2026-01-02T03:04:05.000Z", accounts: [], bytes: 14_000_000 });
    expect((await facts()).backup).toEqual({ created_at: "2026-01-02T03:04:05.000Z", bytes: 14_000_000 });
  });
});

describe("messages", () => {
  test("[WG-086] [CORE-045] cut at random while both write: every message once, in order", async () => {
    const random = seeded(20_261_120);
    const { win: first, token, chatId } = await begin();
    const expected = ["Hello"];
    let win = first;
    const seen: number[] = [];
    for (let n = 0; n < 40; n++) {
      await bed.parlour.clock.advance(1_000);
      if (random() < 0.3) {
        // The window sends its last message and receives the messages it missed.
        const have = win.messages();
        seen.push(...have.map(({ id }) => id));
        win.ws.terminate();
        const missed = random() < 0.5 ? await answer(chatId, `missed ${n}`) : null;
        if (missed !== null) expected.push(missed.text);
        const after = random() < 0.2 ? null : { chat_id: chatId, seq: have.at(-1)?.seq ?? 0 };
        const next = await bed.window({ token, after });
        if (after !== null) {
          const welcome = await next.welcomed();
          expect(welcome.reset).toBe(false);
          const had = new Set(have.map(({ id }) => id));
          expect(welcome.messages.filter(({ id }) => had.has(id))).toEqual([]);
          next.frames.unshift({ ...welcome, reset: true, messages: have });
        }
        win = next;
      }
      const text = `line ${n}`;
      if (random() < 0.5) await win.say(ref(), text);
      else await answer(chatId, text);
      expected.push(text);
    }
    const last = expected.at(-1);
    await bed.until(() => win.messages().some(({ text }) => text === last), "the last message");
    const texts = win
      .messages()
      .filter(({ from }) => from !== "system")
      .map(({ text }) => text);
    expect(texts).toEqual(expected);
    expect(new Set(seen).size).toBeGreaterThan(1);
  });

  test("[CORE-044] [WG-082] the same message said again, over a reconnect and after the chat's end, is stored once and starts no chat", async () => {
    const { win, token, chatId } = await begin();
    const once = ref();
    const stored = await win.say(once, "Once");
    win.ws.terminate();
    const again = await bed.window({ token });
    expect(await again.say(once, "Once")).toEqual(stored);
    expect(await Promise.all([again.say(once, "Once"), again.say(once, "Once")])).toEqual([stored, stored]);
    await bed.until(() => again.of("done").filter((frame) => frame.ref === once).length === 3, "three answers");
    expect((await owner.call("POST", `chats/${chatId}/close`, {})).status).toBe(200);
    await again.next("chat", ({ chat }) => chat.state === "closed");
    expect(await again.say(once, "Once")).toEqual(stored);
    expect(await again.ask({ type: "say", ref: once, text: "Another" })).toMatchObject({ type: "failed", code: "idempotency_conflict" });
    expect(await bed.parlour.messages(chatId)).toMatchObject([{ text: "Hello" }, { text: "Once" }, {}]);
    // A new message starts a new chat.
    const next = await again.say(ref(), "Anybody?");
    expect(next.chat_id).not.toBe(chatId);
    expect((await again.next("chat", ({ chat }) => chat.id === next.chat_id)).chat).toMatchObject({ state: "waiting" });
    // A repeated message of the previous chat is acknowledged, without a message in this chat.
    expect(await again.ask({ type: "say", ref: once, text: "Once" })).toEqual({ type: "done", ref: once });
    expect((await again.say(ref(), "Hello?")).chat_id).toBe(next.chat_id);
  });

  test("[WG-085] two tabs of a visitor and a third of another: messages, contacts and the read mark reach both, and nobody else", async () => {
    const { win: one, token, chatId } = await begin();
    const two = await bed.window({ token });
    const stranger = await bed.window();
    const said = await answer(chatId, "For you");
    await Promise.all([one, two].map((win) => win.next("message", ({ message }) => message.text === "For you")));
    await one.ask({ type: "contacts", ref: ref(), contacts: { name: "Nadia" }, by: "visitor" });
    expect((await two.next("contacts")).contacts).toMatchObject({ name: "Nadia" });
    one.send({ type: "marks", chat_id: chatId, received: said.seq, seen: said.seq });
    expect((await two.next("chat", ({ chat }) => chat.read === said.seq)).chat.id).toBe(chatId);
    await stranger.settled();
    expect(stranger.frames.map(({ type }) => type)).toEqual(["welcome"]);
  });

  test("[WG-023] the line of who comes has his picture", async () => {
    const { win, chatId } = await begin();
    const photo = "https://shop.example/ann.png";
    expect((await owner.call("PATCH", `operators/${owner.id}`, { photo })).status).toBe(200);
    expect((await owner.call("POST", `chats/${chatId}/accept`, {})).status).toBe(200);
    const { message } = await win.next("message", (frame) => frame.message.code === "accepted");
    expect(message).toMatchObject({ from: "system", name: "", photo, detail: "Ann" });
    await owner.call("PATCH", `operators/${owner.id}`, { photo: null });
  });

  test("[CORE-040] notes, hidden messages and operators' lines are not his; older ones come on demand", async () => {
    const { win, token, chatId } = await begin();
    await owner.call("POST", `chats/${chatId}/messages`, { kind: "note", text: "A secret note", client_id: ref() });
    for (let n = 0; n < 55; n++) await answer(chatId, `n${n}`);
    await win.next("message", ({ message }) => message.text === "n54");
    expect(JSON.stringify(win.frames)).not.toContain("secret");
    const late = await bed.window({ token });
    const { messages } = await late.welcomed();
    expect(messages).toHaveLength(50);
    late.send({ type: "older", ref: "o", chat_id: chatId, before: messages[0]?.seq });
    const older = await late.next("older");
    expect(older.messages.at(0)).toMatchObject({ text: "Hello", seq: 1 });
    expect(older.more).toBe(false);
    const far = await bed.window({ token });
    far.send({ type: "older", ref: "f", chat_id: chatId, before: 2 ** 31 });
    expect((await far.closed).code).toBe(4003);
    // A visitor with another chat.
    const { win: stranger } = await begin();
    expect(await stranger.ask({ type: "older", ref: "s", chat_id: chatId, before: 5 })).toMatchObject({
      type: "failed",
      code: "not_found",
    });
    expect(await stranger.ask({ type: "rate", ref: "r", chat_id: chatId, rating: "negative" })).toMatchObject({ code: "not_found" });
    expect(await stranger.ask({ type: "close", ref: "c", chat_id: chatId })).toMatchObject({ code: "not_found" });
  });

  test("[CFG-030] more than visitor_burst at once, and more new chats of one address than allowed, are refused with a time", async () => {
    const { win, token, chatId } = await begin();
    const tabs = [win, await bed.window({ token })];
    const all = await Promise.all(Array.from({ length: 26 }, (_, n) => (tabs[n % 2] ?? win).ask({ type: "say", ref: `b${n}`, text: "x" })));
    const refused = all.filter((one) => one.type === "failed");
    expect(refused.length).toBeGreaterThanOrEqual(5);
    expect(refused[0]).toMatchObject({ code: "rate_limited", retry_after_s: 1 });
    expect(await win.ask({ type: "older", ref: ref(), chat_id: chatId, before: 2 })).toMatchObject({ code: "rate_limited" });

    const options = { headers: { "x-forwarded-for": "192.0.2.77" } };
    const wins = await Promise.all(Array.from({ length: 6 }, () => bed.window({ options })));
    const first = await Promise.all(wins.map((one, n) => one.ask({ type: "say", ref: `c${n}`, text: "x" })));
    expect(first.filter((one) => one.type === "failed")).toMatchObject([{ code: "rate_limited" }]);
  });
});

describe("what the page and the visitor say", () => {
  test("[WG-034] [WG-080] [WG-032] contacts: stored with their source, validated, live; what operators know is not told to the page", async () => {
    const { win, chatId } = await begin();
    const say = (contacts: object, by: "visitor" | "page", more: object = {}) =>
      win.ask({ type: "contacts", ref: ref(), contacts, by, ...more });
    expect(await say({ name: "Nadia", email: "nadia@shop.example", description: "d".repeat(2_000) }, "page")).toMatchObject({
      type: "done",
    });
    expect(await say({ email: "nobody" }, "page")).toMatchObject({ type: "failed", code: "invalid_request", field: "email" });
    expect(await say({ phone: "12" }, "page")).toMatchObject({ type: "failed", field: "phone" });
    expect(await say({ phone: "+49 30 111", name: "" }, "visitor", { consent: "I agree." })).toMatchObject({ type: "done" });
    const { visitor } = await bed.chat(chatId);
    expect(visitor).toMatchObject({
      name: { value: "Nadia", source: "page" },
      email: { value: "nadia@shop.example", source: "page" },
      phone: { value: "+49 30 111", source: "visitor" },
      consent: { text: "I agree." },
      customer: null,
    });
    expect(visitor.description?.value).toHaveLength(1_000);
    await win.settled();
    // Counts frames before the request, because the frame may arrive before the response.
    const from = win.frames.length;
    await owner.call("PATCH", `visitors/${visitor.number}`, { name: "Known to us" });
    const { contacts } = await win.next("contacts", () => true, from);
    expect(contacts.name).toBe("Nadia");
  });

  test("[WG-040] [WG-041] [WG-042] [WG-043] [WG-044] custom data: kept until a chat starts, replaced live, marked, bounded", async () => {
    const win = await bed.window();
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
    await win.settled();
    const { chat_id: chatId } = await win.say(ref(), "Hello");
    const data = async (): Promise<Chat["custom_data"]> => (await bed.chat(chatId)).custom_data;
    expect(await bed.chat(chatId)).toMatchObject({ attributes: { plan: "gold", seats: 3, trial: false } });
    expect(await data()).toEqual([
      { title: "t".repeat(100), key: "Order", content: "<b>1</b>", link: null, source: "page", endpoint: null },
      { title: null, key: null, content: "two", link: null, source: "page", endpoint: null },
      { title: null, key: null, content: "three", link: "https://shop.example/3", source: "page", endpoint: null },
    ]);
    const before = await bed.parlour.sql("select from journal where chat_id = $1 and name = 'chat_updated'", [chatId]);
    for (let n = 0; n < 12; n++) win.send({ type: "custom_data", fields: [{ content: `burst ${n}` }] });
    await bed.until(async () => (await data())[0]?.content === "burst 11", "the last of a burst");
    const writes =
      (await bed.parlour.sql("select from journal where chat_id = $1 and name = 'chat_updated'", [chatId])).length - before.length;
    expect(writes).toBeLessThan(12);
    win.send({ type: "custom_data", fields: [] });
    await bed.until(async () => (await data()).length === 0, "the empty list");
    win.send({ type: "page", url: "https://shop.example/cart", title: "Cart" });
    await bed.until(async () => (await bed.chat(chatId)).page?.title === "Cart", "the page");
  });

  test("[WG-060] [WH-028] [CORE-023] the invitation that was shown becomes the chat's with the reply, which goes to its department", async () => {
    const made = await owner.call("POST", "departments", { name: "Returns", operators: [owner.id] });
    const department = (made.body as { id: number }).id;
    const win = await bed.window();
    const { token } = await win.welcomed();
    win.send({ type: "invited", text: "May I help?", department_id: 999_999, by: "rule" });
    await win.settled();
    expect((await (await bed.window({ token })).welcomed()).invitation).toMatchObject({ text: "May I help?", department_id: null });
    win.send({ type: "invited", text: "Need help?", department_id: department, by: "script" });
    await win.settled();
    // Another tab shows the invitation too.
    const tab = await bed.window({ token });
    expect((await tab.welcomed()).invitation).toMatchObject({ text: "Need help?", department_id: department });
    const { chat_id: chatId } = await tab.say(ref(), "Yes");
    expect(await bed.chat(chatId)).toMatchObject({ department: { id: department, name: "Returns" }, session: { utm: { source: "news" } } });
    expect(await bed.parlour.messages(chatId)).toMatchObject([{ line: { code: "invitation", detail: "Need help?" } }, { text: "Yes" }]);
    expect((await (await bed.window({ token })).welcomed()).invitation).toBeNull();
    // An invitation during an open chat is not recorded.
    win.send({ type: "invited", text: "Again?", department_id: null, by: "script" });
    await win.say(ref(), "More");
    expect((await bed.parlour.messages(chatId)).filter(({ line }) => line?.code === "invitation")).toHaveLength(1);
  });

  test("[WG-111] the greeting above the first message is stored once, in the window's language; the account's own words go before ours", async () => {
    const widget = await bed.newWidget("Greeting", { texts: { de: { greeting: "Willkommen bei uns!" } } });
    const begun = async (greeting: string | null) => {
      const win = await bed.window({ widget_id: widget.public_id });
      await win.welcomed();
      const first = await win.say(ref(), "Hello", greeting === null ? {} : { greeting });
      return { win, chatId: first.chat_id, seq: first.seq };
    };
    const { win, chatId, seq } = await begun("de");
    // The window receives the greeting before its message is acknowledged. Operators see a system
    // message.
    expect(win.of("message")[0]?.message).toMatchObject({ seq: seq - 1, from: "system", code: "greeting", detail: "Willkommen bei uns!" });
    expect(await bed.parlour.messages(chatId)).toMatchObject([
      { text: "Greeting shown to the visitor: Willkommen bei uns!", line: { code: "greeting", detail: "Willkommen bei uns!" } },
      { text: "Hello" },
    ]);
    await win.say(ref(), "More", { greeting: "de" });
    expect((await bed.parlour.messages(chatId)).filter(({ line }) => line?.code === "greeting")).toHaveLength(1);
    const english = await begun("en");
    expect((await bed.parlour.messages(english.chatId))[0]?.line).toMatchObject({ code: "greeting", detail: "Hello. How can we help?" });
    // A window that was not displayed showed no greeting.
    const plain = await begun(null);
    expect(await bed.parlour.messages(plain.chatId)).toMatchObject([{ text: "Hello" }]);
    // If the chat starts from an invitation, no greeting is stored.
    const invited = await bed.window({ widget_id: widget.public_id });
    await invited.welcomed();
    invited.send({ type: "invited", text: "May I help?", department_id: null, by: "rule" });
    const { chat_id: invitedId } = await invited.say(ref(), "Yes", { greeting: "en" });
    expect(await bed.parlour.messages(invitedId)).toMatchObject([{ line: { code: "invitation" } }, { text: "Yes" }]);
  });

  test("[CORE-047] typing goes to the operator, with what is typed where the widget says so; the operator's comes back", async () => {
    const widget = await bed.newWidget("Preview", { typing_preview: true });
    const { win, chatId } = await begin({ widget_id: widget.public_id });
    const plain = await begin();
    const { Client } = await import("./realtime-client.ts");
    const operator = new Client(`${bed.parlour.url.replace("http", "ws")}/api/v1/socket`, {
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
    const other = await operator.next((frame) => frame["type"] === "typing" && frame["chat_id"] === plain.chatId);
    expect(other).not.toHaveProperty("preview");
    operator.send({ type: "typing", chat_id: chatId, typing: true });
    expect(await win.next("typing")).toMatchObject({ typing: true });
    expect(plain.win.of("typing")).toEqual([]);
    operator.ws.terminate();
  });
});

test("[WH-012] [WH-020] [WH-025] [WH-026] [WG-046] [WG-034] webhooks of a widget's chat: token, visit, invitation, what the page says, one chat_updated for a burst", async () => {
  const receiver = await startWebhookReceiver();
  try {
    await owner.call("POST", "instance/egress-allow", { add: [`127.0.0.1:${receiver.port}`] });
    const widget = await bed.newWidget("Hooked", { analytics_ids: true });
    const made = await owner.call("POST", "webhooks", {
      url: `${receiver.url}/hook`,
      channels: [widget.id],
      blocks: ["invitation", "custom_data", "rating_comment"],
    });
    expect(made.status, made.text).toBe(201);
    const win = await bed.window({ widget_id: widget.public_id, user_token: "u_1", cookies: { ga: "GA1.2.123.456", ym: "789" } });
    win.send({ type: "invited", text: "Need help?", department_id: null, by: "script" });
    await win.settled();
    const { chat_id: chatId } = await win.say(ref(), "Hello");
    win.send({ type: "custom_data", fields: [{ title: "Cart", content: "3" }] });
    await win.ask({ type: "contacts", ref: ref(), contacts: { name: "Nadia" }, by: "page" });
    await win.ask({ type: "user_token", ref: ref(), token: "u_2" });
    await bed.until(async () => (await bed.chat(chatId)).custom_data.length === 1, "custom data");
    await bed.parlour.clock.advance(3_000);
    await bed.parlour.settle();
    expect(receiver.requests.map(({ event }) => event)).toEqual(["chat_updated"]);
    expect(receiver.requests[0]?.body).toMatchObject({
      chat_id: chatId,
      widget_id: widget.public_id,
      user_token: "u_2",
      visitor: { name: "Nadia", email: "", number: String((await win.welcomed()).number) },
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
    const said = await answer(chatId, "Hi");
    await win.next("message", ({ message }) => message.id === said.id);
    win.send({ type: "marks", chat_id: chatId, received: said.seq, seen: said.seq });
    await bed.until(async () => (await bed.chat(chatId)).visitor_read?.seen === said.seq, "the mark");
    await win.ask({ type: "rate", ref: ref(), chat_id: chatId, rating: "positive", comment: "Quick" });
    await win.ask({ type: "close", ref: ref(), chat_id: chatId });
    await bed.parlour.clock.advance(3_000);
    await bed.parlour.settle();
    expect(receiver.requests.map(({ event }) => event)).toEqual(["chat_updated", "chat_accepted", "chat_finished"]);
    expect(receiver.requests[2]?.body).toMatchObject({
      rating_comment: "Quick",
      chat: { rate: "positive", invitation: "Need help?" },
    });
    await owner.call("DELETE", `webhooks/${(made.body as { id: number }).id}`);
  } finally {
    await receiver.close();
  }
});

describe("webhooks and the rating", () => {
  /** Closes a chat of a new widget and returns the events that its webhook receives. */
  const ended = async (settings: object = {}, hook: object = {}) => {
    const receiver = await startWebhookReceiver();
    await owner.call("POST", "instance/egress-allow", { add: [`127.0.0.1:${receiver.port}`] });
    const widget = await bed.newWidget("Rated", settings);
    const events = ["chat_finished", "chat_updated"];
    const made = await owner.call("POST", "webhooks", { url: receiver.url, channels: [widget.id], events, ...hook });
    expect(made.status, made.text).toBe(201);
    const win = await bed.window({ widget_id: widget.public_id });
    const { chat_id: chatId } = await win.say(ref(), "Hello");
    expect((await owner.call("POST", `chats/${chatId}/accept`)).status).toBe(200);
    expect((await owner.call("POST", `chats/${chatId}/close`)).status).toBe(200);
    await win.next("chat", ({ chat }) => chat.state === "closed");
    await bed.parlour.settle();
    const received = () => receiver.requests.map(({ event, body }) => [event, (body["chat"] as { rate?: unknown } | undefined)?.rate]);
    const rate = (rating: "positive" | "negative") => win.ask({ type: "rate", ref: ref(), chat_id: chatId, rating });
    const close = async (): Promise<void> => {
      await owner.call("DELETE", `webhooks/${(made.body as { id: number }).id}`);
      await receiver.close();
    };
    return { receiver, publicId: widget.public_id, win, chatId, received, rate, close };
  };
  const pass = async (ms: number): Promise<void> => {
    await bed.parlour.clock.advance(ms);
    await bed.parlour.settle();
  };

  test("[WH-080] chat_finished waits while the window asks, and brings the rating at once when it is given", async () => {
    const { received, rate, close } = await ended();
    await pass(30_000);
    expect(received()).toEqual([]);
    await rate("positive");
    await bed.parlour.settle();
    expect(received()).toEqual([["chat_finished", "positive"]]);
    await pass(120_000);
    expect(received()).toHaveLength(1);
    await close();
  });

  test("[WH-080] without an answer it goes after its time, and the rating that comes later follows in chat_updated", async () => {
    const { receiver, received, rate, close } = await ended({}, { rating_wait_s: 20 });
    await pass(19_000);
    expect(received()).toEqual([]);
    await pass(2_000);
    expect(received()).toEqual([["chat_finished", null]]);
    await rate("negative");
    await bed.parlour.settle();
    expect(received().slice(1)).toEqual([["chat_updated", "negative"]]);
    expect(receiver.requests[1]?.body).toMatchObject({ chat: { messages: [{ message: "Hello", type: "visitor" }] } });
    await close();
  });

  test("[WH-080] it waits over a restart, in its row", async () => {
    const { received, close } = await ended({}, { rating_wait_s: 20 });
    await bed.parlour.restart();
    await bed.parlour.settle();
    expect(received()).toEqual([]);
    await pass(21_000);
    expect(received()).toEqual([["chat_finished", null]]);
    await close();
  });

  test("[WH-080] it goes when the visitor leaves, but not when the window only changes its page", async () => {
    const { publicId, win, received, close } = await ended();
    const { token } = await win.welcomed();
    await win.end();
    const next = await bed.window({ widget_id: publicId, token });
    await pass(6_000);
    expect(received()).toEqual([]);
    await next.end();
    await bed.until(async () => {
      await pass(1_000);
      return received().length > 0;
    }, "the event after the visitor left");
    expect(received()).toEqual([["chat_finished", null]]);
    await close();
  });

  test("[WH-080] it goes at once where no rating is asked: by the widget's setting, by the webhook's, and when the visitor was gone before", async () => {
    for (const [settings, hook] of [
      [{ rating: false }, {}],
      [{}, { rating_wait_s: 0 }],
    ]) {
      const { received, close } = await ended(settings, hook);
      expect(received()).toEqual([["chat_finished", null]]);
      await close();
    }
    const receiver = await startWebhookReceiver();
    await owner.call("POST", "instance/egress-allow", { add: [`127.0.0.1:${receiver.port}`] });
    const widget = await bed.newWidget("Left");
    const made = await owner.call("POST", "webhooks", { url: receiver.url, channels: [widget.id], events: ["chat_finished"] });
    const win = await bed.window({ widget_id: widget.public_id });
    const { chat_id: chatId } = await win.say(ref(), "Hello");
    await win.end();
    await owner.call("POST", `chats/${chatId}/close`);
    await bed.parlour.settle();
    expect(receiver.requests.map(({ event }) => event)).toEqual(["chat_finished"]);
    await owner.call("DELETE", `webhooks/${(made.body as { id: number }).id}`);
    await receiver.close();
  });

  test("[WH-080] a webhook of chat_finished alone gets the rating while it waits, and nothing afterwards", async () => {
    const { received, rate, close } = await ended({}, { events: ["chat_finished"] });
    await rate("negative");
    await bed.parlour.settle();
    expect(received()).toEqual([["chat_finished", "negative"]]);
    await rate("positive");
    await bed.parlour.settle();
    expect(received()).toHaveLength(1);
    await close();
  });
});

test("[CORE-044] [WG-082] the same message said again a day later, when its key is not kept any more, gets the first answer", async () => {
  const { win, token, chatId } = await begin();
  const once = ref();
  const stored = await win.say(once, "Once");
  win.ws.terminate();
  // Deletes the keys as the sweep does.
  await bed.parlour.sql("delete from idempotency");
  const again = await bed.window({ token });
  expect(await again.say(once, "Once")).toEqual(stored);
  expect((await again.say(ref(), "And now?")).chat_id).toBe(chatId);
});

test("[WG-098] where forms ask for consent, no form and no first message is taken without it; the page's script asks in its own words", async () => {
  const { public_id } = await bed.newWidget("Consent", {
    texts: { de: { consent: "Ich stimme zu." } },
    contacts: { when: "before", name: "optional", email: "optional", phone: "off", description: "off" },
  });
  const win = await bed.window({ widget_id: public_id });
  const contacts = { email: "nadia@shop.example" };
  const missing = { type: "failed", code: "invalid_request", field: "consent", retry_after_s: null };
  expect(await win.ask({ type: "say", ref: ref(), text: "Hello" })).toMatchObject(missing);
  expect(await win.ask({ type: "contacts", ref: ref(), contacts, by: "visitor" })).toMatchObject(missing);
  expect(await win.ask({ type: "offline", ref: ref(), contacts, text: "Hello", by: "visitor" })).toMatchObject(missing);
  expect(await win.ask({ type: "contacts", ref: ref(), contacts, by: "page" })).toMatchObject({ type: "done" });
  expect(await win.ask({ type: "offline", ref: ref(), contacts, text: "Hello" })).toMatchObject({ type: "done" });
  // None of these requests contained a consent.
  expect(await win.ask({ type: "say", ref: ref(), text: "Hello" })).toMatchObject(missing);
  const consent = "Ich stimme zu.";
  expect(await win.ask({ type: "contacts", ref: ref(), contacts: {}, by: "visitor", consent })).toMatchObject({ type: "done" });
  expect(await win.ask({ type: "say", ref: ref(), text: "Hello" })).toMatchObject({ type: "done" });
  const { token } = await win.welcomed();
  const again = await bed.window({ widget_id: public_id, token });
  expect((await again.welcomed()).consented).toBe(true);
});
