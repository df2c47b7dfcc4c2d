import { omitFields } from "@parlour/protocol/omit-fields";
import { createSystemMessage, formatTime } from "../chat/create.ts";
import { withoutInvitation } from "../chat/participants/invite.ts";
import { withoutTransferNotices } from "../chat/notices.ts";
import { getSnoozeEnd } from "../chat/snooze.ts";
import { getNextChatState } from "../chat/state-machine.ts";
import type { ChatData, NewEvent } from "../event.ts";
import type { RoutingConfig, CommandContext } from "../command.ts";
import { findUnopenedAssignment } from "./assigned.ts";
import type { RoutingSnapshot } from "./snapshot.ts";

/**
 * Returns when an open chat waits again because all its operators are offline and a visitor's
 * message is unanswered (CORE-031). Returns null if this does not apply, also while the chat waits
 * for the operator to whom it was assigned (CORE-341). For an operator who joined by an API key
 * without being online, the grace period starts when they joined, and after a snooze when it ended.
 */
export function graceEndsAt(
  chat: ChatData,
  routing: RoutingConfig,
  snapshot: RoutingSnapshot,
): number | null {
  if (chat.state !== "open" || routing.graceMs === 0 || !snapshot.isUnanswered) return null;
  if (findUnopenedAssignment(chat) !== null) return null;
  if (chat.participants.some((participant) => snapshot.presence(participant.id) !== "offline"))
    return null;
  const since = Math.max(
    snapshot.joinedAt ?? 0,
    getSnoozeEnd(chat),
    ...chat.participants.map((participant) => snapshot.offlineSince(participant.id)),
  );
  const at = since + routing.graceMs;
  return Number.isFinite(at) ? at : null;
}

/**
 * Returns the chat to waiting. The escalation starts again from the first step. Operators keep
 * their unsent drafts in their applications.
 */
export function returnUnattendedChat(context: CommandContext, chat: ChatData): readonly NewEvent[] {
  const state = getNextChatState(chat.state, "last_operator_gone");
  if (state === null) return [];
  const next: ChatData = {
    ...omitFields(withoutTransferNotices(withoutInvitation(chat)), "transfer"),
    state,
    assignee: null,
    participants: [],
    wait: { since: formatTime(context.now) },
  };
  const name = chat.assignee?.name ?? "Everybody";
  return [
    createSystemMessage(
      context,
      chat.id,
      { code: "owner_gone", by: chat.assignee },
      `${name} is offline; the chat waits again`,
    ),
    { name: "chat_updated", chat: next },
  ];
}
