import type { ChannelProbe, SampleMessage } from "./channel.ts";
import type { InterpretedResponse } from "./channel-response.ts";
import { failed, passed, type Verdict } from "./report.ts";

export const okAdvice = 'Answer 200 with the JSON body {"result":"ok"} within 3 s.';

/** Returns a message of type `text` as JSON. */
export const textMessage = (messageText: string, id = "90417"): string =>
  `{"type":"text","id":"${id}","text":${JSON.stringify(messageText)}}`;

/** Shared state of the channel checks. */
export interface ChannelCheckContext extends ChannelProbe {
  readonly isAccepted: (judged: InterpretedResponse) => boolean;
  /** Sends a message that must be accepted. `advice`: what to do otherwise. */
  readonly expect: (sample: SampleMessage, advice: string) => Promise<Verdict>;
}

export function createCheckContext(probe: ChannelProbe): ChannelCheckContext {
  const { options, send } = probe;
  /** Without a given recipient, the endpoint may answer that the customer is unknown. */
  const isAccepted = (result: InterpretedResponse): boolean =>
    result.kind === "success" ||
    result.kind === "unconfirmed" ||
    (result.kind === "refused" && result.code === "recipient_not_found" && !options.isRecipientKnown);
  return {
    ...probe,
    isAccepted,
    async expect(sample, advice) {
      const result = await send(sample);
      return isAccepted(result)
        ? passed()
        : failed(result.seen, advice, result.kind === "silent" && result.isTimeout ? "CH-081" : undefined);
    },
  };
}

/**
 * Runs checks in order. Returns the first failed verdict and skips the rest, or a passed verdict.
 */
export async function firstFailure(verdicts: readonly (() => Promise<Verdict>)[]): Promise<Verdict> {
  for (const verdict of verdicts) {
    const result = await verdict();
    if (result.outcome !== "passed") return result;
  }
  return passed();
}
