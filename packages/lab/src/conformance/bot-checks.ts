import { isAccepted, describeResponse } from "./response.ts";
import { createReplyChecks } from "./bot-reply-checks.ts";
import { createHandOverChecks } from "./bot-hand-over-checks.ts";
import type { BotListener } from "./bot-listener.ts";
import { createEventChecks } from "./bot-event-checks.ts";
import { openCheckContext, type BotProbe } from "./bot-context.ts";
import { failed, passed, skipped, type Check, type Verdict } from "./report.ts";
import { createSignatureChecks } from "./signature-checks.ts";

/** Creates all checks of interface B, in report order. */
export function createBotChecks(probe: BotProbe): readonly Check[] {
  const context = openCheckContext(probe);
  return [
    ...createReplyChecks(context),
    ...createEventChecks(context),
    ...createHandOverChecks(context),
    ...createSignatureChecks(probe.signer, async (signature) => {
      const answer = await probe.send(context.main.clientMessage("Signed"), signature);
      return { isTaken: isAccepted(answer), seen: describeResponse(answer) };
    }),
    // Last, because it checks all received posts.
    { rule: "BOT-081", title: "posts only what Parlour takes", run: () => Promise.resolve(checkPostedEvents(probe.listener)) },
  ];
}

function checkPostedEvents({ posted }: BotListener): Verdict {
  if (posted.length === 0) return skipped("The bot posted nothing.");
  const refusals = posted.flatMap((post) => (post.refusal === null || post.refusal.rule === "BOT-073" ? [] : [post.refusal]));
  const firstRefusal = refusals[0];
  const warnings = [...new Set(posted.flatMap((post) => post.warnings))];
  return firstRefusal === undefined
    ? passed(warnings.join("; "))
    : failed(
        `${refusals.length} of ${posted.length} refused; the first with ${firstRefusal.status}: ${firstRefusal.seen}`,
        firstRefusal.advice,
        firstRefusal.rule,
      );
}
