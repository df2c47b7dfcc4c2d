import type { Delivery } from "@parlour/protocol";
import { startIntegrator, startMailServer, type MailServer, type TakenMail, type TestOperator } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWidgetBed, type WidgetBed, type Win } from "./widget-bed.ts";

/** Mails about chats: to their visitors, and to administrators who want to be reminded. */
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
const mailsTo = (address: string): TakenMail[] => server.taken.filter(({ to }) => to.includes(address));
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
  test("[CORE-111] [CORE-050] the visitor has his conversation mailed to what he gave, in his language; three times; the ledger carries it", async () => {
    const win = await bed.window({ language: "de" });
    const id = await closed(win, "anna@visitor.example");
    expect(win.of("chat").at(-1)?.chat.mail).toBe(true);
    const frame = { type: "transcript", ref: ref(), chat_id: id };
    expect((await win.ask(frame)).type).toBe("done");
    expect((await win.ask(frame)).type).toBe("done");
    await bed.parlour.settle();
    const [mail, ...more] = mailsTo("anna@visitor.example");
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: ["anna@visitor.example"], subject: expect.stringContaining("Ihr Gespräch mit") });
    expect(mail?.text).toContain("Where is <b>it</b>?\n    I wait.");
    expect(mail?.text).toContain("On its way.");
    expect(mail?.html).toContain("Where is &lt;b&gt;it&lt;/b&gt;?<br />I wait.");
    expect(mail?.raw).not.toContain("secret");
    expect(await ledger(`chat=${id}`)).toMatchObject([{ event: "transcript", state: "delivered", chat_id: id }]);
    expect((await bed.parlour.messages(id)).at(-1)).toMatchObject({ line: { code: "transcript_mailed", detail: "anna@visitor.example" } });
    for (let n = 0; n < 2; n++) expect((await win.ask({ type: "transcript", ref: ref(), chat_id: id })).type).toBe("done");
    expect(await win.ask({ type: "transcript", ref: ref(), chat_id: id })).toMatchObject({ type: "failed", code: "at_limit" });
    expect((await office.call("POST", `chats/${id}/mail-transcript`)).body).toMatchObject({ error: { code: "at_limit" } });
    await win.settled();
    expect(win.of("chat").at(-1)?.chat.mail).toBeUndefined();
    expect(JSON.stringify(win.frames)).not.toContain("transcript_mailed");
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
    // An operator knows whom he writes to.
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
    await bed.parlour.say(channel, "remind-1", "Does somebody remember me?");
    for (let minutes = 0; minutes < 31; minutes++) {
      await bed.parlour.clock.advance(60_000);
      await bed.parlour.settle();
    }
    const told = server.taken.filter(({ text }) => text.includes("remember me"));
    expect(told.map(({ to }) => to.toSorted())).toEqual([[office.email], [owner.email]]);
    await owner.call("PUT", "me/mail", { offline: true, missed: true, reminders: false });
    const chat = await bed.parlour.chatOf("remind-1");
    await owner.call("POST", `chats/${chat.id}/close`);
  });
});
