import type { SystemMessageCode } from "../../core/chat/message/system-message-codes.ts";
import type { SystemMessageData } from "../../core/entity.ts";

/**
 * Whether the detail of a system message may be shown to a masked role: whether no person wrote it
 * in this chat (API-233). A new code does not compile until it is classified.
 */
const details: Readonly<Record<SystemMessageCode, "shown" | "masked">> = {
  accepted: "shown",
  assigned: "masked",
  automatic_message: "shown",
  blocked: "masked",
  bot_failed: "shown",
  bot_off: "shown",
  bot_sender_unverified: "shown",
  bot_silent: "shown",
  bot_started: "shown",
  call_connected: "shown",
  call_due: "shown",
  call_ended: "shown",
  call_later: "shown",
  call_missed: "shown",
  call_started: "shown",
  call_taken: "shown",
  closed: "shown",
  colleague_invited: "masked",
  continued: "shown",
  crm_assigned: "shown",
  greeting: "shown",
  invitation: "masked",
  invite_expired: "shown",
  invite_unavailable: "shown",
  invited: "shown",
  joined: "shown",
  ladder_channel: "shown",
  ladder_department: "shown",
  ladder_mail: "shown",
  ladder_mail_delayed: "shown",
  ladder_mail_delivered: "shown",
  ladder_mail_failed: "shown",
  ladder_next: "shown",
  ladder_push: "shown",
  ladder_push_delayed: "shown",
  ladder_push_delivered: "shown",
  ladder_push_failed: "shown",
  ladder_remind: "shown",
  ladder_remind_delayed: "shown",
  ladder_remind_delivered: "shown",
  ladder_remind_failed: "shown",
  ladder_visitor: "shown",
  left: "shown",
  offer_passed: "shown",
  offered: "shown",
  owner_gone: "shown",
  phone_changed: "shown",
  prioritized: "shown",
  promise_broken: "shown",
  promise_kept: "shown",
  promise_withdrawn: "shown",
  promised: "shown",
  rated: "shown",
  rating_asked: "shown",
  reassign_nobody: "shown",
  reassigned: "shown",
  reminded: "shown",
  snooze_ended: "shown",
  snoozed: "shown",
  started: "shown",
  tagged: "shown",
  transcript_mailed: "shown",
  transcript_mailed_delayed: "shown",
  transcript_mailed_delivered: "shown",
  transcript_mailed_failed: "shown",
  transfer_accepted: "shown",
  transfer_expired: "shown",
  transfer_offered: "masked",
  transfer_offline: "shown",
  transfer_refused: "masked",
  transfer_withdrawn: "shown",
  transferred: "masked",
  transferred_to_bot: "masked",
  unblocked: "shown",
  untagged: "shown",
};
const ruleByCode: ReadonlyMap<string, "shown" | "masked"> = new Map(Object.entries(details));

/** Returns whether a masked role sees the detail, and with it the text. Unknown codes hide both. */
export function isDetailShown({ code, by, detail }: SystemMessageData): boolean {
  const rule = ruleByCode.get(code);
  // The page wrote an invitation without an operator (WG-060).
  if (code === "invitation" && by == null) return true;
  return rule === "shown" || (rule === "masked" && detail === undefined);
}
