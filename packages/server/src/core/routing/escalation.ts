import { hasPendingInvite } from "../bot/assignment.ts";
import type { CommandContext } from "../command.ts";
import type { ChatData, NewEvent } from "../event.ts";
import { isWaiting } from "./escalation-steps.ts";
import { executeNotificationSteps } from "./notification-steps.ts";
import { makeOffer } from "./offer-round.ts";
import type { RoutingSnapshot } from "./snapshot.ts";

interface EscalationResult {
  readonly chat: ChatData;
  readonly events: readonly NewEvent[];
  /** The operator who now has an offer alone, or null. */
  readonly offeredTo: number | null;
}

/**
 * Executes all escalation steps of a waiting chat whose time has come: makes offers, passes an
 * offer on, notifies devices, visitor and administrators. A step without new recipients changes
 * nothing. It is repeated with the next step or when an operator comes online. While an invitation
 * by a bot is open (BOT-070), there are only offers, without system messages. The invitation has
 * its own message and timeout.
 */
export function escalateChat(
  context: CommandContext,
  chat: ChatData,
  snapshot: RoutingSnapshot,
): EscalationResult | null {
  if (!isWaiting(chat)) return null;
  const offer = makeOffer(context, chat, snapshot);
  const notified = hasPendingInvite(chat)
    ? null
    : executeNotificationSteps(context, offer?.chat ?? chat);
  const last = notified ?? offer;
  if (last === null) return null;
  return {
    chat: last.chat,
    events: [
      ...(offer?.systemMessages ?? []),
      ...(notified?.systemMessages ?? []),
      { name: "chat_updated", chat: last.chat },
    ],
    offeredTo: offer?.offeredTo ?? null,
  };
}
