import type { InspectedRequest } from "@parlour/protocol/api";
import { findRule } from "./rules.ts";
import type { StoredItem, StoredAttempt, StoredRequest } from "./records.ts";

/** Functions of `auth` that mask recorded requests. */
export interface Masking {
  maskCredentials(headers: Readonly<Record<string, string | readonly string[] | undefined>>): Record<string, string>;
  maskBody(body: string): string;
}

/**
 * Serialises an item for the API (API-052). `isMasked`: hides what people wrote (CORE-001).
 * Responses come from the integrator and are never masked.
 */
export function serializeInspectedRequest(item: StoredItem, masking: Masking, isMasked: boolean): InspectedRequest {
  const maskBody = (body: string): string => (isMasked ? masking.maskBody(body) : body);
  return item.direction === "in" ? serializeRequest(item, masking, maskBody) : serializeAttempt(item, masking, maskBody);
}

function serializeRequest(item: StoredRequest, masking: Masking, maskBody: (body: string) => string): InspectedRequest {
  const bytes = Buffer.from(item.bytes, "latin1");
  // A partial character at the cut is dropped.
  const body = new TextDecoder().decode(bytes, { stream: item.isCut });
  return {
    id: item.id,
    at: new Date(item.at).toISOString(),
    direction: "in",
    kind: item.kind,
    owner_id: item.ownerId,
    endpoint_id: null,
    method: item.method,
    url: item.url,
    request: { headers: masking.maskCredentials(item.headers), body: maskBody(body), cut: item.isCut },
    status: item.status,
    reply: null,
    duration_ms: Math.max(0, Math.round(item.durationMs)),
    outcome: null,
    fault: item.fault === null ? null : { ...item.fault },
    request_id: item.requestId,
    delivery_id: null,
    event: item.event,
    chat_id: item.chatId,
  };
}

function serializeAttempt(item: StoredAttempt, masking: Masking, maskBody: (body: string) => string): InspectedRequest {
  const { request, reply, error, outcome } = item;
  const isFault = outcome !== "delivered" || error !== null;
  return {
    id: item.id,
    at: new Date(item.at).toISOString(),
    direction: "out",
    kind: item.kind,
    owner_id: null,
    endpoint_id: item.endpointId,
    method: "POST",
    url: request.url,
    request: { headers: masking.maskCredentials(request.headers), body: maskBody(request.body), cut: false },
    status: item.status,
    reply: reply === null ? null : { headers: masking.maskCredentials(reply.headers), body: reply.body },
    duration_ms: Math.max(0, Math.round(item.durationMs)),
    outcome,
    fault: isFault
      ? { code: error?.code ?? outcome, message: error?.message ?? null, field: null, rule: findRule(item.kind, outcome) }
      : null,
    request_id: null,
    delivery_id: item.deliveryId,
    event: item.event,
    chat_id: item.chatId,
  };
}
