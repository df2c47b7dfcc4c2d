import type { Call, Message } from "@parlour/protocol";
import { maxCallNoteLength, type CallWithVisitor } from "@parlour/protocol/api";
import { beforeAll, describe, expect, test } from "vitest";
import { useCallsFixture, type CallsFixture } from "./calls-fixture.ts";

const calls = useCallsFixture();
const {
  nextPhone,
  sendCallFrame,
  openWindow,
  patchSettings,
  advanceClock,
  goOnline,
  listCalls,
  findCall,
  requestCall,
  postCallAction,
  waitForStatus,
  systemMessageCodes,
  webhookStatuses,
} = calls;
let widgetFixture: CallsFixture["widgetFixture"];
let parlour: CallsFixture["parlour"];
let site: CallsFixture["site"];
let ivan: CallsFixture["ivan"];
beforeAll(() => {
  ({ widgetFixture, parlour, site, ivan } = calls.getFixture());
});

describe("call settings", () => {
  test("[API-041] [CORE-104] [API-297] they are read and changed in part; what is wrong changes nothing", async () => {
    const before = await patchSettings({ prefixes: ["+49", "+43"], no_answer_agent_s: 90 });
    expect(before).toMatchObject({
      enabled: true,
      driver: "desk",
      url: null,
      prefixes: ["+49", "+43"],
      no_answer_agent_s: 90,
      open_now: true,
    });
    const wrong = [
      { prefixes: ["49"] },
      { driver: "sip" },
      { no_answer_agent_s: 1 },
      { url: "http://10.0.0.1/" },
      { more: 1 },
      {},
    ];
    for (const change of wrong)
      expect((await parlour.owner.call("PATCH", "call-settings", change)).status).toBe(400);
    const zone = { hours: { timezone: "Mars/Phobos", week: {} } };
    expect((await parlour.owner.call("PATCH", "call-settings", zone)).body).toMatchObject({
      error: { field: "hours.timezone" },
    });
    expect((await ivan.call("PATCH", "call-settings", { enabled: false })).status).toBe(403);
    expect((await ivan.call("GET", "call-settings")).body).toEqual({
      ...before,
      report_url: null,
      url: null,
    });
    await patchSettings({ no_answer_agent_s: 60 });
  });
});

describe("asking", () => {
  test("[WG-062] the first reason against it, in the order of the rule", async () => {
    const win = await openWindow();
    const detail = async () => {
      const answer = await sendCallFrame(win, nextPhone());
      return answer.type === "failed" ? [answer.code, answer.field] : answer.type;
    };
    // Changes in quick succession are published together after a short delay.
    const offered = (call: string) =>
      widgetFixture.waitUntil(async () => {
        await parlour.clock.advance(300);
        await win.settle();
        return win.framesOfType("situation").at(-1)?.situation.call === call;
      }, `calls are ${call}`);
    await patchSettings({ enabled: false, hours: { timezone: "UTC", week: {} }, balance_min: 0 });
    expect(await detail()).toEqual(["not_available", "disabled"]);
    await patchSettings({ enabled: true });
    expect(await detail()).toEqual(["not_available", "hours"]);
    await patchSettings({ hours: null });
    await parlour.owner.call("PUT", "me/presence", { status: "offline" });
    expect(await detail()).toEqual(["not_available", "operators"]);
    await goOnline(parlour.owner);
    expect(await detail()).toEqual(["not_available", "balance"]);
    await offered("balance");
    await patchSettings({ balance_min: null });
    await offered("ok");
    expect(await detail()).toBe("done");
    expect(await detail()).toEqual(["not_available", "busy"]);
    await win.next("situation", ({ situation }) => situation.call === "busy");
    const closed = await widgetFixture.openWindow();
    expect(await sendCallFrame(closed, nextPhone())).toMatchObject({
      type: "failed",
      code: "not_available",
      field: "disabled",
    });
  });

  test("[WG-061] what is no number, or of no country of the account, is refused", async () => {
    await patchSettings({ prefixes: ["+49"] });
    const win = await openWindow();
    expect((await win.waitForWelcome()).situation.call_prefixes).toEqual(["+49"]);
    for (const phone of ["", "12345", "+44 20 7946 0958", "030 1234567", "call me"])
      expect(await sendCallFrame(win, phone)).toMatchObject({
        type: "failed",
        code: "invalid_request",
        field: "phone",
      });
    expect(await sendCallFrame(win, "0049 (30) 765-43.21")).toMatchObject({ type: "done" });
    expect((await findCall("waiting", "+49307654321")).type).toBe("callback");
  });

  test("[CFG-030] [WG-062] three in an hour for a visitor and for a number; a refusal costs nothing", async () => {
    const phone = nextPhone();
    const [win, other] = [await openWindow(), await openWindow()];
    for (let n = 0; n < 3; n++) {
      expect(await sendCallFrame(win, phone)).toMatchObject({ type: "done" });
      expect(await sendCallFrame(win, phone)).toMatchObject({ type: "failed", field: "busy" });
      await postCallAction(parlour.owner, (await findCall("waiting", phone)).id, "fail", {
        reason: "busy",
      });
    }
    expect(await sendCallFrame(win, nextPhone())).toMatchObject({
      type: "failed",
      code: "not_available",
      field: "limit",
    });
    await win.next("situation", ({ situation }) => situation.call === "limit");
    expect(await sendCallFrame(other, phone)).toMatchObject({ type: "failed", field: "limit" });
    expect(await sendCallFrame(other, nextPhone())).toMatchObject({ type: "done" });
  });

  test("[CORE-100] [CORE-103] one call, however often its frame comes; a reload shows it", async () => {
    const win = await openWindow();
    const phone = nextPhone();
    expect(await sendCallFrame(win, phone, "same")).toMatchObject({ type: "done" });
    expect(await sendCallFrame(win, phone, "same")).toMatchObject({ type: "done" });
    expect((await listCalls("waiting")).filter((call) => call.phone === phone)).toHaveLength(1);
    const { token } = await win.waitForWelcome();
    const again = await widgetFixture.openWindow({ widget_id: site.public_id, token });
    expect((await again.waitForWelcome()).call).toMatchObject({
      phone,
      status: "start",
      reason: null,
    });
    expect((await again.waitForWelcome()).situation.call).toBe("busy");
  });

  test("[CORE-103] [WG-022] a window that was away when its call ended hears of it in its welcome; a stranger does not", async () => {
    const win = await openWindow();
    const { token } = await win.waitForWelcome();
    const { id, phone } = await requestCall(win);
    await postCallAction(parlour.owner, id, "take");
    await postCallAction(parlour.owner, id, "connected");
    await postCallAction(parlour.owner, id, "end");
    const callOf = async (more: object) =>
      (
        await (
          await widgetFixture.openWindow({ widget_id: site.public_id, ...more })
        ).waitForWelcome()
      ).call;
    expect(await callOf({ token, call: id })).toEqual({ id, phone, status: "end", reason: null });
    expect(await callOf({ token })).toBeNull();
    expect(await callOf({ call: id })).toBeNull();
  });
});

describe("desk", () => {
  test("[API-060] [API-175] [CORE-101] [CORE-106] [API-281] taken, connected, ended: each step an answer, a line, a webhook, a frame for the visitor", async () => {
    const win = await openWindow();
    const before = (
      (await parlour.owner.call("GET", "chats/counters")).body as { views: { calls: number } }
    ).views.calls;
    const call = await requestCall(win);
    expect(call).toMatchObject({
      status: "start",
      operator: null,
      channel: { id: site.id },
      visitor: { number: expect.any(Number) },
    });
    expect((await widgetFixture.readChat(call.chat_id)).state).toBe("waiting");
    expect((await parlour.owner.call("GET", "chats/counters")).body).toMatchObject({
      views: { calls: before + 1 },
    });
    const takeResponse = await postCallAction(parlour.owner, call.id, "take");
    expect(takeResponse.body).toMatchObject({
      id: call.id,
      status: "start",
      operator: { id: parlour.owner.id },
      visitor: call.visitor,
    });
    expect(await widgetFixture.readChat(call.chat_id)).toMatchObject({
      state: "open",
      assignee: { id: parlour.owner.id },
    });
    expect((await listCalls("running")).map((one) => one.id)).toContain(call.id);
    expect((await postCallAction(parlour.owner, call.id, "connected")).body).toMatchObject({
      status: "client_connected",
    });
    // A repeated step returns the state of the first response. An earlier step is refused.
    expect((await postCallAction(parlour.owner, call.id, "connected")).status).toBe(200);
    await advanceClock(61_000);
    expect((await postCallAction(parlour.owner, call.id, "end")).body).toMatchObject({
      status: "end",
      reason: null,
    });
    expect((await postCallAction(parlour.owner, call.id, "connected")).body).toMatchObject({
      error: { code: "not_available" },
    });
    expect((await postCallAction(parlour.owner, call.id, "take")).status).toBe(404);
    expect((await waitForStatus(win, "end")).call).toEqual({
      id: call.id,
      phone: call.phone,
      status: "end",
      reason: null,
    });
    expect((await parlour.owner.call("GET", `calls/${call.id}`)).body).toMatchObject({
      status: "end",
    });
    expect(await systemMessageCodes(call.chat_id)).toEqual([
      "call_started",
      "call_taken",
      "call_connected",
      "call_ended",
    ]);
    // A second call of the visitor has separate system messages.
    const next = await requestCall(win);
    const linesOf = async (id: number) =>
      (
        (await parlour.owner.call("GET", `calls/${id}/lines`)).body as { items: Message[] }
      ).items.map(({ line }) => line?.code);
    expect(await linesOf(call.id)).toEqual([
      "call_started",
      "call_taken",
      "call_connected",
      "call_ended",
    ]);
    expect(await linesOf(next.id)).toEqual(["call_started"]);
    const ofVisitor = async (query: string) =>
      (
        (await parlour.owner.call("GET", `calls?visitor=${call.visitor.number}${query}`)).body as {
          items: CallWithVisitor[];
        }
      ).items;
    expect((await ofVisitor("")).map(({ id }) => id)).toEqual([next.id, call.id]);
    expect((await ofVisitor("&state=done")).map(({ id }) => id)).toEqual([call.id]);
    expect((await parlour.owner.call("GET", "calls?visitor=999999")).body).toMatchObject({
      items: [],
    });
    expect((await parlour.owner.call("GET", "calls?visitor=x")).status).toBe(400);
    await postCallAction(parlour.owner, next.id, "fail", { reason: "cancelled" });
    await parlour.settle();
    expect(webhookStatuses(call.phone)).toEqual(["start", "start", "client_connected", "end"]);
  });

  test("[CORE-103] [CORE-102] not reached: the visitor hears why; an end before he was on the line is not_connected", async () => {
    const win = await openWindow();
    const call = await requestCall(win);
    await postCallAction(parlour.owner, call.id, "take");
    expect(
      (await postCallAction(parlour.owner, call.id, "fail", { reason: "meteor" })).status,
    ).toBe(400);
    expect(
      (await postCallAction(parlour.owner, call.id, "fail", { reason: "wrong_number" })).body,
    ).toMatchObject({
      reason: "wrong_number",
    });
    expect((await waitForStatus(win, "error")).call.reason).toBe("wrong_number");
    const second = await requestCall(win);
    await postCallAction(parlour.owner, second.id, "end");
    expect(
      (await win.next("call", (one) => one.call.id === second.id && one.call.status === "end")).call
        .reason,
    ).toBe("not_connected");
  });

  test("[CORE-104] [API-280] [API-281] two operators take at once: one has it, the other reads who; nobody touches a colleague's call", async () => {
    const call = await requestCall(await openWindow());
    const answers = await Promise.all([
      postCallAction(parlour.owner, call.id, "take"),
      postCallAction(ivan, call.id, "take"),
    ]);
    expect(answers.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refusal = answers.find((one) => one.status === 409)?.body as {
      error: { code: string; by: { name: string } };
    };
    const [winner, loser] =
      answers[0]?.status === 200 ? [parlour.owner, ivan] : [ivan, parlour.owner];
    expect(refusal.error).toMatchObject({ code: "already_accepted", by: { id: winner.id } });
    expect((await postCallAction(loser, call.id, "connected")).body).toMatchObject({
      error: { code: "already_accepted" },
    });
    expect((await postCallAction(winner, call.id, "end")).status).toBe(200);
  });

  test("[API-060] [API-280] who sees no chat of it sees no call; a viewer takes none; an operator calls out", async () => {
    const call = await requestCall(await openWindow());
    const [stranger, viewer] = [
      await parlour.operator("operator", "Olga"),
      await parlour.operator("viewer", "Vera"),
    ];
    expect((await stranger.call("GET", `calls/${call.id}`)).status).toBe(404);
    expect((await stranger.call("GET", `calls/${call.id}/lines`)).status).toBe(404);
    expect((await postCallAction(stranger, call.id, "take")).status).toBe(404);
    expect((await stranger.call("GET", "calls")).body).toMatchObject({ items: [] });
    expect((await stranger.call("GET", `calls?visitor=${call.visitor.number}`)).body).toMatchObject(
      { items: [] },
    );
    expect((await postCallAction(viewer, call.id, "take")).status).toBe(403);
    expect((await viewer.call("GET", `calls/${call.id}`)).status).toBe(200);
    expect((await ivan.call("POST", "calls", { chat_id: call.chat_id })).body).toMatchObject({
      error: { code: "invalid_request" },
    });
    const second = { chat_id: call.chat_id, phone: "+49 30 1234567" };
    expect((await ivan.call("POST", "calls", second)).body).toMatchObject({
      error: { code: "call_running" },
    });
    await postCallAction(ivan, call.id, "fail", { reason: "cancelled" });
    const out = await ivan.call("POST", "calls", second);
    expect(out.body).toMatchObject({
      type: "outgoing",
      phone: "+49301234567",
      operator: { id: ivan.id },
    });
    await postCallAction(ivan, (out.body as Call).id, "end");
    const first = await parlour.owner.call("GET", "calls?limit=1");
    const { next_cursor: cursor, items } = first.body as {
      next_cursor: string;
      items: CallWithVisitor[];
    };
    const nextPage = await parlour.owner.call("GET", `calls?limit=1&cursor=${cursor}`);
    expect((nextPage.body as { items: CallWithVisitor[] }).items[0]?.id).not.toBe(items[0]?.id);
    expect((await parlour.owner.call("GET", "calls?cursor=AAAA")).status).toBe(400);
  });

  test("[CORE-102] nobody takes it in 60 s, nobody answers in 120 s; a restart in the middle forgets neither", async () => {
    const [lonely, silent] = [await openWindow(), await openWindow()];
    const first = await requestCall(lonely);
    await advanceClock(30_000);
    const second = await requestCall(silent);
    await postCallAction(parlour.owner, second.id, "take");
    await parlour.restart();
    await goOnline(parlour.owner);
    await advanceClock(29_000);
    expect((await findCall("waiting", first.phone)).status).toBe("start");
    await advanceClock(2_000, 1_000);
    expect(await findCall("done", first.phone)).toMatchObject({
      status: "error",
      reason: "no_answer_agent",
    });
    await advanceClock(90_000, 30_000);
    expect(await findCall("done", second.phone)).toMatchObject({
      status: "error",
      reason: "no_answer_client",
    });
    await parlour.settle();
    expect(webhookStatuses(first.phone)).toEqual(["start", "error:no_answer_agent"]);
  });

  test("[CORE-107] [CORE-236] [CORE-237] [API-282] put off: nobody has it, it counts for nobody, waits again when its time has come, also over a restart", async () => {
    const win = await openWindow();
    const call = await requestCall(win);
    const count = async () =>
      ((await parlour.owner.call("GET", "chats/counters")).body as { views: { calls: number } })
        .views.calls;
    const waiting = await count();
    const takeResponse = (await postCallAction(ivan, call.id, "take")).body as Call;
    expect(takeResponse.taken_at).toEqual(expect.any(String));
    const inMs = (ms: number) => new Date(parlour.clock.now() + ms).toISOString();
    const field = async (body: object, name = "due_at") =>
      expect((await postCallAction(ivan, call.id, "later", body)).body).toMatchObject({
        error: { code: "invalid_request", field: name },
      });
    for (const due of [
      inMs(-1000),
      inMs(15 * 86_400_000),
      "2026-13-01T00:00:00Z",
      "tomorrow at nine o'clock",
    ])
      await field({ due_at: due });
    expect(
      (await postCallAction(parlour.owner, call.id, "later", { due_at: inMs(60_000) })).body,
    ).toMatchObject({
      error: { code: "already_accepted" },
    });
    const due = inMs(900_000);
    const later = await postCallAction(ivan, call.id, "later", { due_at: due, reason: "busy" });
    expect(later.body).toMatchObject({ status: "start", operator: null, due_at: due, attempts: 1 });
    expect((later.body as Call).taken_at).toBeUndefined();
    expect(
      (await postCallAction(ivan, call.id, "later", { due_at: due, reason: "busy" })).body,
    ).toMatchObject({ attempts: 1 });
    expect((await win.next("call", (one) => one.call.due_at !== undefined)).call).toMatchObject({
      status: "start",
      due_at: due,
    });
    expect(await count()).toBe(waiting - 1);
    expect((await findCall("waiting", call.phone)).due_at).toBe(due);
    expect(await sendCallFrame(win, nextPhone())).toMatchObject({ type: "failed", field: "busy" });
    await parlour.restart();
    await goOnline(parlour.owner);
    await advanceClock(899_000, 300_000);
    expect((await findCall("waiting", call.phone)).due_at).toBe(due);
    await advanceClock(2_000, 1_000);
    const again = await findCall("waiting", call.phone);
    expect([again.due_at, again.status, again.waiting_since]).toEqual([
      undefined,
      "start",
      expect.any(String),
    ]);
    expect(await count()).toBe(waiting);
    // The call then ends like any other call that no operator takes.
    await postCallAction(ivan, call.id, "take");
    expect(
      (
        await postCallAction(ivan, call.id, "later", {
          due_at: inMs(60_000),
          reason: "no_answer_client",
        })
      ).body,
    ).toMatchObject({
      attempts: 2,
    });
    await postCallAction(ivan, call.id, "take");
    expect(
      (await postCallAction(ivan, call.id, "later", { due_at: inMs(60_000), reason: "busy" })).body,
    ).toMatchObject({
      error: { code: "at_limit" },
    });
    expect(
      (await postCallAction(ivan, call.id, "later", { due_at: inMs(120_000) })).body,
    ).toMatchObject({ attempts: 2 });
    await advanceClock(121_000);
    await advanceClock(60_000);
    expect(await findCall("done", call.phone)).toMatchObject({
      reason: "no_answer_agent",
      attempts: 2,
    });
    expect(
      (await systemMessageCodes(call.chat_id)).filter(
        (code) => code === "call_due" || code === "call_later" || code === "call_missed",
      ),
    ).toEqual([
      "call_missed",
      "call_later",
      "call_due",
      "call_missed",
      "call_later",
      "call_later",
      "call_due",
    ]);
  });

  test("[CORE-107] [API-282] outside the hours of calls nobody is promised a call; who talks is not put off", async () => {
    const call = await requestCall(await openWindow());
    await patchSettings({ hours: { timezone: "UTC", week: {}, exceptions: {} } });
    const due = new Date(parlour.clock.now() + 3_600_000).toISOString();
    expect((await postCallAction(ivan, call.id, "later", { due_at: due })).body).toMatchObject({
      error: { code: "invalid_request", field: "due_at" },
    });
    await patchSettings({ hours: null });
    await postCallAction(ivan, call.id, "connected");
    expect((await postCallAction(ivan, call.id, "later", { due_at: due })).body).toMatchObject({
      error: { code: "not_available" },
    });
    expect((await postCallAction(ivan, call.id, "end")).body).toMatchObject({
      taken_at: expect.any(String),
    });
  });

  test("[CORE-108] [API-283] [API-495] a note stays with the call and in its chat, also after the end; no developer, visitor or webhook reads it", async () => {
    const win = await openWindow();
    const call = await requestCall(win);
    await postCallAction(ivan, call.id, "take");
    const first = await postCallAction(ivan, call.id, "note", { text: " Wants the new lid. " });
    expect(first.body).toMatchObject({ note: { text: "Wants the new lid.", by: { id: ivan.id } } });
    await postCallAction(ivan, call.id, "end");
    await advanceClock(1_000);
    const ended = await findCall("done", call.phone);
    const writeNote = (text: string) => postCallAction(parlour.owner, call.id, "note", { text });
    const longest = "😀".repeat(maxCallNoteLength);
    expect((await writeNote(longest)).status).toBe(200);
    expect((await writeNote(`${longest}😀`)).body).toMatchObject({
      error: { code: "invalid_request", field: "text" },
    });
    const { body } = await postCallAction(parlour.owner, call.id, "note", {
      text: "Refund agreed",
    });
    expect(body).toMatchObject({
      status: "end",
      updated_at: ended.updated_at,
      note: { text: "Refund agreed", by: { id: parlour.owner.id } },
    });
    const developer = await parlour.operator("developer", "Dev");
    expect((await developer.call("GET", `calls/${call.id}`)).body).toMatchObject({
      note: { text: "•••" },
    });
    expect((await developer.call("POST", `calls/${call.id}/note`, { text: "x" })).status).toBe(403);
    const notes = (await parlour.messages(call.chat_id))
      .filter(({ kind }) => kind === "note")
      .map(({ text }) => text);
    expect(notes).toEqual(["Wants the new lid.", longest, "Refund agreed"]);
    await win.settle();
    expect(win.framesOfType("call").filter((one) => one.call.status === "end")).toHaveLength(1);
    expect(JSON.stringify(win.frames)).not.toContain("lid");
    await parlour.settle();
    expect(webhookStatuses(call.phone)).toEqual(["start", "start", "end"]);
    const callWithoutNote = (await postCallAction(ivan, call.id, "note", { text: "" }))
      .body as Call;
    expect(callWithoutNote.note).toBeUndefined();
  });

  test("[CORE-105] every minute begun after the visitor was connected is paid for, once; at 0 nobody is called", async () => {
    await patchSettings({ balance_min: 3 });
    const win = await openWindow();
    const call = await requestCall(win);
    await postCallAction(parlour.owner, call.id, "take");
    await advanceClock(50_000);
    await postCallAction(parlour.owner, call.id, "connected");
    await advanceClock(121_000);
    await postCallAction(parlour.owner, call.id, "end");
    await parlour.settle();
    await parlour.restart();
    await goOnline(parlour.owner);
    await parlour.settle();
    expect((await parlour.owner.call("GET", "call-settings")).body).toMatchObject({
      balance_min: 0,
    });
    expect(
      (await parlour.sql("select from call_use where call_id = $1 and minutes = 3", [call.id]))
        .length,
    ).toBe(1);
    expect(await sendCallFrame(await openWindow(), nextPhone())).toMatchObject({
      type: "failed",
      field: "balance",
    });
  });
});
