import type { ChannelProbe, Sent } from "./channel.ts";
import type { Judged } from "./channel-reply.ts";
import { failed, passed, type Verdict } from "./report.ts";

export const sayOk = 'Answer 200 with the JSON body {"result":"ok"} within 3 s.';

/** A message of type `text` as JSON. */
export const text = (words: string, id = "90417"): string => `{"type":"text","id":"${id}","text":${JSON.stringify(words)}}`;

/** What the checks of a channel share. */
export interface ChannelTalk extends ChannelProbe {
  readonly isTaken: (judged: Judged) => boolean;
  /** Sends a message that must be taken; `advice`: what to do else. */
  readonly expect: (what: Sent, advice: string) => Promise<Verdict>;
}

export function openTalk(probe: ChannelProbe): ChannelTalk {
  const { options, send } = probe;
  /** Nobody named a customer: an endpoint may well say that it does not know this one. */
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

/** The first verdict that is not good, else a good one; nothing is asked behind it. */
export async function all(verdicts: readonly (() => Promise<Verdict>)[]): Promise<Verdict> {
  for (const verdict of verdicts) {
    const one = await verdict();
    if (one.outcome !== "passed") return one;
  }
  return passed();
}
