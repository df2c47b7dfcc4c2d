import { mailTranscript, maxTranscriptMails, visitorEmailAddress } from "../../core/chat/mail-transcript.ts";
import { rateChat } from "../../core/chat/rate.ts";
import { applyReadReceipt } from "../../core/chat/read-receipt.ts";
import { closeChatByVisitor } from "../../core/chat/close-by-visitor.ts";
import type { Message } from "../../core/entity.ts";
import { refuse } from "../../core/failure.ts";
import { isEmail } from "../../core/visitor/offline-form.ts";
import { isBlocked } from "./blocked.ts";
import { widgetMessage } from "./format/message.ts";
import { hashOf } from "./identity.ts";
import type { ActedFrame, InboundDeps } from "./inbound.ts";
import type { Seat } from "./seat.ts";

/**
 * Handlers of frames about the visitor's chat. The command handlers check the owner of the chat.
 */

/** Stores the visitor's rating (CORE-080, WG-083). */
export async function rate(deps: InboundDeps, seat: Seat, frame: ActedFrame<"rate">): Promise<void> {
  const { rating, comment } = frame;
  const verb = rateChat({ visitorId: seat.visitorId, rating, ...(comment === undefined ? {} : { comment }) });
  await deps.write({ account: seat.account, subject: { chat: frame.chat_id }, handler: verb });
  deps.answer({ type: "done", ref: frame.ref });
}

/**
 * CORE-111, CORE-162: mails the transcript to an address that the visitor proved to read. Without
 * proof, a code is mailed and the frame fails with `confirmation_needed`. The widget sends the
 * frame again with the code. A blocked visitor, or one whose address opted out, receives the same
 * responses, and nothing is sent (CORE-071).
 */
export async function transcript(deps: InboundDeps, seat: Seat, frame: ActedFrame<"transcript">): Promise<void> {
  const { account, visitorId } = seat;
  const config = await deps.config(account);
  if (isBlocked(config, seat, deps.clock.now())) return deps.answer({ type: "done", ref: frame.ref });
  const visitor = await deps.store.findVisitor(account, seat.widget.channelId, seat.customer);
  const to = visitorEmailAddress(visitor?.visitor.email ?? null);
  const chat = visitor?.chat?.id === frame.chat_id ? visitor.chat.entity : null;
  const isOver = chat !== null && chat.closed_at !== null && (chat.transcripts ?? 0) < maxTranscriptMails;
  const mayAsk = isOver && isEmail(to) && config.mail !== undefined;
  if (mayAsk) await prove(deps, seat, frame, to);
  const verb = mailTranscript({ visitorId, proven: deps.mailProofs.isProven(visitorId, to) ? to : null });
  // If the response was lost, the frame is sent again and causes no second mail.
  const idempotency = { scope: `visitor:${visitorId}`, key: frame.ref, hash: hashOf(JSON.stringify(frame)) };
  const isCounted = mayAsk && deps.mailProofs.counts(visitorId, frame.ref);
  if (isCounted) takeMail(deps, "visitor_mail", account, to);
  await deps.write({ account, subject: { chat: frame.chat_id }, handler: verb, idempotency });
  deps.answer({ type: "done", ref: frame.ref });
}

/**
 * Returns if the address is proven. Refuses with `confirmation_needed` after a code was mailed, or
 * with `invalid_request` on `code` if the code is wrong.
 */
async function prove(deps: InboundDeps, seat: Seat, { code }: ActedFrame<"transcript">, to: string): Promise<void> {
  const { account, visitorId, session, widget } = seat;
  if (deps.mailProofs.isProven(visitorId, to)) return;
  if (code !== undefined) {
    if (deps.mailProofs.take(visitorId, to, code)) return;
    refuse("invalid_request", "This is not the code, or its time is over.", { field: "code" });
  }
  takeMail(deps, "visitor_code", account, to);
  const of = { code: deps.mailProofs.issue(visitorId, to), language: session.language ?? null, channel: widget.name };
  await deps.mailCode(account, to, of);
  refuse("confirmation_needed", "Enter the code that was mailed to this address.", { field: "code" });
}

/**
 * Consumes one mail of the limits of this address and of the account. Refuses with `rate_limited`.
 */
function takeMail({ limits }: InboundDeps, name: "visitor_mail" | "visitor_code", account: number, to: string): void {
  const ofAddress = limits.take(name, `${account} ${to.toLowerCase()}`);
  const taken = ofAddress.ok ? limits.take("account_visitor_mail", account) : ofAddress;
  if (!taken.ok) refuse("rate_limited", "No more mail goes there today.", { retryAfterMs: taken.retryAfterMs });
}

export async function close(deps: InboundDeps, seat: Seat, frame: ActedFrame<"close">): Promise<void> {
  await deps.write({ account: seat.account, subject: { chat: frame.chat_id }, handler: closeChatByVisitor(seat.visitorId) });
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

/**
 * Records how far the browser received and showed the chat (CORE-052). A mark that is not further
 * than before causes no write.
 */
export async function marks(deps: InboundDeps, seat: Seat, frame: ActedFrame<"marks">): Promise<void> {
  const { chat, account, visitorId } = seat;
  if (chat === null || frame.chat_id !== chat.id) return;
  if (isBlocked(await deps.config(account), seat, deps.clock.now())) return;
  const received = await newestTold(deps, seat, frame.received);
  const seen = frame.seen === frame.received ? received : await newestTold(deps, seat, frame.seen);
  if (received === null && seen === null) return;
  await deps.write({ account, subject: { chat: chat.id }, handler: applyReadReceipt({ visitorId, received, seen }) });
}

/**
 * Returns the newest message up to `seq` that was sent to the visitor. Null if there is none among
 * the latest 20.
 */
async function newestTold(deps: InboundDeps, { account, chat }: Seat, seq: number): Promise<Message | null> {
  if (chat === null || seq <= 0) return null;
  const rows = await deps.store.messages(account, chat.id, { before: Math.min(seq, chat.seq) + 1, limit: lookBack });
  return (
    rows.findLast(
      ({ author, kind, hidden }) => (author.kind === "operator" || author.kind === "bot") && kind !== "note" && hidden !== true,
    ) ?? null
  );
}
/** A visitor writes fewer messages in a row than this. Older messages were marked earlier. */
const lookBack = 20;
