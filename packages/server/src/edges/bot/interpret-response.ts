import type { OutcomeText, AttemptOutcome } from "../../delivery/index.ts";
import type { EgressReply } from "../../egress/index.ts";
import {
  findResponseError,
  findResponseEvent,
  parseResponseBody,
  truncateText,
} from "./format/parse-response.ts";

/**
 * Code in the delivery log for the first 401 to a request with an access token. The next attempt
 * checks it to detect a second 401 (BOT-034).
 */
export const tokenRejectedCode = "token_refused";

/** Data of the delivery that, together with the response, determines the outcome. */
export interface DeliveryContext {
  /** Whether the request had an access token. */
  readonly isAuthorized: boolean;
  /** Whether an earlier attempt of this event received 401. */
  readonly wasRefused: boolean;
}

/** Interprets a response (BOT-051, BOT-052, BOT-034). Its body is for the log (BOT-086). */
export function interpretBotResponse(reply: EgressReply, context: DeliveryContext): AttemptOutcome {
  const { status } = reply;
  if (status === null) {
    const outcome = reply.kind === "failed" ? reply.outcome : "bad_reply";
    const message = reply.kind === "failed" ? truncateText(reply.message) : "";
    return { outcome, means: "again", error: { code: outcome, message } };
  }
  // The body of a successful response is not interpreted.
  if (status >= 200 && status <= 299)
    return { outcome: "delivered", means: "delivered", error: null };
  const providerError =
    reply.kind === "answered" ? findResponseError(parseResponseBody(reply.body)) : null;
  const error =
    providerError === null
      ? { code: "http_error", message: `The provider answered ${status}.` }
      : {
          code: providerError.code === "" ? "http_error" : providerError.code,
          message: providerError.message,
        };
  if (status === 401 && context.isAuthorized && !context.wasRefused) {
    const rejection = {
      code: tokenRejectedCode,
      message: "The provider refused the access token; a new one is fetched.",
    };
    return {
      outcome: "http_error",
      means: "again",
      error,
      earlier: true,
      shownNow: rejection,
    };
  }
  return { outcome: "http_error", means: isTemporary(status) ? "again" : "final", error };
}

/**
 * Returns the note for the delivery log if a response contains an event, which is not executed
 * (BOT-092). Returns null otherwise. `address` is the URL to which the provider must post the
 * event.
 */
export function findEventInResponse(reply: EgressReply, address: string): OutcomeText | null {
  if (reply.kind !== "answered") return null;
  const event = findResponseEvent(parseResponseBody(reply.body));
  if (event === null) return null;
  return {
    code: "answer_in_reply",
    message: `${event} in a response is not read. Post it to ${address}`,
  };
}

/** Returns whether a later attempt may succeed. Redirects are not followed. */
function isTemporary(status: number): boolean {
  return status < 400 || status >= 500 || status === 408 || status === 425 || status === 429;
}
