import type { AnswerUse, DeliveryState, Outcome } from "../core/entity.ts";
import type { EgressReply } from "../egress/index.ts";
import type { Claim } from "../queue/index.ts";
import type { Sent } from "./request.ts";
import type { Schedule } from "./schedule.ts";

/** What an edge brings so that its events can be sent; delivery knows attempts, never channels or bots. */
export interface Outbound {
  readonly policy: Policy;
  /** The request for one delivery by present settings, why it can never be made, or that its time has not come. */
  build(claim: Claim): Build | Promise<Build>;
  /** What an answer to this claim's request means. Pure. */
  judge(reply: EgressReply, claim: Claim): Verdict;
  /** Runs before an attempt starts; bounded by the edge. */
  before?(claim: Claim): Promise<void>;
  /**
   * Runs when an attempt was judged, before it is reported: what follows from it in the core (a webhook's data, the hand-over of a bot that
   * gave up). A crash in between repeats it, so it must be safe to run twice.
   */
  after?(claim: Claim, ended: Ended): Promise<AfterResult | null>;
}
/** What `after` found. */
export interface AfterResult {
  readonly note: AfterNote | null;
  /** What was taken from the answer (WH-082, BOT-093). */
  readonly used?: AnswerUse;
}
type Build = Built | Never | Later | Unsent | Settled;
/** What the ledger notes. `settles`: the delivery is delivered, whatever the attempt met, because the receiver answered in another way (BOT-055). */
export interface AfterNote extends ErrorText {
  readonly settles?: true;
}
/** No request is needed any more: the receiver answered in another way since an earlier attempt. The delivery is delivered. */
export interface Settled {
  readonly settled: ErrorText;
}
/** An attempt, or a series that is over, with what it means; `state` is the delivery's from now on. */
export interface Ended {
  /** null: nothing was sent now (`Unsent`, or a series whose last attempt was cut off). */
  readonly reply: EgressReply | null;
  readonly verdict: Verdict;
  readonly state: DeliveryState;
}

export interface Policy {
  /** Total time of one attempt, and most bytes of its answer. */
  readonly timeoutMs: number;
  readonly maxReplyBytes: number;
  /** When it is tried again, and when it is given up (`burst`, `series`). */
  readonly schedule: Schedule;
}

export interface Built {
  readonly url: string;
  /** Without the signature. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes are encrypted for their receiver: they carry their own proof, and the ledger shows how many. */
  readonly body: string | Buffer;
  readonly chunked: boolean;
  /** `webhook-id`, the same in all attempts. */
  readonly webhookId: string;
  /** Credentials in address and headers; the ledger shows their last four characters only (CORE-125). */
  readonly secrets?: readonly string[];
  /** Noted in the ledger when the attempt itself has no error: `text_cut` (CH-074). */
  readonly warning: ErrorText | null;
  /** Sends it where it is no POST (mail); never rejects. Absent: it is signed and posted by egress. */
  readonly carry?: (timeoutMs: number) => Promise<Sent>;
}
/** No request is ever made; the series ends with this outcome, `failed` or `dead` as its schedule says. */
export interface Never {
  readonly never: Outcome;
  readonly message: string;
}

/** What the request needs could not be had: an attempt like any other that failed, to be tried again (BOT-033). */
export interface Unsent {
  readonly failed: Outcome;
  readonly message: string;
}

/** Nothing is sent now; the lane is looked at again at this time (ms since 1970), or when something else falls due in it. No attempt is counted. */
export interface Later {
  readonly later: number;
}

export interface ErrorText {
  readonly code: string;
  readonly message: string;
}

export interface Verdict {
  readonly outcome: Outcome;
  /** `unavailable`: tried again like `again`, but the end of the series waits for its time (CH-084). */
  readonly means: "delivered" | "final" | "again" | "unavailable";
  /** Repeat at once; it uses up an attempt, the remaining ones keep their time (BOT-034). */
  readonly earlier?: true;
  /** The next attempt not before so many milliseconds from now (`Retry-After`, WH-061); heeded by `series`, at most 24 h. */
  readonly notBeforeMs?: number;
  /** Success without a clear yes (CH-080). */
  readonly unconfirmed: boolean;
  /** For the ledger, in full. */
  readonly error: ErrorText | null;
  /** What the operator reads while attempts go on; null: nothing (CH-083). */
  readonly shownNow: ErrorText | null;
  /** What he reads at the end; null: the outcome in our words. */
  readonly shownAtEnd: ErrorText | null;
}

/** Words for an end without words of the integrator. Addresses and codes of the network stay in the ledger. */
export function wordsFor(outcome: Outcome, timeoutMs: number): string {
  switch (outcome) {
    case "delivered":
      return "Delivered.";
    case "refused":
      return "The server refused the message.";
    case "bad_reply":
      return "The server's answer could not be understood.";
    case "http_error":
      return "The server answered with an error.";
    case "timeout":
      return `The server did not answer within ${timeoutMs / 1_000} s.`;
    // It could not be made, or was cut: only the attempts in the delivery log say which.
    case "connect_failed":
      return "The connection to the server failed.";
    case "dns_failed":
    case "tls_failed":
    case "private_address":
      return "Could not connect to the server.";
    case "reply_too_large":
      return "The server's answer is too large.";
    case "token_failed":
      return "No access token could be obtained.";
    case "interrupted":
      return "The attempt was interrupted; its result is unknown.";
    case "channel_deleted":
      return "The channel was deleted.";
    case "handed_over":
      return "The chat was handed over before this was sent.";
    case "endpoint_off":
      return "The address was switched off.";
    case "withdrawn":
      return "Nobody needed it any more.";
  }
}
