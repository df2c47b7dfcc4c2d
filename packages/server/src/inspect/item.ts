import type { InspectedRequest } from "@parlour/protocol/api";
import { ruleOf } from "./rules.ts";
import type { Kept, KeptAttempt, KeptRequest } from "./seen.ts";

/** Functions of `auth` that mask recorded requests. */
export interface Conceal {
  hideCredentials(headers: Readonly<Record<string, string | readonly string[] | undefined>>): Record<string, string>;
  maskWire(body: string): string;
}

/**
 * Serialises an item for the API (API-052). `isMasked`: hides what people wrote (CORE-001).
 * Responses come from the integrator and are never masked.
 */
export function itemOf(kept: Kept, conceal: Conceal, isMasked: boolean): InspectedRequest {
  const shown = (body: string): string => (isMasked ? conceal.maskWire(body) : body);
  return kept.direction === "in" ? received(kept, conceal, shown) : attempted(kept, conceal, shown);
}

function received(kept: KeptRequest, conceal: Conceal, shown: (body: string) => string): InspectedRequest {
  const bytes = Buffer.from(kept.bytes, "latin1");
  // A partial character at the cut is dropped.
  const body = new TextDecoder().decode(bytes, { stream: kept.isCut });
  return {
    id: kept.id,
    at: new Date(kept.at).toISOString(),
    direction: "in",
    kind: kept.kind,
    owner_id: kept.ownerId,
    endpoint_id: null,
    method: kept.method,
    url: kept.url,
    request: { headers: conceal.hideCredentials(kept.headers), body: shown(body), cut: kept.isCut },
    status: kept.status,
    reply: null,
    duration_ms: Math.max(0, Math.round(kept.durationMs)),
    outcome: null,
    fault: kept.fault === null ? null : { ...kept.fault },
    request_id: kept.requestId,
    delivery_id: null,
    event: kept.event,
    chat_id: kept.chatId,
  };
}

function attempted(kept: KeptAttempt, conceal: Conceal, shown: (body: string) => string): InspectedRequest {
  const { request, reply, error, outcome } = kept;
  const isFault = outcome !== "delivered" || error !== null;
  return {
    id: kept.id,
    at: new Date(kept.at).toISOString(),
    direction: "out",
    kind: kept.kind,
    owner_id: null,
    endpoint_id: kept.endpointId,
    method: "POST",
    url: request.url,
    request: { headers: conceal.hideCredentials(request.headers), body: shown(request.body), cut: false },
    status: kept.status,
    reply: reply === null ? null : { headers: conceal.hideCredentials(reply.headers), body: reply.body },
    duration_ms: Math.max(0, Math.round(kept.durationMs)),
    outcome,
    fault: isFault
      ? { code: error?.code ?? outcome, message: error?.message ?? null, field: null, rule: ruleOf(kept.kind, outcome) }
      : null,
    request_id: null,
    delivery_id: kept.deliveryId,
    event: kept.event,
    chat_id: kept.chatId,
  };
}
