import { applyWebhookData, type WebhookData } from "../../core/chat/details/apply-webhook-data.ts";
import { Refusal } from "../../core/failure.ts";
import type { Clock, WriteCommand } from "../../core/command.ts";
import type { Claim } from "../../delivery/queue/index.ts";
import type { AppliedData } from "./format/answer-use.ts";
import { applyRetryDelayMs, maxApplyAttempts } from "./retry-policy.ts";

export interface ApplyResponseDeps {
  readonly write: WriteCommand;
  readonly clock: Pick<Clock, "now" | "scheduleAt">;
}

/**
 * Stores the data of a webhook response in its chat (WH-042). Safe to run twice. Waits while the
 * database is unavailable: the receiver has answered and must not be asked again for our failure.
 */
export async function applyResponse(
  { write, clock }: ApplyResponseDeps,
  { account, endpointId }: Pick<Claim, "account" | "endpointId">,
  chatId: number,
  data: WebhookData,
): Promise<AppliedData> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { answer } = await write({ account, subject: { chat: chatId }, handler: applyWebhookData({ endpointId, data }) });
      return JSON.parse(answer) as AppliedData;
    } catch (error) {
      const failure = error instanceof Refusal ? error.failure.failure : null;
      // A removed chat counts as ended.
      if (failure === "not_found") return { late: true, outranked: [] };
      if (failure !== "temporarily_unavailable" || attempt >= maxApplyAttempts) throw error;
      await new Promise<void>((resolve) => void clock.scheduleAt(clock.now() + applyRetryDelayMs, resolve));
    }
  }
}
