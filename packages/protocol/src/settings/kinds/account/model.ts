import { valueOf } from "../../field.ts";
import { singleKind } from "../../kind.ts";

/** A text that the mask replaces, such as order numbers. The name is part of its placeholder. */
export interface MaskPattern {
  readonly name: string;
  /** Has the syntax of rules (WG-052), which takes linear time. */
  readonly pattern: string;
}
/** Why a request to the model has no usable answer (MODEL-030). */
export const modelFailures = [
  "not_set_up",
  "over_budget",
  "cancelled",
  "timeout",
  "rate_limited",
  "refused",
  "unreachable",
  "cut",
  "empty",
  "wrong_form",
  "too_long",
] as const;
export type ModelFailureReason = (typeof modelFailures)[number];

/** Address of a server outside this one, if there is one. */
const address = {
  type: "text",
  format: "base_url",
  min: 1,
  max: 2048,
  default: null,
  elsewhere: true,
  needs: "addresses",
} as const;
const key = { type: "credential", min: 0, max: 1024, default: null } as const;
const flag = { type: "flag", default: false } as const;
/** null: no limit. */
const tokens = { type: "integer", min: 1, max: 1_000_000_000_000, default: null } as const;
/** Price of a million tokens, in cents of the currency. */
const price = { type: "integer", min: 0, max: 100_000_000, default: 0 } as const;

/** The language model of an account (MODEL-001). Without a base URL there is none. */
export const model = singleKind({
  kind: "model",
  path: "model",
  label: "model",
  part: "model",
  fields: {
    base_url: { ...address, rule: "MODEL-001" },
    api_key: { ...key, presence: "has_api_key", boundTo: ["base_url"] },
    chat_model: { type: "text", max: 200, default: null },
    /** null: search is by words only. */
    embedding_model: { type: "text", max: 200, default: null },
    timeout_s: { type: "integer", min: 1, max: 120, default: 9 },
    /** A server with the interface of LibreTranslate. Without it, the model translates. */
    translate_url: { ...address, rule: "MODEL-070" },
    translate_api_key: { ...key, presence: "has_translate_api_key", boundTo: ["translate_url"] },
    /** Whether the inbox translates messages in languages that the operator does not read. */
    translate_automatically: flag,
    /** What is replaced before a request is sent (MODEL-010). */
    mask: {
      type: "group",
      merge: true,
      fields: {
        /** `auto`: on if the server is outside of the own network. */
        mode: { type: "choice", values: ["auto", "on", "off"], default: "auto" },
        kinds: {
          type: "choices",
          values: ["email", "phone", "card", "iban", "name"],
          default: ["email", "phone", "card", "iban", "name"],
        },
        patterns: {
          type: "custom",
          value: valueOf<readonly MaskPattern[]>(),
          default: [],
          rule: "MODEL-011",
        },
      },
    },
    also_send: {
      type: "group",
      merge: true,
      fields: { notes: flag, earlier_chats: flag, files: flag },
    },
    /** Whether the delivery log has the values that the mask replaced. Only owners switch it on. */
    log_values: flag,
    /** Days after which bodies of requests are removed. null: with those of other deliveries. */
    log_days: { type: "integer", unit: "days", min: 1, max: 36_500, default: null },
    budget: {
      type: "group",
      merge: true,
      fields: {
        tokens_per_day: tokens,
        tokens_per_chat: tokens,
        /** Of texts for the translation server. */
        characters_per_day: tokens,
        parallel_requests: { type: "integer", min: 1, max: 100, default: 4 },
      },
    },
    prices: {
      type: "group",
      merge: true,
      fields: {
        currency: { type: "text", pattern: "^[A-Z]{3}$", default: "EUR" },
        sent: price,
        received: price,
        embedded: price,
      },
    },
  },
});
