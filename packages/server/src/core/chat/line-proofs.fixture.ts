import type { ChatDraft, Event } from "../event.ts";
import type { ChatLine, LineCode, SendingCode, SendingResult } from "./line-codes.ts";

interface Written {
  readonly line: ChatLine;
  readonly text: string;
  /** All events of the decision that wrote the system message. */
  readonly events: readonly Event[];
  /** The chat after the decision; null: the decision changes no chat. */
  readonly chat: ChatDraft | null;
}
type Proof = (written: Written) => boolean;

const has =
  (...names: readonly Event["name"][]): Proof =>
  ({ events }) =>
    events.some((event) => names.includes(event.name));
const waits: Proof = ({ chat }) => chat?.state === "waiting" && chat.wait !== null;
const isOffered: Proof = ({ chat, line: { to } }) => {
  const { offered = [] } = chat?.wait ?? {};
  return offered.length > 0 && (to === undefined || to === null || offered.includes(to.id));
};
const noTransfer: Proof = ({ chat }) => chat !== null && !chat.transfer;
const handedOver: Proof = ({ events, line }) => events.some((event) => event.name === "chat_handed_over" && event.reason === line.code);
const isCall =
  (...status: readonly string[]): Proof =>
  ({ events }) =>
    events.some((event) => event.name === "call_updated" && status.includes(event.call.status));
const isSending: Proof = ({ text }) => / being (?:sent|mailed)|it is being/.test(text);
const isAccepted: Proof = ({ text }) => text.includes("was accepted by its server");
const isNotDelivered: Proof = ({ text, line }) => text.includes("was not delivered") && line.detail !== undefined;

/**
 * Only `reportSending` writes results, from the delivery log. Their text says no more than the log.
 */
const results = (code: SendingCode) =>
  ({
    [`${code}_delivered`]: isAccepted,
    [`${code}_delayed`]: isNotDelivered,
    [`${code}_failed`]: isNotDelivered,
  }) as Readonly<Record<`${SendingCode}_${SendingResult}`, Proof>>;

/**
 * The journal entries or deliveries that prove each system message (CORE-190). A code without a
 * proof does not compile.
 */
export const lineProofs: Readonly<Record<LineCode, Proof>> = {
  ...results("ladder_push"),
  ...results("ladder_mail"),
  ...results("ladder_remind"),
  ...results("transcript_mailed"),
  ladder_push: (written) => waits(written) && isSending(written),
  ladder_mail: (written) => waits(written) && isSending(written),
  // The system message is the reminder in the application. A reminder mail has its own results.
  ladder_remind: ({ chat }) => chat?.wait?.reminded !== undefined,
  transcript_mailed: (written) => (written.chat?.transcripts ?? 0) > 0 && isSending(written),
  accepted: has("chat_accepted"),
  // The same request writes the block list entry, outside the chat.
  blocked: ({ line }) => Boolean(line.by),
  bot_failed: handedOver,
  bot_off: handedOver,
  bot_silent: handedOver,
  bot_started: ({ chat }) => chat?.bot?.attached === true,
  call_connected: isCall("agent_connected", "client_connected"),
  call_due: has("call_updated"),
  call_ended: isCall("end", "error"),
  call_later: has("call_updated"),
  call_missed: has("call_updated"),
  call_started: isCall("start"),
  call_taken: ({ events, line }) => events.some((event) => event.name === "call_updated" && event.call.operator?.id === line.by?.id),
  closed: ({ chat }) => chat?.state === "closed",
  colleague_invited: ({ chat, line }) => chat?.invited?.some((one) => one.to.id === line.to?.id) === true,
  continued: ({ events, line }) => events.some((event) => event.name === "chat_created" && String(event.chat.continues) === line.detail),
  crm_assigned: has("chat_assigned"),
  greeting: ({ line }) => line.detail !== undefined,
  invitation: ({ line }) => line.detail !== undefined,
  invite_expired: ({ chat }) => chat?.state === "bot" && chat.wait === null,
  // The chat is offered to nobody and stays with its bot.
  invite_unavailable: ({ events }) => !events.some((event) => event.name === "chat_handed_over"),
  invited: ({ chat }) => chat?.wait?.invited_until !== undefined,
  joined: ({ chat, line }) => chat?.participants.some((one) => one.id === line.by?.id) === true,
  ladder_channel: isOffered,
  ladder_department: isOffered,
  ladder_next: isOffered,
  ladder_visitor: ({ chat }) => chat?.wait?.step === "visitor",
  left: ({ chat, line }) => chat !== null && chat.participants.every((one) => one.id !== line.by?.id),
  offer_passed: isOffered,
  offered: isOffered,
  owner_gone: waits,
  rated: ({ chat, line }) => chat?.rating === line.detail,
  rating_asked: has("chat_updated"),
  reassign_nobody: ({ chat }) => chat?.unanswered_at !== undefined,
  reassigned: waits,
  started: has("chat_created"),
  tagged: has("chat_updated"),
  transfer_accepted: has("chat_transferred"),
  transfer_expired: noTransfer,
  transfer_offered: ({ chat, line }) => chat?.transfer?.to.id === line.to?.id,
  transfer_offline: noTransfer,
  transfer_refused: noTransfer,
  transfer_withdrawn: noTransfer,
  transferred: has("chat_transferred"),
  unblocked: ({ line }) => Boolean(line.by),
  untagged: has("chat_updated"),
};

/** Throws if a decision writes a system message that its own events do not prove. */
export function proveLines(events: readonly Event[]): void {
  const chat = events.flatMap((event) => ("chat" in event ? [event.chat] : [])).at(-1) ?? null;
  for (const event of events) {
    const line = event.name === "message_created" ? event.message.line : undefined;
    if (event.name !== "message_created" || line === undefined) continue;
    const proof: Proof | undefined = new Map<string, Proof>(Object.entries(lineProofs)).get(line.code);
    if (proof?.({ line: line as ChatLine, text: event.message.text, events, chat }) !== true)
      throw new Error(`nothing proves the line ${line.code}: ${event.message.text}`);
  }
}
