import type { Delivery } from "@parlour/protocol";
import { modelPurposes } from "@parlour/protocol/settings/model-purposes";
import { webhookEvents } from "../../../state/webhook-events.ts";
import { readTextParam } from "../../../ui/address/search-params.ts";

/** Filter of the delivery log. Fields with null do not filter. */
export interface DeliveryFilter {
  readonly state: (typeof deliveryStates)[number] | null;
  readonly kind: Delivery["endpoint"]["kind"] | null;
  readonly endpoint: number | null;
  readonly event: string | null;
  readonly chat: number | null;
  /** Sequence number of a message in `chat`. */
  readonly seq: number | null;
  readonly hours: number | null;
  /** Number of a chat or a delivery, as the operator typed it. */
  readonly q: string;
}

export const emptyFilter: DeliveryFilter = {
  state: null,
  kind: null,
  endpoint: null,
  event: null,
  chat: null,
  seq: null,
  hours: null,
  q: "",
};

/** Event names in the delivery log, by kind of endpoint. */
const eventsByKind = {
  channel: ["text", "media", "markdown", "buttons"],
  bot: ["CLIENT_MESSAGE", "AGENT_JOINED", "AGENT_UNAVAILABLE", "CHAT_CLOSED"],
  webhook: webhookEvents,
  call: ["call_request", "call_end"],
  push: [
    "chat_waiting",
    "operator_assigned",
    "chat_notice",
    "chat_taken",
    "call_waiting",
    "call_taken",
  ],
  mail: [
    "chat_waiting",
    "operator_assigned",
    "chat_notice",
    "offline_message",
    "offline_answer",
    "chat_answer",
    "transcript",
    "endpoint_failing",
    "endpoint_off",
    "address_opened",
    "rule_off",
    "agent_stopped",
    "scheduled_report",
  ],
  model: modelPurposes,
  old_system: ["text", "media"],
} as const;

/** Returns the events of the given kind. With null, returns the events of all kinds. */
export function listEvents(kind: DeliveryFilter["kind"]): readonly string[] {
  return kind === null ? [...new Set(Object.values(eventsByKind).flat())] : eventsByKind[kind];
}

/** Returns whether any field of the filter is set. */
export function hasFilter(filter: DeliveryFilter): boolean {
  return (Object.keys(emptyFilter) as (keyof DeliveryFilter)[]).some(
    (key) => filter[key] !== emptyFilter[key],
  );
}

export const deliveryStates = [
  "pending",
  "retrying",
  "delivered",
  "not_usable",
  "failed",
  "dead",
] as const;
export const endpointKinds = [
  "channel",
  "bot",
  "webhook",
  "push",
  "mail",
  "call",
  "model",
  "old_system",
] as const;

/** Choices for the time range, in hours before now. */
const hourSpans = [1, 24, 168] as const;

/**
 * Parses the filter in the URL, for example `?chat=1042&seq=7&endpoint=9&state=failed`. Ignores
 * invalid values.
 */
export function parseFilter(search: Readonly<Record<string, unknown>>): DeliveryFilter {
  const parsePositiveInteger = (key: string) => {
    const value = Number(search[key]);
    return Number.isSafeInteger(value) && value > 0 ? value : null;
  };
  const chat = parsePositiveInteger("chat");
  const kind = endpointKinds.find((item) => item === search["kind"]) ?? null;
  return {
    state: deliveryStates.find((item) => item === search["state"]) ?? null,
    kind,
    endpoint: parsePositiveInteger("endpoint"),
    event: listEvents(kind).find((item) => item === search["event"]) ?? null,
    chat,
    seq: chat === null ? null : parsePositiveInteger("seq"),
    hours: hourSpans.find((item) => item === search["hours"]) ?? null,
    q: parseNumberSearch(readTextParam(search["q"])) || "",
  };
}

/**
 * Parses the search text: digits, with or without `#`. Returns null for an empty text and false for
 * anything else.
 */
export function parseNumberSearch(text: string): string | null | false {
  const q = text.trim();
  if (q === "") return null;
  return /^#?[1-9]\d{0,15}$/.test(q) ? q : false;
}

/** Converts the filter to the query of `GET /deliveries` (API-050). */
export function toDeliveryQuery(
  filter: DeliveryFilter,
  now: number,
): Record<string, string | number | null> {
  const q = parseNumberSearch(filter.q);
  return {
    state: filter.state,
    kind: filter.kind,
    endpoint: filter.endpoint,
    event: filter.event,
    chat: filter.chat,
    seq: filter.seq,
    since: filter.hours === null ? null : new Date(now - filter.hours * 3_600_000).toISOString(),
    q: q === false ? null : q,
  };
}
