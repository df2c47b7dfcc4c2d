import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { rateChat } from "../../../core/chat/details/rate.ts";
import { setCustomerReaction } from "../../../core/chat/message/changes/set-reaction.ts";
import { applyReadReceipt } from "../../../core/chat/message/read-receipt.ts";
import { closeChatByVisitor } from "../../../core/chat/close-by-visitor.ts";
import type { Message } from "../../../core/entity.ts";
import { refuse } from "../../../core/failure.ts";
import { isBlocked } from "../session/block-check.ts";
import { serializeMessage } from "../format/message.ts";
import { hasOpenChat, type VisitorConnection } from "../visitor-connection.ts";
import type { FrameOfType, HandlerDeps } from "../handler-deps.ts";
import { findKnownMessage } from "./stored-message.ts";

/** Frames about the visitor's chat. The command handlers check that the chat is theirs. */

/** Stores the visitor's rating (CORE-080, WG-083). */
export async function handleRating(
  deps: HandlerDeps,
  connection: VisitorConnection,
  frame: FrameOfType<"rate">,
): Promise<void> {
  const { rating, comment } = frame;
  const handler = rateChat({
    visitorId: connection.visitorId,
    rating,
    comment,
  });
  await deps.write({
    account: connection.account,
    subject: { chat: frame.chat_id },
    handler,
  });
  deps.client.send({ type: "done", ref: frame.ref });
}

/**
 * Stores or takes back the visitor's reaction to a message of the team or a bot (WG-285). That of a
 * blocked visitor is not stored (CORE-071).
 */
export async function handleReaction(
  deps: HandlerDeps,
  connection: VisitorConnection,
  frame: FrameOfType<"react">,
): Promise<void> {
  const { account, customer } = connection;
  const { seq, emoji } = frame;
  const { reactions } = getCapabilities("widget");
  if (emoji !== "" && !reactions.includes(emoji))
    refuse("invalid_request", "The chat window does not offer this reaction.", { field: "emoji" });
  const message = await findKnownMessage(deps, connection, frame);
  if (message === null || message.author.kind === "visitor")
    refuse("not_found", "There is no such message.");
  if (!hasOpenChat(connection)) refuse("chat_closed", "This chat is closed.");
  const at = deps.clock.now();
  const current = message.reactions?.find(({ by }) => by === "visitor")?.emoji ?? "";
  if (emoji !== current && !isBlocked(await deps.config(account), connection, at))
    await deps.write({
      account,
      subject: { chat: frame.chat_id, message: seq },
      handler: setCustomerReaction({ customer, emoji, at }),
    });
  deps.client.send({ type: "done", ref: frame.ref });
}

export async function handleClose(
  deps: HandlerDeps,
  connection: VisitorConnection,
  frame: FrameOfType<"close">,
): Promise<void> {
  await deps.write({
    account: connection.account,
    subject: { chat: frame.chat_id },
    handler: closeChatByVisitor(connection.visitorId),
  });
  deps.client.send({ type: "done", ref: frame.ref });
}

export async function handleHistory(
  deps: HandlerDeps,
  connection: VisitorConnection,
  frame: FrameOfType<"older">,
): Promise<void> {
  if (frame.chat_id !== connection.chat?.id) refuse("not_found", "There is no such chat.");
  const rows = await deps.store.messages(connection.account, frame.chat_id, {
    before: frame.before,
    limit: pageSize,
  });
  const config = await deps.config(connection.account);
  deps.client.send({
    type: "older",
    ref: frame.ref,
    messages: rows.flatMap((row) => serializeMessage(row, config) ?? []),
    more: rows.length === pageSize,
  });
}
const pageSize = 50;

/** Records how far the browser received and showed the chat (CORE-052), if that advanced. */
export async function handleReadReceipt(
  deps: HandlerDeps,
  connection: VisitorConnection,
  frame: FrameOfType<"marks">,
): Promise<void> {
  const { chat, account, visitorId } = connection;
  if (chat === null || frame.chat_id !== chat.id) return;
  if (isBlocked(await deps.config(account), connection, deps.clock.now())) return;
  const lastReceived = await newestPublishedMessage(deps, connection, frame.received);
  const lastSeen =
    frame.seen === frame.received
      ? lastReceived
      : await newestPublishedMessage(deps, connection, frame.seen);
  if (lastReceived === null && lastSeen === null) return;
  await deps.write({
    account,
    subject: { chat: chat.id },
    handler: applyReadReceipt({ visitorId, received: lastReceived, seen: lastSeen }),
  });
}

/**
 * Returns the newest message of an operator or bot up to `seq` that the visitor received. Resolves
 * to null if the latest 20 messages contain none.
 */
async function newestPublishedMessage(
  deps: HandlerDeps,
  { account, chat }: VisitorConnection,
  seq: number,
): Promise<Message | null> {
  if (chat === null || seq <= 0) return null;
  const rows = await deps.store.messages(account, chat.id, {
    before: Math.min(seq, chat.seq) + 1,
    limit: readMarkWindow,
  });
  return (
    rows.findLast(
      ({ author, kind, hidden }) =>
        (author.kind === "operator" || author.kind === "bot") && kind !== "note" && hidden !== true,
    ) ?? null
  );
}
/** Messages to search. Visitors rarely write as many in a row, and earlier ones are marked. */
const readMarkWindow = 20;
