import { bodyChecks } from "./channel-bodies.ts";
import { deliveryChecks } from "./channel-delivery.ts";
import { firstVerdict } from "./channel-first.ts";
import { openTalk, text } from "./channel-talk.ts";
import type { ChannelProbe } from "./channel.ts";
import type { Check } from "./report.ts";
import { signatureVerdicts } from "./signature-checks.ts";

/** Creates all checks of interface A, in report order. */
export function channelChecks(probe: ChannelProbe): readonly Check[] {
  const { options, signer, send } = probe;
  const talk = openTalk(probe);
  return [
    {
      rule: "CH-080",
      title: "accepts an operator's message",
      first: true,
      run: async () => firstVerdict(await send({ message: text("Hello") }), options.isRecipientKnown),
    },
    ...deliveryChecks(talk),
    ...bodyChecks(talk),
    ...signatureVerdicts(signer, async (how) => {
      const judged = await send({ message: text("Signed"), signed: how });
      return { isTaken: talk.isTaken(judged), seen: judged.seen };
    }),
  ];
}
