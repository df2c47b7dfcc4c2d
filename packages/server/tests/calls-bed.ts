import type { Call, Channel, Message } from "@parlour/protocol";
import type { CallWithVisitor, CallSettings } from "@parlour/protocol/api";
import {
  startIntegrator,
  startWebhookReceiver,
  type Integrator,
  type FakeWebhook,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { WebSocket } from "ws";
import { openWidgetBed, type WidgetBed, type Win } from "./widget-bed.ts";

export interface CallsBed {
  readonly bed: WidgetBed;
  readonly parlour: TestParlour;
  readonly telephony: Integrator;
  readonly site: Channel;
  readonly ivan: TestOperator;
}

/**
 * Call-backs on a whole server: a chat window requests a call, operators and a telephony server
 * answer. A test file shares one Parlour, each test has its own visitor.
 */
export function callsBed() {
  let bed: WidgetBed;
  let parlour: TestParlour;
  let telephony: Integrator;
  let receiver: FakeWebhook;
  let site: Channel;
  let ivan: TestOperator;
  const sockets: WebSocket[] = [];

  beforeAll(async () => {
    bed = await openWidgetBed();
    parlour = bed.parlour;
    [telephony, receiver] = await Promise.all([startIntegrator(), startWebhookReceiver()]);
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
    // A chat window that stays open for the hour would be pinged all the time.
    bed.leave();
    for (const socket of sockets.splice(0)) socket.terminate();
    // The previous test used up limits that are counted per hour.
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
  /**
   * Moves the clock. Settles due work before each step, or an open request would reach its timeout.
   */
  async function pass(ms: number, stepMs = ms): Promise<void> {
    await parlour.settle();
    for (let left = ms; left > 0; left -= stepMs) {
      await parlour.clock.advance(Math.min(stepMs, left));
      await parlour.settle();
    }
  }
  const open = new Map<number, WebSocket>();
  /** Connects a socket of the operator if there is none, and sets the operator online. */
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
  const callsOf = async (state: string): Promise<CallWithVisitor[]> =>
    ((await parlour.owner.call("GET", `calls?state=${state}`)).body as { items: CallWithVisitor[] }).items;
  const byPhone = async (state: string, phone: string): Promise<CallWithVisitor> => {
    const found = (await callsOf(state)).find((call) => call.phone === phone);
    if (found === undefined) throw new Error(`no ${state} call of ${phone}`);
    return found;
  };
  /** Requests a call from a chat window. Returns the call after it was accepted. */
  async function asked(win: Win): Promise<CallWithVisitor> {
    const phone = newNumber();
    expect(await ask(win, phone)).toMatchObject({ type: "done" });
    // A telephony server that refuses at once may have ended the call already.
    return byPhone("waiting", phone).catch(() => byPhone("done", phone));
  }
  const step = (who: TestOperator, id: number, name: string, body: object = {}) => who.call("POST", `calls/${id}/${name}`, body);
  const status = (win: Win, of: Call["status"]) => win.next("call", ({ call }) => call.status === of);
  const lines = async (chat: number): Promise<string[]> =>
    (await parlour.messages(chat)).flatMap(({ line }: Message) => (line?.code.startsWith("call_") === true ? [line.code] : []));
  /** Returns the statuses of calls to this number that webhooks received, in order. */
  const told = (phone: string): string[] =>
    receiver
      .accepted()
      .filter((one) => one.body.call.phone === phone)
      .map((one) => `${one.body.call.status}${one.body.call.reason === undefined ? "" : `:${one.body.call.reason}`}`);
  /** Call it after `beforeAll` has run. */
  const opened = (): CallsBed => ({ bed, parlour, telephony, site, ivan });
  return {
    opened,
    newNumber,
    ask,
    window,
    settings,
    pass,
    here,
    callsOf,
    byPhone,
    asked,
    step,
    status,
    lines,
    told,
    heard: () => receiver.accepted(),
  };
}
