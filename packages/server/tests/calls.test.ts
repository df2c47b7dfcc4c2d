import type { Call, Channel, Message } from "@parlour/protocol";
import type { CallSeen, CallSettings } from "@parlour/protocol/api";
import { startIntegrator, startReceiver, type Integrator, type Receiver, type TestOperator, type TestParlour } from "@parlour/testkit";
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { openWidgetBed, type WidgetBed, type Win } from "./widget-bed.ts";

/** Call-backs as a whole: a visitor's window asks, operators and a telephony server answer. One Parlour for all; a visitor for each test. */
let bed: WidgetBed;
let parlour: TestParlour;
let telephony: Integrator;
let receiver: Receiver;
let site: Channel;
let ivan: TestOperator;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  bed = await openWidgetBed();
  parlour = bed.parlour;
  [telephony, receiver] = await Promise.all([startIntegrator(), startReceiver()]);
  ivan = await parlour.operator("operator", "Ivan");
  await parlour.owner.call("POST", "instance/egress-allow", { add: [new URL(telephony.url).host, new URL(receiver.url).host] });
  site = await bed.newWidget("Called", { calls: true });
  await parlour.owner.call("PATCH", `channels/${site.id}`, { operators: [parlour.owner.id, ivan.id] });
  const hook = await parlour.owner.call("POST", "webhooks", { url: `${receiver.url}/hook`, events: ["call_event"] });
  expect(hook.status, hook.text).toBe(201);
});
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await bed.close();
  await telephony.close();
  await receiver.close();
});
beforeEach(async () => {
  // Limits of an hour belong to the test before.
  await pass(3_600_000, 3_600_000);
  await settings({ enabled: true, driver: "desk", prefixes: [], balance_min: null, hours: null });
  await here(parlour.owner);
});

let numbers = 0;
const newNumber = (): string => `+4930${String(1_000_000 + ++numbers)}`;
let refs = 0;
const ask = (win: Win, phone: string, ref = `call${++refs}`) => win.ask({ type: "call", ref, phone });
const window = (): Promise<Win> => bed.window({ widget_id: site.public_id });
async function settings(change: object): Promise<CallSettings> {
  const answer = await parlour.owner.call("PATCH", "call-settings", change);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as CallSettings;
}
/** Time passes. A request under way would run into its timeout, so what is due is done before each step. */
async function pass(ms: number, stepMs = ms): Promise<void> {
  await parlour.settle();
  for (let left = ms; left > 0; left -= stepMs) {
    await parlour.clock.advance(Math.min(stepMs, left));
    await parlour.settle();
  }
}
const open = new Map<number, WebSocket>();
/** The operator has a socket and is online. */
async function here(who: TestOperator): Promise<void> {
  if (open.get(who.id)?.readyState !== WebSocket.OPEN) {
    const ws = new WebSocket(`${parlour.url.replace("http", "ws")}/api/v1/socket`, { headers: { authorization: `Bearer ${who.key}` } });
    sockets.push(ws);
    open.set(who.id, ws);
    await new Promise<void>((resolve, reject) => {
      ws.once("open", () => ws.send('{"type":"hello","after":null}'));
      ws.once("error", reject);
      ws.on("message", (data) => {
        if ((JSON.parse(String(data as Buffer)) as { type: string }).type === "ready") resolve();
      });
    });
  }
  expect((await who.call("PUT", "me/presence", { status: "online" })).status).toBe(200);
}
const callsOf = async (state: string): Promise<CallSeen[]> =>
  ((await parlour.owner.call("GET", `calls?state=${state}`)).body as { items: CallSeen[] }).items;
const byPhone = async (state: string, phone: string): Promise<CallSeen> => {
  const found = (await callsOf(state)).find((call) => call.phone === phone);
  if (found === undefined) throw new Error(`no ${state} call of ${phone}`);
  return found;
};
/** Of a visitor who asked and was heard. */
async function asked(win: Win): Promise<CallSeen> {
  const phone = newNumber();
  expect(await ask(win, phone)).toMatchObject({ type: "done" });
  return byPhone("waiting", phone);
}
const step = (who: TestOperator, id: number, name: string, body: object = {}) => who.call("POST", `calls/${id}/${name}`, body);
const status = (win: Win, of: Call["status"]) => win.next("call", ({ call }) => call.status === of);
const lines = async (chat: number): Promise<string[]> =>
  (await parlour.messages(chat)).flatMap(({ line }: Message) => (line?.code.startsWith("call_") === true ? [line.code] : []));
/** What webhooks heard of calls to this number, in order. */
const told = (phone: string): string[] =>
  receiver
    .taken()
    .filter((one) => one.body.call.phone === phone)
    .map((one) => `${one.body.call.status}${one.body.call.reason === undefined ? "" : `:${one.body.call.reason}`}`);

describe("call settings", () => {
  test("[API-041] [CORE-104] they are read and changed in part; what is wrong changes nothing", async () => {
    const before = await settings({ prefixes: ["+49", "+43"], no_answer_agent_s: 90 });
    expect(before).toMatchObject({
      enabled: true,
      driver: "desk",
      url: null,
      prefixes: ["+49", "+43"],
      no_answer_agent_s: 90,
      open_now: true,
    });
    const wrong = [{ prefixes: ["49"] }, { driver: "sip" }, { no_answer_agent_s: 1 }, { url: "http://10.0.0.1/" }, { more: 1 }, {}];
    for (const change of wrong) expect((await parlour.owner.call("PATCH", "call-settings", change)).status).toBe(400);
    const zone = { hours: { timezone: "Mars/Phobos", week: {} } };
    expect((await parlour.owner.call("PATCH", "call-settings", zone)).body).toMatchObject({ error: { field: "hours.timezone" } });
    expect((await ivan.call("PATCH", "call-settings", { enabled: false })).status).toBe(403);
    expect((await ivan.call("GET", "call-settings")).body).toEqual({ ...before, report_url: null, url: null });
    await settings({ no_answer_agent_s: 60 });
  });
});

describe("asking", () => {
  test("[WG-062] the first reason against it, in the order of the rule", async () => {
    const win = await window();
    const detail = async () => {
      const answer = await ask(win, newNumber());
      return answer.type === "failed" ? [answer.code, answer.field] : answer.type;
    };
    // Changes that come together are told as one, a moment later.
    const offered = (call: string) =>
      bed.until(async () => {
        await parlour.clock.advance(300);
        await win.settled();
        return win.of("situation").at(-1)?.situation.call === call;
      }, `calls are ${call}`);
    await settings({ enabled: false, hours: { timezone: "UTC", week: {} }, balance_min: 0 });
    expect(await detail()).toEqual(["not_available", "disabled"]);
    await settings({ enabled: true });
    expect(await detail()).toEqual(["not_available", "hours"]);
    await settings({ hours: null });
    await parlour.owner.call("PUT", "me/presence", { status: "offline" });
    expect(await detail()).toEqual(["not_available", "operators"]);
    await here(parlour.owner);
    expect(await detail()).toEqual(["not_available", "balance"]);
    await offered("balance");
    await settings({ balance_min: null });
    await offered("ok");
    expect(await detail()).toBe("done");
    expect(await detail()).toEqual(["not_available", "busy"]);
    await win.next("situation", ({ situation }) => situation.call === "busy");
    const closed = await bed.window();
    expect(await ask(closed, newNumber())).toMatchObject({ type: "failed", code: "not_available", field: "disabled" });
  });

  test("[WG-061] what is no number, or of no country of the account, is refused", async () => {
    await settings({ prefixes: ["+49"] });
    const win = await window();
    for (const phone of ["", "12345", "+44 20 7946 0958", "030 1234567", "call me"])
      expect(await ask(win, phone)).toMatchObject({ type: "failed", code: "invalid_request", field: "phone" });
    expect(await ask(win, "0049 (30) 765-43.21")).toMatchObject({ type: "done" });
    expect((await byPhone("waiting", "+49307654321")).type).toBe("callback");
  });

  test("[CFG-030] [WG-062] three in an hour for a visitor and for a number; a refusal costs nothing", async () => {
    const phone = newNumber();
    const [win, other] = [await window(), await window()];
    for (let n = 0; n < 3; n++) {
      expect(await ask(win, phone)).toMatchObject({ type: "done" });
      expect(await ask(win, phone)).toMatchObject({ type: "failed", field: "busy" });
      await step(parlour.owner, (await byPhone("waiting", phone)).id, "fail", { reason: "busy" });
    }
    expect(await ask(win, newNumber())).toMatchObject({ type: "failed", code: "not_available", field: "limit" });
    await win.next("situation", ({ situation }) => situation.call === "limit");
    expect(await ask(other, phone)).toMatchObject({ type: "failed", field: "limit" });
    expect(await ask(other, newNumber())).toMatchObject({ type: "done" });
  });

  test("[CORE-100] [CORE-103] one call, however often its frame comes; a reload shows it", async () => {
    const win = await window();
    const phone = newNumber();
    expect(await ask(win, phone, "same")).toMatchObject({ type: "done" });
    expect(await ask(win, phone, "same")).toMatchObject({ type: "done" });
    expect((await callsOf("waiting")).filter((call) => call.phone === phone)).toHaveLength(1);
    const { token } = await win.welcomed();
    const again = await bed.window({ widget_id: site.public_id, token });
    expect((await again.welcomed()).call).toMatchObject({ phone, status: "start", reason: null });
    expect((await again.welcomed()).situation.call).toBe("busy");
  });

  test("[CORE-103] [WG-022] a window that was away when its call ended hears of it in its welcome; a stranger does not", async () => {
    const win = await window();
    const { token } = await win.welcomed();
    const { id, phone } = await asked(win);
    await step(parlour.owner, id, "take");
    await step(parlour.owner, id, "connected");
    await step(parlour.owner, id, "end");
    const callOf = async (more: object) => (await (await bed.window({ widget_id: site.public_id, ...more })).welcomed()).call;
    expect(await callOf({ token, call: id })).toEqual({ id, phone, status: "end", reason: null });
    expect(await callOf({ token })).toBeNull();
    expect(await callOf({ call: id })).toBeNull();
  });
});

describe("desk", () => {
  test("[API-060] [CORE-101] [CORE-106] taken, connected, ended: each step an answer, a line, a webhook, a frame for the visitor", async () => {
    const win = await window();
    const before = ((await parlour.owner.call("GET", "chats/counters")).body as { views: { calls: number } }).views.calls;
    const call = await asked(win);
    expect(call).toMatchObject({ status: "start", operator: null, channel: { id: site.id }, visitor: { number: expect.any(Number) } });
    expect((await bed.chat(call.chat_id)).state).toBe("waiting");
    expect((await parlour.owner.call("GET", "chats/counters")).body).toMatchObject({ views: { calls: before + 1 } });
    const taken = await step(parlour.owner, call.id, "take");
    expect(taken.body).toMatchObject({ id: call.id, status: "start", operator: { id: parlour.owner.id }, visitor: call.visitor });
    expect(await bed.chat(call.chat_id)).toMatchObject({ state: "open", assignee: { id: parlour.owner.id } });
    expect((await callsOf("running")).map((one) => one.id)).toContain(call.id);
    expect((await step(parlour.owner, call.id, "connected")).body).toMatchObject({ status: "client_connected" });
    // Again: the first answer's state. Backward: refused.
    expect((await step(parlour.owner, call.id, "connected")).status).toBe(200);
    await pass(61_000);
    expect((await step(parlour.owner, call.id, "end")).body).toMatchObject({ status: "end", reason: null });
    expect((await step(parlour.owner, call.id, "connected")).body).toMatchObject({ error: { code: "not_available" } });
    expect((await step(parlour.owner, call.id, "take")).status).toBe(404);
    expect((await status(win, "end")).call).toEqual({ id: call.id, phone: call.phone, status: "end", reason: null });
    expect((await parlour.owner.call("GET", `calls/${call.id}`)).body).toMatchObject({ status: "end" });
    expect(await lines(call.chat_id)).toEqual(["call_started", "call_taken", "call_connected", "call_ended"]);
    await parlour.settle();
    expect(told(call.phone)).toEqual(["start", "start", "client_connected", "end"]);
  });

  test("[CORE-103] [CORE-102] not reached: the visitor hears why; an end before he was on the line is not_connected", async () => {
    const win = await window();
    const call = await asked(win);
    await step(parlour.owner, call.id, "take");
    expect((await step(parlour.owner, call.id, "fail", { reason: "meteor" })).status).toBe(400);
    expect((await step(parlour.owner, call.id, "fail", { reason: "wrong_number" })).body).toMatchObject({ reason: "wrong_number" });
    expect((await status(win, "error")).call.reason).toBe("wrong_number");
    const second = await asked(win);
    await step(parlour.owner, second.id, "end");
    expect((await win.next("call", (one) => one.call.id === second.id && one.call.status === "end")).call.reason).toBe("not_connected");
  });

  test("[CORE-104] two operators take at once: one has it, the other reads who; nobody touches a colleague's call", async () => {
    const call = await asked(await window());
    const answers = await Promise.all([step(parlour.owner, call.id, "take"), step(ivan, call.id, "take")]);
    expect(answers.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const lost = answers.find((one) => one.status === 409)?.body as { error: { code: string; by: { name: string } } };
    const [winner, loser] = answers[0]?.status === 200 ? [parlour.owner, ivan] : [ivan, parlour.owner];
    expect(lost.error).toMatchObject({ code: "already_accepted", by: { id: winner.id } });
    expect((await step(loser, call.id, "connected")).body).toMatchObject({ error: { code: "already_accepted" } });
    expect((await step(winner, call.id, "end")).status).toBe(200);
  });

  test("[API-060] who sees no chat of it sees no call; a viewer takes none; an operator calls out", async () => {
    const call = await asked(await window());
    const [stranger, viewer] = [await parlour.operator("operator", "Olga"), await parlour.operator("viewer", "Vera")];
    expect((await stranger.call("GET", `calls/${call.id}`)).status).toBe(404);
    expect((await step(stranger, call.id, "take")).status).toBe(404);
    expect((await stranger.call("GET", "calls")).body).toMatchObject({ items: [] });
    expect((await step(viewer, call.id, "take")).status).toBe(403);
    expect((await viewer.call("GET", `calls/${call.id}`)).status).toBe(200);
    expect((await ivan.call("POST", "calls", { chat_id: call.chat_id })).body).toMatchObject({ error: { code: "invalid_request" } });
    const second = { chat_id: call.chat_id, phone: "+49 30 1234567" };
    expect((await ivan.call("POST", "calls", second)).body).toMatchObject({ error: { code: "call_running" } });
    await step(ivan, call.id, "fail", { reason: "cancelled" });
    const out = await ivan.call("POST", "calls", second);
    expect(out.body).toMatchObject({ type: "outgoing", phone: "+49301234567", operator: { id: ivan.id } });
    await step(ivan, (out.body as Call).id, "end");
    const first = await parlour.owner.call("GET", "calls?limit=1");
    const { next_cursor: cursor, items } = first.body as { next_cursor: string; items: CallSeen[] };
    const rest = await parlour.owner.call("GET", `calls?limit=1&cursor=${cursor}`);
    expect((rest.body as { items: CallSeen[] }).items[0]?.id).not.toBe(items[0]?.id);
    expect((await parlour.owner.call("GET", "calls?cursor=AAAA")).status).toBe(400);
  });

  test("[CORE-102] nobody takes it in 60 s, nobody answers in 120 s; a restart in the middle forgets neither", async () => {
    const [lonely, silent] = [await window(), await window()];
    const first = await asked(lonely);
    await pass(30_000);
    const second = await asked(silent);
    await step(parlour.owner, second.id, "take");
    await parlour.restart();
    await here(parlour.owner);
    await pass(29_000);
    expect((await byPhone("waiting", first.phone)).status).toBe("start");
    await pass(2_000, 1_000);
    expect(await byPhone("done", first.phone)).toMatchObject({ status: "error", reason: "no_answer_agent" });
    await pass(90_000, 30_000);
    expect(await byPhone("done", second.phone)).toMatchObject({ status: "error", reason: "no_answer_client" });
    await parlour.settle();
    expect(told(first.phone)).toEqual(["start", "error:no_answer_agent"]);
  });

  test("[CORE-107] put off: nobody has it, it counts for nobody, waits again when its time has come, also over a restart", async () => {
    const win = await window();
    const call = await asked(win);
    const count = async () => ((await parlour.owner.call("GET", "chats/counters")).body as { views: { calls: number } }).views.calls;
    const waiting = await count();
    const taken = (await step(ivan, call.id, "take")).body as Call;
    expect(taken.taken_at).toEqual(expect.any(String));
    const inMs = (ms: number) => new Date(parlour.clock.now() + ms).toISOString();
    const field = async (body: object, name = "due_at") =>
      expect((await step(ivan, call.id, "later", body)).body).toMatchObject({ error: { code: "invalid_request", field: name } });
    for (const due of [inMs(-1000), inMs(15 * 86_400_000), "2026-13-01T00:00:00Z", "tomorrow at nine o'clock"])
      await field({ due_at: due });
    expect((await step(parlour.owner, call.id, "later", { due_at: inMs(60_000) })).body).toMatchObject({
      error: { code: "already_accepted" },
    });
    const due = inMs(900_000);
    const later = await step(ivan, call.id, "later", { due_at: due, reason: "busy" });
    expect(later.body).toMatchObject({ status: "start", operator: null, due_at: due, attempts: 1 });
    expect((later.body as Call).taken_at).toBeUndefined();
    expect((await step(ivan, call.id, "later", { due_at: due, reason: "busy" })).body).toMatchObject({ attempts: 1 });
    expect((await win.next("call", (one) => one.call.due_at !== undefined)).call).toMatchObject({ status: "start", due_at: due });
    expect(await count()).toBe(waiting - 1);
    expect((await byPhone("waiting", call.phone)).due_at).toBe(due);
    expect(await ask(win, newNumber())).toMatchObject({ type: "failed", field: "busy" });
    await parlour.restart();
    await here(parlour.owner);
    await pass(899_000, 300_000);
    expect((await byPhone("waiting", call.phone)).due_at).toBe(due);
    await pass(2_000, 1_000);
    const again = await byPhone("waiting", call.phone);
    expect([again.due_at, again.status, again.waiting_since]).toEqual([undefined, "start", expect.any(String)]);
    expect(await count()).toBe(waiting);
    // From then on it ends as any other that nobody takes.
    await step(ivan, call.id, "take");
    expect((await step(ivan, call.id, "later", { due_at: inMs(60_000), reason: "no_answer_client" })).body).toMatchObject({ attempts: 2 });
    await step(ivan, call.id, "take");
    expect((await step(ivan, call.id, "later", { due_at: inMs(60_000), reason: "busy" })).body).toMatchObject({
      error: { code: "at_limit" },
    });
    expect((await step(ivan, call.id, "later", { due_at: inMs(120_000) })).body).toMatchObject({ attempts: 2 });
    await pass(121_000);
    await pass(60_000);
    expect(await byPhone("done", call.phone)).toMatchObject({ reason: "no_answer_agent", attempts: 2 });
    expect((await lines(call.chat_id)).filter((code) => code === "call_due" || code === "call_later" || code === "call_missed")).toEqual([
      "call_missed",
      "call_later",
      "call_due",
      "call_missed",
      "call_later",
      "call_later",
      "call_due",
    ]);
  });

  test("[CORE-107] outside the hours of calls nobody is promised a call; who talks is not put off", async () => {
    const call = await asked(await window());
    await settings({ hours: { timezone: "UTC", week: {}, exceptions: {} } });
    const due = new Date(parlour.clock.now() + 3_600_000).toISOString();
    expect((await step(ivan, call.id, "later", { due_at: due })).body).toMatchObject({
      error: { code: "invalid_request", field: "due_at" },
    });
    await settings({ hours: null });
    await step(ivan, call.id, "connected");
    expect((await step(ivan, call.id, "later", { due_at: due })).body).toMatchObject({ error: { code: "not_available" } });
    expect((await step(ivan, call.id, "end")).body).toMatchObject({ taken_at: expect.any(String) });
  });

  test("[CORE-108] a note stays with the call and in its chat, also after the end; no developer, visitor or webhook reads it", async () => {
    const win = await window();
    const call = await asked(win);
    await step(ivan, call.id, "take");
    const first = await step(ivan, call.id, "note", { text: " Wants the new lid. " });
    expect(first.body).toMatchObject({ note: { text: "Wants the new lid.", by: { id: ivan.id } } });
    await step(ivan, call.id, "end");
    await pass(1_000);
    const ended = await byPhone("done", call.phone);
    expect((await step(parlour.owner, call.id, "note", { text: "x".repeat(2001) })).body).toMatchObject({ error: { field: "text" } });
    const { body } = await step(parlour.owner, call.id, "note", { text: "Refund agreed" });
    expect(body).toMatchObject({
      status: "end",
      updated_at: ended.updated_at,
      note: { text: "Refund agreed", by: { id: parlour.owner.id } },
    });
    const developer = await parlour.operator("developer", "Dev");
    expect((await developer.call("GET", `calls/${call.id}`)).body).toMatchObject({ note: { text: "•••" } });
    expect((await developer.call("POST", `calls/${call.id}/note`, { text: "x" })).status).toBe(403);
    const notes = (await parlour.messages(call.chat_id)).filter(({ kind }) => kind === "note").map(({ text }) => text);
    expect(notes).toEqual(["Wants the new lid.", "Refund agreed"]);
    await win.settled();
    expect(win.of("call").filter((one) => one.call.status === "end")).toHaveLength(1);
    expect(JSON.stringify(win.frames)).not.toContain("lid");
    await parlour.settle();
    expect(told(call.phone)).toEqual(["start", "start", "end"]);
    const gone = (await step(ivan, call.id, "note", { text: "" })).body as Call;
    expect(gone.note).toBeUndefined();
  });

  test("[CORE-105] every minute begun after the visitor was connected is paid for, once; at 0 nobody is called", async () => {
    await settings({ balance_min: 3 });
    const win = await window();
    const call = await asked(win);
    await step(parlour.owner, call.id, "take");
    await pass(50_000);
    await step(parlour.owner, call.id, "connected");
    await pass(121_000);
    await step(parlour.owner, call.id, "end");
    await parlour.settle();
    await parlour.restart();
    await here(parlour.owner);
    await parlour.settle();
    expect((await parlour.owner.call("GET", "call-settings")).body).toMatchObject({ balance_min: 0 });
    expect((await parlour.sql("select from call_use where call_id = $1 and minutes = 3", [call.id])).length).toBe(1);
    expect(await ask(await window(), newNumber())).toMatchObject({ type: "failed", field: "balance" });
  });
});

describe("telephony server", () => {
  let report: string;
  let secret: string | undefined;
  const reports = (body: object, url = report) => parlour.call("POST", new URL(url).pathname, body);
  beforeEach(async () => {
    telephony.answer({ status: 200, body: "{}" });
    const changed = await settings({ driver: "http", url: `${telephony.url}/dial` });
    secret ??= (changed as CallSettings & { signing_secret?: string }).signing_secret;
    report = changed.report_url ?? "";
  });
  const requested = async (call: CallSeen) => {
    await parlour.settle();
    const found = telephony.received.filter((one) => one.body.includes(`"call_id":"${call.id}"`));
    return found.map((one) => ({ ...one, json: JSON.parse(one.body) as Record<string, unknown> }));
  };

  test("[CORE-104] it is asked once, signed, and reports in both spellings; repeated and backward reports are ignored", async () => {
    const win = await window();
    const call = await asked(win);
    const [request, ...more] = await requested(call);
    expect(more).toEqual([]);
    expect(request?.json).toMatchObject({ event: "call_request", type: "callback", phone: call.phone, report_url: report });
    expect(request?.json["operators"]).toContainEqual({ id: String(ivan.id), name: "Ivan", phone: "" });
    const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature } = request?.headers ?? {};
    const key = Buffer.from((secret ?? "").replace("whsec_", ""), "base64");
    expect(signature).toBe(
      `v1,${createHmac("sha256", key)
        .update(`${String(id)}.${String(at)}.${request?.body ?? ""}`)
        .digest("base64")}`,
    );
    const on = { call_id: String(call.id) };
    expect((await reports({ ...on, status: "agentconnected", operator_id: String(ivan.id) })).body).toEqual({ result: "ok" });
    expect((await reports({ ...on, status: "agent_connected" })).body).toEqual({ result: "ok", ignored: true });
    expect((await reports({ ...on, status: "clientconnected" })).body).toEqual({ result: "ok" });
    expect((await reports({ call_id: call.id, status: "agent_connected" })).body).toMatchObject({ ignored: true });
    expect(await byPhone("running", call.phone)).toMatchObject({ operator: { id: ivan.id }, status: "client_connected" });
    expect((await reports({ ...on, status: "end" })).body).toEqual({ result: "ok" });
    expect((await reports({ ...on, status: "error", reason: "busy" })).body).toMatchObject({ ignored: true });
    expect((await status(win, "end")).call.reason).toBeNull();
    await parlour.settle();
    expect(told(call.phone)).toEqual(["start", "agent_connected", "client_connected", "end"]);
    expect((await parlour.owner.call("GET", "deliveries?kind=call")).body).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ event: "call_request", state: "delivered", chat_id: call.chat_id })]),
    });
  });

  test("[CORE-104] who does not know the address reports nothing; what is no report is refused", async () => {
    const call = await asked(await window());
    const body = { call_id: String(call.id), status: "end" };
    expect((await reports(body, `${parlour.url}/calls/AAAAAAAAAAAAAAAAAAAAAAAA`)).status).toBe(404);
    for (const wrong of [{ ...body, status: "hung_up" }, { status: "end" }, { ...body, call_id: "1; drop" }, []])
      expect((await reports(wrong)).status).toBe(400);
    expect((await reports({ ...body, call_id: "17" })).status).toBe(404);
    expect((await reports({ call_id: call.id, status: "error", reason: "meteor" })).status).toBe(200);
    expect(await byPhone("done", call.phone)).toMatchObject({ status: "error", reason: "provider_error" });
  });

  test("[CORE-106] an announced record is waited for 30 s, also over a restart; the end happened when it was told", async () => {
    const [win, other] = [await window(), await window()];
    const [first, second] = [await asked(win), await asked(other)];
    for (const call of [first, second]) {
      await reports({ call_id: call.id, status: "client_connected" });
      await reports({ call_id: call.id, status: "end", record: true });
    }
    await parlour.settle();
    expect((await callsOf("running")).length + (await callsOf("waiting")).length).toBeGreaterThanOrEqual(2);
    await parlour.restart();
    await pass(10_000);
    await reports({ call_id: first.id, status: "end", record_url: "https://tel.example/r/1.mp3" });
    expect(await byPhone("done", first.phone)).toMatchObject({ record_url: "https://tel.example/r/1.mp3" });
    await pass(21_000, 7_000);
    const late = await byPhone("done", second.phone);
    expect(late).toMatchObject({ status: "end", record_url: null });
    expect(Date.parse(late.updated_at) - Date.parse(late.client_connected_at ?? "")).toBeLessThan(5_000);
    await parlour.settle();
    expect(receiver.taken().find((one) => one.body.call.record_url !== undefined)?.body).toMatchObject({
      call: { status: "end", record_url: "https://tel.example/r/1.mp3" },
    });
  });

  test("[CORE-102] a server that refuses or stays silent fails the call: provider_error", async () => {
    telephony.answer({ status: 400, body: "no" });
    const refused = await asked(await window());
    await parlour.settle();
    expect(await byPhone("done", refused.phone)).toMatchObject({ status: "error", reason: "provider_error" });
    telephony.answer({ status: 503, body: "busy" });
    const silent = await asked(await window());
    await parlour.settle();
    await pass(9_000, 1_000);
    expect(await byPhone("done", silent.phone)).toMatchObject({ reason: "provider_error" });
    expect(await requested(silent)).toHaveLength(3);
  });

  test("[CORE-104] it hears of an end that it did not report, after its request, and of no other", async () => {
    const call = await asked(await window());
    await step(ivan, call.id, "fail", { reason: "cancelled" });
    const sent = await requested(call);
    expect(sent.map((one) => one.json["event"])).toEqual(["call_request", "call_end"]);
    expect(sent[1]?.json).toEqual({
      event: "call_end",
      call_id: String(call.id),
      chat_id: String(call.chat_id),
      status: "error",
      reason: "cancelled",
      ended_at: expect.any(String),
    });
    expect(sent[1]?.headers).toMatchObject({ "parlour-event": "call_end", "webhook-signature": expect.any(String) });
    expect((await step(ivan, call.id, "later", { due_at: new Date(parlour.clock.now() + 60_000).toISOString() })).status).toBe(409);
    const lonely = await asked(await window());
    await pass(61_000);
    expect((await requested(lonely)).map((one) => one.json["event"])).toEqual(["call_request", "call_end"]);
    expect((await reports({ call_id: String(lonely.id), status: "end" })).body).toMatchObject({ ignored: true });
  });

  test("[CORE-104] a test asks it once and calls nobody", async () => {
    const before = telephony.received.length;
    expect((await parlour.owner.call("POST", "call-settings/test", {})).body).toMatchObject({ outcome: "delivered", status: 200 });
    expect(JSON.parse(telephony.received[before]?.body ?? "{}")).toMatchObject({ event: "call_request", test: true });
    const rotated = await parlour.owner.call("POST", "call-settings/rotate", {});
    expect(rotated.body).toMatchObject({ signing_secret: expect.stringMatching(/^whsec_/), report_url: report });
  });
});
