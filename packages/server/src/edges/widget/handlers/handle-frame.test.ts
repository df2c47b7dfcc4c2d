import { expect, test } from "vitest";
import { createMemoryBus } from "../../../bus/index.ts";
import { ManualClock } from "../../../clock.ts";
import { startCluster } from "../../../cluster/index.ts";
import { handleFrame } from "./handle-frame.ts";
import { VisitRegistry } from "../visits/visit-registry.ts";
import type { VisitorConnection } from "../visitor-connection.ts";
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
