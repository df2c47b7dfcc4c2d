import type { ImportResult } from "@parlour/protocol/visitor-import";
import { findBlockForVisitor } from "../../blacklist/match.ts";
import type { CommandHandler } from "../../command.ts";
import { isFailure } from "../../failure.ts";
import { findSendableChannel } from "../../sendable-channel.ts";
import { resolveVisitor } from "../resolve.ts";
import type { ImportedVisitor } from "./read-row.ts";

/** `refused`: the visitor is blocked. */
export interface ImportedResult {
  readonly result: ImportResult;
}

/**
 * Creates or updates the visitor of a row (VI-020). No chat starts. Has no effect for a blocked
 * visitor (CORE-071). Subject: `{customer}`. Failure: `channel_disabled`.
 */
export function importVisitor(
  channelId: number,
  { customer, contacts, fields }: ImportedVisitor,
): CommandHandler<ImportedResult> {
  return (context) => {
    const channel = findSendableChannel(context.config, channelId);
    if (isFailure(channel)) return channel;
    if (findBlockForVisitor(context, { channelId, key: customer }, contacts) !== null)
      return { events: [], answer: { result: "refused" } };
    const claims = {
      ...contacts,
      customer: channel.kind === "widget" ? null : customer,
      fields: { source: "import", values: fields },
    } as const;
    const { events } = resolveVisitor(context, claims, "import");
    const isNew = context.visitor === null;
    return {
      events,
      answer: { result: isNew ? "create" : events.length > 0 ? "update" : "unchanged" },
    };
  };
}
