import type { WorkingHours } from "../../../entity/hours.ts";
import { valueOf } from "../../field.ts";
import { singleKind } from "../../kind.ts";

/** Ends a call on which a side is missing. */
const timeout = {
  type: "integer",
  min: 10,
  max: 86_400,
  unit: "s",
  only: "api",
  rule: "CORE-102",
} as const;

/** Calls that visitors request, and who places them (API-297, CORE-104, CORE-105). */
export const calls = singleKind({
  kind: "calls",
  path: "call-settings",
  label: "calls",
  part: "calls",
  fields: {
    enabled: { type: "flag" },
    /** `desk`: operators call with their own phones. `http`: the server at `url` (CORE-104). */
    driver: { type: "choice", values: ["desk", "http"], default: "desk" },
    url: {
      type: "text",
      format: "url",
      min: 1,
      max: 2048,
      default: null,
      elsewhere: true,
      needs: "addresses",
      rule: "CORE-104",
    },
    /** null: the hours of the account. */
    hours: {
      type: "custom",
      value: valueOf<Required<WorkingHours>, WorkingHours>(),
      default: null,
      only: "api",
    },
    /** Permitted calling codes, such as `+49`. An empty list permits all numbers. */
    prefixes: { type: "custom", value: valueOf<string[]>(), only: "api" },
    no_answer_agent_s: { ...timeout, stored: "noAnswerAgentMs" },
    no_answer_client_s: { ...timeout, stored: "noAnswerClientMs" },
    /** Remaining minutes (CORE-105). null: unlimited. */
    balance_min: {
      type: "integer",
      min: -1_000_000_000,
      max: 1_000_000_000,
      default: null,
      only: "api",
      stored: "balanceMin",
    },
    secret: { type: "secret", format: "signing", generated: "signing_secret" },
  },
});
