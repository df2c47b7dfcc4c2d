import type { CommandContext, WebhookEvent } from "../../../core/command.ts";
import type { EventName, NewEvent } from "../../../core/event.ts";
import { chatUpdated } from "./chat-updated.ts";
import { chatEvents } from "./chats.ts";
import type { FindDue, WebhookEventDue, WebhookEventRules } from "./event-rules.ts";
import { messageEvents } from "./messages.ts";
import { visitorEvents } from "./visitors-and-calls.ts";

/**
 * The rules of all webhook events. If an entry causes several events, a webhook receives the first
 * one of them that it wants, so the most general one is the last.
 */
export const webhookEventRules: Readonly<Record<WebhookEvent, WebhookEventRules>> = {
  ...chatEvents,
  ...messageEvents,
  ...visitorEvents,
  chat_updated: chatUpdated,
};

export interface DueEvent extends WebhookEventDue {
  readonly event: WebhookEvent;
}

interface Cause {
  readonly event: WebhookEvent;
  readonly find: FindDue<EventName>;
}
/** The events that each journal entry can cause, in the order of the rules. */
const causes: { readonly [N in EventName]?: readonly Cause[] } = Object.groupBy(
  Object.entries(webhookEventRules).flatMap(([event, { due }]) =>
    Object.entries(due).map(([entry, find]) => ({
      entry: entry as EventName,
      event: event as WebhookEvent,
      // The name of each function is that of its entry.
      find: find as FindDue<EventName>,
    })),
  ),
  ({ entry }) => entry,
);
const none: readonly DueEvent[] = [];

/** Returns the webhook events that follow from an entry of the journal. Runs for each entry. */
export function findDueEvents(
  entry: NewEvent,
  context: CommandContext,
  decidedEvents: readonly NewEvent[],
): readonly DueEvent[] {
  const candidates = causes[entry.name];
  if (candidates === undefined) return none;
  let found: DueEvent[] | null = null;
  for (const { event, find } of candidates) {
    const due = find(entry, context, decidedEvents);
    if (due !== null) (found ??= []).push({ event, ...due });
  }
  return found ?? none;
}
