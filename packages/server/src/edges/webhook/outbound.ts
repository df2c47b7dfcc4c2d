import type { Message } from "../../core/entity.ts";
import { Refusal } from "../../core/failure.ts";
import type {
  OutcomeText,
  RequestPostponed,
  RequestImpossible,
  DeliveryDriver,
} from "../../delivery/index.ts";
import type { Claim } from "../../delivery/queue/index.ts";
import { buildRequest, type BuildRequestDeps } from "./build-request.ts";
import { acceptsResponseData } from "./format/body.ts";
import { parseResponse } from "./format/parse-response.ts";
import { buildWebhookResponseUsage } from "./format/answer-use.ts";
import { interpretWebhookResponse } from "./interpret-response.ts";
import type { StoredRequest, RequestStore } from "./event-data.ts";
import { applyRetryDelayMs, webhookRetryPolicy, maxApplyAttempts } from "./retry-policy.ts";
import {
  type AppliedData,
  applyWebhookData,
  type WebhookData,
} from "../../core/chat/details/apply-webhook-data.ts";
import type { Clock, WriteCommand } from "../../core/command.ts";
import { pause } from "../../core/pause.ts";

interface ApplyResponseDeps {
  readonly write: WriteCommand;
  readonly clock: Clock;
}

export interface WebhookOutboundDeps extends BuildRequestDeps, ApplyResponseDeps {
  readonly contents: RequestStore;
}

/** Creates the driver that sends webhook events and stores the data of the responses. */
export function createWebhookDeliveryDriver(deps: WebhookOutboundDeps): DeliveryDriver {
  return {
    policy: webhookRetryPolicy,
    interpretResponse: interpretWebhookResponse,
    async buildRequest(claim) {
      if (await isEndpointOff(deps, claim)) return endpointOff;
      if (isUndone(claim)) return undone;
      const content = await loadOrBuildRequest(deps, claim).catch((error: unknown) =>
        toLater(deps, error),
      );
      if ("later" in content) return content;
      const { headers, body } = content;
      const { url } = claim.source.target.endpoint;
      return {
        url,
        headers,
        body,
        chunked: false,
        webhookId: toWebhookId(claim.delivery.id),
        warning: null,
      };
    },
    async afterAttempt(claim, { reply, verdict }) {
      if (verdict.means !== "delivered" || reply === null) return null;
      if (reply.kind === "failed")
        return { note: { code: "result_missing", message: `result missing: ${reply.message}` } };
      const { chatId, event } = claim.delivery;
      const response = parseResponse(reply.body, chatId !== null && acceptsResponseData(event));
      if (response.data === null || chatId === null)
        return { note: response.note, used: buildWebhookResponseUsage(response, null) };
      const applied = await applyResponse(deps, claim, chatId, response.data);
      return {
        note: addLateNote(applied.late, response.note),
        used: buildWebhookResponseUsage(response, applied),
      };
    },
  };
}

/**
 * Returns the `webhook-id` of a delivery, which is the same in every attempt and replay (WH-063).
 */
export function toWebhookId(deliveryId: number): string {
  return `evt_${deliveryId}`;
}

const endpointOff: RequestImpossible = {
  never: "endpoint_off",
  message: "The webhook was switched off or deleted.",
};
/**
 * Returns whether the webhook was switched off or deleted. The projection ends its deliveries one
 * after the other, so a worker may claim one that is not ended yet (WH-066).
 */
async function isEndpointOff(
  { config }: WebhookOutboundDeps,
  { account, endpointId }: Claim,
): Promise<boolean> {
  const { webhooks } = await config(account);
  return ![...webhooks.values()].some(
    (webhook) => webhook.endpointId === endpointId && webhook.enabled,
  );
}

const undone: RequestImpossible = {
  never: "withdrawn",
  message: "The message was undone before it was sent to the visitor.",
};
/** Returns whether the message of the event was undone meanwhile (CORE-351). */
const isUndone = ({ delivery, source }: Claim): boolean =>
  delivery.event === "message_created" &&
  (JSON.parse(source.entry.body) as Message).undone_at !== undefined;

/** Returns the stored request, or builds it, so that all attempts are the same (WH-033). */
async function loadOrBuildRequest(deps: WebhookOutboundDeps, claim: Claim): Promise<StoredRequest> {
  const { account, delivery } = claim;
  const stored =
    delivery.totalAttempts === 0 ? null : await deps.contents.find(account, delivery.id);
  return stored ?? deps.contents.store(account, delivery.id, await buildRequest(deps, claim));
}

/** Postpones the request. An unavailable database does not count as an attempt. */
function toLater({ clock }: ApplyResponseDeps, error: unknown): RequestPostponed {
  if (!(error instanceof Refusal) || error.failure.failure !== "temporarily_unavailable")
    throw error;
  return { later: clock.now() + applyRetryDelayMs };
}

/** Adds that the chat had already ended to the note (WH-049). */
function addLateNote(isLate: boolean, note: OutcomeText | null): OutcomeText | null {
  if (!isLate) return note;
  return {
    code: "late",
    message: `late: the chat had ended, nothing was applied${note === null ? "" : ` (${note.message})`}`,
  };
}

/**
 * Stores the data of a webhook response in its chat (WH-042). May run twice. Waits while the
 * database is unavailable. The webhook has responded and must not receive the request again because
 * of our failure.
 */
async function applyResponse(
  { write, clock }: ApplyResponseDeps,
  { account, endpointId }: Claim,
  chatId: number,
  data: WebhookData,
): Promise<AppliedData> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { answer } = await write({
        account,
        subject: { chat: chatId },
        handler: applyWebhookData({ endpointId, data }),
      });
      return answer;
    } catch (error) {
      const failure = error instanceof Refusal ? error.failure.failure : null;
      // A removed chat is treated as ended.
      if (failure === "not_found") return { late: true, outranked: [], unusable: [] };
      if (failure !== "temporarily_unavailable" || attempt >= maxApplyAttempts) throw error;
      await pause(clock, applyRetryDelayMs);
    }
  }
}
