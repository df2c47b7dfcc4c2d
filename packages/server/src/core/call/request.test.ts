import { describe, expect, it } from "vitest";
import { defaultWidgetSettings } from "@parlour/protocol/settings/widget-settings";
import { closeChat } from "../chat/close.ts";
import { receiveCustomerMessage } from "../chat/message/receive-message.ts";
import { ChatSimulation } from "../chat/testing/chat-simulation.fixture.ts";
import { getCallAvailability, type CallRequester } from "./availability.ts";
import { requestCall } from "./request.ts";
import { defaultCalls } from "./defaults.ts";

const createSimulation = (): ChatSimulation => {
  const world = new ChatSimulation();
  world.channel = {
    ...world.channel,
    kind: "widget",
    endpointId: null,
    widget: { ...defaultWidgetSettings, calls: true },
  };
  world.callSettings = { ...defaultCalls, enabled: true };
  world.run(
    receiveCustomerMessage({ channelId: 5, customer: "7", recipient: '"7"', text: "Hello" }),
  );
  return world;
};
const onlineOperators = new Set([1]);
const request = (more: object = {}) =>
  requestCall({
    channelId: 5,
    customer: "7",
    phone: "+4930111222",
    online: onlineOperators,
    isLimited: false,
    page: null,
    session: null,
    ...more,
  });

describe("asking for a call", () => {
  it("[WG-062] the first of several reasons is named: disabled, hours, operators, busy, balance, limit", () => {
    const world = createSimulation();
    const shut = { timezone: "UTC", week: {}, exceptions: {} };
    const requester: CallRequester = {
      channelId: 5,
      online: new Set(),
      isBusy: true,
      isLimited: true,
      now: world.now,
    };
    const failingCalls = { ...defaultCalls, enabled: true, hours: shut, balanceMin: 0 };
    const state = (calls: object, more: Partial<CallRequester> = {}) =>
      getCallAvailability(
        { ...world.context().config, calls: { ...failingCalls, ...calls } },
        { ...requester, ...more },
      );
    expect(state({ enabled: false })).toBe("disabled");
    expect(state({ driver: "http" })).toBe("disabled");
    expect(state({})).toBe("hours");
    expect(state({ hours: null })).toBe("operators");
    expect(state({ hours: null }, { online: onlineOperators })).toBe("busy");
    expect(state({ hours: null }, { online: onlineOperators, isBusy: false })).toBe("balance");
    expect(state({ hours: null, balanceMin: 1 }, { online: onlineOperators, isBusy: false })).toBe(
      "limit",
    );
    expect(
      state(
        { hours: null, balanceMin: null },
        { online: onlineOperators, isBusy: false, isLimited: false },
      ),
    ).toBe("ok");
    world.channel = { ...world.channel, widget: { ...defaultWidgetSettings, calls: false } };
    expect(
      state(
        { hours: null, balanceMin: null },
        { online: onlineOperators, isBusy: false, isLimited: false },
      ),
    ).toBe("disabled");
  });
  it("[WG-061] [CORE-103] a call begins in the running chat; a second one finds it busy", () => {
    const world = createSimulation();
    expect(world.run(request())).toMatchObject({
      type: "callback",
      status: "start",
      chat_id: world.currentChat?.id,
    });
    expect(world.run(request())).toMatchObject({ failure: "not_available", field: "busy" });
  });
  it.each([
    { kind: "ip", value: "192.0.2.7" },
    { kind: "country", value: "DE" },
    { kind: "phone", value: "4930111222" },
    { kind: "user_token", value: "u-7" },
  ] as const)(
    "[CORE-070] [CORE-071] whoever is blocked by $kind is not called either, in a chat or before one",
    (entry) => {
      const world = createSimulation();
      world.blockList = [{ id: 1, until: null, ...entry }];
      const session = { ip_addr: "192.0.2.7", geoip: { country_code: "DE" } };
      const requested = () => world.run(request({ session, userToken: "u-7" }));
      expect(requested()).toMatchObject({ failure: "not_available", field: "operators" });
      world.run(closeChat({ cause: "visitor" }), world.currentChat?.id);
      expect(requested()).toMatchObject({ failure: "not_available", field: "operators" });
    },
  );
  it("[WG-098] the form of a call needs the consent that its widget asks for, which is kept; a script of the page needs none", () => {
    const world = createSimulation();
    world.channel = {
      ...world.channel,
      widget: {
        ...defaultWidgetSettings,
        calls: true,
        texts: { de: { consent: "Ich stimme zu." } },
      },
    };
    expect(world.run(request({ isFromForm: true }))).toMatchObject({
      failure: "invalid_request",
      field: "consent",
    });
    expect(world.visitor?.entity.consent).toBeUndefined();
    const consent = " Ich stimme zu.\u0000".padEnd(1_200, "x");
    expect(world.run(request({ isFromForm: true, consent }))).toMatchObject({ type: "callback" });
    const stored = world.visitor?.entity.consent;
    expect([stored?.text.slice(0, 14), stored?.text.length, stored?.at]).toEqual([
      "Ich stimme zu.",
      1_000,
      expect.any(String),
    ]);

    const script = createSimulation();
    script.channel = world.channel;
    expect(script.run(request())).toMatchObject({ type: "callback" });
    expect(script.visitor?.entity.consent).toBeUndefined();
  });
  it("[CORE-071] a blocked visitor is not called, and not told why", () => {
    const world = createSimulation();
    world.blockList = [{ id: 1, kind: "customer", value: "5 7", until: null }];
    expect(world.run(request())).toMatchObject({ failure: "not_available", field: "operators" });
  });
});
