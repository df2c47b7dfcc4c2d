import type { InterpretedResponse } from "./response.ts";
import type { CommonOptions } from "../options.ts";
import { createFailedVerdict, createPassedVerdict, type Verdict } from "../report.ts";
import type { Signer } from "../sign.ts";

export interface ChannelOptions extends CommonOptions {
  /** CHANNEL_PUBLIC_ID that is appended to the path (CH-070). null: the URL is used unchanged. */
  readonly publicId: string | null;
  /** The customer's id as JSON (`"cust-881"` or `7`), and whether the user gave it. */
  readonly recipient: string;
  readonly isRecipientKnown: boolean;
  readonly responseMs: number;
}

/** Calls the integrator's endpoint as Parlour would. */
export interface ChannelProbe {
  readonly options: ChannelOptions;
  readonly signer: Signer;
  /** Sends one message. `message` and `sender` are JSON texts. */
  readonly send: (sample: SampleMessage) => Promise<InterpretedResponse>;
}

export interface SampleMessage {
  readonly message: string;
  readonly recipient?: string;
  readonly sender?: string;
  /** Further members of the body as JSON text, each with a leading comma. */
  readonly extraMembers?: string;
  readonly id?: string;
  readonly chunked?: boolean;
  readonly signed?: "right" | "wrong" | "stale" | "second";
  readonly headers?: Readonly<Record<string, string>>;
}

export const okAdvice = 'Answer 200 with the JSON body {"result":"ok"} within 3 s.';

/** Returns a message of type `text` as JSON. */
export const createTextMessageJson = (messageText: string, id = "90417"): string =>
  `{"type":"text","id":"${id}","text":${JSON.stringify(messageText)}}`;

export interface ChannelCheckContext extends ChannelProbe {
  readonly isAccepted: (judged: InterpretedResponse) => boolean;
  /** Sends a message that the endpoint must accept. `advice`: how to fix another response. */
  readonly expect: (sample: SampleMessage, advice: string) => Promise<Verdict>;
}

export function createChannelCheckContext(probe: ChannelProbe): ChannelCheckContext {
  const { options, send } = probe;
  /** Without a given recipient, the endpoint may respond that the customer is unknown. */
  const isAccepted = (result: InterpretedResponse): boolean =>
    result.kind === "success" ||
    result.kind === "unconfirmed" ||
    (result.kind === "refused" &&
      result.code === "recipient_not_found" &&
      !options.isRecipientKnown);
  return {
    ...probe,
    isAccepted,
    async expect(sample, advice) {
      const result = await send(sample);
      return isAccepted(result)
        ? createPassedVerdict()
        : createFailedVerdict(
            result.seen,
            advice,
            result.kind === "silent" && result.isTimeout ? "CH-081" : undefined,
          );
    },
  };
}

/** Returns the first failed verdict and skips the rest, or a passed one. */
export async function runUntilFirstFailure(
  verdicts: readonly (() => Promise<Verdict>)[],
): Promise<Verdict> {
  for (const verdict of verdicts) {
    const result = await verdict();
    if (result.outcome !== "passed") return result;
  }
  return createPassedVerdict();
}
