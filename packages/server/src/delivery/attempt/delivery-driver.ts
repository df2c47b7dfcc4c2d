import type { ResponseUsage, DeliveryState, Outcome } from "../../core/entity.ts";
import type { EgressReply } from "../../egress/index.ts";
import type { AttemptRow, Claim } from "../queue/index.ts";
import type { Schedule } from "../schedule.ts";
import type { AttemptOutcome, OutcomeText } from "./attempt-outcome.ts";

/** Response of a request, and the parts of both that the delivery log stores. */
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
   * Builds the request for one delivery from the current settings. Alternatively returns that it is
   * impossible, unavailable, postponed or no longer needed.
   */
  buildRequest(claim: Claim): BuildResult | Promise<BuildResult>;
  /** Interprets the response to this claim's request. Pure. */
  interpretResponse(reply: EgressReply, claim: Claim): AttemptOutcome;
  /** Runs before an attempt starts. The driver limits its duration. */
  beforeAttempt?(claim: Claim): Promise<void>;
  /**
   * Runs after an attempt was interpreted and before it is reported. Applies its consequences, such
   * as a webhook's data or the hand-over of a chat from a failed bot. A crash in between repeats
   * it, so it must be safe to run twice.
   */
  afterAttempt?(claim: Claim, ended: AttemptResult): Promise<AfterResult | null>;
}
/** Result of `afterAttempt`. */
export interface AfterResult {
  readonly note: AfterNote | null;
  /** Data of the response that was applied (WH-082, BOT-093). */
  readonly used?: ResponseUsage;
}
type BuildResult =
  | RequestReady
  | RequestImpossible
  | RequestPostponed
  | RequestUnavailable
  | RequestSettled;
/**
 * Note in the delivery log. `settles`: the delivery counts as delivered, whatever the attempt's
 * outcome, because the receiver answered in another way (BOT-055).
 */
export interface AfterNote extends OutcomeText {
  readonly settles?: true;
}
/**
 * No request is needed: the receiver has answered in another way since an earlier attempt. The
 * delivery is delivered.
 */
export interface RequestSettled {
  readonly settled: OutcomeText;
}
/** A finished attempt or series with its meaning. `state` is the new state of the delivery. */
export interface AttemptResult {
  /**
   * Null if nothing was sent: preparation failed, or the last attempt of the series was
   * interrupted.
   */
  readonly reply: EgressReply | null;
  readonly verdict: AttemptOutcome;
  readonly state: DeliveryState;
}

/** Timeout, response limit and retry schedule of one kind of endpoint. */
export interface RetryPolicy {
  /** Total time of one attempt in milliseconds, and the maximum size of its response in bytes. */
  readonly timeoutMs: number;
  readonly maxReplyBytes: number;
  /** Decides when to retry and when to give up (`fixedIntervals`, `backoff`). */
  readonly schedule: Schedule;
}

/** A request that is ready to be sent. */
export interface RequestReady {
  readonly url: string;
  /** Headers without the signature. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * A Buffer is encrypted for its receiver and needs no signature. The delivery log shows only its
   * size.
   */
  readonly body: string | Buffer;
  readonly chunked: boolean;
  /** Value of `webhook-id`, the same for all attempts. */
  readonly webhookId: string;
  /**
   * Credentials in URL and headers. The delivery log shows only their last four characters
   * (CORE-125).
   */
  readonly secrets?: readonly string[];
  /** Noted in the delivery log if the attempt has no error: `text_cut` (CH-074). */
  readonly warning: OutcomeText | null;
  /** Sends it without HTTP (mail). Never rejects. If absent, egress signs and posts it. */
  readonly send?: (timeoutMs: number) => Promise<SendResult>;
}
/**
 * No request is possible. The series ends with this outcome, in the final state of its schedule
 * (`failed` or `dead`).
 */
export interface RequestImpossible {
  readonly never: Outcome;
  readonly message: string;
}

/**
 * A prerequisite of the request is unavailable. Counts as a failed attempt that is retried
 * (BOT-033).
 */
export interface RequestUnavailable {
  readonly failed: Outcome;
  readonly message: string;
}

/**
 * Nothing is sent now. The lane is due again at this time (ms since 1970), or when an earlier
 * delivery joins it. No attempt is counted.
 */
export interface RequestPostponed {
  readonly later: number;
}

/**
 * Returns the text of an outcome for which the integrator provided none. Network addresses and
 * codes appear only in the delivery log.
 */
export function outcomeText(outcome: Outcome, timeoutMs: number): string {
  switch (outcome) {
    case "delivered":
      return "Delivered.";
    case "refused":
      return "The server rejected the message.";
    case "bad_reply":
      return "The server's response could not be understood.";
    case "http_error":
      return "The server returned an error.";
    case "timeout":
      return `The server did not respond within ${timeoutMs / 1_000} s.`;
    // The connection failed or was cut. Only the attempts in the delivery log distinguish these
    // cases.
    case "connect_failed":
      return "The connection to the server failed.";
    case "dns_failed":
    case "tls_failed":
    case "private_address":
      return "Could not connect to the server.";
    case "reply_too_large":
      return "The server's response is too large.";
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
      return "It was no longer needed.";
  }
}
