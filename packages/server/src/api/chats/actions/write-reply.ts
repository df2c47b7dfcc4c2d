import type { NewMessage } from "@parlour/protocol/api";
import type { Static } from "typebox";
import type { Principal } from "../../../auth/index.ts";
import type { SeenReplies } from "../../../core/chat/message/send-message.ts";
import { Refusal } from "../../../core/failure.ts";
import { listMessages } from "../../../store/chats/message.ts";
import { countCrossedReply } from "../../../store/reports/crossed-reply.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";

/** Attempts to write an answer while other messages arrive. */
const maxAttempts = 5;
/** Messages after the last one that the author has read, in which answers are searched. */
const maxUnread = 500;

interface Reply {
  readonly principal: Principal;
  readonly chatId: number;
  readonly body: Static<typeof NewMessage>;
}

/**
 * Writes an answer, unless another operator has answered since the author read the chat (API-522).
 * Counts a reply that is refused (API-523). If messages arrive between reading and writing, reads
 * again.
 */
export async function writeReply<Result>(
  { reader, sql, clock }: RouteDeps,
  { principal, chatId, body }: Reply,
  write: (seen: SeenReplies | undefined) => Promise<Result>,
): Promise<Result> {
  const { accountId, operatorId } = principal;
  const after = body.after_seq;
  if (after === undefined || body.kind === "note") return write(undefined);
  for (let attempt = 1; ; attempt += 1) {
    const unread = await listMessages(reader, accountId, chatId, { after, limit: maxUnread });
    const reply = unread.find(
      ({ author, kind }) =>
        author.kind === "operator" && author.id !== operatorId && kind !== "note",
    );
    try {
      return await write({ reply: reply ?? null, lastSeq: unread.at(-1)?.seq ?? after });
    } catch (error) {
      if (!(error instanceof Refusal) || error.failure.failure !== "crossed") throw error;
      if (reply !== undefined) {
        const crossed = { chatId, operatorId, clientId: body.client_id, at: clock.now() };
        await countCrossedReply(sql, accountId, crossed);
      }
      if (reply !== undefined || attempt === maxAttempts) throw error;
    }
  }
}
