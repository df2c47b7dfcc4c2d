import type { WebhookEvent } from "../../core/command.ts";
import type { Claim } from "../../delivery/queue/index.ts";
import type { StoredRequest } from "./event-data.ts";
import { loadInput, type EventInputDeps } from "./events/event-input.ts";
import { webhookEventRules } from "./events/index.ts";

export interface BuildRequestDeps extends EventInputDeps {
  /** Product version for `User-Agent` (WH-003). */
  readonly version: string;
}

/** Builds the headers and body of one event from its journal entry and stored data (WH-033). */
export async function buildRequest(deps: BuildRequestDeps, claim: Claim): Promise<StoredRequest> {
  const event = claim.delivery.event as WebhookEvent;
  const input = await loadInput(deps, claim);
  const body = JSON.stringify(await webhookEventRules[event].body(input));
  return { headers: buildHeaders(deps.version, event, input.facts.sequence), body };
}

/** Builds the headers of WH-003 without the signature. */
export function buildHeaders(
  version: string,
  event: WebhookEvent,
  sequence: number,
): Record<string, string> {
  return {
    "content-type": "application/json; charset=utf-8",
    accept: "application/json",
    "user-agent": `Parlour/${version}`,
    "parlour-event": event,
    "parlour-seq": String(sequence),
  };
}
