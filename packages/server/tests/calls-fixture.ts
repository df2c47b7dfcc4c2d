import type { Call, Channel, Message } from "@parlour/protocol";
import type { CallWithVisitor, CallSettings } from "@parlour/protocol/api";
import {
  startIntegrator,
  startWebhookReceiver,
  type FakeIntegrator,
  type FakeWebhook,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { WebSocket } from "ws";
import { openWidgetFixture, type WidgetFixture, type TestWindow } from "./widget-fixture.ts";

export interface CallsFixture {
  readonly widgetFixture: WidgetFixture;
  readonly parlour: TestParlour;
  readonly telephony: FakeIntegrator;
  readonly site: Channel;
  readonly ivan: TestOperator;
}

/**
 * Calls on a complete server: a chat window requests a call, and operators and a telephony server
 * respond. All tests of a file share one Parlour, and each test has a separate visitor.
 */
export function useCallsFixture() {
  let widgetFixture: WidgetFixture;
  let parlour: TestParlour;
  let telephony: FakeIntegrator;
  let receiver: FakeWebhook;
  let site: Channel;
  let ivan: TestOperator;
  const sockets: WebSocket[] = [];

  beforeAll(async () => {
    widgetFixture = await openWidgetFixture();
    parlour = widgetFixture.parlour;
    [telephony, receiver] = await Promise.all([startIntegrator(), startWebhookReceiver()]);
    ivan = await parlour.operator("operator", "Ivan");
    await parlour.owner.call("POST", "instance/egress-allow", {
      add: [new URL(telephony.url).host, new URL(receiver.url).host],
    });
    site = await widgetFixture.createWidget("Called", { calls: true });
    await parlour.owner.call("PATCH", `channels/${site.id}`, {
      operators: [parlour.owner.id, ivan.id],
    });
    const hook = await parlour.owner.call("POST", "webhooks", {
      url: `${receiver.url}/hook`,
      events: ["call_event"],
    });
    expect(hook.status, hook.text).toBe(201);
  });
  afterAll(async () => {
    for (const socket of sockets) socket.terminate();
    await widgetFixture.close();
    await telephony.close();
    await receiver.close();
  });
  beforeEach(async () => {
    // A chat window that stays open for the hour would receive pings all the time.
    widgetFixture.closeWindows();
    for (const socket of sockets.splice(0)) socket.terminate();
    // The previous test used up limits that are counted per hour.
    await advanceClock(3_600_000, 3_600_000);
    await patchSettings({
      enabled: true,
      driver: "desk",
      prefixes: [],
      balance_min: null,
      hours: null,
    });
    await goOnline(parlour.owner);
  });

  let phoneCount = 0;
  const nextPhone = (): string => `+4930${String(1_000_000 + ++phoneCount)}`;
  let refCount = 0;
  const sendCallFrame = (win: TestWindow, phone: string, ref = `call${++refCount}`) =>
    win.request({ type: "call", ref, phone });
  const openWindow = (): Promise<TestWindow> =>
    widgetFixture.openWindow({ widget_id: site.public_id });
  async function patchSettings(change: object): Promise<CallSettings> {
    const answer = await parlour.owner.call("PATCH", "call-settings", change);
    expect(answer.status, answer.text).toBe(200);
    return answer.body as CallSettings;
  }
  /**
   * Advances the clock. Runs pending work before each step, because otherwise an open request would
   * time out.
   */
  async function advanceClock(ms: number, stepMs = ms): Promise<void> {
    await parlour.settle();
    for (let remainingMs = ms; remainingMs > 0; remainingMs -= stepMs) {
      await parlour.clock.advance(Math.min(stepMs, remainingMs));
      await parlour.settle();
    }
  }
  const socketByOperator = new Map<number, WebSocket>();
  /** Connects a socket of the operator if there is none, and sets the operator online. */
  async function goOnline(operator: TestOperator): Promise<void> {
    if (socketByOperator.get(operator.id)?.readyState !== WebSocket.OPEN) {
      const ws = new WebSocket(`${parlour.url.replace("http", "ws")}/api/v1/socket`, {
        headers: { authorization: `Bearer ${operator.key}` },
      });
      sockets.push(ws);
      socketByOperator.set(operator.id, ws);
      await new Promise<void>((resolve, reject) => {
        ws.once("open", () => ws.send('{"type":"hello","after":null}'));
        ws.once("error", reject);
        ws.on("message", (data) => {
          if ((JSON.parse(String(data as Buffer)) as { type: string }).type === "ready") resolve();
        });
      });
    }
    expect((await operator.call("PUT", "me/presence", { status: "online" })).status).toBe(200);
  }
  const listCalls = async (state: string): Promise<CallWithVisitor[]> =>
    ((await parlour.owner.call("GET", `calls?state=${state}`)).body as { items: CallWithVisitor[] })
      .items;
  const findCall = async (state: string, phone: string): Promise<CallWithVisitor> => {
    const matching = (await listCalls(state)).find((call) => call.phone === phone);
    if (matching === undefined) throw new Error(`no ${state} call of ${phone}`);
    return matching;
  };
  /** Requests a call from a chat window. Returns the call after it was accepted. */
  async function requestCall(win: TestWindow): Promise<CallWithVisitor> {
    const phone = nextPhone();
    expect(await sendCallFrame(win, phone)).toMatchObject({ type: "done" });
    // A telephony server that refuses immediately may already have ended the call.
    return findCall("waiting", phone).catch(() => findCall("done", phone));
  }
  const postCallAction = (operator: TestOperator, id: number, name: string, body: object = {}) =>
    operator.call("POST", `calls/${id}/${name}`, body);
  const waitForStatus = (win: TestWindow, wanted: Call["status"]) =>
    win.next("call", ({ call }) => call.status === wanted);
  const systemMessageCodes = async (chat: number): Promise<string[]> =>
    (await parlour.messages(chat)).flatMap(({ line }: Message) =>
      line?.code.startsWith("call_") === true ? [line.code] : [],
    );
  /** Returns the statuses of calls to this number that webhooks received, in order. */
  const webhookStatuses = (phone: string): string[] =>
    receiver
      .accepted()
      .filter((delivery) => delivery.body.call.phone === phone)
      .map(
        (delivery) =>
          `${delivery.body.call.status}${delivery.body.call.reason === undefined ? "" : `:${delivery.body.call.reason}`}`,
      );
  /** Must be called after `beforeAll` has run. */
  const getFixture = (): CallsFixture => ({ widgetFixture, parlour, telephony, site, ivan });
  return {
    getFixture,
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
    acceptedWebhooks: () => receiver.accepted(),
  };
}
