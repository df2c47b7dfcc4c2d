import { blocks } from "../blacklist/match.ts";
import { sendableChannel } from "../channel/sendable.ts";
import { withVisitedPage } from "../chat/customer-says.ts";
import { isFailure } from "../failure.ts";
import type { Verb } from "../ports.ts";
import { recognise, type Claims } from "./recognise.ts";

export interface CustomerAnnounced extends Claims {
  readonly channelId: number;
  readonly customer: string;
  /** JSON literal of the id as received (CH-043). */
  readonly recipient: string;
  /** Absolute http(s) URL. */
  readonly pageUrl?: string;
}

/**
 * Stores a customer whom a channel announces before any message (CH-120). Contacts are stored as
 * those of a message. The page is kept for the next message, or set in the current chat. No chat
 * starts. Has no effect for a blocked customer (CORE-071) or without data. Subject: `{customer}`.
 * Failure: `channel_disabled`. Answers `{}`.
 */
export function announceCustomer(input: CustomerAnnounced): Verb {
  return (scene) => {
    const nothing = { events: [], answer: "{}" };
    const channel = sendableChannel(scene.config, input.channelId);
    if (isFailure(channel)) return channel;
    const { name, phone, email, photo, pageUrl } = input;
    if ([name, phone, email, photo, pageUrl].every((value) => value === undefined)) return nothing;
    if (blocks(scene, { channelId: channel.id, key: input.customer }, input) !== null) return nothing;
    const { visitor, events } = recognise(scene, input, "channel");
    const recipient = scene.visitor?.recipient === input.recipient ? {} : { visitor: { recipient: input.recipient } };
    const page = pageUrl === undefined ? null : { url: pageUrl, title: null };
    if (page === null) return { events, answer: "{}", ...recipient };
    if (scene.running !== null) return { events: [...events, ...withVisitedPage(scene.running.entity, page)], answer: "{}", ...recipient };
    if (visitor.page?.url === page.url) return { events, answer: "{}", ...recipient };
    const event = scene.visitor === null ? "visitor_created" : "visitor_updated";
    return { events: [{ name: event, visitor: { ...visitor, page } }], answer: "{}", ...recipient };
  };
}
