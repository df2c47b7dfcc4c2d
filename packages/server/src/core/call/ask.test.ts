import { describe, expect, it } from "vitest";
import { defaultWidgetSettings } from "@parlour/protocol/widget-settings";
import { closeChat } from "../chat/close.ts";
import { customerSays } from "../chat/customer-says.ts";
import { World } from "../chat/world.fixture.ts";
import { callState, type Asker } from "./available.ts";
import { askCall } from "./ask.ts";
import { defaultCalls } from "./defaults.ts";

const open = (): World => {
  const world = new World();
  world.channel = { ...world.channel, kind: "widget", endpointId: null, widget: { ...defaultWidgetSettings, calls: true } };
  world.callSettings = { ...defaultCalls, enabled: true };
  world.run(customerSays({ channelId: 5, customer: "7", recipient: '"7"', text: "Hello" }));
  return world;
};
const online = new Set([1]);
const ask = (more: object = {}) =>
  askCall({ channelId: 5, customer: "7", phone: "+4930111222", online, isLimited: false, page: null, session: null, ...more });

describe("asking for a call", () => {
  it("[WG-062] the first of several reasons is named: disabled, hours, operators, busy, balance, limit", () => {
    const world = open();
    const shut = { timezone: "UTC", week: {}, exceptions: {} };
    const asker: Asker = { channelId: 5, online: new Set(), isBusy: true, isLimited: true, now: world.now };
    const all = { ...defaultCalls, enabled: true, hours: shut, balanceMin: 0 };
    const state = (calls: object, more: Partial<Asker> = {}) =>
      callState({ ...world.scene().config, calls: { ...all, ...calls } }, { ...asker, ...more });
    expect(state({ enabled: false })).toBe("disabled");
    expect(state({ driver: "http" })).toBe("disabled");
    expect(state({})).toBe("hours");
    expect(state({ hours: null })).toBe("operators");
    expect(state({ hours: null }, { online })).toBe("busy");
    expect(state({ hours: null }, { online, isBusy: false })).toBe("balance");
    expect(state({ hours: null, balanceMin: 1 }, { online, isBusy: false })).toBe("limit");
    expect(state({ hours: null, balanceMin: null }, { online, isBusy: false, isLimited: false })).toBe("ok");
    world.channel = { ...world.channel, widget: { ...defaultWidgetSettings, calls: false } };
    expect(state({ hours: null, balanceMin: null }, { online, isBusy: false, isLimited: false })).toBe("disabled");
  });
  it("[WG-061] [CORE-103] a call begins in the running chat; a second one finds it busy", () => {
    const world = open();
    expect(world.run(ask())).toMatchObject({ type: "callback", status: "start", chat_id: world.running?.id });
    expect(world.run(ask())).toMatchObject({ failure: "not_available", field: "busy" });
  });
  it.each([
    { kind: "ip", value: "192.0.2.7" },
    { kind: "country", value: "DE" },
    { kind: "phone", value: "4930111222" },
    { kind: "user_token", value: "u-7" },
  ] as const)("[CORE-070] [CORE-071] whoever is blocked by $kind is not called either, in a chat or before one", (entry) => {
    const world = open();
    world.blacklist = [{ id: 1, until: null, ...entry }];
    const session = { ip_addr: "192.0.2.7", geoip: { country_code: "DE" } };
    const asked = () => world.run(ask({ session, userToken: "u-7" }));
    expect(asked()).toMatchObject({ failure: "not_available", field: "operators" });
    world.run(closeChat({ cause: "visitor" }), world.running?.id);
    expect(asked()).toMatchObject({ failure: "not_available", field: "operators" });
  });
  it("[WG-098] the form of a call needs the consent that its widget asks for, which is kept; a script of the page needs none", () => {
    const world = open();
    world.channel = { ...world.channel, widget: { ...defaultWidgetSettings, calls: true, texts: { de: { consent: "Ich stimme zu." } } } };
    expect(world.run(ask({ byForm: true }))).toMatchObject({ failure: "invalid_request", field: "consent" });
    expect(world.visitor?.entity.consent).toBeUndefined();
    const consent = " Ich stimme zu.\u0000".padEnd(1_200, "x");
    expect(world.run(ask({ byForm: true, consent }))).toMatchObject({ type: "callback" });
    const kept = world.visitor?.entity.consent;
    expect([kept?.text.slice(0, 14), kept?.text.length, kept?.at]).toEqual(["Ich stimme zu.", 1_000, expect.any(String)]);

    const script = open();
    script.channel = world.channel;
    expect(script.run(ask())).toMatchObject({ type: "callback" });
    expect(script.visitor?.entity.consent).toBeUndefined();
  });
  it("[CORE-071] a blocked visitor is not called, and not told why", () => {
    const world = open();
    world.blacklist = [{ id: 1, kind: "customer", value: "5 7", until: null }];
    expect(world.run(ask())).toMatchObject({ failure: "not_available", field: "operators" });
  });
});
