import type { AttemptOutcome } from "../delivery/index.ts";
import type { EgressReply } from "../egress/index.ts";
import { describeMailResult } from "./error-text.ts";
import type { MailServer } from "./settings.ts";
import type { SendMailResult } from "./smtp.ts";

/**
 * Converts the result of sending to a response for the delivery log. The delivery succeeds if at
 * least one recipient was accepted.
 */
export function toMailReply(result: SendMailResult, server: MailServer): EgressReply {
  const { durationMs, status } = result;
  const message = describeMailResult(result, server);
  if (result.outcome === "delivered")
    return {
      kind: "answered",
      status: status ?? 250,
      headers: { refused: result.refused.join(", ") },
      body: Buffer.from(result.reply ?? ""),
      durationMs,
    };
  return {
    kind: "failed",
    outcome: result.outcome,
    message,
    status,
    headers: { again: String(result.mayRepeat) },
    durationMs,
  };
}

/** Returns whom the server refused while it accepted the email for others. */
export function listRefused(reply: EgressReply): readonly string[] {
  const refused = reply.kind === "answered" ? (reply.headers["refused"] ?? "") : "";
  return refused === "" ? [] : refused.split(", ");
}

/** Interprets a response of {@link toMailReply}. A pure function. */
export function interpretMailReply(reply: EgressReply): AttemptOutcome {
  if (reply.kind === "answered") {
    const refused = listRefused(reply);
    const error =
      refused.length === 0
        ? null
        : {
            code: "recipient_refused",
            message: `The server refused these recipients: ${refused.join(", ")}.`,
          };
    return { outcome: "delivered", means: "delivered", error };
  }
  const { outcome, message } = reply;
  const error = { code: outcome, message };
  const meaning = reply.headers?.["again"] === "true" ? "again" : "final";
  return { outcome, means: meaning, error, shownNow: error, shownAtEnd: error };
}
