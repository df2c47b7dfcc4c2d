import { omitFields } from "@parlour/protocol/omit-fields";
import { createSystemMessage, formatTime } from "../chat/create.ts";
import { withoutInvitation } from "../chat/participants/invite.ts";
import { createNotice, withNotice, withoutTransferNotices } from "../chat/notices.ts";
import { getSnoozeEnd } from "../chat/snooze.ts";
import { getNextChatState } from "../chat/state-machine.ts";
import type { ChatData, NewEvent } from "../event.ts";
import type { RoutingConfig, CommandContext } from "../command.ts";
import type { RoutingSnapshot } from "./snapshot.ts";
import { recipientsForStep } from "./recipients.ts";

/**
 * Returns the time since which the operators of an open chat have not answered (CORE-153). It
 * starts with the visitor's message, when the latest operator joined, or when a snooze ended.
 * Returns null if the message is answered, all operators are offline (CORE-031 applies), or the
 * setting is off.
 */
function silentSince(
  chat: ChatData,
  routing: RoutingConfig,
  snapshot: RoutingSnapshot,
): number | null {
  if (chat.state !== "open" || routing.reassignMs === 0 || snapshot.unansweredSince === null)
    return null;
  if (chat.participants.every((participant) => snapshot.presence(participant.id) === "offline"))
    return null;
  return Math.max(snapshot.unansweredSince, snapshot.joinedAt ?? 0, getSnoozeEnd(chat));
}

/**
 * Returns the next time after `from` at which to check an open chat for reassignment, or null if
 * there is none. The check repeats each period while no other operator can take the chat.
 */
export function nextReassignAt(
  chat: ChatData,
  routing: RoutingConfig,
  snapshot: RoutingSnapshot,
  from: number,
): number | null {
  const since = silentSince(chat, routing, snapshot);
  if (since === null) return null;
  const periods = Math.max(1, Math.floor((from - since) / routing.reassignMs) + 1);
  return Math.max(since + periods * routing.reassignMs, transferEndsAt(chat));
}

/**
 * Returns an unanswered chat to waiting and offers it to others, with a notice to each previous
 * operator. If no other operator can take it, the chat stays open. One system message says so until
 * somebody answers. Does nothing while a transfer is open.
 */
export function reassignChat(
  context: CommandContext,
  chat: ChatData,
  snapshot: RoutingSnapshot,
): readonly NewEvent[] {
  const { config, now } = context;
  const since = silentSince(chat, config.routing, snapshot);
  if (since === null || since + config.routing.reassignMs > now || transferEndsAt(chat) > now)
    return [];
  const owner = chat.assignee ?? chat.participants[0] ?? null;
  const state = getNextChatState(chat.state, "last_operator_gone");
  if (owner === null || state === null) return [];
  const minutes = String(Math.round(config.routing.reassignMs / 60_000));
  const silenceText = `${owner.name} did not answer for ${minutes} min`;
  const status = { ...snapshot, now };
  const isFree = recipientsForStep(config, chat, status, "next").eligible.some(
    (id) => !chat.participants.some((participant) => participant.id === id),
  );
  if (!isFree) {
    if (chat.unanswered_at !== undefined && Date.parse(chat.unanswered_at) >= since) return [];
    return [
      createSystemMessage(
        context,
        chat.id,
        { code: "reassign_nobody", by: owner, detail: minutes },
        `${silenceText} but keeps the chat, because nobody else is available`,
      ),
      { name: "chat_updated", chat: { ...chat, unanswered_at: formatTime(now) } },
    ];
  }
  const waiting: ChatData = {
    ...omitFields(withoutTransferNotices(withoutInvitation(chat)), "transfer", "unanswered_at"),
    state,
    assignee: null,
    participants: [],
    wait: { since: formatTime(now), asked: chat.participants.map((participant) => participant.id) },
  };
  const next = chat.participants.reduce(
    (updated, participant) =>
      withNotice(
        updated,
        createNotice(
          { kind: "reassigned", to: participant, by: participant, detail: minutes },
          now,
        ),
      ),
    waiting,
  );
  return [
    createSystemMessage(
      context,
      chat.id,
      { code: "reassigned", by: owner, detail: minutes },
      `${silenceText}; the chat waits again`,
    ),
    { name: "chat_updated", chat: next },
  ];
}

const transferEndsAt = ({ transfer }: ChatData): number =>
  transfer ? Date.parse(transfer.until) + 1 : -Infinity;
