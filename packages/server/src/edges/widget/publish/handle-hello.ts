import type { WidgetHello } from "@parlour/protocol/widget";
import { isUnavailable } from "../../../core/failure.ts";
import { identifyConnection, type HandshakeDeps } from "../session/handshake.ts";
import { buildWelcome } from "../session/welcome.ts";
import { TryLaterError } from "../session/identity.ts";
import type { WidgetCache } from "../session/widget-cache.ts";
import { publishEntriesInOrder, type PublishDeps } from "./publish.ts";
import type { VisitRegistry } from "../visits/visit-registry.ts";
import type { WidgetSocket } from "../session/sockets.ts";

interface AvailabilityDeps {
  readonly availability: PublishDeps["availability"];
  readonly config: PublishDeps["config"];
}
export interface HandleHelloDeps extends PublishDeps {
  readonly hello: HandshakeDeps;
  readonly widgetCache: WidgetCache;
  readonly visits: VisitRegistry;
}
/**
 * Maximum number of connections per visitor. Each of them receives all frames, so a higher number
 * would multiply the traffic of one token.
 */
const maxConnectionsPerVisitor = 50;

/**
 * Handles the first frame: registers the connection, then sends the welcome and the entries that
 * were published in between. Throws WidgetRefusedError and TryLaterError.
 */
export async function handleHello(
  deps: HandleHelloDeps,
  socket: WidgetSocket,
  hello: WidgetHello,
): Promise<void> {
  const { sockets, availability, visits } = deps;
  const { registry } = sockets;
  const identified = await identifyConnection(deps.hello, hello, socket);
  if (!socket.isOpen) return;
  const { connection } = identified;
  if (registry.ofVisitor(connection.account, connection.visitorId).size >= maxConnectionsPerVisitor)
    throw new TryLaterError("too many windows of this visitor");
  connection.widget = deps.widgetCache.share(connection.publicId, connection.widget);
  socket.connection = connection;
  registry.add(socket, connection);
  availability.startClock();
  visits.addConnection(connection, hello.page);
  const welcome = await buildWelcome(deps.hello, identified, hello);
  // The welcome may contain data of queued entries. Messages are recognised by their sequence
  // number, and repeating other frames has no effect.
  const lastSeq = Math.max(welcome.chat?.seq ?? 0, hello.after?.seq ?? 0);
  const missedEntries = (connection.queuedEntries ?? []).filter(
    (entry) => entry.seq === null || entry.chatId !== welcome.chat?.id || entry.seq > lastSeq,
  );
  connection.queuedEntries = null;
  connection.availability = JSON.stringify(welcome.situation);
  sockets.send(socket, [
    {
      ...welcome,
      invitation: visits.getSerializedInvitation(connection.account, connection.visitorId),
    },
  ]);
  for (const entry of missedEntries) publishEntriesInOrder(deps, socket, connection, entry);
  await publishAvailability(deps, socket, connection.account);
}

/**
 * Sends the availability if it has changed since the welcome was built. If the database is
 * unavailable now, the socket stays open (API-165): the next update, within a minute, sends it.
 */
export async function publishAvailability(
  { availability, config }: AvailabilityDeps,
  socket: WidgetSocket,
  account: number,
): Promise<void> {
  try {
    availability.publish(socket, await config(account));
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
}
