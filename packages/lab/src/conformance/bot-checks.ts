import { isTaken, sawOf } from "./answer.ts";
import { answeringChecks } from "./bot-answering.ts";
import type { BotProbe } from "./bot.ts";
import { handOverChecks } from "./bot-hand-over.ts";
import type { BotListener } from "./bot-listener.ts";
import { takingChecks } from "./bot-taking.ts";
import { openTalk } from "./bot-talk.ts";
import { failed, passed, skipped, type Check, type Verdict } from "./report.ts";
import { signatureVerdicts } from "./signature-checks.ts";

/** Creates all checks of interface B, in report order. */
export function botChecks(probe: BotProbe): readonly Check[] {
  const talk = openTalk(probe);
  return [
    ...answeringChecks(talk),
    ...takingChecks(talk),
    ...handOverChecks(talk),
    ...signatureVerdicts(probe.signer, async (how) => {
      const answer = await probe.send(talk.main.says("Signed"), how);
      return { isTaken: isTaken(answer), seen: sawOf(answer) };
    }),
    // Last, because it checks all received posts.
    { rule: "BOT-081", title: "posts only what Parlour takes", run: () => Promise.resolve(postedVerdict(probe.listener)) },
  ];
}

function postedVerdict({ posted }: BotListener): Verdict {
  if (posted.length === 0) return skipped("The bot posted nothing.");
  const refused = posted.flatMap((one) => (one.refusal === null || one.refusal.rule === "BOT-073" ? [] : [one.refusal]));
  const worst = refused[0];
  const warnings = [...new Set(posted.flatMap((one) => one.warnings))];
  return worst === undefined
    ? passed(warnings.join("; "))
    : failed(`${refused.length} of ${posted.length} refused; the first with ${worst.status}: ${worst.seen}`, worst.advice, worst.rule);
}
