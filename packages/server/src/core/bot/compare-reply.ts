/** How an operator answered after a note with the reply of an agent (AGENT-053). */
export type ReplyAgreement = "same" | "changed" | "other";

/** Share of the words of the agent's reply that a changed reply still has. */
const minSharedWords = 0.5;

/**
 * Compares the reply of an agent, as its note shows it, with the text that an operator sent. The
 * sources below the reply may be left out.
 */
export function compareReply(reply: string, sent: string): ReplyAgreement {
  const sentWords = listWords(sent);
  const [whole, bare] = [reply, removeSources(reply)].map(listWords);
  if ([whole, bare].some((words) => words?.join(" ") === sentWords.join(" "))) return "same";
  const words = new Set(bare);
  const shared = [...words].filter((word) => sentWords.includes(word)).length;
  return shared > 0 && shared / words.size >= minSharedWords ? "changed" : "other";
}

/** The last paragraph names the sources with their addresses. */
function removeSources(reply: string): string {
  const paragraphs = reply.split("\n\n");
  return paragraphs.at(-1)?.includes("://") ? paragraphs.slice(0, -1).join("\n\n") : reply;
}
const listWords = (text: string): readonly string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
