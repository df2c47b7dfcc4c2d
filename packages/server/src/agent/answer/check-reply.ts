import { cutText } from "../../core/text.ts";
import type { Passage } from "../ports.ts";
import { listAddresses, toBareAddress } from "../words/addresses.ts";
import type { AgentReply } from "./prompt.ts";

/** Maximum number of code points of a reply. */
const maxReplyLength = 3_000;
/** Maximum length of the texts for operators. Longer ones are cut. */
const maxNoteLength = 500;

/** Why a reply of the model is not used (AGENT-021). */
export type ReplyProblem =
  | "empty"
  | "no_source"
  | "too_long"
  | "unknown_address"
  | "unknown_source"
  | "wrong_form";

/** Checks the reply of the model. `passages`: those that the model was given. */
export function checkReply(
  json: unknown,
  passages: readonly Passage[],
): AgentReply | { readonly problem: ReplyProblem } {
  const reply = readReply(json);
  if (reply === null) return { problem: "wrong_form" };
  if (reply.action === "hand_over") return reply;
  if (reply.text === "") return { problem: "empty" };
  if (cutText(reply.text, maxReplyLength).cut) return { problem: "too_long" };
  // Without a passage, a source that was not given says less than that there is none.
  if (reply.action === "answer" && (passages.length === 0 || reply.sources.length === 0))
    return { problem: "no_source" };
  if (reply.sources.some((source) => passages[source - 1] === undefined))
    return { problem: "unknown_source" };
  return listAddresses(reply.text).every((address) => isGiven(address, passages))
    ? reply
    : { problem: "unknown_address" };
}

function readReply(json: unknown): AgentReply | null {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return null;
  const { action, text, sources, reason, open_question } = json as Record<string, unknown>;
  if (action !== "answer" && action !== "ask" && action !== "hand_over") return null;
  if (typeof text !== "string" || !Array.isArray(sources)) return null;
  if (!sources.every((source) => Number.isInteger(source))) return null;
  return {
    action,
    text: text.trim(),
    sources: [...new Set(sources as number[])],
    reason: toNoteText(reason),
    open_question: toNoteText(open_question),
  };
}
/** Returns one line. What the model left out is empty: operators see the chat. */
const toNoteText = (value: unknown): string =>
  typeof value === "string" ? value.replace(/\s+/gu, " ").trim().slice(0, maxNoteLength) : "";

/** Returns whether an address is that of a passage, or is written in one. */
function isGiven(address: string, passages: readonly Passage[]): boolean {
  const bare = toBareAddress(address);
  return (
    bare !== "" &&
    passages.some(
      ({ url, text }) =>
        (url !== null && toBareAddress(url) === bare) ||
        listAddresses(text).some((given) => toBareAddress(given) === bare),
    )
  );
}
