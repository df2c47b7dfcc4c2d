import type { WebhookData } from "../../core/chat/apply-webhook-data.ts";
import type { WebhookEvent } from "../../core/command.ts";
import type { OutcomeText, SendRequest, TestResult } from "../../delivery/index.ts";
import { toTestResult } from "../../delivery/test-result.ts";
import type { Target } from "../../queue/index.ts";
import { webhookHeaders } from "./build.ts";
import { takesData } from "./format/body.ts";
import { readReply } from "./format/reply.ts";
import { judgeWebhook } from "./judge.ts";
import { webhookPolicy } from "./policy.ts";
import { webhookSample } from "./samples.ts";

/** Result of one test event (WH-070), with the interpreted response. */
export interface WebhookTried extends TestResult {
  /** Whether `result` was ok. */
  readonly isOk: boolean;
  /** Data as it would be shown in the chat. Null if there is none. */
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
 * Sends one attempt of a test event. `sample` replaces default fields. The fields `event_name` and
 * `chat_id` stay. `token` makes the `webhook-id` unique.
 */
export async function testWebhook(
  deps: WebhookTestDeps,
  target: Target,
  about: { readonly event: WebhookEvent; readonly sample?: Readonly<Record<string, unknown>>; readonly token: string },
): Promise<WebhookTried> {
  const { event, sample = {}, token } = about;
  const fixed = webhookSample(event, Math.floor(deps.clock.now() / 1_000));
  const chat = "chat_id" in fixed ? { chat_id: 0 } : {};
  const { chat_id: _chat, ...fields } = sample;
  const body = JSON.stringify({ ...fixed, ...fields, event_name: event, ...chat });
  const headers = { ...webhookHeaders(deps.version, event, 1), "parlour-test": "1" };
  const built = { url: target.endpoint.url, headers, body, chunked: false, webhookId: `test_${token}`, warning: null };
  const sent = await deps.send(target, built, webhookPolicy);
  const { reply } = sent;
  const verdict = judgeWebhook(reply);
  const said = reply.kind === "answered" && verdict.means === "delivered" ? readReply(reply.body, takesData(event)) : null;
  return { ...toTestResult(sent, verdict), isOk: said?.isOk ?? false, data: said?.data ?? null, note: said?.note ?? null };
}
