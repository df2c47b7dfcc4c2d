import type { Delivery } from "@parlour/protocol";
import {
  startIntegrator,
  startMailServer,
  type FakeMailServer,
  type ReceivedMail,
  type TestOperator,
} from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWidgetFixture, type WidgetFixture, type TestWindow } from "./widget-fixture.ts";

/** Tests emails about chats: transcripts for visitors and reminders for administrators. */
let fixture: WidgetFixture;
let owner: TestOperator;
let office: TestOperator;
let server: FakeMailServer;
let integrator: Awaited<ReturnType<typeof startIntegrator>>;

beforeAll(async () => {
  [server, integrator, fixture] = await Promise.all([
    startMailServer(),
    startIntegrator(),
    openWidgetFixture(),
  ]);
  ({ owner } = fixture.parlour);
  office = await fixture.parlour.operator("operator", "Ines");
  await owner.call("PATCH", `channels/${fixture.widget.id}`, { operators: [office.id] });
  expect((await owner.call("PUT", "instance/mail", mailSettings())).status).toBe(200);
});
const mailSettings = () => ({
  host: server.host,
  port: server.port,
  tls: "none",
  from: "Shop <chat@shop.example>",
});
afterAll(async () => {
  await fixture.close();
  await integrator.close();
  await server.stop();
});

let refCount = 0;
const nextRef = (): string => `c${refCount++}`;
const findMails = (address: string): ReceivedMail[] =>
  server.received.filter(({ to }) => to.includes(address));
const readDeliveries = async (query: string): Promise<Delivery[]> =>
  ((await owner.call("GET", `deliveries?kind=mail&${query}`)).body as { items: Delivery[] }).items;

/**
 * Closes the chats that wait, and returns a new operator: emails about waiting chats are not merged
 * with those of other tests (CORE-365).
 */
const createOperatorWithoutChats = async (): Promise<TestOperator> => {
  const { items } = (await owner.call("GET", "chats?state=waiting")).body as {
    items: { id: number }[];
  };
  for (const { id } of items) await owner.call("POST", `chats/${id}/close`);
  return fixture.parlour.operator("operator", "Ines");
};

describe("conversations by mail", () => {
  const closed = async (win: TestWindow, email?: string): Promise<number> => {
    if (email !== undefined)
      await win.request({ type: "contacts", ref: nextRef(), contacts: { email }, by: "visitor" });
    await win.request({ type: "say", ref: nextRef(), text: "Where is <b>it</b>?\nI wait." });
    const { chat_id: id } = (await win.next("message")).message;
    await office.call("POST", `chats/${id}/messages`, {
      kind: "text",
      text: "On its way.",
      client_id: `t${id}`,
    });
    await office.call("POST", `chats/${id}/messages`, {
      kind: "note",
      text: "a secret of ours",
      client_id: `n${id}`,
    });
    await office.call("POST", `chats/${id}/close`);
    await win.next("chat", ({ chat }) => chat.state === "closed");
    return id;
  };
  /** Requests the transcript. Enters the emailed code if the server requires one. */
  const requestTranscript = async (win: TestWindow, id: number, to: string) => {
    const response = await win.request({ type: "transcript", ref: nextRef(), chat_id: id });
    if (response.type !== "failed" || response.code !== "confirmation_needed") return response;
    return win.request({ type: "transcript", ref: nextRef(), chat_id: id, code: codeOf(to) });
  };
  const codeOf = (to: string): string =>
    /\b\d{6}\b/.exec(findMails(to).at(-1)?.text ?? "")?.[0] ?? "none";

  test("[CORE-111] [CORE-050] [CORE-239] [API-239] the visitor has his conversation mailed to what he gave, in his language; three times; the delivery log carries it", async () => {
    const win = await fixture.openWindow({ language: "de" });
    const id = await closed(win, "anna@visitor.example");
    expect(win.framesOfType("chat").at(-1)?.chat.mail).toBe(true);
    expect(await win.request({ type: "transcript", ref: nextRef(), chat_id: id })).toMatchObject({
      code: "confirmation_needed",
      field: "code",
    });
    const frame = {
      type: "transcript",
      ref: nextRef(),
      chat_id: id,
      code: codeOf("anna@visitor.example"),
    };
    expect((await win.request(frame)).type).toBe("done");
    expect((await win.request(frame)).type).toBe("done");
    await fixture.parlour.settle();
    const [code, mail, ...more] = findMails("anna@visitor.example");
    expect(code?.subject).toContain("Ihr Code für");
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: ["anna@visitor.example"],
      subject: expect.stringContaining("Ihr Gespräch mit"),
    });
    expect(mail?.text).toContain("Where is <b>it</b>?\n    I wait.");
    expect(mail?.text).toContain("On its way.");
    expect(mail?.html).toContain("Where is &lt;b&gt;it&lt;/b&gt;?<br />I wait.");
    expect(mail?.raw).not.toContain("secret");
    expect(await readDeliveries(`chat=${id}`)).toMatchObject([
      { event: "transcript", state: "delivered", chat_id: id },
    ]);
    await expect
      .poll(async () => (await fixture.parlour.messages(id)).slice(-2))
      .toMatchObject([
        { line: { code: "transcript_mailed", detail: "anna@visitor.example" } },
        { line: { code: "transcript_mailed_delivered" } },
      ]);
    for (let n = 0; n < 2; n++)
      expect((await win.request({ type: "transcript", ref: nextRef(), chat_id: id })).type).toBe(
        "done",
      );
    expect(await win.request({ type: "transcript", ref: nextRef(), chat_id: id })).toMatchObject({
      type: "failed",
      code: "at_limit",
    });
    expect(await office.call("POST", `chats/${id}/mail-transcript`)).toMatchObject({
      status: 409,
      body: { error: { code: "at_limit" } },
    });
    await win.settle();
    expect(win.framesOfType("chat").at(-1)?.chat.mail).toBeUndefined();
    expect(JSON.stringify(win.frames)).not.toContain("transcript_mailed");
  });
  test("[CORE-162] [CORE-242] without a proof nothing that a visitor wrote leaves, whatever address is given", async () => {
    const victim = "victim@elsewhere.example";
    const win = await fixture.openWindow();
    const id = await closed(win, victim);
    await fixture.parlour.settle();
    const before = server.received.length;
    for (let n = 0; n < 8; n++) {
      const answer = await win.request({
        type: "transcript",
        ref: nextRef(),
        chat_id: id,
        ...(n % 2 === 1 && { code: "000000" }),
      });
      expect(["confirmation_needed", "invalid_request", "rate_limited"]).toContain(
        answer.type === "failed" ? answer.code : answer.type,
      );
    }
    await fixture.parlour.settle();
    const sentMails = server.received.slice(before);
    expect(
      sentMails.every(({ text, to }) => to.includes(victim) && !text.includes("Where is")),
    ).toBe(true);
    expect(sentMails.length).toBeLessThanOrEqual(5);
    expect(await readDeliveries(`chat=${id}`)).toEqual([]);
    // A proof is valid for one visitor. Another visitor must enter a new code, within the same
    // limit.
    const other = await fixture.openWindow();
    const theirs = await closed(other, victim);
    for (let n = 0; n < 5; n++)
      await other.request({ type: "transcript", ref: nextRef(), chat_id: theirs });
    expect(findMails(victim)).toHaveLength(5);
    expect(
      await other.request({ type: "transcript", ref: nextRef(), chat_id: theirs }),
    ).toMatchObject({
      type: "failed",
      code: "rate_limited",
    });
    // No code is sent for an open chat or a chat of another visitor.
    const third = await fixture.openWindow();
    await third.request({
      type: "contacts",
      ref: nextRef(),
      contacts: { email: "third@elsewhere.example" },
      by: "visitor",
    });
    await third.request({ type: "say", ref: nextRef(), text: "Hello" });
    const running = (await third.next("message")).message.chat_id;
    for (const chat of [running, id])
      await third.request({ type: "transcript", ref: nextRef(), chat_id: chat });
    expect(findMails("third@elsewhere.example")).toEqual([]);
  });
  test("[CORE-162] [CORE-242] at most three conversations a day go to an address, from however many chats", async () => {
    const to = "often@visitor.example";
    const answers: string[] = [];
    for (let n = 0; n < 5; n++) {
      const win = await fixture.openWindow();
      const answer = await requestTranscript(win, await closed(win, to), to);
      answers.push(answer.type === "failed" ? answer.code : answer.type);
    }
    expect(answers).toEqual(["done", "done", "done", "rate_limited", "rate_limited"]);
    await fixture.parlour.settle();
    expect(findMails(to).filter(({ text }) => text.includes("Where is"))).toHaveLength(3);
  });
  test("[CORE-163] the owner of an address stops its mail by a link and one press; reading the link changes nothing", async () => {
    const to = "stop@visitor.example";
    const win = await fixture.openWindow({ language: "de" });
    const id = await closed(win, to);
    expect((await requestTranscript(win, id, to)).type).toBe("done");
    await fixture.parlour.settle();
    const link = /\/stop-mail\/[\w-]+/.exec(findMails(to).at(-1)?.text ?? "")?.[0] ?? "none";
    const page = await fetch(`${fixture.parlour.url}${link}`);
    expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await page.text()).toContain("Keine E-Mails dieses Chats mehr an stop@visitor.example?");
    expect(await fixture.parlour.sql("select from mail_refusal")).toEqual([]);
    expect((await fetch(`${fixture.parlour.url}${link.slice(0, -2)}AA`)).status).toBe(404);
    const pressed = await fetch(`${fixture.parlour.url}${link}`, {
      method: "POST",
      body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    });
    expect(await pressed.text()).toContain("Erledigt.");
    const before = findMails(to).length;
    expect((await win.request({ type: "transcript", ref: nextRef(), chat_id: id })).type).toBe(
      "done",
    );
    expect((await office.call("POST", `chats/${id}/mail-transcript`)).status).toBe(200);
    await fixture.parlour.settle();
    expect(findMails(to)).toHaveLength(before);
    expect((await readDeliveries(`chat=${id}`)).map(({ state }) => state).toSorted()).toEqual([
      "dead",
      "dead",
      "delivered",
    ]);
    // Another visitor cannot have a code sent to the same address.
    const other = await fixture.openWindow();
    await other.request({ type: "transcript", ref: nextRef(), chat_id: await closed(other, to) });
    expect(findMails(to)).toHaveLength(before);
  });
  test("[API-239] an operator's request without an address of the visitor answers 400 at email, without mail 409", async () => {
    const win = await fixture.openWindow();
    const id = await closed(win);
    const request = () => office.call("POST", `chats/${id}/mail-transcript`);
    expect(await request()).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_request", field: "email" } },
    });
    expect((await owner.call("DELETE", "instance/mail")).status).toBe(204);
    expect(await request()).toMatchObject({
      status: 409,
      body: { error: { code: "not_available" } },
    });
    expect((await owner.call("PUT", "instance/mail", mailSettings())).status).toBe(200);
  });
  test("[ACT-017] the action mails the transcript to another address, without an address for replies", async () => {
    const win = await fixture.openWindow();
    const id = await closed(win);
    const to = "boss@shop.example";
    const actions = [{ type: "mail_transcript", address: to }];
    expect((await office.call("POST", "chats/bulk", { chats: [id], do: actions })).status).toBe(
      202,
    );
    await fixture.parlour.settle();
    const [mail] = findMails(to);
    expect(mail?.text).toContain("Replies to this email are not read.");
    expect(mail?.headers["reply-to"]).toBeUndefined();
  });
  test("[ACT-038] an action notifies owners and administrators by email", async () => {
    const win = await fixture.openWindow();
    const id = await closed(win);
    const { items } = (await owner.call("GET", "operators")).body as {
      items: { email: string; role: string }[];
    };
    const to = items.find(({ role }) => role === "owner")?.email ?? "";
    const actions = [{ type: "notify", to: "managers", by: "both", text: "Please look." }];
    expect((await office.call("POST", "chats/bulk", { chats: [id], do: actions })).status).toBe(
      202,
    );
    await fixture.parlour.settle();
    const mail = findMails(to).at(-1);
    expect(mail?.text).toContain("Please look.");
    expect(mail?.text).toContain(`/inbox/all/${id}`);
    const deliveries = await readDeliveries(`chat=${id}&event=chat_notice`);
    expect(deliveries.map(({ state }) => state)).toEqual(["delivered"]);
  });
  test("[CORE-111] [CORE-239] no other's chat, no address of the page's or a colleague's word, none before the end", async () => {
    const [win, other] = [await fixture.openWindow(), await fixture.openWindow()];
    await win.request({
      type: "contacts",
      ref: nextRef(),
      contacts: { email: "victim@page.example" },
      by: "page",
    });
    const id = await closed(win);
    const refused = async (sender: TestWindow, chat: number) => {
      const answer = await sender.request({ type: "transcript", ref: nextRef(), chat_id: chat });
      return answer.type === "failed" ? `${answer.code} ${answer.field ?? ""}`.trim() : answer.type;
    };
    expect([await refused(other, id), await refused(win, id), await refused(win, 17)]).toEqual([
      "not_found",
      "invalid_request email",
      "not_found",
    ]);
    // An operator needs no code, because they know the owner of the address.
    expect((await office.call("POST", `chats/${id}/mail-transcript`)).body).toMatchObject({
      id,
      transcripts: 1,
    });
    await fixture.parlour.settle();
    expect(findMails("victim@page.example")).toHaveLength(1);
    await other.request({
      type: "contacts",
      ref: nextRef(),
      contacts: { email: "o@visitor.example" },
      by: "visitor",
    });
    await other.request({ type: "say", ref: nextRef(), text: "Still here" });
    expect(await refused(other, (await other.next("message")).message.chat_id)).toBe(
      "not_available",
    );
    const stranger = await fixture.parlour.operator("operator", "Sly");
    expect((await stranger.call("POST", `chats/${id}/mail-transcript`)).status).toBe(404);
  });
});

describe("reminders by mail", () => {
  test("[CORE-035] [API-012] [API-211] administrators who want it are reminded by mail of who still waits, as long as he does", async () => {
    const ines = await createOperatorWithoutChats();
    const channel = await fixture.parlour.channel(integrator.url, { operators: [ines.id] });
    expect(
      (await owner.call("PUT", "me/mail", { offline: true, missed: true, reminders: true })).body,
    ).toMatchObject({ reminders: true });
    expect(
      (await owner.call("PUT", "me/mail", { offline: true, missed: true })).body,
    ).toMatchObject({ reminders: true });
    await fixture.parlour.sendCustomerMessage(channel, "remind-1", "Does somebody remember me?");
    for (let minutes = 0; minutes < 31; minutes++) {
      await fixture.parlour.clock.advance(60_000);
      await fixture.parlour.settle();
    }
    const reminders = server.received.filter(({ text }) => text.includes("remember me"));
    expect(reminders.map(({ to }) => to.toSorted())).toEqual([[ines.email], [owner.email]]);
    await owner.call("PUT", "me/mail", { offline: true, missed: true, reminders: false });
    const chat = await fixture.parlour.findChat("remind-1");
    await owner.call("POST", `chats/${chat.id}/close`);
  });
});

describe("mail that does not arrive", () => {
  test("[CORE-190] [CORE-191] [CORE-208] lines follow the delivery log, and administrators are reminded at once", async () => {
    const ines = await createOperatorWithoutChats();
    const channel = await fixture.parlour.channel(integrator.url, { operators: [ines.id] });
    const mail = { host: server.host, tls: "none", from: "Shop <chat@shop.example>" };
    expect((await owner.call("PUT", "instance/mail", { ...mail, port: 9 })).status).toBe(200);
    await fixture.parlour.sendCustomerMessage(channel, "no-mail", "Does a mail arrive?");
    for (let minutes = 0; minutes < 6; minutes++) {
      await fixture.parlour.clock.advance(60_000);
      await fixture.parlour.settle();
    }
    const { id } = await fixture.parlour.findChat("no-mail");
    /**
     * Advances the clock exactly to the next attempt. After a longer step, the attempt would time
     * out before the mail server can respond.
     */
    const nextAttempt = async (): Promise<void> => {
      const [delivery] = await readDeliveries(`chat=${id}`);
      await fixture.parlour.clock.advance(
        Date.parse(delivery?.next_at ?? "") - fixture.parlour.clock.now(),
      );
      await fixture.parlour.settle();
    };
    const readMessageCodes = async () =>
      (await fixture.parlour.messages(id)).flatMap(({ line }) => (line ? [line.code] : []));
    await expect
      .poll(readMessageCodes)
      .toEqual(["ladder_mail", "ladder_mail_delayed", "ladder_remind"]);
    const messages = await fixture.parlour.messages(id);
    expect(messages.find(({ line }) => line?.code === "ladder_mail")?.text).toBe(
      "A mail to Ines is being sent",
    );
    expect(messages.find(({ line }) => line?.code === "ladder_mail_delayed")).toMatchObject({
      line: { detail: "connect_failed" },
    });
    expect(await readDeliveries(`chat=${id}`)).toMatchObject([
      { state: "pending", outcome: "connect_failed" },
    ]);
    expect((await owner.call("PUT", "instance/mail", { ...mail, port: server.port })).status).toBe(
      200,
    );
    // A delivery of the same system message may be canceled. It must not suppress the others.
    await fixture.parlour.sql(
      `insert into delivery (account_id, position, endpoint_id, id, order_key, lane_place, event, chat_id, state, outcome, created_at, updated_at)
       select account_id, position, endpoint_id + 1000000, id + 1000000000, order_key, lane_place, event, chat_id, 'dead', 'withdrawn', created_at, updated_at
       from delivery where chat_id = $1 and event = 'chat_waiting'`,
      [id],
    );
    await nextAttempt();
    await expect
      .poll(async () => (await readMessageCodes()).slice(3))
      .toEqual(["ladder_mail_delivered"]);
    expect(await readDeliveries(`chat=${id}`)).toMatchObject([{ state: "delivered" }]);
    await owner.call("POST", `chats/${id}/close`);
  });
});
