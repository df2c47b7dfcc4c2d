import { findBlockForVisitor } from "../blacklist/match.ts";
import { findSendableChannel } from "../sendable-channel.ts";
import { withVisitedPage } from "../chat/message/chat-of-message.ts";
import { createVisitEvents } from "../chat/details/update-visit.ts";
import { withClaimedFields } from "../field-values.ts";
import { isFailure } from "../failure.ts";
import type { CommandHandler } from "../command.ts";
import { changeVisitor, resolveVisitor, type VisitorClaims } from "./resolve.ts";

export interface CustomerAnnouncement extends VisitorClaims {
  readonly channelId: number;
  readonly customer: string;
  /** JSON literal of the customer's id as received (CH-043). */
  readonly recipient: string;
  /** Absolute http(s) URL of the page. */
  readonly pageUrl?: string | undefined;
}

/**
 * Stores a customer whom a channel announces before any message (CH-120). Contacts are stored as
 * for a message. The page is kept for the next message, or set in the current chat, which also gets
 * the values of its fields. No chat starts.
 * Has no effect for a blocked customer (CORE-071) or without data. Subject: `{customer}`. Failure:
 * `channel_disabled`.
 */
export function announceCustomer(input: CustomerAnnouncement): CommandHandler<null> {
  return (context) => {
    const unchanged = { events: [], answer: null };
    const channel = findSendableChannel(context.config, input.channelId);
    if (isFailure(channel)) return channel;
    const { name, phone, email, photo, pageUrl, fields } = input;
    if ([name, phone, email, photo, pageUrl, fields].every((value) => value === undefined))
      return unchanged;
    if (
      findBlockForVisitor(context, { channelId: channel.id, key: input.customer }, input) !== null
    )
      return unchanged;
    const { visitor, events } = resolveVisitor(context, input, "channel");
    const recipient =
      context.visitor?.recipient === input.recipient
        ? {}
        : { visitor: { recipient: input.recipient } };
    const page = pageUrl === undefined ? null : { url: pageUrl, title: null };
    if (context.currentChat !== null) {
      const chat = context.currentChat.entity;
      const next = withClaimedFields(context, "chat", withVisitedPage(chat, page), fields);
      return {
        events: [...events, ...createVisitEvents(chat, next)],
        answer: null,
        ...recipient,
      };
    }
    if (page === null || visitor.page?.url === page.url)
      return { events, answer: null, ...recipient };
    return { events: changeVisitor(events, { ...visitor, page }), answer: null, ...recipient };
  };
}
