import type { ChatData, NewEvent } from "../../event.ts";
import type {
  ChatSystemMessage,
  SystemMessageCode,
  SendingCode,
  SendingResult,
} from "../message/system-message-codes.ts";

interface ProofInput {
  readonly line: ChatSystemMessage;
  readonly text: string;
  /** All events of the decision that wrote the system message. */
  readonly events: readonly NewEvent[];
  /** The chat after the decision, or null if the decision changes no chat. */
  readonly chat: ChatData | null;
}
type Proof = (input: ProofInput) => boolean;

const hasEvent =
  (...names: readonly NewEvent["name"][]): Proof =>
  ({ events }) =>
    events.some((event) => names.includes(event.name));
const isWaiting: Proof = ({ chat }) => chat?.state === "waiting" && chat.wait !== null;
const isOffered: Proof = ({ chat, line: { to } }) => {
  const { offered = [] } = chat?.wait ?? {};
  return offered.length > 0 && (to === undefined || to === null || offered.includes(to.id));
};
const hasNoTransfer: Proof = ({ chat }) => chat !== null && !chat.transfer;
const isHandedOver: Proof = ({ events, line }) =>
  events.some((event) => event.name === "chat_handed_over" && event.reason === line.code);
const isCall =
  (...status: readonly string[]): Proof =>
  ({ events }) =>
    events.some((event) => event.name === "call_updated" && status.includes(event.call.status));
const isSending: Proof = ({ text }) => / being (?:sent|mailed)|it is being/.test(text);
const isAccepted: Proof = ({ text }) => text.includes("was accepted by its server");
const isNotDelivered: Proof = ({ text, line }) =>
  text.includes("was not delivered") && line.detail !== undefined;

/**
 * Only `reportSending` writes results, which it takes from the delivery log. Their text claims no
 * more than the log.
 */
const results = (code: SendingCode) =>
  ({
    [`${code}_delivered`]: isAccepted,
    [`${code}_delayed`]: isNotDelivered,
    [`${code}_failed`]: isNotDelivered,
  }) as Readonly<Record<`${SendingCode}_${SendingResult}`, Proof>>;

/**
 * The check of each system message: the journal entries or deliveries that prove it (CORE-190). A
 * code without a proof does not compile.
 */
const systemMessageProofs: Readonly<Record<SystemMessageCode, Proof>> = {
  ...results("ladder_push"),
  ...results("ladder_mail"),
  ...results("ladder_remind"),
  ...results("transcript_mailed"),
  ladder_push: (input) => isWaiting(input) && isSending(input),
  ladder_mail: (input) => isWaiting(input) && isSending(input),
  // The system message itself is the reminder in the application. A reminder by email has results
  // of its own.
  ladder_remind: ({ chat }) =>
    chat?.wait?.reminded !== undefined ||
    chat?.notices?.some(({ reminded }) => reminded !== undefined) === true,
  transcript_mailed: (input) => (input.chat?.transcripts ?? 0) > 0 && isSending(input),
  accepted: hasEvent("chat_accepted"),
  assigned: ({ chat, line }) => line.to !== undefined && chat?.assignee?.id === line.to?.id,
  // The block list entry is written by the same request, outside the chat, so it is not checked
  // here.
  blocked: ({ line }) => Boolean(line.by),
  agent_handed_over: isHandedOver,
  automatic_message: isHandedOver,
  bot_failed: isHandedOver,
  bot_off: isHandedOver,
  // The bot loses the chat, or does not get it.
  bot_sender_unverified: ({ chat }) => chat?.bot?.attached !== true,
  bot_silent: isHandedOver,
  bot_started: ({ chat }) => chat?.bot?.attached === true,
  call_connected: isCall("agent_connected", "client_connected"),
  call_due: hasEvent("call_updated"),
  call_ended: isCall("end", "error"),
  call_later: hasEvent("call_updated"),
  call_missed: hasEvent("call_updated"),
  call_started: isCall("start"),
  call_taken: ({ events, line }) =>
    events.some(
      (event) => event.name === "call_updated" && event.call.operator?.id === line.by?.id,
    ),
  closed: ({ chat }) => chat?.state === "closed",
  colleague_invited: ({ chat, line }) =>
    chat?.invited?.some((invitation) => invitation.to.id === line.to?.id) === true,
  continued: ({ events, line }) =>
    events.some(
      (event) => event.name === "chat_created" && String(event.chat.continues) === line.detail,
    ),
  crm_assigned: hasEvent("chat_assigned"),
  greeting: ({ line }) => line.detail !== undefined,
  phone_changed: hasEvent("visitor_updated"),
  invitation: ({ line }) => line.detail !== undefined,
  invite_expired: ({ chat }) => chat?.state === "bot" && chat.wait === null,
  // The chat is offered to no operator and stays with its bot.
  invite_unavailable: ({ events }) => !events.some((event) => event.name === "chat_handed_over"),
  invited: ({ chat }) => chat?.wait?.invited_until !== undefined,
  joined: ({ chat, line }) =>
    chat?.participants.some((invitation) => invitation.id === line.by?.id) === true,
  ladder_channel: isOffered,
  ladder_department: isOffered,
  ladder_next: isOffered,
  ladder_visitor: ({ chat }) => chat?.wait?.step === "visitor",
  left: ({ chat, line }) =>
    chat !== null && chat.participants.every((invitation) => invitation.id !== line.by?.id),
  mentioned: hasEvent("message_updated"),
  offer_passed: isOffered,
  offered: isOffered,
  owner_gone: isWaiting,
  prioritized: ({ chat, line }) => (chat?.priority ?? "normal") === line.detail,
  promise_broken: hasEvent("chat_promise_broken"),
  promise_kept: hasEvent("chat_promise_kept"),
  promise_withdrawn: ({ chat }) => chat !== null && chat.promise === undefined,
  promised: ({ chat, line }) => chat?.promise?.until === line.detail,
  rated: ({ chat, line }) => chat?.rating === line.detail,
  rating_asked: hasEvent("chat_updated"),
  webhook_called: ({ line }) => line.to !== undefined,
  notified: ({ line }) => (line.notice?.operators.length ?? 0) > 0,
  reminded: ({ line }) => line.to !== undefined && Date.parse(line.detail ?? "") > 0,
  reassign_nobody: ({ chat }) => chat?.unanswered_at !== undefined,
  reassigned: isWaiting,
  snooze_ended: hasEvent("chat_snooze_ended"),
  snoozed: ({ chat, line }) => chat?.snoozed?.until === line.detail,
  started: hasEvent("chat_created"),
  tagged: hasEvent("chat_updated"),
  transfer_accepted: hasEvent("chat_transferred"),
  transfer_expired: hasNoTransfer,
  transfer_offered: ({ chat, line }) => chat?.transfer?.to.id === line.to?.id,
  transfer_offline: hasNoTransfer,
  transfer_refused: hasNoTransfer,
  transfer_withdrawn: hasNoTransfer,
  transferred: hasEvent("chat_transferred"),
  transferred_to_bot: ({ chat, line }) =>
    chat?.state === "bot" && chat.bot?.attached === true && chat.bot.id === line.to?.id,
  unblocked: ({ line }) => Boolean(line.by),
  untagged: hasEvent("chat_updated"),
};

/** Throws if a decision writes a system message that its own events do not prove. */
export function assertSystemMessagesProven(events: readonly NewEvent[]): void {
  const chat = events.flatMap((event) => ("chat" in event ? [event.chat] : [])).at(-1) ?? null;
  for (const event of events) {
    const line = event.name === "message_created" ? event.message.line : undefined;
    if (event.name !== "message_created" || line === undefined) continue;
    const proof: Proof | undefined = new Map<string, Proof>(
      Object.entries(systemMessageProofs),
    ).get(line.code);
    if (
      proof?.({ line: line as ChatSystemMessage, text: event.message.text, events, chat }) !== true
    )
      throw new Error(`nothing proves the line ${line.code}: ${event.message.text}`);
  }
}
