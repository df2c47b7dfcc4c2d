import type { CallsConfig } from "../command.ts";

/** Call settings of an account that has none of its own (API-297). */
export const defaultCalls: CallsConfig = {
  enabled: false,
  driver: "desk",
  hours: null,
  prefixes: [],
  noAnswerAgentMs: 60_000,
  noAnswerClientMs: 120_000,
  balanceMin: null,
  endpointId: null,
};
