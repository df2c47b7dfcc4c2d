import type { Delivery } from "@parlour/protocol";
import { startIntegrator, startMailServer, type MailServer, type ReceivedMail, type TestOperator } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWidgetBed, type WidgetBed, type Win } from "./widget-bed.ts";

/** Mails about chats: transcripts for visitors and reminders for administrators. */
let bed: WidgetBed;
let owner: TestOperator;
let office: TestOperator;
let server: MailServer;
let integrator: Awaited<ReturnType<typeof startIntegrator>>;

beforeAll(async () => {
  [server, integrator, bed] = await Promise.all([startMailServer(), startIntegrator(), openWidgetBed()]);
  ({ owner } = bed.parlour);
  office = await bed.parlour.operator("operator", "Ines");
  await owner.call("PATCH", `channels/${bed.widget.id}`, { operators: [office.id] });
  const mail = { host: server.host, port: server.port, tls: "none", from: "Shop <chat@shop.example>" };
  expect((await owner.call("PUT", "instance/mail", mail)).status).toBe(200);
});
afterAll(async () => {
  await bed.close();
  await integrator.close();
  await server.stop();
});

let refs = 0;
const ref = (): string => `c${refs++}`;
const mailsTo = (address: string): ReceivedMail[] => server.received.filter(({ to }) => to.includes(address));
const ledger = async (query: string): Promise<Delivery[]> =>
  ((await owner.call("GET", `deliveries?kind=mail&${query}`)).body as { items: Delivery[] }).items;

describe("conversations by mail", () => {
  const closed = async (win: Win, email?: string): Promise<number> => {
    if (email !== undefined) await win.ask({ type: "contacts", ref: ref(), contacts: { email }, by: "visitor" });
    await win.ask({ type: "say", ref: ref(), text: "Where is <b>it</b>?\nI wait." });
    const { chat_id: id } = (await win.next("message")).message;
    await office.call("POST", `chats/${id}/messages`, { kind: "text", text: "On its way.", client_id: `t${id}` });
    await office.call("POST", `chats/${id}/messages`, { kind: "note", text: "a secret of ours", client_id: `n${id}` });
    await office.call("POST", `chats/${id}/close`);
    await win.next("chat", ({ chat }) => chat.state === "closed");
    return id;
  };
  /** Requests the transcript. Enters the mailed code if the server asks for one. */
  const mailed = async (win: Win, id: number, to: string) => {
    const asked = await win.ask({ type: "transcript", ref: ref(), chat_id: id });
    if (asked.type !== "failed" || asked.code !== "confirmation_needed") return asked;
    return win.ask({ type: "transcript", ref: ref(), chat_id: id, code: codeOf(to) });
  };
  const codeOf = (to: string): string => /\b\d{6}\b/.exec(mailsTo(to).at(-1)?.text ?? "")?.[0] ?? "none";

  test("[CORE-111] [CORE-050] the visitor has his conversation mailed to what he gave, in his language; three times; the ledger carries it", async () => {
    const win = await bed.window({ language: "de" });
    const id = await closed(win, "anna@visitor.example");
    expect(win.of("chat").at(-1)?.chat.mail).toBe(true);
    expect(await win.ask({ type: "transcript", ref: ref(), chat_id: id })).toMatchObject({ code: "confirmation_needed", field: "code" });
    const frame = { type: "transcript", ref: ref(), chat_id: id, code: codeOf("anna@visitor.example") };
    expect((await win.ask(frame)).type).toBe("done");
    expect((await win.ask(frame)).type).toBe("done");
    await bed.parlour.settle();
    const [code, mail, ...more] = mailsTo("anna@visitor.example");
    expect(code?.subject).toContain("Ihr Code für");
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: ["anna@visitor.example"], subject: expect.stringContaining("Ihr Gespräch mit") });
    expect(mail?.text).toContain("Where is <b>it</b>?\n    I wait.");
    expect(mail?.text).toContain("On its way.");
    expect(mail?.html).toContain("Where is &lt;b&gt;it&lt;/b&gt;?<br />I wait.");
    expect(mail?.raw).not.toContain("secret");
    expect(await ledger(`chat=${id}`)).toMatchObject([{ event: "transcript", state: "delivered", chat_id: id }]);
    await expect
      .poll(async () => (await bed.parlour.messages(id)).slice(-2))
      .toMatchObject([
        { line: { code: "transcript_mailed", detail: "anna@visitor.example" } },
        { line: { code: "transcript_mailed_delivered" } },
      ]);
    for (let n = 0; n < 2; n++) expect((await win.ask({ type: "transcript", ref: ref(), chat_id: id })).type).toBe("done");
    expect(await win.ask({ type: "transcript", ref: ref(), chat_id: id })).toMatchObject({ type: "failed", code: "at_limit" });
    expect((await office.call("POST", `chats/${id}/mail-transcript`)).body).toMatchObject({ error: { code: "at_limit" } });
    await win.settled();
    expect(win.of("chat").at(-1)?.chat.mail).toBeUndefined();
    expect(JSON.stringify(win.frames)).not.toContain("transcript_mailed");
  });
  test("[CORE-162] without a proof nothing that a visitor wrote leaves, whatever address is given", async () => {
    const victim = "victim@elsewhere.example";
    const win = await bed.window();
    const id = await closed(win, victim);
    await bed.parlour.settle();
    const before = server.received.length;
    for (let n = 0; n < 8; n++) {
      const answer = await win.ask({ type: "transcript", ref: ref(), chat_id: id, ...(n % 2 === 1 && { code: "000000" }) });
      expect(["confirmation_needed", "invalid_request", "rate_limited"]).toContain(answer.type === "failed" ? answer.code : answer.type);
    }
    await bed.parlour.settle();
    const sent = server.received.slice(before);
    expect(sent.every(({ text, to }) => to.includes(victim) && !text.includes("Where is"))).toBe(true);
    expect(sent.length).toBeLessThanOrEqual(5);
    expect(await ledger(`chat=${id}`)).toEqual([]);
    // A proof is valid for one visitor. Another visitor starts again, within the same limit.
    const other = await bed.window();
    const theirs = await closed(other, victim);
    for (let n = 0; n < 5; n++) await other.ask({ type: "transcript", ref: ref(), chat_id: theirs });
    expect(mailsTo(victim)).toHaveLength(5);
    expect(await other.ask({ type: "transcript", ref: ref(), chat_id: theirs })).toMatchObject({ type: "failed", code: "rate_limited" });
    // No code is sent for an open chat or a chat of another visitor.
    const third = await bed.window();
    await third.ask({ type: "contacts", ref: ref(), contacts: { email: "third@elsewhere.example" }, by: "visitor" });
    await third.ask({ type: "say", ref: ref(), text: "Hello" });
    const running = (await third.next("message")).message.chat_id;
    for (const chat of [running, id]) await third.ask({ type: "transcript", ref: ref(), chat_id: chat });
    expect(mailsTo("third@elsewhere.example")).toEqual([]);
  });
  test("[CORE-162] at most three conversations a day go to an address, from however many chats", async () => {
    const to = "often@visitor.example";
    const answers: string[] = [];
    for (let n = 0; n < 5; n++) {
      const win = await bed.window();
      const answer = await mailed(win, await closed(win, to), to);
      answers.push(answer.type === "failed" ? answer.code : answer.type);
    }
    expect(answers).toEqual(["done", "done", "done", "rate_limited", "rate_limited"]);
    await bed.parlour.settle();
    expect(mailsTo(to).filter(({ text }) => text.includes("Where is"))).toHaveLength(3);
  });
  test("[CORE-163] the owner of an address stops its mail by a link and one press; reading the link changes nothing", async () => {
    const to = "stop@visitor.example";
    const win = await bed.window({ language: "de" });
    const id = await closed(win, to);
    expect((await mailed(win, id, to)).type).toBe("done");
    await bed.parlour.settle();
    const link = /\/stop-mail\/[\w-]+/.exec(mailsTo(to).at(-1)?.text ?? "")?.[0] ?? "none";
    const page = await fetch(`${bed.parlour.url}${link}`);
    expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await page.text()).toContain("Keine E-Mails dieses Chats mehr an stop@visitor.example?");
    expect(await bed.parlour.sql("select from mail_refusal")).toEqual([]);
    expect((await fetch(`${bed.parlour.url}${link.slice(0, -2)}AA`)).status).toBe(404);
    const pressed = await fetch(`${bed.parlour.url}${link}`, {
      method: "POST",
      body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    });
    expect(await pressed.text()).toContain("Erledigt.");
    const before = mailsTo(to).length;
    expect((await win.ask({ type: "transcript", ref: ref(), chat_id: id })).type).toBe("done");
    expect((await office.call("POST", `chats/${id}/mail-transcript`)).status).toBe(200);
    await bed.parlour.settle();
    expect(mailsTo(to)).toHaveLength(before);
    expect((await ledger(`chat=${id}`)).map(({ state }) => state).toSorted()).toEqual(["dead", "dead", "delivered"]);
    // Another visitor cannot have a code sent to the same address.
    const other = await bed.window();
    await other.ask({ type: "transcript", ref: ref(), chat_id: await closed(other, to) });
    expect(mailsTo(to)).toHaveLength(before);
  });
  test("[CORE-111] no other's chat, no address of the page's or a colleague's word, none before the end", async () => {
    const [win, other] = [await bed.window(), await bed.window()];
    await win.ask({ type: "contacts", ref: ref(), contacts: { email: "victim@page.example" }, by: "page" });
    const id = await closed(win);
    const refused = async (who: Win, chat: number) => {
      const answer = await who.ask({ type: "transcript", ref: ref(), chat_id: chat });
      return answer.type === "failed" ? `${answer.code} ${answer.field ?? ""}`.trim() : answer.type;
    };
    expect([await refused(other, id), await refused(win, id), await refused(win, 17)]).toEqual([
      "not_found",
      "invalid_request email",
      "not_found",
    ]);
    // An operator needs no code: they know whose address it is.
    expect((await office.call("POST", `chats/${id}/mail-transcript`)).body).toMatchObject({ id, transcripts: 1 });
    await bed.parlour.settle();
    expect(mailsTo("victim@page.example")).toHaveLength(1);
    await other.ask({ type: "contacts", ref: ref(), contacts: { email: "o@visitor.example" }, by: "visitor" });
    await other.ask({ type: "say", ref: ref(), text: "Still here" });
    expect(await refused(other, (await other.next("message")).message.chat_id)).toBe("not_available");
    const stranger = await bed.parlour.operator("operator", "Sly");
    expect((await stranger.call("POST", `chats/${id}/mail-transcript`)).status).toBe(404);
  });
});

describe("reminders by mail", () => {
  test("[CORE-035] [API-012] administrators who want it are reminded by mail of who still waits, as long as he does", async () => {
    const channel = await bed.parlour.channel(integrator.url, { operators: [office.id] });
    expect((await owner.call("PUT", "me/mail", { offline: true, missed: true, reminders: true })).body).toMatchObject({ reminders: true });
    expect((await owner.call("PUT", "me/mail", { offline: true, missed: true })).body).toMatchObject({ reminders: true });
    await bed.parlour.sendCustomerMessage(channel, "remind-1", "Does somebody remember me?");
    for (let minutes = 0; minutes < 31; minutes++) {
      await bed.parlour.clock.advance(60_000);
      await bed.parlour.settle();
    }
    const told = server.received.filter(({ text }) => text.includes("remember me"));
    expect(told.map(({ to }) => to.toSorted())).toEqual([[office.email], [owner.email]]);
    await owner.call("PUT", "me/mail", { offline: true, missed: true, reminders: false });
    const chat = await bed.parlour.findChat("remind-1");
    await owner.call("POST", `chats/${chat.id}/close`);
  });
});

describe("mail that does not arrive", () => {
  test("[CORE-190] [CORE-191] lines follow the delivery log, and administrators are reminded at once", async () => {
    const channel = await bed.parlour.channel(integrator.url, { operators: [office.id] });
    const mail = { host: server.host, tls: "none", from: "Shop <chat@shop.example>" };
    expect((await owner.call("PUT", "instance/mail", { ...mail, port: 9 })).status).toBe(200);
    await bed.parlour.sendCustomerMessage(channel, "no-mail", "Does a mail arrive?");
    for (let minutes = 0; minutes < 6; minutes++) {
      await bed.parlour.clock.advance(60_000);
      await bed.parlour.settle();
    }
    const { id } = await bed.parlour.findChat("no-mail");
    /**
     * Advances exactly to the next attempt. A longer step would pass the attempt's own timeout
     * before the mail server can answer.
     */
    const nextAttempt = async (): Promise<void> => {
      const [mailed] = await ledger(`chat=${id}`);
      await bed.parlour.clock.advance(Date.parse(mailed?.next_at ?? "") - bed.parlour.clock.now());
      await bed.parlour.settle();
    };
    const codes = async () => (await bed.parlour.messages(id)).flatMap(({ line }) => (line ? [line.code] : []));
    await expect.poll(codes).toEqual(["ladder_mail", "ladder_mail_delayed", "ladder_remind"]);
    const said = await bed.parlour.messages(id);
    expect(said.find(({ line }) => line?.code === "ladder_mail")?.text).toBe("A mail to Ines is being sent");
    expect(said.find(({ line }) => line?.code === "ladder_mail_delayed")).toMatchObject({ line: { detail: "connect_failed" } });
    expect(await ledger(`chat=${id}`)).toMatchObject([{ state: "pending", outcome: "connect_failed" }]);
    expect((await owner.call("PUT", "instance/mail", { ...mail, port: server.port })).status).toBe(200);
    // A delivery of the same system message may be canceled. It must not suppress the others.
    await bed.parlour.sql(
      `insert into delivery (account_id, position, endpoint_id, id, order_key, lane_place, event, chat_id, state, outcome, created_at, updated_at)
       select account_id, position, endpoint_id + 1000000, id + 1000000000, order_key, lane_place, event, chat_id, 'dead', 'withdrawn', created_at, updated_at
       from delivery where chat_id = $1 and event = 'chat_waiting'`,
      [id],
    );
    await nextAttempt();
    await expect.poll(async () => (await codes()).slice(3)).toEqual(["ladder_mail_delivered"]);
    expect(await ledger(`chat=${id}`)).toMatchObject([{ state: "delivered" }]);
    await owner.call("POST", `chats/${id}/close`);
  });
});
