import { findSendableChannel } from "../channel/sendable-channel.ts";
import { isFailure } from "../failure.ts";
import type { CommandHandler } from "../command.ts";
import { resolveVisitor } from "./resolve.ts";

/**
 * Registers a widget's visitor on the first connection, with a visitor number (CORE-021); later
 * connections change nothing. Subject: `{customer}`. Failure: `channel_disabled`. Answers
 * `{"id":visitor,"number":N}`; the write path fills in the number.
 */
export function registerVisitor(channelId: number): CommandHandler {
  return (context) => {
    const channel = findSendableChannel(context.config, channelId);
    if (isFailure(channel)) return channel;
    const { visitor, events } = resolveVisitor(context, { customer: null }, "visitor");
    return { events, answer: JSON.stringify({ number: null, id: visitor.id }) };
  };
}
