import type { InspectedRequest } from "@parlour/protocol/api";
import { maskCredentials } from "../auth/index.ts";
import type { StoredItem, StoredAttempt, StoredRequest } from "./records.ts";
import type { Outcome } from "../core/entity.ts";

const commonRules: Readonly<Partial<Record<Outcome, string>>> = {
  private_address: "CORE-123",
  tls_failed: "CORE-120",
  reply_too_large: "CORE-120",
  token_failed: "BOT-033",
  interrupted: "CORE-050",
};
const rulesByKind: Readonly<
  Record<"channel" | "bot" | "webhook", Readonly<Partial<Record<Outcome, string>>>>
> = {
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
  webhook: {
    http_error: "WH-060",
    bad_reply: "WH-040",
    timeout: "WH-060",
    dns_failed: "WH-060",
    connect_failed: "WH-060",
  },
};

/** Serializes an item for the API (API-052), without its credentials. */
export function serializeInspectedRequest(item: StoredItem): InspectedRequest {
  return item.direction === "in" ? serializeRequest(item) : serializeAttempt(item);
}

function serializeRequest(item: StoredRequest): InspectedRequest {
  const bytes = Buffer.from(item.bytes, "latin1");
  // An incomplete character at the end of a shortened body is dropped.
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
    request: {
      headers: maskCredentials(item.headers),
      body,
      cut: item.isCut,
    },
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

function serializeAttempt(item: StoredAttempt): InspectedRequest {
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
    request: {
      headers: maskCredentials(request.headers),
      body: request.body,
      cut: false,
    },
    status: item.status,
    reply: reply === null ? null : { headers: maskCredentials(reply.headers), body: reply.body },
    duration_ms: Math.max(0, Math.round(item.durationMs)),
    outcome,
    fault: isFault
      ? {
          code: error?.code ?? outcome,
          message: error?.message ?? null,
          field: null,
          rule: findRule(item.kind, outcome),
        }
      : null,
    request_id: null,
    delivery_id: item.deliveryId,
    event: item.event,
    chat_id: item.chatId,
  };
}

/** Null if no single rule of docs/spec applies. */
function findRule(kind: "channel" | "bot" | "webhook", outcome: Outcome): string | null {
  return commonRules[outcome] ?? rulesByKind[kind][outcome] ?? null;
}
