import type { CallSettings } from "@parlour/protocol/api";
import { expect, test } from "vitest";
import { validateCalls, toPatchBody, toFormValues } from "./calls-form.ts";

const saved: CallSettings = {
  enabled: true,
  driver: "desk",
  url: null,
  hours: null,
  prefixes: ["+49"],
  no_answer_agent_s: 60,
  no_answer_client_s: 120,
  balance_min: null,
  open_now: true,
  report_url: null,
  secret_hint: null,
  managed: false,
};

test("[CORE-105] what was typed goes as numbers and lists, only what was changed", () => {
  const values = {
    ...toFormValues(saved),
    prefixes: "+49, +43 +49",
    limited: true,
    minutes: "600",
  };
  expect(validateCalls(values)).toEqual({});
  expect(toPatchBody(values, ["prefixes", "limited"])).toEqual({
    prefixes: ["+49", "+43"],
    balance_min: 600,
  });
  expect(toPatchBody({ ...values, limited: false }, ["limited"])).toEqual({ balance_min: null });
});

test("[CORE-104] faults are named at their field", () => {
  const values = {
    ...toFormValues(saved),
    prefixes: "49 0",
    agent: "5",
    client: "2 min",
    limited: true,
    minutes: "",
    driver: "http" as const,
  };
  expect(validateCalls(values)).toEqual({
    prefixes: "prefixes",
    agent: "seconds",
    client: "seconds",
    minutes: "minutes",
    url: "url",
  });
});
