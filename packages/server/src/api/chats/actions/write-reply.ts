import type { NewMessage } from "@parlour/protocol/api";
import type { Static } from "typebox";
import type { Principal } from "../../../auth/index.ts";
import { formatTime } from "../../../core/chat/create.ts";
import type { Reservation } from "../../../core/chat/message/send-message.ts";
import { Refusal } from "../../../core/failure.ts";
import { countCrossedReply } from "../../../store/reports/crossed-reply.ts";
import type { PresenceDeps } from "../../kit/realtime-port.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";

interface Reply {
  readonly principal: Principal;
  readonly chatId: number;
  readonly channelId: number;
  readonly body: Static<typeof NewMessage>;
}
export interface WriteReplyDeps extends RouteDeps, PresenceDeps {}

/** Writes unless somebody else has answered (API-522) or is writing (API-524). */
export async function writeReply<Result>(
  deps: WriteReplyDeps,
  reply: Reply,
  write: (reservation: Reservation | null) => Promise<Result>,
): Promise<Result> {
  const { principal, chatId, channelId, body } = reply;
  const { accountId, operatorId } = principal;
  if (body.kind === "note") return write(null);
  const { reservesChats } = (await deps.config(accountId)).routing;
  const canCross = body.after_seq !== undefined;
  const result = await write(canCross && reservesChats ? findReservation(deps, reply) : null).catch(
    async (error: unknown) => {
      await countCrossing(deps, reply, error);
      throw error;
    },
  );
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

/** Counts a reply that was refused because of an answer (API-523). */
async function countCrossing(
  { sql, clock }: RouteDeps,
  { principal, chatId, body }: Reply,
  error: unknown,
): Promise<void> {
  if (!(error instanceof Refusal) || error.failure.reason !== "answered") return;
  await countCrossedReply(sql, principal.accountId, {
    chatId,
    operatorId: principal.operatorId,
    clientId: body.client_id,
    at: clock.now(),
  });
}
