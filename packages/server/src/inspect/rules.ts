import type { Outcome } from "../core/entity.ts";

/** Returns the id of the rule about an outcome (docs/spec), or null if no single rule applies. */
export function findRule(kind: "channel" | "bot" | "webhook", outcome: Outcome): string | null {
  return commonRules[outcome] ?? rulesByKind[kind][outcome] ?? null;
}

const commonRules: Readonly<Partial<Record<Outcome, string>>> = {
  private_address: "CORE-123",
  tls_failed: "CORE-120",
  reply_too_large: "CORE-120",
  token_failed: "BOT-033",
  interrupted: "CORE-050",
};
const rulesByKind: Readonly<Record<"channel" | "bot" | "webhook", Readonly<Partial<Record<Outcome, string>>>>> = {
  channel: {
    refused: "CH-082",
    bad_reply: "CH-080",
    http_error: "CH-080",
    timeout: "CH-081",
    dns_failed: "CH-084",
    connect_failed: "CH-084",
  },
  bot: {
    http_error: "BOT-052",
    bad_reply: "BOT-052",
    refused: "BOT-052",
    timeout: "BOT-050",
    dns_failed: "BOT-050",
    connect_failed: "BOT-050",
  },
  webhook: { http_error: "WH-060", bad_reply: "WH-040", timeout: "WH-060", dns_failed: "WH-060", connect_failed: "WH-060" },
};
