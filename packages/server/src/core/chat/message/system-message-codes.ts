import type { SystemMessageData } from "../../entity.ts";

/**
 * Codes of system messages that announce a delivery. Their text says that something is being sent,
 * not that it arrived. The result follows in another message (CORE-190).
 */
export const sendingCodes = [
  "ladder_push",
  "ladder_mail",
  "ladder_remind",
  "transcript_mailed",
] as const;
export type SendingCode = (typeof sendingCodes)[number];

/** Result of an announced delivery. `delayed`: an attempt failed and another one follows. */
export type SendingResult = "delivered" | "delayed" | "failed";

/**
 * Codes of all system messages that the server writes. Clients must accept unknown codes (API-022).
 */
export type SystemMessageCode =
  | SendingCode
  | `${SendingCode}_${SendingResult}`
  | "accepted"
  | "assigned"
  | "automatic_message"
  | "blocked"
  | "agent_handed_over"
  | "bot_failed"
  | "bot_off"
  | "bot_sender_unverified"
  | "bot_silent"
  | "bot_started"
  | "call_connected"
  | "call_due"
  | "call_ended"
  | "call_later"
  | "call_missed"
  | "call_started"
  | "call_taken"
  | "closed"
  | "colleague_invited"
  | "continued"
  | "crm_assigned"
  | "greeting"
  | "invitation"
  | "invite_expired"
  | "invite_unavailable"
  | "invited"
  | "joined"
  | "ladder_channel"
  | "ladder_department"
  | "ladder_next"
  | "ladder_visitor"
  | "left"
  | "mentioned"
  | "offer_passed"
  | "offered"
  | "owner_gone"
  | "phone_changed"
  | "prioritized"
  | "promise_broken"
  | "promise_kept"
  | "promise_withdrawn"
  | "promised"
  | "rated"
  | "rating_asked"
  | "reassign_nobody"
  | "reassigned"
  | "notified"
  | "reminded"
  | "snooze_ended"
  | "snoozed"
  | "started"
  | "tagged"
  | "transfer_accepted"
  | "transfer_expired"
  | "transfer_offered"
  | "transfer_offline"
  | "transfer_refused"
  | "transfer_withdrawn"
  | "transferred"
  | "transferred_to_bot"
  | "unblocked"
  | "untagged"
  | "webhook_called";

export type ChatSystemMessage = Omit<SystemMessageData, "code"> & {
  readonly code: SystemMessageCode;
};
