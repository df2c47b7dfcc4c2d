import type { WebhookBody } from "@parlour/protocol/webhook";
import { buildChatBody, toAgentId, type ChatBodyInput } from "./body.ts";
import { serializePromise, serializeSla } from "./serialize-visit.ts";

/** Builds `sla_at_risk` or `sla_broken` (SLA-014). `chat` is the chat after the change. */
export function buildSlaBody<const E extends "sla_at_risk" | "sla_broken">(
  event: E,
  input: ChatBodyInput,
) {
  const { sla } = serializeSla(input.chat);
  if (sla === undefined) throw new Error("a chat without a due time changed its state");
  return { ...buildChatBody(event, input), sla };
}

/** Builds an event of a promise (PROM-007). `chat` is the chat after the change. */
export function buildPromiseBody<const E extends "promised" | "promise_kept" | "promise_broken">(
  event: E,
  input: ChatBodyInput,
) {
  const { promise } = serializePromise(input.chat);
  if (promise === undefined) throw new Error("a chat without a promise changed it");
  return { ...buildChatBody(event, input), promise };
}

/** Builds `promised`, which names the operator who made the promise. */
export function buildPromisedBody(input: ChatBodyInput): WebhookBody {
  const by = input.chat.promise?.by;
  return {
    ...buildPromiseBody("promised", input),
    ...toAgentId(by?.kind === "operator" ? by : null),
  };
}
