import type { ErrorText, Verdict } from "../../delivery/index.ts";
import type { EgressReply } from "../../egress/index.ts";
import { errorIn, eventIn, parseAnswer, short } from "./format/answer.ts";

/** What the ledger calls a first 401 to a request with an access token; the next attempt knows by it that one came before (BOT-034). */
export const tokenRefused = "token_refused";

/** What of the delivery decides beside the answer. */
export interface Asked {
  /** The request carried an access token. */
  readonly isAuthorized: boolean;
  /** An attempt of this event was answered 401 before. */
  readonly wasRefused: boolean;
}

/** What a provider's answer means (BOT-051, BOT-052, BOT-034). Pure: the body only supplies words for the ledger (BOT-086). */
export function judgeAnswer(reply: EgressReply, asked: Asked): Verdict {
  const { status } = reply;
  if (status === null) {
    const outcome = reply.kind === "failed" ? reply.outcome : "bad_reply";
    const message = reply.kind === "failed" ? short(reply.message) : "";
    return verdict({ outcome, means: "again", error: { code: outcome, message } });
  }
  // Whatever becomes of the body: it is not read as an answer.
  if (status >= 200 && status <= 299) return verdict({ outcome: "delivered", means: "delivered", error: null });
  const said = reply.kind === "answered" ? errorIn(parseAnswer(reply.body)) : null;
  const error =
    said === null
      ? { code: "http_error", message: `The provider answered ${status}.` }
      : { code: said.code === "" ? "http_error" : said.code, message: said.message };
  if (status === 401 && asked.isAuthorized && !asked.wasRefused) {
    const refused = { code: tokenRefused, message: "The provider refused the access token; a new one is fetched." };
    return { ...verdict({ outcome: "http_error", means: "again", error }), earlier: true, shownNow: refused };
  }
  return verdict({ outcome: "http_error", means: isPassing(status) ? "again" : "final", error });
}

/** An event in the body of a response, which is not read (BOT-092): what the delivery log notes; null: there is none. `address`: where it is to be posted. */
export function eventInReply(reply: EgressReply, address: string): ErrorText | null {
  if (reply.kind !== "answered") return null;
  const event = eventIn(parseAnswer(reply.body));
  if (event === null) return null;
  return { code: "answer_in_reply", message: `${event} in a response is not read. Post it to ${address}` };
}

/** Statuses that may be gone the next time; 3xx are never followed. */
function isPassing(status: number): boolean {
  return status < 400 || status >= 500 || status === 408 || status === 425 || status === 429;
}

function verdict(given: Pick<Verdict, "outcome" | "means" | "error">): Verdict {
  return { ...given, unconfirmed: false, shownNow: null, shownAtEnd: null };
}
