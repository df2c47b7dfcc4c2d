import { expect, it } from "vitest";
import { defaultRouting } from "@parlour/protocol/api/settings/default-routing";
import { validateRouting, toPatchBody, toFormValues } from "./routing-form.ts";

const values = toFormValues({ ...defaultRouting, managed: false }, (name, n) => `${n} ${name}`);

it("[CORE-035] a step may not come before the one it widens, and left-out steps do not count", () => {
  expect(validateRouting(values)).toEqual({});
  expect(validateRouting({ ...values, channel_s: "45 s" })).toEqual({
    channel_s: { why: "early", before: "department_s" },
  });
  expect(validateRouting({ ...values, department_s: "0", channel_s: "45 s" })).toEqual({});
  expect(validateRouting({ ...values, offer_s: "1 s", remind_s: "2 d", grace_s: "later" })).toEqual(
    {
      offer_s: { why: "low", limit: 5 },
      remind_s: { why: "high", limit: 86_400 },
      grace_s: { why: "unreadable", limit: 0 },
    },
  );
  expect(validateRouting({ ...values, warn_s: "3 min" })).toEqual({
    overdue_s: { why: "early", before: "warn_s" },
  });
  expect(validateRouting({ ...values, warn_s: "3 min", overdue_s: "0" })).toEqual({});
});

it("[CORE-153] reassigning is off until it is switched on, then 10 min are proposed; off, a time is neither checked nor sent", () => {
  expect(values).toMatchObject({ reassign: false, reassign_s: "10 min" });
  expect(validateRouting({ ...values, reassign_s: "soon" })).toEqual({});
  expect(validateRouting({ ...values, reassign: true, reassign_s: "59 s" })).toEqual({
    reassign_s: { why: "low", limit: 60 },
  });
  expect(toPatchBody({ ...values, reassign: true }, ["reassign"])).toEqual({ reassign_s: 600 });
  expect(
    toPatchBody({ ...values, reassign: false, reassign_s: "20 min" }, ["reassign", "reassign_s"]),
  ).toEqual({ reassign_s: 0 });
});

it("[CORE-033] only what was changed is sent, in whole seconds", () => {
  expect(
    toPatchBody({ ...values, mode: "least_busy", channel_s: "3 min" }, ["mode", "channel_s"]),
  ).toEqual({
    mode: "least_busy",
    channel_s: 180,
  });
});
