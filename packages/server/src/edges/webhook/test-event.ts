import { omitFields } from "@parlour/protocol/omit-fields";
import { createSampleEvent } from "@parlour/protocol/webhook";
import type { WebhookData } from "../../core/chat/details/apply-webhook-data.ts";
import type { WebhookEvent } from "../../core/command.ts";
import type { OutcomeText, SendRequest, EndpointTestResult } from "../../delivery/index.ts";
import { toTestResult } from "../../delivery/attempt/endpoint-test-result.ts";
import type { DeliveryTarget } from "../../delivery/queue/index.ts";
import { buildHeaders } from "./build-request.ts";
import { acceptsResponseData } from "./format/body.ts";
import { parseResponse } from "./format/parse-response.ts";
import { interpretWebhookResponse } from "./interpret-response.ts";
import { webhookRetryPolicy } from "./retry-policy.ts";

/** Result of one test event (WH-070), with the interpreted response. */
export interface WebhookTestResult extends EndpointTestResult {
  /** Whether `result` was ok. */
  readonly isOk: boolean;
  /** Data that the chat would show. Null if there is none. */
  readonly data: WebhookData | null;
  /** Why there is no data, or which fields were dropped. */
  readonly note: OutcomeText | null;
}
export interface WebhookTestDeps {
  readonly send: SendRequest;
  readonly version: string;
  readonly clock: { now(): number };
}

/**
 * Sends a test event in one attempt. Fields of `sample` replace the default ones, except
 * `event_name` and `chat_id`. `token` makes the `webhook-id` unique.
 */
export async function sendTestEvent(
  deps: WebhookTestDeps,
  target: DeliveryTarget,
  input: {
    readonly event: WebhookEvent;
    readonly sample?: Readonly<Record<string, unknown>> | undefined;
    readonly token: string;
  },
): Promise<WebhookTestResult> {
  const { event, sample = {}, token } = input;
  const defaults = createSampleEvent(event, Math.floor(deps.clock.now() / 1_000));
  const chat = "chat_id" in defaults ? { chat_id: 0 } : {};
  const fields = omitFields(sample, "chat_id");
  const body = JSON.stringify({ ...defaults, ...fields, event_name: event, ...chat });
  const headers = { ...buildHeaders(deps.version, event, 1), "parlour-test": "1" };
  const built = {
    url: target.endpoint.url,
    headers,
    body,
    chunked: false,
    webhookId: `test_${token}`,
    warning: null,
  };
  const sent = await deps.send(target, built, webhookRetryPolicy);
  const { reply } = sent;
  const interpretation = interpretWebhookResponse(reply);
  const response =
    reply.kind === "answered" && interpretation.means === "delivered"
      ? parseResponse(reply.body, acceptsResponseData(event))
      : null;
  return {
    ...toTestResult(sent, interpretation),
    isOk: response?.isOk ?? false,
    data: response?.data ?? null,
    note: response?.note ?? null,
  };
}
