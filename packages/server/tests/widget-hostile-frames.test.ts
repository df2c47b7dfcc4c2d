import { readFileSync } from "node:fs";
import { request } from "node:http";
import type { Chat } from "@parlour/protocol";
import type { VisitorOnline } from "@parlour/protocol/api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Client } from "./realtime-client.ts";
import { hello, openWidgetBed, type WidgetBed, type Win } from "./widget-bed.ts";

/**
 * Sends the entries of tests/hostile-inputs.json for the script API (D) and the operator socket
 * (realtime) directly to the visitor socket. Anyone who has its address can send any frame.
 */
interface Entry {
  readonly id: string;
  readonly interface: string;
  readonly input?: { readonly args?: readonly unknown[]; readonly ws?: { readonly path: string; readonly origin?: string } };
}
const all = JSON.parse(readFileSync(new URL("../../../tests/hostile-inputs.json", import.meta.url), "utf8")) as readonly Entry[];
const entry = (id: string): Entry => {
  const found = all.find((one) => one.id === id);
  if (found === undefined) throw new Error(`${id} is not in the file`);
  return found;
};
const argOf = (id: string): unknown => entry(id).input?.args?.[0];

let bed: WidgetBed;
/** An online operator. Without one, the server refuses every call request. */
let operator: Client;
beforeAll(async () => {
  bed = await openWidgetBed();
  const { owner } = bed.parlour;
  expect((await owner.call("PATCH", "call-settings", { enabled: true, driver: "desk" })).status).toBe(200);
  expect((await owner.call("PATCH", `channels/${bed.widget.id}`, { widget: { calls: true } })).status).toBe(200);
  operator = new Client(`${bed.parlour.url.replace("http", "ws")}/api/v1/socket`, { headers: { authorization: `Bearer ${owner.key}` } });
  await operator.opened;
  operator.send({ type: "hello", after: null });
  await operator.next((frame) => frame["type"] === "live");
  expect((await owner.call("PUT", "me/presence", { status: "online" })).status).toBe(200);
});
afterAll(() => bed.close());

/** Sends a frame from a welcomed window and returns the close code. */
async function codeFor(frame: object): Promise<number> {
  const win = await bed.window();
  win.send(frame);
  return (await win.closed).code;
}
const chatWith = async (win: Win): Promise<Chat> => bed.chat((await win.say("first", "Hello")).chat_id);

const runs: Readonly<Record<string, () => Promise<void>>> = {
  async "H-203"() {
    const win = await bed.window();
    const fields = argOf("H-203") as object[];
    win.send({ type: "custom_data", fields });
    expect((await chatWith(win)).custom_data).toMatchObject(fields);
  },
  async "H-204"() {
    const win = await bed.window();
    win.send({ type: "custom_data", fields: argOf("H-204") });
    expect((await chatWith(win)).custom_data).toMatchObject([{ content: "x", link: null }]);
  },
  async "H-207"() {
    expect(await codeFor({ type: "custom_data", fields: Array.from({ length: 51 }, (_, n) => ({ content: `c${n}` })) })).toBe(4003);
    expect(await codeFor({ type: "custom_data", fields: Array.from({ length: 20_000 }, (_, n) => ({ content: `c${n}` })) })).toBe(1009);
  },
  async "H-208"() {
    expect(await codeFor({ type: "user_token", ref: "r", token: argOf("H-208") })).toBe(4003);
  },
  async "H-209"() {
    expect(await codeFor({ type: "user_token", ref: "r", token: "t".repeat(1_025) })).toBe(4003);
    expect(await codeFor({ type: "user_token", ref: "r", token: "t".repeat(1_000_000) })).toBe(1009);
  },
  async "H-210"() {
    const token = String(argOf("H-210"));
    const victim = await bed.window();
    expect((await victim.ask({ type: "user_token", ref: "v", token })).type).toBe("done");
    await victim.say("p", "Private");
    const win = await bed.window({ user_token: token });
    expect(await win.welcomed()).toMatchObject({ chat: null, messages: [], has_written: false });
    expect((await win.ask({ type: "user_token", ref: "u", token })).type).toBe("done");
    const own = (await win.welcomed()).token;
    expect(await (await bed.window({ user_token: token, token: own })).welcomed()).toMatchObject({ chat: null, messages: [] });
  },
  async "H-211"() {
    const win = await bed.window();
    const { name, email, phone, description } = argOf("H-211") as Readonly<Record<string, string>>;
    expect(await win.ask({ type: "contacts", ref: "p", contacts: { phone }, by: "page" })).toMatchObject({
      type: "failed",
      field: "phone",
    });
    expect((await win.ask({ type: "contacts", ref: "n", contacts: { name, email, description }, by: "page" })).type).toBe("done");
    const { visitor } = await chatWith(win);
    expect(visitor.name?.value).toContain("<svg onload=alert(1)>");
    expect([visitor.email?.value, visitor.phone, visitor.description?.value]).toEqual([email, null, "<iframe>"]);
  },
  async "H-213"() {
    const win = await bed.window();
    const answer = await win.ask({ type: "call", ref: "c", phone: String(argOf("H-213")) });
    expect(answer).toMatchObject({ type: "failed", field: "phone" });
  },
  async "H-214"() {
    const win = await bed.window();
    for (let n = 0; n < 15; n++) {
      const answer = await win.ask({ type: "call", ref: `c${n}`, phone: String(argOf("H-214")) });
      expect(answer.type, JSON.stringify(answer)).toBe(n === 0 ? "done" : "failed");
    }
    // Other visitors with the same telephone number do not get past the limit.
    for (let n = 0; n < 5; n++) {
      const more = await bed.window();
      await more.ask({ type: "call", ref: "c", phone: String(argOf("H-214")) });
    }
    const [{ n } = { n: "" }] = await bed.parlour.sql<{ n: string }>("select count(*) as n from record where kind = 'call'");
    expect([1, 2, 3]).toContain(Number(n));
  },
  async "H-215"() {
    const win = await bed.window();
    const text = String(argOf("H-215"));
    win.send({ type: "invited", text, department_id: 1, by: "script" });
    await win.settled();
    const { number } = await win.welcomed();
    const online = (await bed.parlour.owner.call("GET", "visitors/online")).body as { items: VisitorOnline[] };
    expect(online.items.find((one) => one.number === number)?.invitation).toMatchObject({ text, by: "script" });
  },
  async "H-216"() {
    const win = await bed.window();
    win.send({ type: "invited", text: "hi", department_id: entry("H-216").input?.args?.[1], by: "script" });
    expect((await chatWith(win)).department).toBeNull();
  },
  async "H-218"() {
    const win = await bed.window();
    const { email, message } = argOf("H-218") as Readonly<Record<string, string>>;
    expect(await win.ask({ type: "offline", ref: "o", contacts: { email }, text: message })).toMatchObject({ message: "Invalid email" });
  },
  async "H-219"() {
    const long = (length: number) => ({ type: "offline", ref: "o", contacts: { email: "a@b.example" }, text: "m".repeat(length) });
    expect(await (await bed.window()).ask(long(4_001))).toMatchObject({ message: "Message is too long" });
    expect(await codeFor(long(1_000_000))).toBe(1009);
  },
};
/**
 * Entries that can harm only a page or its visitor. They reach the server as valid frames.
 * tests/e2e/widget-hostile.test.ts covers them.
 */
const ofThePage = "H-201 H-202 H-205 H-206 H-212 H-217 H-220 H-221 H-222 H-223 H-224 H-225 H-226 H-227".split(" ");
test.each(Object.keys(runs))("[%s] [WG-010] as a frame at the visitors' socket: nothing is done that a page may not", async (id) => {
  await runs[id]?.();
});
test("[WG-010] every entry of interface D is said to the server, or harms the page alone", () => {
  const due = all.filter((one) => one.interface === "D").map(({ id }) => id);
  expect([...Object.keys(runs), ...ofThePage].toSorted()).toEqual(due.toSorted());
});

test("[API-100] the entries of the visitors' socket are those that are run here and in widget-hostile.test.ts", () => {
  const own = all.filter(({ interface: of, input }) => of === "realtime" && input?.ws?.path === "{WIDGET_WS}");
  expect(own.map(({ id }) => id)).toEqual(["H-322", "H-323"]);
});

/** Returns the status of a handshake at the visitor socket. */
function handshake(headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({
      host: "127.0.0.1",
      port: bed.parlour.port,
      path: "/widget/socket",
      headers: {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
        ...headers,
      },
    });
    asked.on("upgrade", (_, socket) => {
      socket.destroy();
      resolve(101);
    });
    asked.on("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.on("error", reject);
    asked.end();
  });
}
test("[H-298] [H-300] [H-301] [WG-084] pages of other origins, of none and of one like ours do not open the visitors' socket", async () => {
  const own = new URL((await bed.parlour.owner.call("GET", `channels/${bed.widget.id}`)).body.snippet.match(/src="([^"]+)"/)[1] as string)
    .origin;
  expect(await handshake({ origin: own })).toBe(101);
  for (const id of ["H-298", "H-300", "H-301"]) {
    const origin = (entry(id).input?.ws?.origin ?? "").replace("{ORIGIN}", own);
    expect(await handshake({ origin, cookie: "parlour=x" }), origin).toBe(403);
  }
});

test("[H-304] [H-307] [H-309] [H-323] at the visitors' socket: silence ends it, a place that never was is begun anew, nobody writes as another", async () => {
  const silent = await bed.socket();
  await bed.parlour.settle();
  await bed.parlour.clock.advance(11_000);
  expect((await silent.closed).code).toBe(4008);

  const win = await bed.window();
  const { chat_id: chatId } = await win.say("a", "Hello");
  const { token } = await win.welcomed();
  const ahead = await bed.window({ token, after: { chat_id: chatId, seq: Number.MAX_SAFE_INTEGER } });
  expect(await ahead.welcomed()).toMatchObject({ reset: true, messages: [{ text: "Hello" }] });
  const long = await bed.socket();
  long.send(hello(bed.widget.public_id, { token: "e".repeat(60_000) }));
  expect((await long.closed).code).toBe(4003);

  // Routing adds a system message when it offers the chat.
  await bed.parlour.settle();
  const before = await bed.parlour.messages(chatId);
  ahead.send({ type: "say", ref: "h-323", text: "x", author: { kind: "agent", id: 1, name: "Ann" } });
  expect((await ahead.closed).code).toBe(4003);
  expect(await bed.parlour.messages(chatId)).toEqual(before);
});
