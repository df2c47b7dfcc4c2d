import { findBlockForVisitor } from "../blacklist/match.ts";
import type { CommandHandler } from "../command.ts";
import type { NewEvent, VisitorData } from "../event.ts";
import { isFailure } from "../failure.ts";
import { findSendableChannel } from "../sendable-channel.ts";
import { toVisibleLine } from "../text.ts";
import { resolveVisitor } from "./resolve.ts";

/** A customer who opens a channel at its service, before their first message. */
export interface ChannelOpening {
  readonly channelId: number;
  readonly customer: string;
  /** JSON literal of the customer's id. */
  readonly recipient: string;
  readonly name?: string | undefined;
  /** The campaign or page that the link to the channel names. */
  readonly cameFrom?: string | undefined;
  /** Whether a new visitor receives the greeting of the channel (TG-028). */
  readonly greets?: boolean;
}
const maxSourceLength = 255;
/** `isNew`: the customer was unknown before. */
export interface ChannelOpened {
  readonly isNew: boolean;
}

/**
 * Registers a customer who opens a channel, with the source of the visit (CON-073). Starts no chat
 * and stores no message. Nothing is stored for a blocked visitor. Subject: `{customer}`. Failure:
 * `channel_disabled`.
 */
export function openChannel({
  cameFrom = "",
  greets = false,
  ...opening
}: ChannelOpening): CommandHandler<ChannelOpened> {
  const source = toVisibleLine(cameFrom, maxSourceLength);
  return (context) => {
    const { channelId, customer, recipient } = opening;
    const channel = findSendableChannel(context.config, channelId);
    if (isFailure(channel)) return channel;
    if (findBlockForVisitor(context, { channelId, key: customer }) !== null)
      return { events: [], answer: { isNew: false } };
    const isNew = context.visitor === null;
    const resolved = resolveVisitor(context, opening, "channel");
    const hasNewSource = source !== "" && resolved.visitor.came_from !== source;
    const visitor: VisitorData = hasNewSource
      ? { ...resolved.visitor, came_from: source }
      : resolved.visitor;
    const updates: readonly NewEvent[] = hasNewSource
      ? [{ name: "visitor_updated", visitor }]
      : resolved.events;
    return {
      events: isNew
        ? [{ name: "visitor_created", visitor, greetingOf: greets ? channelId : undefined }]
        : updates,
      answer: { isNew },
      visitor: context.visitor?.recipient === recipient ? undefined : { recipient },
    };
  };
}
