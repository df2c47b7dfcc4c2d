import { closeCodes } from "@parlour/protocol";
import type { WidgetEdgeDeps, WidgetJournal } from "../deps.ts";
import type { VisitorConnection } from "../visitor-connection.ts";
import type { AvailabilityUpdates } from "./availability-updates.ts";
import { buildEntryFrames } from "./frames.ts";
import { closeSocketForError, type WidgetSocket, type WidgetSockets } from "../session/sockets.ts";
import type { VisitorEntry } from "../types.ts";

export interface PublishDeps extends Pick<WidgetEdgeDeps, "log"> {
  readonly config: WidgetJournal["config"];
  readonly frameDeps: Parameters<typeof buildEntryFrames>[0];
  readonly sockets: WidgetSockets;
  readonly availability: AvailabilityUpdates;
}
/** Maximum number of entries that wait for one connection. */
const maxQueuedEntries = 1_000;

/** Sends an entry to one connection of its visitor, immediately or after the welcome. */
export function publishEntry(deps: PublishDeps, socket: WidgetSocket, entry: VisitorEntry): void {
  const { connection } = socket;
  if (connection === null) return;
  if (connection.queuedEntries === null) publishEntriesInOrder(deps, socket, connection, entry);
  else if (connection.queuedEntries.push(entry) > maxQueuedEntries) closeForOverflow(deps, socket);
}

/** Sends entries in turn. Each waits for the reads of the previous one (WG-085). */
export function publishEntriesInOrder(
  deps: PublishDeps,
  socket: WidgetSocket,
  connection: VisitorConnection,
  entry: VisitorEntry,
): void {
  if (++connection.pendingEntries > maxQueuedEntries) return closeForOverflow(deps, socket);
  connection.publishing = connection.publishing.then(async () => {
    connection.pendingEntries--;
    if (!socket.isOpen) return;
    try {
      const config = await deps.config(connection.account);
      const frames = await buildEntryFrames(deps.frameDeps, connection, entry, config);
      deps.sockets.send(socket, frames);
      // The visitor's call determines whether they can request another call (WG-062), and their
      // data to which segments they belong (WG-291).
      if (frames.some(({ type }) => type === "call" || type === "contacts"))
        deps.availability.publish(socket, config);
    } catch (error) {
      closeSocketForError(deps.sockets, deps.log, socket, error);
    }
  });
}

function closeForOverflow({ sockets }: PublishDeps, socket: WidgetSocket): void {
  sockets.closeSocket(socket, closeCodes.restarting, "too much at once");
}
