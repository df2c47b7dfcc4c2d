import type { ResponseUsage, DeliveryState, Outcome } from "../../core/entity.ts";
import type { EgressReply } from "../../egress/index.ts";
import type { AttemptRow, Claim } from "../queue/index.ts";
import type { RetrySchedule } from "../schedule.ts";
import type { AttemptOutcome, OutcomeText } from "./attempt-outcome.ts";

/** Response of a request, and the parts of request and response that the delivery log stores. */
export interface SendResult {
  readonly reply: EgressReply;
  readonly request: NonNullable<AttemptRow["request"]>;
  readonly answer: AttemptRow["reply"];
}

/**
 * Implemented by each edge to send its deliveries. The delivery module handles attempts only and is
 * independent of channels and bots.
 */
export interface DeliveryDriver {
  readonly policy: RetryPolicy;
  /**
   * Builds the request for one delivery from the current settings. Otherwise returns that the
   * request is impossible, unavailable, postponed or no longer needed.
   */
  buildRequest(claim: Claim): BuildResult | Promise<BuildResult>;
  /**
   * Returns whether the request is built from the claim and nothing else, so that the claim may be
   * read before the deliveries before it in the lane have ended. Without it, none may.
   */
  readonly canJoinRun?: (claim: Claim) => boolean;
  /** Interprets the response to the request of this claim. A pure function. */
  interpretResponse(reply: EgressReply, claim: Claim): AttemptOutcome;
  /** Runs before the request of an attempt is sent. The driver must limit its duration. */
  beforeAttempt?(claim: Claim): Promise<void>;
  /**
   * Runs after an attempt was interpreted and before it is reported. Applies the consequences, such
   * as the data of a webhook or the hand-over of a chat from a failed bot. After a crash in between
   * it runs again, so it must be safe to run twice.
   */
  afterAttempt?(claim: Claim, ended: AttemptResult): Promise<AfterAttemptResult | null>;
}
/** Result of `afterAttempt`: a note for the delivery log, and the applied data of the response. */
export interface AfterAttemptResult {
  readonly note: DeliveryNote | null;
  /** Fields of the response that were applied (WH-082, BOT-093). */
  readonly used?: ResponseUsage | undefined;
}
type BuildResult =
  | RequestReady
  | RequestImpossible
  | RequestPostponed
  | RequestUnavailable
  | RequestSettled;
/**
 * Note in the delivery log. `settles`: the delivery counts as successful whatever the attempt's
 * outcome, because the receiver answered in another way (BOT-055).
 */
export interface DeliveryNote extends OutcomeText {
  readonly settles?: true;
}
/** No request is needed, because the receiver answered otherwise. Counts as success. */
export interface RequestSettled {
  readonly settled: OutcomeText;
}
/** A finished attempt, or the end of all attempts. `state`: new state of the delivery. */
export interface AttemptResult {
  /** null if nothing was sent: preparation failed, or the last attempt was interrupted. */
  readonly reply: EgressReply | null;
  readonly verdict: AttemptOutcome;
  readonly state: DeliveryState;
}

/** Timeout, response limit and retry schedule of one kind of endpoint. */
export interface RetryPolicy {
  /** Total time of one attempt in milliseconds, and the maximum size of its response in bytes. */
  readonly timeoutMs: number;
  readonly maxReplyBytes: number;
  /** Created by `createFixedIntervalSchedule` or `createBackoffSchedule`. */
  readonly schedule: RetrySchedule;
}

/** The parts of a request that the delivery log shows. */
export interface LoggedRequest {
  readonly url: string;
  /** Headers without the signature. */
  readonly headers: Readonly<Record<string, string>>;
  /** A Buffer is encrypted: it needs no signature, and the log shows only its size. */
  readonly body: string | Buffer;
  /** Credentials, of which the delivery log shows only the last four characters (CORE-125). */
  readonly secrets?: readonly string[];
}
export interface RequestReady extends LoggedRequest {
  /** Sends the request without our signature, to a service that has its own authentication. */
  readonly unsigned?: true;
  readonly chunked: boolean;
  /** Value of the header `webhook-id`, the same for all attempts. */
  readonly webhookId: string;
  /** Warning in the delivery log of an attempt without error, as `text_cut` (CH-074). */
  readonly warning: OutcomeText | null;
  /**
   * Sends the request in another way than one HTTP request, for example by SMTP or in several
   * steps. Must never reject. If absent, egress signs and posts the request.
   */
  readonly send?: (timeoutMs: number) => Promise<SendResult>;
}
/** No request is possible. The delivery ends with this outcome. */
export interface RequestImpossible {
  readonly never: Outcome;
  readonly message: string;
}

/** A prerequisite is unavailable. Counts as a failed attempt that is retried (BOT-033). */
export interface RequestUnavailable {
  readonly failed: Outcome;
  readonly message: string;
}

/**
 * Nothing is sent now. The lane continues at this time (milliseconds since 1970), or earlier when
 * an earlier delivery joins it. No attempt is counted.
 */
export interface RequestPostponed {
  readonly later: number;
}

/**
 * Returns the standard text of an outcome, used if the integrator provided none. Network addresses
 * and error codes appear only in the delivery log.
 */
export const outcomeText = (outcome: Outcome, timeoutMs: number): string =>
  outcome === "timeout"
    ? `The server did not respond within ${timeoutMs / 1_000} s.`
    : outcomeTexts[outcome];

const outcomeTexts: Readonly<Record<Exclude<Outcome, "timeout">, string>> = {
  delivered: "Delivered.",
  refused: "The server rejected the message.",
  bad_reply: "The server's response could not be understood.",
  http_error: "The server returned an error.",
  // The connection was refused or broken. Only the attempts in the delivery log distinguish these
  // cases.
  connect_failed: "The connection to the server failed.",
  dns_failed: "Could not connect to the server.",
  tls_failed: "Could not connect to the server.",
  private_address: "Could not connect to the server.",
  reply_too_large: "The server's response is too large.",
  token_failed: "No access token could be obtained.",
  interrupted: "The attempt was interrupted; its result is unknown.",
  channel_deleted: "The channel was deleted.",
  handed_over: "The chat was handed over before this was sent.",
  endpoint_off: "The address was switched off.",
  withdrawn: "It was no longer needed.",
};
