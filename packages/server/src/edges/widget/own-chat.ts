import { mailTranscript } from "../../core/chat/mail-transcript.ts";
import { rateChat } from "../../core/chat/rate.ts";
import { readByVisitor } from "../../core/chat/read-by-visitor.ts";
import { visitorCloses } from "../../core/chat/visitor-closes.ts";
import type { Message } from "../../core/entity.ts";
import { refuse } from "../../core/failure.ts";
import { isBlocked } from "./blocked.ts";
import { widgetMessage } from "./format/message.ts";
import { hashOf } from "./identity.ts";
import type { ActedFrame, InboundDeps } from "./inbound.ts";
import type { Seat } from "./seat.ts";

/** What a visitor does with a chat of his own; the verbs check whose it is. */

/** CORE-080, WG-083. */
export async function rate(deps: InboundDeps, seat: Seat, frame: ActedFrame<"rate">): Promise<void> {
  const { rating, comment } = frame;
  const verb = rateChat({ visitorId: seat.visitorId, rating, ...(comment === undefined ? {} : { comment }) });
  await deps.write({ account: seat.account, subject: { chat: frame.chat_id }, verb });
  deps.answer({ type: "done", ref: frame.ref });
}

/** CORE-111. A blocked visitor reads the same `done` as everybody, and nothing is sent (CORE-071). */
export async function transcript(deps: InboundDeps, seat: Seat, frame: ActedFrame<"transcript">): Promise<void> {
  const isMeant = !isBlocked(await deps.config(seat.account), seat, deps.clock.now());
  const verb = mailTranscript({ visitorId: seat.visitorId });
  // An answer that was lost is asked for again: the same mail, not another one.
  const idempotency = { scope: `visitor:${seat.visitorId}`, key: frame.ref, hash: hashOf(JSON.stringify(frame)) };
  if (isMeant) await deps.write({ account: seat.account, subject: { chat: frame.chat_id }, verb, idempotency });
  deps.answer({ type: "done", ref: frame.ref });
}

export async function close(deps: InboundDeps, seat: Seat, frame: ActedFrame<"close">): Promise<void> {
  await deps.write({ account: seat.account, subject: { chat: frame.chat_id }, verb: visitorCloses(seat.visitorId) });
  deps.answer({ type: "done", ref: frame.ref });
}

export async function older(deps: InboundDeps, seat: Seat, frame: ActedFrame<"older">): Promise<void> {
  if (frame.chat_id !== seat.chat?.id) refuse("not_found", "There is no such chat.");
  const rows = await deps.store.messages(seat.account, frame.chat_id, { before: frame.before, limit: pageSize });
  const config = await deps.config(seat.account);
  deps.answer({
    type: "older",
    ref: frame.ref,
    messages: rows.flatMap((row) => widgetMessage(row, config) ?? []),
    more: rows.length === pageSize,
  });
}
const pageSize = 50;

/** How far the browser has, and has shown, the chat (CORE-052); what is no step forward costs no write. */
export async function marks(deps: InboundDeps, seat: Seat, frame: ActedFrame<"marks">): Promise<void> {
  const { chat, account, visitorId } = seat;
  if (chat === null || frame.chat_id !== chat.id) return;
  if (isBlocked(await deps.config(account), seat, deps.clock.now())) return;
  const received = await newestTold(deps, seat, frame.received);
  const seen = frame.seen === frame.received ? received : await newestTold(deps, seat, frame.seen);
  if (received === null && seen === null) return;
  await deps.write({ account, subject: { chat: chat.id }, verb: readByVisitor({ visitorId, received, seen }) });
}

/** The newest message up to `seq` that was told to the visitor; null: none among the latest ones, or it was marked before. */
async function newestTold(deps: InboundDeps, { account, chat }: Seat, seq: number): Promise<Message | null> {
  if (chat === null || seq <= 0) return null;
  const rows = await deps.store.messages(account, chat.id, { before: Math.min(seq, chat.seq) + 1, limit: lookBack });
  return (
    rows.findLast(
      ({ author, kind, hidden }) => (author.kind === "operator" || author.kind === "bot") && kind !== "note" && hidden !== true,
    ) ?? null
  );
}
/** The visitor writes fewer messages in a row than this; what is older was marked with an earlier one. */
const lookBack = 20;
