import type { Delivery } from "@parlour/protocol";
import type {
  GetStarted,
  MailState,
  MailTestResult,
  OfflineChat,
  OfflineMessageWithDeliveries,
} from "@parlour/protocol/api";
import {
  startIntegrator,
  startMailServer,
  startWebhookReceiver,
  type FakeMailServer,
  type ReceivedMail,
  type TestOperator,
} from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openWidgetFixture, type WidgetFixture, type TestWindow } from "./widget-fixture.ts";

let fixture: WidgetFixture;
let owner: TestOperator;
let server: FakeMailServer;
let office: TestOperator;
let hook: Awaited<ReturnType<typeof startWebhookReceiver>>;
let integrator: Awaited<ReturnType<typeof startIntegrator>>;
const login = { user: "chat@shop.example", password: "s3cret of the mail" };
const buildSettings = () => ({
  host: server.host,
  port: server.port,
  tls: "none",
  ...login,
  from: "Shop <chat@shop.example>",
});

beforeAll(async () => {
  server = await startMailServer({ login });
  hook = await startWebhookReceiver();
  integrator = await startIntegrator();
  fixture = await openWidgetFixture({
    hooks: {
      resolve: (host) =>
        host === "nowhere.example"
          ? Promise.reject(new Error("ENOTFOUND"))
          : Promise.resolve(["127.0.0.1"]),
    },
  });
  ({ owner } = fixture.parlour);
  office = await fixture.parlour.operator("operator", "Ines");
  await owner.call("PATCH", `channels/${fixture.widget.id}`, { operators: [office.id] });
});
/** Sets up mail before each test, because some tests remove it. */
beforeEach(async () => {
  // Work of the previous test may still be pending.
  await fixture.parlour.settle();
  server.refuse(null);
  expect((await owner.call("PUT", "instance/mail", buildSettings())).status).toBe(200);
});
afterAll(async () => {
  await fixture.close();
  for (const one of [hook, integrator]) await one.close();
  await server.stop();
});

let refCount = 0;
const nextRef = (): string => `o${refCount++}`;
const form = { name: "Nadia Ross", email: "nadia@shop.example", phone: "", description: "" };
const sendOfflineMessage = (win: TestWindow, text: string, overrides: object = {}) =>
  win.request({ type: "offline", ref: nextRef(), contacts: form, text, ...overrides });
const readOfflineMessages = async (query = ""): Promise<OfflineMessageWithDeliveries[]> =>
  (
    (await owner.call("GET", `offline-messages${query}`)).body as {
      items: OfflineMessageWithDeliveries[];
    }
  ).items;
const findOfflineMessage = async (text: string): Promise<OfflineMessageWithDeliveries> => {
  const found = (await readOfflineMessages("?limit=200")).find((one) => one.text === text);
  if (found === undefined) throw new Error(`no message ${text}`);
  return found;
};
const findMails = (address: string): ReceivedMail[] =>
  server.received.filter(({ to }) => to.includes(address));
const readDeliveries = async (query: string): Promise<Delivery[]> =>
  ((await owner.call("GET", `deliveries?kind=mail&${query}`)).body as { items: Delivery[] }).items;

/** Advances the clock in steps. The requests of each step end before the next one. */
const advanceClock = async (ms: number): Promise<void> => {
  await fixture.parlour.settle();
  for (let remainingMs = ms; remainingMs > 0; remainingMs -= 5_000) {
    await fixture.parlour.clock.advance(5_000);
    await fixture.parlour.settle();
  }
};

describe("settings of mail", () => {
  test("[CORE-325] [CORE-326] [API-443] windows learn that no answer goes by email; the check list, that a saved server was tested", async () => {
    const readStep = async () =>
      ((await owner.call("GET", "get-started")).body as GetStarted).email;
    expect(await readStep()).toEqual({ from: "Shop <chat@shop.example>", works: false });
    const win = await fixture.openWindow();
    expect((await win.waitForWelcome()).situation.no_email).toBeUndefined();

    await owner.call("DELETE", "instance/mail");
    expect(await readStep()).toBeNull();
    await fixture.parlour.clock.advance(2_000);
    await win.next("situation", ({ situation }) => situation.no_email === true);

    const from = win.frames.length;
    await owner.call("PUT", "instance/mail", buildSettings());
    await fixture.parlour.clock.advance(2_000);
    await win.next("situation", ({ situation }) => situation.no_email === undefined, from);
    expect((await owner.call("POST", "instance/mail/test", {})).body).toMatchObject({ ok: true });
    expect(await readStep()).toMatchObject({ works: true });
    await owner.call("PUT", "instance/mail", buildSettings());
    expect(await readStep()).toMatchObject({ works: false });
    win.ws.close();
  });
  test("[CFG-032] [API-043] [API-357] a test says in words at which step it failed", async () => {
    const ask = async (mail: object): Promise<MailTestResult> =>
      (await owner.call("POST", "instance/mail/test", { mail })).body as MailTestResult;
    await owner.call("DELETE", "instance/mail");
    const before = server.received.length;
    expect((await owner.call("POST", "instance/mail/test", {})).status).toBe(409);
    expect(await ask({ ...buildSettings(), host: "nowhere.example" })).toMatchObject({
      ok: false,
      step: "dns",
    });
    expect(await ask({ ...buildSettings(), port: 9 })).toMatchObject({
      ok: false,
      step: "connect",
    });
    expect(await ask({ ...buildSettings(), password: "another" })).toMatchObject({
      ok: false,
      step: "sign_in",
    });
    expect(await ask({ ...buildSettings(), tls: "starttls" })).toMatchObject({
      ok: false,
      step: "tls",
    });
    server.refuse("sender", 553);
    const refused = await ask(buildSettings());
    expect(refused).toMatchObject({ ok: false, step: "sender", to: owner.email });
    expect(refused.message).toContain("From address");
    expect(refused.reply).toContain("553");
    server.refuse("message", 554);
    expect(await ask(buildSettings())).toMatchObject({ ok: false, step: "message" });
    server.refuse(null);
    expect(server.received).toHaveLength(before);
    expect(await ask(buildSettings())).toMatchObject({ ok: true, step: "sent" });
    const [sent, ...more] = server.received.slice(before);
    expect(more).toEqual([]);
    expect(sent).toMatchObject({ from: "chat@shop.example", to: [owner.email], user: login.user });
    expect(sent?.headers).toMatchObject({
      from: "Shop <chat@shop.example>",
      to: owner.email,
      "auto-submitted": "auto-generated",
    });
  });
  test("[CFG-032] [CORE-125] [API-356] the password is sealed, never read back, and goes to no other server", async () => {
    expect((await office.call("GET", "instance/mail")).status).toBe(403);
    for (const from of ["nobody", "a@b.example\r\nBcc: c@d.example", "a@b.example, c@d.example"])
      expect(
        (await owner.call("PUT", "instance/mail", { ...buildSettings(), from })).body,
      ).toMatchObject({ error: { field: "from" } });
    const set = await owner.call("PUT", "instance/mail", buildSettings());
    expect(set.body).toMatchObject({
      mail: { host: "127.0.0.1", tls: "none", has_password: true },
      managed: false,
    });
    expect(set.text + (await owner.call("GET", "instance/mail")).text).not.toContain(
      login.password,
    );
    const stored = await fixture.parlour.sql<{ all: string }>(
      "select row_to_json(i)::text as all from instance i",
    );
    expect(stored[0]?.all).not.toContain(login.password);
    const { password: _, ...unsaid } = buildSettings();
    expect(
      ((await owner.call("PUT", "instance/mail", unsaid)).body as MailState).mail?.has_password,
    ).toBe(true);
    const moved = await owner.call("POST", "instance/mail/test", {
      mail: { ...unsaid, host: "localhost" },
    });
    expect(moved.body).toMatchObject({ ok: false, step: "sign_in" });
    expect((await office.call("GET", "me/mail")).body).toEqual({
      available: true,
      offline: true,
      missed: true,
      reminders: false,
      faults: true,
    });
  });
});

describe("offline messages", () => {
  test("[WG-063] refused in the order and words of the rule; nothing is stored", async () => {
    const win = await fixture.openWindow();
    const before = (await readOfflineMessages("?limit=200")).length;
    const answers = [
      await win.request({ type: "offline", ref: nextRef(), contacts: {}, text: " " }),
      await win.request({
        type: "offline",
        ref: nextRef(),
        contacts: { name: "a" },
        text: "x".repeat(4001),
      }),
      await win.request({
        type: "offline",
        ref: nextRef(),
        contacts: { email: "not an address", phone: "x" },
        text: "m",
      }),
      await win.request({ type: "offline", ref: nextRef(), contacts: { phone: "12" }, text: "m" }),
      await sendOfflineMessage(win, "x".repeat(4001)),
    ];
    expect(answers.map((one) => (one.type === "failed" ? one.message : "done"))).toEqual([
      "Message is required",
      "Email or phone is required",
      "Invalid email",
      "Invalid phone",
      "Message is too long",
    ]);
    const off = await fixture.createWidget("Silent", {
      offline: { enabled: false, name: "off", email: "off", phone: "off" },
    });
    const silent = await fixture.openWindow({ widget_id: off.public_id });
    expect(await sendOfflineMessage(silent, "hello")).toMatchObject({
      type: "failed",
      message: "Offline messages are disabled",
    });
    for (let n = 0; n < 3; n++)
      expect((await sendOfflineMessage(win, `limit ${n}`, { ref: `limit${n}` })).type).toBe("done");
    // If the response was lost, the repeated message is stored once and does not exceed the limit.
    expect((await sendOfflineMessage(win, "limit 2", { ref: "limit2" })).type).toBe("done");
    expect(await sendOfflineMessage(win, "limit 3")).toMatchObject({
      code: "rate_limited",
      message: "Too many messages",
      retry_after_s: expect.any(Number),
    });
    const stored = await readOfflineMessages("?limit=200");
    expect(stored).toHaveLength(before + 3);
    expect(stored.map((one) => one.text)).toEqual(
      expect.arrayContaining(["limit 0", "limit 1", "limit 2"]),
    );
  });
  test("[CORE-110] [API-060] [WH-032] [CORE-050] [API-284] stored once, announced by webhook and mail, counted", async () => {
    await owner.call("POST", "instance/egress-allow", { add: [new URL(hook.url).host] });
    await owner.call("POST", "webhooks", { url: `${hook.url}/hook`, events: ["offline_message"] });
    const win = await fixture.openWindow();
    const frame = {
      type: "offline",
      ref: "same",
      contacts: { ...form, name: "<b>Nadia</b>\r\nBcc: all@evil.example" },
      text: "Please <i>call</i>\nme",
    };
    expect((await win.request(frame)).type).toBe("done");
    expect((await win.request(frame)).type).toBe("done");
    await fixture.parlour.settle();
    const found = (await readOfflineMessages("?state=new")).filter((one) =>
      one.text.startsWith("Please"),
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      contacts: { email: "nadia@shop.example" },
      visitor: { email: { value: "nadia@shop.example", source: "visitor" } },
      channel: { id: fixture.widget.id },
      page: { url: "https://shop.example/" },
      session: { utm: expect.objectContaining({ source: "news" }) },
      state: "new",
      operator: null,
    });
    const sent = hook.requests.filter(
      (one) =>
        (one.body as { offline_message_id?: string }).offline_message_id === String(found[0]?.id),
    );
    expect(sent).toHaveLength(1);
    const mails = findMails(office.email).filter(({ text }) => text.includes("Please <i>call</i>"));
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.to).toEqual([office.email]);
    expect(Object.keys(mail?.headers ?? {})).not.toContain("bcc");
    expect(mail?.headers["to"]).toBe(office.email);
    expect(mail?.text).toContain(`/offline/${found[0]?.id}`);
    expect(mail?.html).toContain("Please &lt;i&gt;call&lt;/i&gt;<br />me");
    expect(mail?.html).not.toContain("<b>Nadia</b>");
    const counters = (await owner.call("GET", "chats/counters")).body as {
      views: { offline: number };
    };
    expect(counters.views.offline).toBe((await readOfflineMessages("?state=new&limit=200")).length);
    expect(await readDeliveries("event=offline_message")).toContainEqual(
      expect.objectContaining({
        state: "delivered",
        endpoint: expect.objectContaining({ kind: "mail", name: "Mail" }),
      }),
    );
  });
  test("[CORE-110] [API-285] of two who take it at once one has it; done ends it; repeats change nothing", async () => {
    await sendOfflineMessage(await fixture.openWindow(), "take me");
    const { id } = await findOfflineMessage("take me");
    const responses = await Promise.all(
      [office, owner].map((one) => one.call("POST", `offline-messages/${id}/take`)),
    );
    expect(responses.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const conflict = responses.find((one) => one.status === 409);
    expect(conflict?.body).toMatchObject({
      error: { code: "already_accepted", by: expect.anything() },
    });
    const winner = responses[0]?.status === 200 ? office : owner;
    expect((await winner.call("POST", `offline-messages/${id}/take`)).body).toMatchObject({
      state: "taken",
      operator: { id: winner.id },
    });
    expect((await office.call("POST", `offline-messages/${id}/done`)).body).toMatchObject({
      state: "done",
    });
    expect((await office.call("POST", `offline-messages/${id}/done`)).status).toBe(200);
    expect((await readOfflineMessages("?state=done&limit=200")).some((one) => one.id === id)).toBe(
      true,
    );
    const stranger = await fixture.parlour.operator("operator", "Far");
    expect((await stranger.call("GET", `offline-messages/${id}`)).status).toBe(404);
    const developer = await fixture.parlour.operator("developer", "Dev");
    expect((await developer.call("GET", `offline-messages/${id}`)).body).toMatchObject({
      text: "•••",
      contacts: { email: "nadia@shop.example" },
    });
    expect((await developer.call("POST", `offline-messages/${id}/done`)).status).toBe(403);
  });
  test("[CORE-110] [CORE-050] [CORE-238] [API-286] an answer by mail: the server is down and comes back, nothing is lost, it comes once", async () => {
    await sendOfflineMessage(await fixture.openWindow(), "Where is it?\nI wait.");
    await fixture.parlour.settle();
    const { id } = await findOfflineMessage("Where is it?\nI wait.");
    expect(
      (
        await office.call("POST", `offline-messages/${id}/mail`, {
          subject: "a\r\nBcc: b@c.example",
          text: "x",
        })
      ).status,
    ).toBe(400);
    const mailCount = findMails("nadia@shop.example").length;
    await server.stop();
    const key = { "idempotency-key": "answer-1" };
    const body = { subject: "Ihre Bestellung 😀", text: "It is <on> its way.\nInes" };
    const first = await office.call("POST", `offline-messages/${id}/mail`, body, key);
    const again = await office.call("POST", `offline-messages/${id}/mail`, body, key);
    expect(again.body).toEqual(first.body);
    await fixture.parlour.settle();
    const waiting = await findOfflineMessage("Where is it?\nI wait.");
    expect(waiting).toMatchObject({
      state: "done",
      operator: { id: office.id },
      answers: [{ via: "mail", to: "nadia@shop.example" }],
    });
    expect(waiting.deliveries).toMatchObject([
      { state: "pending", attempts: 1, error: { code: "connect_failed" } },
    ]);
    await server.start();
    expect(findMails("nadia@shop.example")).toHaveLength(mailCount);
    await advanceClock(75_000);
    const mails = findMails("nadia@shop.example").slice(mailCount);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ subject: "Ihre Bestellung 😀", from: "chat@shop.example" });
    expect(mails[0]?.text).toContain("It is <on> its way.\nInes");
    expect(mails[0]?.text).toContain("> Where is it?\n> I wait.");
    expect(mails[0]?.html).toContain("It is &lt;on&gt; its way.<br />Ines");
    expect(mails[0]?.headers["auto-submitted"]).toBeUndefined();
    expect((await findOfflineMessage("Where is it?\nI wait.")).deliveries).toMatchObject([
      { state: "delivered", attempts: 2 },
    ]);
  });
  test("[CORE-053] [CORE-050] an address that is refused for good is a dead letter, seen, and sent again by hand", async () => {
    await sendOfflineMessage(await fixture.openWindow(), "dead letter");
    await fixture.parlour.settle();
    const { id } = await findOfflineMessage("dead letter");
    server.refuse("recipient", 550, "nadia@shop.example");
    await office.call("POST", `offline-messages/${id}/mail`, {
      subject: "Hello",
      text: "Nobody reads this yet",
      quote: false,
    });
    await fixture.parlour.settle();
    const [delivery] = (await findOfflineMessage("dead letter")).deliveries;
    expect(delivery).toMatchObject({
      state: "dead",
      outcome: "refused",
      error: { message: expect.stringContaining("does not accept email for this address") },
    });
    const deliveryDetails = (await owner.call("GET", `deliveries/${delivery?.id}`)).body as {
      attempts_made: { status: number; request: { url: string; body: string } }[];
    };
    expect(deliveryDetails.attempts_made).toMatchObject([
      { status: 550, request: { url: `smtp://127.0.0.1:${server.port}` } },
    ]);
    expect(deliveryDetails.attempts_made[0]?.request.body).toContain("Nobody reads this yet");
    server.refuse(null);
    expect((await owner.call("POST", `deliveries/${delivery?.id}/retry`)).status).toBe(200);
    await fixture.parlour.settle();
    expect(
      findMails("nadia@shop.example").filter(
        ({ text }) => text.includes("Nobody reads this yet") && !text.includes(">"),
      ),
    ).toHaveLength(1);
    server.refuse("sender", 451);
    await office.call("POST", `offline-messages/${id}/mail`, {
      subject: "Later",
      text: "Try later",
    });
    await fixture.parlour.settle();
    expect((await findOfflineMessage("dead letter")).deliveries[1]).toMatchObject({
      state: "pending",
      attempts: 1,
    });
    server.refuse(null);
    await advanceClock(75_000);
    expect((await findOfflineMessage("dead letter")).deliveries[1]).toMatchObject({
      state: "delivered",
    });
  });
  test("[CORE-031] [API-060] [API-287] answered in a chat: a first one, later the running one; the visitor reads it", async () => {
    const win = await fixture.openWindow();
    await sendOfflineMessage(win, "chat with me");
    const { id } = await findOfflineMessage("chat with me");
    const created = await office.call("POST", `offline-messages/${id}/chat`);
    const { chat_id: chatId } = created.body as OfflineChat;
    expect(created.body).toMatchObject({
      offline_message: { state: "done", answers: [{ via: "chat", chat_id: chatId }] },
    });
    expect(await fixture.readChat(chatId)).toMatchObject({
      state: "open",
      assignee: { id: office.id },
      channel: { id: fixture.widget.id },
    });
    await office.call("POST", `chats/${chatId}/messages`, {
      kind: "text",
      text: "Here I am",
      client_id: "c1",
    });
    expect(
      (await win.next("message", ({ message }) => message.text === "Here I am")).message.from,
    ).toBe("operator");
    expect(
      ((await office.call("POST", `offline-messages/${id}/chat`)).body as OfflineChat).chat_id,
    ).toBe(chatId);
    await office.call("POST", `chats/${chatId}/close`);
    const next = (await office.call("POST", `offline-messages/${id}/chat`)).body as OfflineChat;
    expect(await fixture.readChat(next.chat_id)).toMatchObject({
      state: "open",
      continues: chatId,
    });
    await office.call("POST", `chats/${next.chat_id}/close`);
  });
  test("[WG-063] [CORE-071] of a blacklisted visitor: done, and nothing stored, learnt or sent", async () => {
    await owner.call("POST", "blacklist", { kind: "email", value: "Spam@evil.example" });
    const win = await fixture.openWindow();
    await fixture.parlour.settle();
    const before = server.received.length;
    expect(
      (
        await sendOfflineMessage(win, "buy now", {
          contacts: { ...form, email: "spam@evil.example" },
        })
      ).type,
    ).toBe("done");
    await fixture.parlour.settle();
    expect((await readOfflineMessages("?limit=200")).some((one) => one.text === "buy now")).toBe(
      false,
    );
    expect(server.received).toHaveLength(before);
    expect(
      win.framesOfType("contacts").some((one) => one.contacts.email === "spam@evil.example"),
    ).toBe(false);
  });
  test("[API-012] [API-211] who wants no mail gets none", async () => {
    expect((await office.call("PUT", "me/mail", { offline: false, missed: true })).body).toEqual({
      available: true,
      offline: false,
      missed: true,
      reminders: false,
      faults: true,
    });
    const before = findMails(office.email).length;
    await sendOfflineMessage(await fixture.openWindow(), "silent for Ines");
    await fixture.parlour.settle();
    expect(findMails(office.email)).toHaveLength(before);
    // The channel has no other operators, so owners are notified.
    expect(findMails(owner.email).some(({ text }) => text.includes("silent for Ines"))).toBe(true);
    await office.call("PUT", "me/mail", { offline: true, missed: true });
  });
});

describe("mail beside offline messages", () => {
  test("[CORE-035] the ladder writes to those who may take the chat; hostile contacts add no header (H-086)", async () => {
    const channel = await fixture.parlour.channel(integrator.url, {
      operators: [office.id, owner.id],
    });
    const sender = {
      name: "Max\r\nBcc: all@evil.example <b>",
      email: "a@b.example\r\nBcc: all@evil.example",
    };
    await fixture.parlour.sendCustomerMessage(
      channel,
      "h-086",
      "Is <script>anybody</script> there?",
      { sender },
    );
    await advanceClock(305_000);
    const [mail, ...more] = server.received.filter(({ text }) => text.includes("anybody"));
    expect(more).toEqual([]);
    expect(mail?.to.toSorted()).toEqual([office.email, owner.email].toSorted());
    expect(Object.keys(mail?.headers ?? {}).filter((name) => name.endsWith("cc"))).toEqual([]);
    expect(mail?.headers["to"]).toMatch(/undisclosed-recipients/);
    expect(mail?.raw.split("\r\n\r\n")[0]).not.toMatch(/^bcc:/im);
    expect(mail?.html).not.toMatch(/<script>|<b>/);
    const chat = await fixture.parlour.findChat("h-086");
    expect(
      (await fixture.parlour.messages(chat.id)).filter((one) => one.line?.code === "ladder_mail"),
    ).toHaveLength(1);
    await advanceClock(60_000);
    expect(server.received.filter(({ text }) => text.includes("anybody"))).toHaveLength(1);
  });
  test("[API-041] [API-298] [API-299] invitation and reset links go out by mail too, and say when that failed", async () => {
    const created = await owner.call("POST", "operators", {
      name: "New <i>One</i>",
      email: "new@desk.example",
      role: "operator",
    });
    expect(created.body).toMatchObject({ invite_url: expect.any(String), mailed: { ok: true } });
    const { id, invite_url: url } = created.body as { id: number; invite_url: string };
    expect(findMails("new@desk.example")[0]?.text).toContain(url);
    expect(findMails("new@desk.example")[0]?.html).toContain("New &lt;i&gt;One&lt;/i&gt;");
    server.refuse("recipient", 550, "new@desk.example");
    expect((await owner.call("POST", `operators/${id}/reset`)).body).toMatchObject({
      reset_url: expect.any(String),
      mailed: { ok: false },
    });
    server.refuse(null);
  });
  test("[CFG-032] switched off: nothing is owed any more, what waited is given up, and nothing can be sent", async () => {
    await sendOfflineMessage(await fixture.openWindow(), "too late");
    const { id } = await findOfflineMessage("too late");
    await fixture.parlour.settle();
    expect((await owner.call("DELETE", "instance/mail")).status).toBe(204);
    expect(
      (await office.call("POST", `offline-messages/${id}/mail`, { subject: "x", text: "x" })).body,
    ).toMatchObject({
      error: { code: "not_available" },
    });
    const before = (await readDeliveries("limit=200")).length;
    await sendOfflineMessage(await fixture.openWindow(), "nobody is told");
    await fixture.parlour.settle();
    expect(await readDeliveries("limit=200")).toHaveLength(before);
    expect((await office.call("GET", "me/mail")).body).toMatchObject({ available: false });
  });
});
