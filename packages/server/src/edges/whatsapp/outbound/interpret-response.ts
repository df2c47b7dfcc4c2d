import { delivered, refuseForGood, repeatMessage } from "../../../connectors/outbound/outcomes.ts";
import { cleanText, cutText } from "../../../core/text.ts";
import type { AttemptOutcome } from "../../../delivery/index.ts";
import type { EgressReply } from "../../../egress/index.ts";
import { parseReply } from "../service/parse-reply.ts";
import { confirmationWaitMs } from "../../../connectors/meta/retry-policy.ts";

/** Maximum length of a text of the service that operators see, in code points (CH-083). */
const maxShownLength = 300;

/**
 * Effect of an error code of the service (WA-025):
 * - `final`: the message is never accepted.
 * - `fix`: it is accepted after an administrator changes something, so it is repeated.
 * - `rate`: the service asks for a pause. The pause grows with each attempt.
 */
type CodeEffect = "final" | "fix" | "rate";
const effects: Readonly<Record<string, CodeEffect>> = {
  0: "fix",
  3: "fix",
  10: "fix",
  190: "fix",
  4: "rate",
  80007: "rate",
  130429: "rate",
  131048: "rate",
  131056: "rate",
};
/** Texts for codes whose own text does not say what to do. */
const texts: Readonly<Record<string, string>> = {
  131047:
    "The customer wrote more than 24 hours ago. Send a template, or wait until they write again.",
  131026: "WhatsApp cannot deliver messages to this customer.",
  190: "WhatsApp does not accept the access token. An administrator must enter a new one.",
};

/** Interprets the response of the service to a message (WA-025). Pure. */
export function interpretResponse(
  reply: EgressReply,
  { attempts }: { readonly attempts: number },
): AttemptOutcome {
  if (reply.kind === "failed") return interpretFailure(reply);
  const { wamid, error } = parseReply(reply);
  if (wamid !== null) return delivered;
  if (error === null)
    return reply.status >= 500
      ? repeatMessage("http_error", { code: "http_error", message: `Status ${reply.status}.` })
      : repeatMessage(
          "bad_reply",
          { code: "bad_reply", message: "The response has no message id." },
          {
            notBeforeMs: confirmationWaitMs,
          },
        );
  const text = {
    code: error.code,
    message: cutText(cleanText(texts[error.code] ?? error.message), maxShownLength).text,
  };
  const effect = getEffect(error.code, reply.status);
  if (effect === "final") return refuseForGood(text);
  return repeatMessage("http_error", text, {
    isShown: effect === "fix",
    notBeforeMs: effect === "rate" ? getRatePauseMs(attempts) : undefined,
  });
}

function getEffect(code: string, status: number): CodeEffect | "again" {
  const effect = Object.hasOwn(effects, code) ? effects[code] : undefined;
  if (effect !== undefined) return effect;
  if (status === 429) return "rate";
  if (status >= 500) return "again";
  return Number(code) >= 200 && Number(code) <= 299 ? "fix" : "final";
}

/** The service recommends a pause of 4 to the power of the number of attempts, in seconds. */
function getRatePauseMs(attempts: number): number {
  return 1_000 * 4 ** Math.min(Math.max(attempts, 1), 4);
}

/**
 * A request that was written may have been accepted although no response came. The next attempt
 * waits for the state that the service would send then (WA-041).
 */
const uncertainOutcomes: ReadonlySet<string> = new Set(["timeout", "connect_failed", "bad_reply"]);

function interpretFailure(reply: Extract<EgressReply, { kind: "failed" }>): AttemptOutcome {
  const message = cutText(cleanText(reply.message), maxShownLength).text;
  return repeatMessage(
    reply.outcome,
    { code: reply.outcome, message },
    { notBeforeMs: uncertainOutcomes.has(reply.outcome) ? confirmationWaitMs : undefined },
  );
}
