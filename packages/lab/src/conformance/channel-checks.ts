import { createBodyChecks } from "./channel-body-checks.ts";
import { createDeliveryChecks } from "./channel-delivery-checks.ts";
import { checkFirstResponse } from "./channel-first-response.ts";
import { createCheckContext, textMessage, type ChannelProbe } from "./channel-context.ts";
import type { Check } from "./report.ts";
import { createSignatureChecks } from "./signature-checks.ts";

/** Creates all checks of interface A, in report order. */
export function createChannelChecks(probe: ChannelProbe): readonly Check[] {
  const { options, signer, send } = probe;
  const context = createCheckContext(probe);
  return [
    {
      rule: "CH-080",
      title: "accepts an operator's message",
      first: true,
      run: async () => checkFirstResponse(await send({ message: textMessage("Hello") }), options.isRecipientKnown),
    },
    ...createDeliveryChecks(context),
    ...createBodyChecks(context),
    ...createSignatureChecks(signer, async (signature) => {
      const result = await send({ message: textMessage("Signed"), signed: signature });
      return { isTaken: context.isAccepted(result), seen: result.seen };
    }),
  ];
}
