import type { NewMessage } from "@parlour/protocol/api";
import type { Static } from "typebox";
import type { Principal } from "../../../auth/index.ts";
import { formatTime } from "../../../core/chat/create.ts";
import type { Reservation, SeenReplies } from "../../../core/chat/message/send-message.ts";
import { Refusal } from "../../../core/failure.ts";
import { listMessages } from "../../../store/chats/message.ts";
import { countCrossedReply } from "../../../store/reports/crossed-reply.ts";
import type { PresenceDeps } from "../../kit/realtime-port.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";

/** Attempts to write an answer while other messages arrive. */
const maxAttempts = 5;
/** Messages after the last one that the author has read, in which answers are searched. */
const maxUnread = 500;

interface Reply {
  readonly principal: Principal;
  readonly chatId: number;
  readonly channelId: number;
  readonly body: Static<typeof NewMessage>;
}
export interface WriteReplyDeps extends RouteDeps, PresenceDeps {}
type Write<Result> = (seen: SeenReplies | undefined) => Promise<Result>;

/** Writes unless another operator has answered (API-522) or is writing (API-524). */
export async function writeReply<Result>(
  deps: WriteReplyDeps,
  reply: Reply,
  write: Write<Result>,
): Promise<Result> {
  const { principal, chatId, channelId, body } = reply;
  const { accountId, operatorId } = principal;
  if (body.kind === "note") return write(undefined);
  const { reservesChats } = (await deps.config(accountId)).routing;
  const result = await (body.after_seq === undefined
    ? write(undefined)
    : writeUncrossed(deps, reply, body.after_seq, (seen) =>
        write({ ...seen, reservation: reservesChats ? findReservation(deps, reply) : null }),
      ));
  if (reservesChats) {
    const author = { kind: "operator" as const, id: operatorId, name: principal.name };
    const chat = { account: accountId, chatId, channelId };
    deps.realtime.publishTyping({ ...chat, author, typing: false, reason: "sent" });
  }
  return result;
}

function findReservation(
  { realtime, clock }: WriteReplyDeps,
  { principal, chatId }: Reply,
): Reservation | null {
  const writer = realtime.findWriter(principal.accountId, chatId);
  if (writer === null || writer.id === principal.operatorId) return null;
  const { id, name, remainingMs } = writer;
  return { by: { id, name }, until: formatTime(clock.now() + remainingMs) };
}

/** Counts refused replies (API-523). Reads again if messages arrive meanwhile. */
async function writeUncrossed<Result>(
  { reader, sql, clock }: RouteDeps,
  { principal, chatId, body }: Reply,
  after: number,
  write: (seen: Omit<SeenReplies, "reservation">) => Promise<Result>,
): Promise<Result> {
  const { accountId, operatorId } = principal;
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
