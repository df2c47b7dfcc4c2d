import type { Write } from "../../core/ports.ts";
import type { ErrorText, Outbound } from "../../delivery/index.ts";
import type { Claim } from "../../queue/index.ts";
import { applyReply } from "./apply.ts";
import { buildContent, chatOf, type BuildDeps } from "./build.ts";
import { takesData } from "./format/body.ts";
import { readReply } from "./format/reply.ts";
import { judgeWebhook } from "./judge.ts";
import type { Content, Contents } from "./material.ts";
import { webhookPolicy } from "./policy.ts";

export { planWebhook } from "./plan.ts";

export interface WebhookOutboundDeps extends BuildDeps {
  readonly contents: Contents;
  readonly write: Write;
}

/** How events of webhooks are sent and their answers used. */
export function webhookOutbound(deps: WebhookOutboundDeps): Outbound {
  return {
    policy: webhookPolicy,
    judge: judgeWebhook,
    async build(claim) {
      const { headers, body } = await contentOf(deps, claim);
      const { url } = claim.source.target.endpoint;
      return { url, headers, body, chunked: false, webhookId: webhookIdOf(claim.delivery.id), warning: null };
    },
    async after(claim, { reply, verdict }) {
      if (verdict.means !== "delivered" || reply === null) return null;
      if (reply.kind === "failed") return { code: "result_missing", message: `result missing: ${reply.message}` };
      const said = readReply(reply.body, takesData(claim.delivery.event));
      const chatId = chatOf(claim);
      if (said.data === null || chatId === null) return said.note;
      return noteOf(await applyReply(deps.write, claim, chatId, said.data), said.note);
    },
  };
}

/** The same in every attempt and replay (WH-063). */
export function webhookIdOf(deliveryId: number): string {
  return `evt_${deliveryId}`;
}

/** Built once: what is sent again is what was sent first (WH-033). */
async function contentOf(deps: WebhookOutboundDeps, claim: Claim): Promise<Content> {
  const { account, delivery } = claim;
  const kept = delivery.tries === 0 ? null : await deps.contents.find(account, delivery.id);
  return kept ?? deps.contents.keep(account, delivery.id, chatOf(claim), await buildContent(deps, claim));
}

/** WH-049. */
function noteOf(isLate: boolean, note: ErrorText | null): ErrorText | null {
  if (!isLate) return note;
  return { code: "late", message: `late: the chat had ended, nothing was applied${note === null ? "" : ` (${note.message})`}` };
}
