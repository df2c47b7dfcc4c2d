import { cleanText, cutText } from "../../core/text.ts";
import type { AttemptOutcome } from "../../delivery/index.ts";
import type { EgressReply } from "../../egress/index.ts";
import { delivered, refuseForGood, repeatMessage } from "../outbound/outcomes.ts";
import type { GraphError } from "./graph-reply.ts";
import { confirmationWaitMs } from "../outbound/confirmed-retry-policy.ts";

/** Maximum length of a text of the service that operators see, in code points (CH-083). */
const maxShownLength = 300;

/**
 * Effect of an error code of the service (WA-025):
 * - `final`: the message is never accepted.
 * - `fix`: it is accepted after an administrator changes something, so it is repeated.
 * - `rate`: the service asks for a pause. The pause grows with each attempt.
 * - `again`: the service is unavailable.
 */
type CodeEffect = "final" | "fix" | "rate" | "again";

/** How a service of Meta answers. The keys of both tables are codes or subcodes. */
export interface ResponseRules {
  readonly parse: (reply: Extract<EgressReply, { kind: "answered" }>) => {
    /** The id of the accepted message, or null. */
    readonly id: string | null;
    readonly error: GraphError | null;
  };
  readonly effects: Readonly<Record<string, CodeEffect>>;
  /** Texts for codes whose own text does not say what to do. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Interprets the response of the service to a message (WA-025). Pure. */
export function interpretMetaResponse(
  rules: ResponseRules,
  reply: EgressReply,
  { attempts }: { readonly attempts: number },
): AttemptOutcome {
  if (reply.kind === "failed") return interpretFailure(reply);
  const { id, error } = rules.parse(reply);
  if (id !== null) return delivered;
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
  const known = find(rules.texts, error) ?? error.message;
  const text = { code: error.code, message: cutText(cleanText(known), maxShownLength).text };
  const effect = find(rules.effects, error) ?? getUsualEffect(error.code, reply.status);
  if (effect === "final") return refuseForGood(text);
  return repeatMessage("http_error", text, {
    isShown: effect === "fix",
    notBeforeMs: effect === "rate" ? getRatePauseMs(attempts) : undefined,
  });
}

/** Finds the value of the subcode, which is more exact, or of the code. */
function find<T>(table: Readonly<Record<string, T>>, { code, subcode }: GraphError): T | undefined {
  const key = [subcode, code].find((one) => Object.hasOwn(table, one));
  return key === undefined ? undefined : table[key];
}

function getUsualEffect(code: string, status: number): CodeEffect {
  if (status === 429) return "rate";
  if (status >= 500) return "again";
  return Number(code) >= 200 && Number(code) <= 299 ? "fix" : "final";
}

/** Meta recommends a pause of 4 to the power of the number of attempts, in seconds. */
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
