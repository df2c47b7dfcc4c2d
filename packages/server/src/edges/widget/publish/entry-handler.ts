import { closeCodes } from "@parlour/protocol";
import { parseErasedVisitor } from "./erasure-entry.ts";
import type { HandleHelloDeps } from "./handle-hello.ts";
import type { QueuePositions } from "./queue-positions.ts";
import type { PagePresence } from "../pages/presence.ts";
import { publishEntry } from "./publish.ts";
import type { VisitorEntry } from "../types.ts";

/** Journal events that can change the queue position of waiting chats. */
const queueEvents: ReadonlySet<string> = new Set([
  "chat_accepted",
  "chat_closed",
  "chat_transferred",
  "chat_handed_over",
]);

/** Returns the function that applies a journal entry to the connections of this node. */
export function createEntryHandler(
  deps: HandleHelloDeps,
  presence: PagePresence,
  queuePositions: QueuePositions,
): (account: number, entry: VisitorEntry) => void {
  const { availability, visits, sockets } = deps;
  return (account, entry) => {
    if (entry.name === "settings_changed") {
      availability.onChange(account, true);
      presence.settingsChanged(account);
      const number = parseErasedVisitor(entry);
      if (number !== null) {
        presence.evictVisitor(account, number);
        evictVisitor(deps, account, number);
      }
    }
    if (queueEvents.has(entry.name)) queuePositions.onChange(account);
    if (entry.visitorId === null) return;
    if (entry.name === "chat_created") visits.clearInvitation(account, entry.visitorId);
    for (const socket of sockets.registry.ofVisitor(account, entry.visitorId))
      publishEntry(deps, socket, entry);
  };
}

/**
 * Removes an erased visitor from this node and closes their sockets. Their tokens no longer exist,
 * so the widget reconnects as a new visitor.
 */
function evictVisitor({ visits, sockets }: HandleHelloDeps, account: number, number: number): void {
  visits.evictVisitor(account, number);
  for (const socket of sockets.registry.ofAccount(account))
    if (socket.connection?.number === number)
      sockets.closeSocket(socket, closeCodes.restarting, "forgotten");
}
