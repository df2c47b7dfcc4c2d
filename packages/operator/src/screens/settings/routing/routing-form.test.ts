import { expect, it } from "vitest";
import type { Routing } from "@parlour/protocol/api";
import { faultsOf, patchOf, valuesOf } from "./routing-form.ts";

const saved: Routing = {
  mode: "all",
  offer_s: 30,
  next_s: 30,
  department_s: 60,
  channel_s: 120,
  push_s: 180,
  mail_s: 300,
  visitor_s: 300,
  remind_s: 1800,
  notify_outside_hours: false,
  grace_s: 300,
  inactivity_s: 86_400,
  queue: false,
  managed: false,
};
const values = valuesOf(saved, (name, n) => `${n} ${name}`);

it("[CORE-035] a step may not come before the one it widens, and left-out steps do not count", () => {
  expect(faultsOf(values)).toEqual({});
  expect(faultsOf({ ...values, channel_s: "45 s" })).toEqual({ channel_s: { why: "early", before: "department_s" } });
  expect(faultsOf({ ...values, department_s: "0", channel_s: "45 s" })).toEqual({});
  expect(faultsOf({ ...values, offer_s: "1 s", remind_s: "2 d", grace_s: "later" })).toEqual({
    offer_s: { why: "low", limit: 5 },
    remind_s: { why: "high", limit: 86_400 },
    grace_s: { why: "unreadable", limit: 0 },
  });
});

it("[CORE-033] only what was changed is sent, in whole seconds", () => {
  expect(patchOf({ ...values, mode: "least_busy", channel_s: "3 min" }, ["mode", "channel_s"])).toEqual({
    mode: "least_busy",
    channel_s: 180,
  });
});
