import type { ChannelProbe, Sent } from "./channel.ts";
import type { Judged } from "./channel-reply.ts";
import { failed, passed, type Verdict } from "./report.ts";

export const sayOk = 'Answer 200 with the JSON body {"result":"ok"} within 3 s.';

/** Returns a message of type `text` as JSON. */
export const text = (words: string, id = "90417"): string => `{"type":"text","id":"${id}","text":${JSON.stringify(words)}}`;

/** Shared state of the channel checks. */
export interface ChannelTalk extends ChannelProbe {
  readonly isTaken: (judged: Judged) => boolean;
  /** Sends a message that must be accepted. `advice`: what to do otherwise. */
  readonly expect: (what: Sent, advice: string) => Promise<Verdict>;
}

export function openTalk(probe: ChannelProbe): ChannelTalk {
  const { options, send } = probe;
  /** Without a given recipient, the endpoint may answer that the customer is unknown. */
  const isTaken = (judged: Judged): boolean =>
    judged.kind === "success" ||
    judged.kind === "unconfirmed" ||
    (judged.kind === "refused" && judged.code === "recipient_not_found" && !options.isRecipientKnown);
  return {
    ...probe,
    isTaken,
    async expect(what, advice) {
      const judged = await send(what);
      return isTaken(judged) ? passed() : failed(judged.seen, advice, judged.kind === "silent" && judged.isTimeout ? "CH-081" : undefined);
    },
  };
}

/**
 * Runs checks in order. Returns the first failed verdict and skips the rest, or a passed verdict.
 */
export async function all(verdicts: readonly (() => Promise<Verdict>)[]): Promise<Verdict> {
  for (const verdict of verdicts) {
    const one = await verdict();
    if (one.outcome !== "passed") return one;
  }
  return passed();
}
