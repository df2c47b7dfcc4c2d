import { expect, test } from "vitest";
import { createMemoryBus } from "../../../bus/index.ts";
import { ManualClock } from "../../../clock.ts";
import { startCluster } from "../../../cluster/index.ts";
import { handleFrame } from "./handle-frame.ts";
import { VisitRegistry } from "../visits/visit-registry.ts";
import type { VisitorConnection } from "../visitor-connection.ts";
import type { Command } from "../../../core/command.ts";
import type { HandlerDeps, VisitorFrame } from "../handler-deps.ts";

test("[WG-034] [WG-060] an invitation is recorded before the frame behind it, also while the settings are read", () => {
  const clock = new ManualClock();
  const cluster = startCluster({
    bus: createMemoryBus()(),
    clock,
    node: 1,
    onFault: (error) => expect.fail(String(error)),
  });
  const visits = new VisitRegistry({
    clock,
    cluster,
    log: { warn: () => undefined },
    store: { startVisit: () => new Promise(() => undefined), saveVisits: () => Promise.resolve() },
  });
  const connection = {
    account: 1,
    visitorId: 7,
    widget: { channelId: 5 },
    page: { url: "https://shop.example/", title: "" },
    session: {},
    chat: null,
  } as unknown as VisitorConnection;
  visits.addConnection(connection, { referrer: "", first: "" });
  const deps = { visits, config: () => new Promise(() => undefined) } as unknown as HandlerDeps;
  const invited: VisitorFrame = {
    type: "invited",
    text: "Need help?",
    department_id: 3,
    by: "script",
  };
  void handleFrame(deps, connection, invited);
  expect(visits.getInvitation(1, 7)).toMatchObject({
    text: "Need help?",
    departmentId: 3,
    state: "shown",
  });
});

test("[WG-041] data that the page sets after a message is written, also before the connection gets the chat", async () => {
  const connection = {
    account: 1,
    visitorId: 7,
    customer: "v7",
    address: "192.0.2.1",
    widget: { channelId: 5, settings: { texts: {} } },
    page: { url: "https://shop.example/", title: "" },
    session: {},
    userToken: null,
    customData: null,
    attributes: null,
    fields: undefined,
    pageDataWrite: "no",
    pageDataBudgetUntil: 0,
    chat: null,
    isChatOpening: false,
  } as unknown as VisitorConnection;
  const written: Command[] = [];
  const deps = {
    clock: new ManualClock(),
    limits: { take: () => Promise.resolve({ ok: true }) },
    config: () => Promise.resolve({ operators: new Map() }),
    visits: { getInvitation: () => null },
    files: {},
    write: (command: Command) => {
      written.push(command);
      return new Promise(() => undefined);
    },
  } as unknown as HandlerDeps;
  const setData: VisitorFrame = { type: "custom_data", fields: [{ title: "Cart", content: "3" }] };
  await handleFrame(deps, connection, setData);
  expect(written).toEqual([]);
  void handleFrame(deps, connection, { type: "say", ref: "r1", text: "Hello" });
  await expect.poll(() => written.length).toBe(1);
  void handleFrame(deps, connection, setData);
  await expect.poll(() => written.length).toBe(2);
  expect(written.map(({ subject }) => subject)).toEqual(
    Array(2).fill({ customer: { channelId: 5, key: "v7" } }),
  );
});
