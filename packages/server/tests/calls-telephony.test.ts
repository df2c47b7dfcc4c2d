import type { Delivery } from "@parlour/protocol";
import type { CallWithVisitor, CallSettings } from "@parlour/protocol/api";
import { createHmac } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { useCallsFixture, type CallsFixture } from "./calls-fixture.ts";

const calls = useCallsFixture();
const {
  openWindow,
  patchSettings,
  advanceClock,
  goOnline,
  listCalls,
  findCall,
  requestCall,
  postCallAction,
  waitForStatus,
  webhookStatuses,
  acceptedWebhooks,
} = calls;
let parlour: CallsFixture["parlour"];
let telephony: CallsFixture["telephony"];
let ivan: CallsFixture["ivan"];
beforeAll(() => {
  ({ parlour, telephony, ivan } = calls.getFixture());
});

describe("telephony server", () => {
  let report: string;
  /** Secrets, newest first. During a rotation, a request has one signature per secret. */
  const secrets: string[] = [];
  const reports = (body: object, url = report) => parlour.call("POST", new URL(url).pathname, body);
  beforeEach(async () => {
    telephony.respondWith({ status: 200, body: "{}" });
    const changed = await patchSettings({ driver: "http", url: `${telephony.url}/dial` });
    if (secrets.length === 0)
      secrets.push((changed as CallSettings & { signing_secret?: string }).signing_secret ?? "");
    report = changed.report_url ?? "";
  });
  const requested = async (call: CallWithVisitor) => {
    await parlour.settle();
    const found = telephony.received.filter((one) => one.body.includes(`"call_id":"${call.id}"`));
    return found.map((one) => ({ ...one, json: JSON.parse(one.body) as Record<string, unknown> }));
  };

  test("[CORE-104] [CORE-232] [CORE-233] it is asked once, signed, and reports in both spellings; repeated and backward reports are ignored", async () => {
    const win = await openWindow();
    const call = await requestCall(win);
    const [request, ...more] = await requested(call);
    expect(more).toEqual([]);
    expect(request?.json).toMatchObject({
      event: "call_request",
      type: "callback",
      phone: call.phone,
      report_url: report,
    });
    const {
      "webhook-id": id,
      "webhook-timestamp": at,
      "webhook-signature": signature,
    } = request?.headers ?? {};
    const signed = (secret: string): string =>
      `v1,${createHmac("sha256", Buffer.from(secret.replace("whsec_", ""), "base64"))
        .update(`${String(id)}.${String(at)}.${request?.body ?? ""}`)
        .digest("base64")}`;
    expect(signature).toBe(secrets.map(signed).join(" "));
    const on = { call_id: String(call.id) };
    expect(
      (await reports({ ...on, status: "agentconnected", operator_id: String(ivan.id) })).body,
    ).toEqual({ result: "ok" });
    expect((await reports({ ...on, status: "agent_connected" })).body).toEqual({
      result: "ok",
      ignored: true,
    });
    expect((await reports({ ...on, status: "clientconnected" })).body).toEqual({ result: "ok" });
    expect((await reports({ call_id: call.id, status: "agent_connected" })).body).toMatchObject({
      ignored: true,
    });
    expect(await findCall("running", call.phone)).toMatchObject({
      operator: { id: ivan.id },
      status: "client_connected",
    });
    expect((await reports({ ...on, status: "end" })).body).toEqual({ result: "ok" });
    expect((await reports({ ...on, status: "error", reason: "busy" })).body).toMatchObject({
      ignored: true,
    });
    expect((await waitForStatus(win, "end")).call.reason).toBeNull();
    await parlour.settle();
    expect(webhookStatuses(call.phone)).toEqual([
      "start",
      "agent_connected",
      "client_connected",
      "end",
    ]);
    expect((await parlour.owner.call("GET", "deliveries?kind=call")).body).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({
          event: "call_request",
          state: "delivered",
          chat_id: call.chat_id,
        }),
      ]),
    });
  });

  test("[CORE-135] it is told whom to ring: the chat's operator first, then who is online, nobody who is offline", async () => {
    const operatorsOf = async (call: CallWithVisitor) => {
      const [request] = await requested(call);
      const operators = request?.json["operators"] as
        | readonly { readonly id: string }[]
        | undefined;
      return operators?.map(({ id }) => Number(id));
    };
    expect(await operatorsOf(await requestCall(await openWindow()))).toEqual([parlour.owner.id]);
    await goOnline(ivan);
    expect(await operatorsOf(await requestCall(await openWindow()))).toEqual([
      parlour.owner.id,
      ivan.id,
    ]);
    const win = await openWindow();
    const { chat_id: chatId } = await win.sendMessage("please-call", "Please call me");
    expect((await ivan.call("POST", `chats/${chatId}/accept`)).status).toBe(200);
    expect(await operatorsOf(await requestCall(win))).toEqual([ivan.id, parlour.owner.id]);
    expect((await ivan.call("PUT", "me/presence", { status: "offline" })).status).toBe(200);
    const later = await openWindow();
    expect(await operatorsOf(await requestCall(later))).toEqual([parlour.owner.id]);
  });

  test("[CORE-104] [CORE-233] who does not know the address reports nothing; what is no report is refused", async () => {
    const call = await requestCall(await openWindow());
    const body = { call_id: String(call.id), status: "end" };
    expect((await reports(body, `${parlour.url}/calls/AAAAAAAAAAAAAAAAAAAAAAAA`)).status).toBe(404);
    for (const wrong of [
      { ...body, status: "hung_up" },
      { status: "end" },
      { ...body, call_id: "1; drop" },
      [],
    ])
      expect((await reports(wrong)).status).toBe(400);
    expect((await reports({ ...body, call_id: "17" })).status).toBe(404);
    expect((await reports({ call_id: call.id, status: "error", reason: "meteor" })).status).toBe(
      200,
    );
    expect(await findCall("done", call.phone)).toMatchObject({
      status: "error",
      reason: "provider_error",
    });
  });

  test("[CORE-106] [CORE-105] an announced record is waited for 30 s, also over a restart; the end happened when it was told", async () => {
    const [win, other] = [await openWindow(), await openWindow()];
    const [first, second] = [await requestCall(win), await requestCall(other)];
    for (const call of [first, second]) {
      await reports({ call_id: call.id, status: "client_connected" });
      await reports({ call_id: call.id, status: "end", record: true });
    }
    await parlour.settle();
    expect(
      (await listCalls("running")).length + (await listCalls("waiting")).length,
    ).toBeGreaterThanOrEqual(2);
    await parlour.restart();
    await advanceClock(10_000);
    await reports({ call_id: first.id, status: "end", record_url: "https://tel.example/r/1.mp3" });
    const heardOf = await findCall("done", first.phone);
    expect(heardOf).toMatchObject({ record_url: "https://tel.example/r/1.mp3" });
    await advanceClock(21_000, 7_000);
    const lateCall = await findCall("done", second.phone);
    expect(lateCall).toMatchObject({ status: "end", record_url: null });
    for (const call of [heardOf, lateCall])
      expect(Date.parse(call.updated_at) - Date.parse(call.client_connected_at ?? "")).toBeLessThan(
        5_000,
      );
    await parlour.settle();
    expect(
      acceptedWebhooks().find((one) => one.body.call.record_url !== undefined)?.body,
    ).toMatchObject({
      call: { status: "end", record_url: "https://tel.example/r/1.mp3" },
    });
  });

  test("[CORE-104] [CORE-106] a report gives a colleague nobody's call, and what is no web address is no record", async () => {
    const win = await openWindow();
    const call = await requestCall(win);
    await reports({ call_id: call.id, status: "agent_connected", operator_id: ivan.id });
    expect(
      (
        await reports({
          call_id: call.id,
          status: "client_connected",
          operator_id: parlour.owner.id,
        })
      ).body,
    ).toEqual({ result: "ok" });
    expect(
      (await reports({ call_id: call.id, status: "end", record_url: "javascript:alert(1)" })).body,
    ).toEqual({ result: "ok" });
    await waitForStatus(win, "end");
    expect(await findCall("done", call.phone)).toMatchObject({
      operator: { id: ivan.id },
      status: "end",
      record_url: null,
    });
  });

  test("[CORE-102] [CORE-104] [CORE-232] a server that refuses or stays silent fails the call: provider_error", async () => {
    telephony.respondWith({ status: 400, body: "no" });
    const refused = await requestCall(await openWindow());
    await parlour.settle();
    expect(await findCall("done", refused.phone)).toMatchObject({
      status: "error",
      reason: "provider_error",
    });
    telephony.respondWith({ status: 503, body: "busy" });
    const silent = await requestCall(await openWindow());
    await parlour.settle();
    await advanceClock(9_000, 1_000);
    expect(await findCall("done", silent.phone)).toMatchObject({ reason: "provider_error" });
    expect(await requested(silent)).toHaveLength(3);
  });

  test("[CORE-104] [CORE-234] it hears of an end that it did not report, after its request, and of no other", async () => {
    const call = await requestCall(await openWindow());
    await parlour.settle();
    await postCallAction(ivan, call.id, "fail", { reason: "cancelled" });
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
    expect(sent[1]?.headers).toMatchObject({
      "parlour-event": "call_end",
      "webhook-signature": expect.any(String),
    });
    expect(
      (
        await postCallAction(ivan, call.id, "later", {
          due_at: new Date(parlour.clock.now() + 60_000).toISOString(),
        })
      ).status,
    ).toBe(409);
    const lonely = await requestCall(await openWindow());
    await advanceClock(61_000);
    expect((await requested(lonely)).map((one) => one.json["event"])).toEqual([
      "call_request",
      "call_end",
    ]);
    expect((await reports({ call_id: String(lonely.id), status: "end" })).body).toMatchObject({
      ignored: true,
    });
  });

  test("[CORE-104] [CORE-234] of a call that was over before its request was sent it hears nothing; a request that reached it is followed by the end", async () => {
    const events = async (call: CallWithVisitor) =>
      (await requested(call)).map(({ json }) => json["event"]);
    const limit = (places: number | null) =>
      parlour.owner.call("PATCH", "instance", { limits: { endpoint_at_once: places } });
    const fail = (call: CallWithVisitor) =>
      postCallAction(ivan, call.id, "fail", { reason: "cancelled" });
    // A request without a response occupies the only slot.
    expect((await limit(1)).status).toBe(200);
    telephony.respondWith("hang");
    const before = telephony.received.length;
    const slow = await requestCall(await openWindow());
    await telephony.waitForRequests(before + 1);
    const endedCall = await requestCall(await openWindow());
    await Promise.all([fail(slow), fail(endedCall)]);
    telephony.respondWith({ status: 200, body: "{}" });
    await parlour.clock.advance(10_000);
    expect(await events(endedCall)).toEqual([]);
    expect(await events(slow)).toEqual(["call_request", "call_end"]);
    expect((await limit(null)).status).toBe(200);
    // The time is between two attempts.
    telephony.respondWith({ status: 503 });
    const tried = await requestCall(await openWindow());
    await parlour.settle();
    await fail(tried);
    telephony.respondWith({ status: 200, body: "{}" });
    await advanceClock(3_000);
    expect(await events(tried)).toEqual(["call_request", "call_end"]);
    // The call started when operators made the calls.
    await patchSettings({ driver: "desk" });
    const ownCall = await requestCall(await openWindow());
    await patchSettings({ driver: "http" });
    await fail(ownCall);
    expect(await events(ownCall)).toEqual([]);
    const { items } = (
      await parlour.owner.call("GET", `deliveries?kind=call&chat=${ownCall.chat_id}`)
    ).body as { items: Delivery[] };
    expect(items.map(({ event, outcome }) => [event, outcome])).toEqual([
      ["call_end", "withdrawn"],
    ]);
  });

  test("[CORE-107] [CORE-104] [CORE-236] it is asked for a call that a desk put off before: at its time, or when an operator takes it", async () => {
    await patchSettings({ driver: "desk" });
    const [one, other] = [
      await requestCall(await openWindow()),
      await requestCall(await openWindow()),
    ];
    for (const call of [one, other])
      await postCallAction(ivan, call.id, "later", {
        due_at: new Date(parlour.clock.now() + 900_000).toISOString(),
      });
    await patchSettings({ driver: "http" });
    await advanceClock(300_000);
    expect(await requested(one)).toEqual([]);
    await postCallAction(ivan, other.id, "take");
    expect((await requested(other)).map(({ json }) => json)).toEqual([
      expect.objectContaining({
        event: "call_request",
        operators: [{ id: String(ivan.id), name: "Ivan", phone: "" }],
      }),
    ]);
    await advanceClock(30_000);
    expect(await findCall("running", other.phone)).toMatchObject({
      status: "start",
      operator: { id: ivan.id },
    });
    // The timer fires at the end of a step, because an open request would otherwise time out.
    await advanceClock(570_000, 569_999);
    expect((await requested(one)).map(({ json }) => json["event"])).toEqual(["call_request"]);
    expect(await findCall("waiting", one.phone)).toMatchObject({
      status: "start",
      waiting_since: expect.any(String),
    });
  });

  test("[CORE-104] [API-312] a test asks it once and calls nobody", async () => {
    const before = telephony.received.length;
    expect((await parlour.owner.call("POST", "call-settings/test", {})).body).toMatchObject({
      outcome: "delivered",
      status: 200,
    });
    expect(JSON.parse(telephony.received[before]?.body ?? "{}")).toMatchObject({
      event: "call_request",
      test: true,
    });
    const rotated = await parlour.owner.call("POST", "call-settings/rotate", {});
    expect(rotated.body).toMatchObject({
      signing_secret: expect.stringMatching(/^whsec_/),
      report_url: report,
    });
    secrets.unshift((rotated.body as { signing_secret: string }).signing_secret);
  });
});
