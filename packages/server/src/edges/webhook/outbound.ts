import { Refusal } from "../../core/failure.ts";
import type { OutcomeText, RequestPostponed, RequestImpossible, DeliveryDriver } from "../../delivery/index.ts";
import type { Claim } from "../../queue/index.ts";
import { applyReply, type ApplyDeps } from "./apply.ts";
import { buildContent, type BuildDeps } from "./build.ts";
import { takesData } from "./format/body.ts";
import { readReply } from "./format/reply.ts";
import { answerUse } from "./format/use.ts";
import { judgeWebhook } from "./judge.ts";
import type { Content, Contents } from "./material.ts";
import { againMs, webhookPolicy } from "./policy.ts";

export interface WebhookOutboundDeps extends BuildDeps, ApplyDeps {
  readonly contents: Contents;
}

/** Creates the sender of webhook events. It applies the data of responses. */
export function webhookOutbound(deps: WebhookOutboundDeps): DeliveryDriver {
  return {
    policy: webhookPolicy,
    interpretResponse: judgeWebhook,
    async buildRequest(claim) {
      if (await isOff(deps, claim)) return switchedOff;
      const content = await contentOf(deps, claim).catch((error: unknown) => later(deps, error));
      if ("later" in content) return content;
      const { headers, body } = content;
      const { url } = claim.source.target.endpoint;
      return { url, headers, body, chunked: false, webhookId: webhookIdOf(claim.delivery.id), warning: null };
    },
    async afterAttempt(claim, { reply, verdict }) {
      if (verdict.means !== "delivered" || reply === null) return null;
      if (reply.kind === "failed") return { note: { code: "result_missing", message: `result missing: ${reply.message}` } };
      const said = readReply(reply.body, takesData(claim.delivery.event));
      const { chatId } = claim.delivery;
      if (said.data === null || chatId === null) return { note: said.note, used: answerUse(said, null) };
      const applied = await applyReply(deps, claim, chatId, said.data);
      return { note: noteOf(applied.late, said.note), used: answerUse(said, applied) };
    },
  };
}

/** Returns the id that is the same in every attempt and replay (WH-063). */
export function webhookIdOf(deliveryId: number): string {
  return `evt_${deliveryId}`;
}

const switchedOff: RequestImpossible = { never: "endpoint_off", message: "The webhook was switched off or deleted." };
/**
 * Deliveries behind one that the projection ends can be claimed before the projection ends them too
 * (WH-066).
 */
async function isOff({ config }: WebhookOutboundDeps, { account, endpointId }: Claim): Promise<boolean> {
  const { webhooks } = await config(account);
  return ![...webhooks.values()].some((one) => one.endpointId === endpointId && one.enabled);
}

/** Builds the request once, so that every attempt sends the same one (WH-033). */
async function contentOf(deps: WebhookOutboundDeps, claim: Claim): Promise<Content> {
  const { account, delivery } = claim;
  const kept = delivery.tries === 0 ? null : await deps.contents.find(account, delivery.id);
  return kept ?? deps.contents.keep(account, delivery.id, await buildContent(deps, claim));
}

/** An unavailable database costs no attempt. */
function later({ clock }: ApplyDeps, error: unknown): RequestPostponed {
  if (!(error instanceof Refusal) || error.failure.failure !== "temporarily_unavailable") throw error;
  return { later: clock.now() + againMs };
}

/** Adds the note that the chat had ended (WH-049). */
function noteOf(isLate: boolean, note: OutcomeText | null): OutcomeText | null {
  if (!isLate) return note;
  return { code: "late", message: `late: the chat had ended, nothing was applied${note === null ? "" : ` (${note.message})`}` };
}
