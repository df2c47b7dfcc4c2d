import { enrichChat, type ReplyData } from "../../core/chat/enrich.ts";
import { Refusal } from "../../core/failure.ts";
import type { Write } from "../../core/ports.ts";
import type { Claim } from "../../queue/index.ts";

/** Makes a reply's data part of its chat (WH-042). True: the chat had ended, nothing was applied (WH-049). Safe to run twice. */
export async function applyReply(
  write: Write,
  { account, endpointId }: Pick<Claim, "account" | "endpointId">,
  chatId: number,
  data: ReplyData,
): Promise<boolean> {
  try {
    const { answer } = await write({ account, subject: { chat: chatId }, verb: enrichChat({ endpointId, data }) });
    return (JSON.parse(answer) as { late: boolean }).late;
  } catch (error) {
    // A chat that is gone has ended as well; everything else is tried again with the attempt.
    if (error instanceof Refusal && error.failure.failure === "not_found") return true;
    throw error;
  }
}
