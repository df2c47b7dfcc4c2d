import type { Delivery } from "@parlour/protocol";
import {
  startIntegrator,
  startMailServer,
  startWebhookReceiver,
  startTestParlour,
} from "@parlour/testkit";
import type {
  FakeIntegrator,
  FakeMailServer,
  FakeWebhook,
  TestOperator,
  TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";

/** Tests emails about outages of endpoints, and the language of operators' emails. */
let parlour: TestParlour;
let owner: TestOperator;
let developer: TestOperator;
let server: FakeMailServer;
let shop: FakeIntegrator;
let hook: FakeWebhook;
let channel: Awaited<ReturnType<TestParlour["channel"]>>;

beforeAll(async () => {
  [server, shop, hook, parlour] = await Promise.all([
    startMailServer(),
    startIntegrator(),
    startWebhookReceiver(),
    startTestParlour(),
  ]);
  ({ owner } = parlour);
  developer = await parlour.operator("developer", "Dev Eloper");
  await parlour.operator("operator", "Ines");
  channel = await parlour.channel(shop.url, { name: "Shop <b>", operators: [owner.id] });
});
afterAll(async () => {
  await parlour.close();
  for (const one of [shop, hook]) await one.close();
  await server.stop();
});

let since = 0;
/**
 * Turns on mail and makes the shop respond. Advances the clock past the time for which an outage is
 * remembered.
 */
beforeEach(async () => {
  const mail = {
    host: server.host,
    port: server.port,
    tls: "none",
    from: "Shop <chat@shop.example>",
  };
  expect((await owner.call("PUT", "instance/mail", mail)).status).toBe(200);
  shop.respondWith("ok");
  await parlour.sendCustomerMessage(channel, "anna", "Where is it?");
  await sendOperatorMessage("anna");
  await advanceClock(16 * minuteMs, minuteMs);
  since = server.received.length;
});
const mailsAbout = (word: string) =>
  server.received.slice(since).filter(({ subject, text }) => `${subject} ${text}`.includes(word));
const advanceClock = async (ms: number, stepMs = 5_000): Promise<void> => {
  await parlour.settle();
  for (let remainingMs = ms; remainingMs > 0; remainingMs -= stepMs) {
    await parlour.clock.advance(Math.min(stepMs, remainingMs));
    await parlour.settle();
  }
};
const minuteMs = 60_000;
const readDeliveries = async (): Promise<Delivery[]> =>
  ((await owner.call("GET", "deliveries?kind=mail&limit=200")).body as { items: Delivery[] }).items;
const readEndpoint = async (
  kind: string,
): Promise<{ id: number; state: string; reason: string | null; failing_since: string | null }> =>
  ((await owner.call("GET", `endpoints?kind=${kind}`)).body as { items: never[] }).items[0] ??
  expect.fail("no endpoint");
/**
 * Sends an operator's message to a visitor of the shop. Waits until it is delivered or has failed.
 */
let messageCount = 0;
const sendOperatorMessage = async (customer: string): Promise<void> => {
  const chat = await parlour.findChat(customer);
  await owner.call("POST", `chats/${chat.id}/messages`, {
    kind: "text",
    text: "On its way.",
    client_id: `f${messageCount++}`,
  });
  await advanceClock(12_000, 3_000);
};

describe("an endpoint in trouble", () => {
  test("[CORE-112] [API-012] [API-211] a channel that fails for five minutes: one mail to those who want it, once per outage", async () => {
    shop.respondWith({ status: 503 });
    await sendOperatorMessage("anna");
    expect((await readEndpoint("channel")).failing_since).not.toBeNull();
    await advanceClock(3 * minuteMs);
    expect(mailsAbout("Shop")).toEqual([]);
    await advanceClock(3 * minuteMs);
    const mails = mailsAbout("Shop <b>");
    expect(mails.map(({ to }) => to.toSorted())).toEqual([
      [developer.email, owner.email].toSorted(),
    ]);
    expect(mails[0]).toMatchObject({ subject: expect.stringContaining("is not responding") });
    expect(mails[0]?.text).toContain("http_error 503");
    expect(mails[0]?.text).toContain(`/settings/channels/${channel.id}`);
    expect(mails[0]?.html).not.toContain("<b>”");
    // The outage continues hours later.
    await sendOperatorMessage("anna");
    await advanceClock(60 * minuteMs, minuteMs);
    await sendOperatorMessage("anna");
    await advanceClock(10 * minuteMs);
    expect(mailsAbout("Shop")).toHaveLength(1);
    // The outage ends. The next one is reported again to operators who have not turned these emails
    // off.
    shop.respondWith("ok");
    await sendOperatorMessage("anna");
    expect((await readEndpoint("channel")).failing_since).toBeNull();
    expect(
      (await developer.call("PUT", "me/mail", { offline: true, missed: true, faults: false })).body,
    ).toMatchObject({ faults: false });
    shop.respondWith("reset");
    await sendOperatorMessage("anna");

    await advanceClock(6 * minuteMs);
    expect(
      mailsAbout("Shop")
        .slice(1)
        .map(({ to }) => to),
    ).toEqual([[owner.email]]);
    await developer.call("PUT", "me/mail", { offline: true, missed: true, faults: true });
  });

  test("[CORE-112] one that is well again in time is not told of, and a customer who is refused is no trouble of the endpoint", async () => {
    const before = (await readDeliveries()).length;
    shop.respondWith({
      status: 200,
      body: JSON.stringify({
        result: "error",
        error: { code: "recipient_blocked", message: "Blocked" },
      }),
    });
    await sendOperatorMessage("anna");
    await advanceClock(6 * minuteMs);
    expect(await readDeliveries()).toHaveLength(before);
    shop.respondWith("ok");
    await sendOperatorMessage("anna");
    shop.respondWith({ status: 500 });
    await sendOperatorMessage("anna");
    shop.respondWith("ok");
    await sendOperatorMessage("anna");
    await advanceClock(6 * minuteMs);
    expect(mailsAbout("Shop")).toEqual([]);
    expect(
      (await readDeliveries()).filter(({ event }) => event === "endpoint_failing").at(0),
    ).toMatchObject({ outcome: "withdrawn" });
  });

  test("[CORE-112] [WH-062] [CORE-243] a webhook that says it is gone is switched off, and the same transaction owes the mail; each reader in his language", async () => {
    await owner.call("POST", "instance/egress-allow", { add: [`127.0.0.1:${hook.port}`] });
    expect(
      (await owner.call("POST", "webhooks", { url: hook.url, events: ["chat_accepted"] })).status,
    ).toBe(201);
    expect((await developer.call("PATCH", "me", { language: "ru" })).status).toBe(200);
    hook.setMode("gone");
    server.refuse("recipient", 450, developer.email);
    await parlour.sendCustomerMessage(channel, "max", "Hello?");
    const chat = await parlour.findChat("max");
    await owner.call("POST", `chats/${chat.id}/accept`);
    await advanceClock(15_000);
    expect(await readEndpoint("webhook")).toMatchObject({ state: "off", reason: "gone" });
    expect(mailsAbout("switched off").map(({ to }) => to)).toEqual([[owner.email]]);
    server.refuse(null);
    await advanceClock(2 * minuteMs);
    const russian = mailsAbout("410").filter(({ to }) => to.includes(developer.email));
    expect(russian).toHaveLength(1);
    expect(russian[0]?.subject).toContain("отправка выключена");
    // An operator who received the email before the repeat receives it only once.
    expect(mailsAbout("switched off")).toHaveLength(1);
    const [mail] = (await readDeliveries()).filter(({ event }) => event === "endpoint_off");
    expect(mail).toMatchObject({ state: "delivered", chat_id: null });
    await developer.call("PATCH", "me", { language: "en" });
  });

  test("[CORE-165] [CORE-251] the owners get a mail about every new outbound address, each in their language, and nobody else does", async () => {
    await owner.call("POST", "instance/egress-allow", { add: [`127.0.0.1:${hook.port}`] });
    expect((await owner.call("PATCH", "me", { language: "ru" })).status).toBe(200);
    const created = await owner.call("POST", "webhooks", {
      url: `${hook.url}/secret-path`,
      events: ["chat_accepted"],
      name: "CRM <b>",
    });
    expect(created.status).toBe(201);
    // The URL is replaced immediately, so the second email contains both URLs.
    const replacedUrl = hook.url.replace("127.0.0.1", "localhost");
    await owner.call("POST", "instance/egress-allow", { add: [`localhost:${hook.port}`] });
    const id = (created.body as { id: number }).id;
    expect((await owner.call("PATCH", `webhooks/${id}`, { url: replacedUrl })).status).toBe(200);
    expect((await owner.call("PATCH", `webhooks/${id}`, { name: "CRM" })).status).toBe(200);
    await advanceClock(minuteMs);
    const mails = mailsAbout("новый URL");
    expect(mails.map(({ to }) => to)).toEqual([[owner.email], [owner.email]]);
    for (const mail of mails) {
      expect(mail.text).toContain(new URL(hook.url).origin);
      expect(mail.text).toContain(`/settings/webhooks/${id}`);
      expect(mail.text).not.toContain("secret-path");
    }
    expect(mails[1]?.text).toContain(new URL(replacedUrl).origin);
    const openedDeliveries = (await readDeliveries()).filter(
      ({ event }) => event === "address_opened",
    );
    expect(openedDeliveries.slice(0, 2)).toMatchObject([
      { state: "delivered" },
      { state: "delivered" },
    ]);
    // The third one is the webhook of the test above.
    expect(openedDeliveries).toHaveLength(3);
    await owner.call("PATCH", "me", { language: "en" });
  });

  test("[RULE-027] owners and administrators get one mail about a rule that switches itself off", async () => {
    const admin = await parlour.operator("admin", "Ada");
    const outsider = await parlour.operator("operator", "Otto");
    const rule = {
      name: "Broken <b>",
      when: { event: "message_by_visitor" },
      do: [{ type: "assign", operator_id: outsider.id }],
    };
    const created = await owner.call("POST", "rules", rule);
    expect(created.status).toBe(201);
    const { id } = created.body as { id: number };
    for (let n = 0; n < 22; n++) await parlour.sendCustomerMessage(channel, "bob", `Hello ${n}`);
    await advanceClock(minuteMs);
    expect((await owner.call("GET", `rules/${id}`)).body).toMatchObject({ enabled: false });
    const mails = mailsAbout("switched itself off");
    expect(mails.map(({ to }) => to.toSorted())).toEqual([[admin.email, owner.email].toSorted()]);
    expect(mails[0]?.subject).toBe("Rule “Broken <b>” switched itself off");
    expect(mails[0]?.text).toContain(`/settings/rules/${id}`);
    const [mail] = (await readDeliveries()).filter(({ event }) => event === "rule_off");
    expect(mail).toMatchObject({ state: "delivered", chat_id: null });
  });

  test("[AGENT-060] owners and administrators get one mail about an agent that stops by itself", async () => {
    const created = await owner.call("POST", "agents", {
      name: "Helper",
      state: "on",
      skip_gates: "A test of the mail.",
    });
    expect(created.status, created.text).toBe(201);
    const { id } = created.body as { id: number };
    await parlour.sql(
      `insert into agent_turn (account_id, delivery_id, bot_id, chat_id, shadow, action, reason, at)
       select a.account_id, -n, a.bot_id, -n, false, 'hand_over', 'topic', now() + interval '100 years' from agent a, generate_series(1, 30) n where a.id = $1`,
      [id],
    );
    await parlour.sendCustomerMessage(channel, "carla", "I want to talk to a human");
    await parlour.settle();
    await advanceClock(minuteMs);
    expect((await owner.call("GET", `agents/${id}`)).body).toMatchObject({ state: "shadow" });
    const mails = mailsAbout("no longer answers visitors");
    expect(mails.map(({ subject }) => subject)).toEqual([
      "Agent “Helper” no longer answers visitors",
    ]);
    expect(mails[0]?.to).toContain(owner.email);
    expect(mails[0]?.text).toContain("people took over more than 40 %");
    expect(mails[0]?.text).toContain(`/settings/agents/${id}`);
    expect((await owner.call("DELETE", `agents/${id}`)).status).toBe(204);
  });

  test("[CORE-112] [MV-081] an old system that fails for five minutes: one mail with the page of its settings, none once it answers again", async () => {
    const oldSystem = await startIntegrator();
    onTestFinished(() => oldSystem.close());
    await owner.call("POST", "instance/egress-allow", { add: ["127.0.0.0/8"] });
    const url = `${oldSystem.url}/channel/abc`;
    const path = "imports/parallel/forwarding";
    expect((await owner.call("PUT", path, { channel_id: channel.id, url })).status).toBe(200);
    onTestFinished(async () => void (await owner.call("DELETE", path)));
    oldSystem.respondWith({ status: 503 });
    await parlour.sendCustomerMessage(channel, "anna", "Hello?");
    // The attempt after 2.5 minutes is too early, the one after 12.5 minutes is not.
    await advanceClock(16 * minuteMs, minuteMs);
    const mails = mailsAbout("old system");
    expect(mails.map(({ subject }) => subject)).toEqual(["The old system is not responding"]);
    expect(mails[0]?.text).toContain("http_error 503");
    expect(mails[0]?.text).toContain("/settings/parallel-run");
    oldSystem.respondWith("ok");
    await advanceClock(60 * minuteMs, minuteMs);
    expect(mailsAbout("old system")).toHaveLength(1);
  });

  test("[CORE-112] without mail nothing is owed and nothing is recorded", async () => {
    expect((await owner.call("DELETE", "instance/mail")).status).toBe(204);
    shop.respondWith({ status: 503 });
    const before = (await readDeliveries()).length;
    await sendOperatorMessage("anna");
    await advanceClock(7 * minuteMs);
    expect(await readDeliveries()).toHaveLength(before);
  });
});
