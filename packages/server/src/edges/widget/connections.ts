import { closeCodes } from "@parlour/protocol";
import { isUnavailable } from "../../core/failure.ts";
import type { VisitorSockets } from "../../realtime/index.ts";
import { dispatchFrame, type DispatchDeps } from "./handlers/dispatch.ts";
import type { OperatorTyping, WidgetEdgeDeps, WidgetJournal, WidgetVisits } from "./deps.ts";
import { startRatingWaitRelease, type RatingWaitRelease } from "./session/rating-wait-release.ts";
import { handleHello, type HandleHelloDeps } from "./publish/handle-hello.ts";
import type { HandshakeDeps } from "./session/handshake.ts";
import { parseFrame } from "./handlers/handle-frame.ts";
import { startQueuePositions } from "./publish/queue-positions.ts";
import { createEmailProofs } from "./session/email-proofs.ts";
import { openPagePresence, type PagePresence } from "./pages/presence.ts";
import { PageRulesRegistry } from "./visits/page-rules.ts";
import type { VisitorConnection } from "./visitor-connection.ts";
import { ConnectionRegistry } from "./session/sockets.ts";
import { WidgetCache } from "./session/widget-cache.ts";
import { startAvailabilityUpdates } from "./publish/availability-updates.ts";
import { createOnlineVisitors, type OnlineVisitors } from "./visits/online-visitors.ts";
import { VisitRegistry } from "./visits/visit-registry.ts";
import { closeSocketForError, type WidgetSocket, type WidgetSockets } from "./session/sockets.ts";
import { createEntryHandler } from "./publish/entry-handler.ts";

export interface VisitorConnectionsDeps extends Pick<
  WidgetEdgeDeps,
  "operators" | "files" | "deliveries" | "sockets" | "log"
> {
  readonly handshake: HandshakeDeps;
  readonly cluster: WidgetVisits["cluster"];
  readonly subscribe: WidgetJournal["subscribe"];
  readonly onMove: WidgetJournal["onMove"];
}
export interface VisitorConnections {
  readonly visitors: OnlineVisitors;
  readonly presence: PagePresence;
  readonly sockets: VisitorSockets<VisitorConnection>;
  settle(): Promise<unknown>;
  close(): Promise<void>;
}
/** Maximum number of frames that a socket handles at once. One more closes the socket. */
const maxPendingFrames = 32;

/** Opens the registry of visitors. Handles hello, frames and entries (WG-085, WG-086). */
export function openVisitorConnections(deps: VisitorConnectionsDeps): VisitorConnections {
  const widgetSockets = createWidgetSockets(() => sockets);
  const leave = (socket: WidgetSocket, connection: VisitorConnection): void => {
    widgetSockets.registry.remove(socket, connection);
    visits.removeConnection(connection);
    departures.onDisconnect(connection);
  };
  const { handshake, deliveries, operators, log, cluster } = deps;
  const { config } = handshake;
  const visits = new VisitRegistry({ ...handshake, log, cluster });
  const pageRules = new PageRulesRegistry(cluster);
  const availability = startAvailabilityUpdates({ ...handshake, log, sockets: widgetSockets });
  const queuePositions = startQueuePositions({ ...handshake, log, sockets: widgetSockets });
  const departures: RatingWaitRelease = startRatingWaitRelease({
    ...handshake,
    deliveries,
    log,
    cluster,
    isConnected: (account, visitorId) =>
      widgetSockets.registry.ofVisitor(account, visitorId).size > 0 ||
      visits.isConnectedElsewhere(account, visitorId),
  });
  const widgetCache = new WidgetCache();
  const presence = openPagePresence({ hello: handshake, widgetCache, visits });
  const helloDeps: HandleHelloDeps = {
    hello: handshake,
    frameDeps: handshake,
    config,
    log,
    sockets: widgetSockets,
    availability,
    visits,
    widgetCache,
  };
  const dispatchDeps: DispatchDeps = {
    sockets: widgetSockets,
    log,
    handlerDeps: {
      ...handshake,
      files: deps.files,
      visits,
      pageRules,
      emailProofs: createEmailProofs({ ...handshake, ...deliveries }),
    },
  };
  const sockets: VisitorSockets<VisitorConnection> = deps.sockets({
    received: (socket, bytes) => onFrame({ helloDeps, dispatchDeps, leave }, socket, bytes),
    isLive: ({ queuedEntries }) => queuedEntries === null,
    onDisconnect(socket) {
      if (socket.connection !== null) leave(socket, socket.connection);
    },
  });
  const onEntry = createEntryHandler(helloDeps, presence, queuePositions);
  const stops = [
    deps.subscribe((account, entries) => {
      for (const entry of entries) {
        onEntry(account, entry);
        departures.onEntry(account, entry);
      }
    }),
    deps.onMove((account) => leaveMovedAccount(presence, widgetSockets, account)),
    operators.onPresence((account) => availability.onChange(account, false)),
  ];
  operators.onTyping((signal) => onTyping({ config, log }, widgetSockets, signal));
  return {
    sockets,
    presence,
    visitors: createOnlineVisitors(visits, pageRules, widgetSockets, cluster),
    settle: () => departures.settle(),
    async close() {
      for (const stop of stops) stop();
      availability.close();
      departures.close();
      queuePositions.close();
      presence.close();
      await sockets.close();
      await visits.close();
    },
  };
}

/** Closes the sockets of an account that moved. Their windows connect to the other installation. */
function leaveMovedAccount(
  presence: PagePresence,
  { registry, closeSocket }: WidgetSockets,
  account: number,
): void {
  presence.settingsChanged(account);
  for (const socket of registry.ofAccount(account))
    closeSocket(socket, closeCodes.restarting, "the account moved");
}

/** `getSockets`: the sockets exist only after what they call. */
function createWidgetSockets(getSockets: () => VisitorSockets<VisitorConnection>): WidgetSockets {
  return {
    registry: new ConnectionRegistry<WidgetSocket>(),
    send(socket, frames) {
      if (frames.length > 0)
        getSockets().send(
          socket,
          frames.map((frame) => JSON.stringify(frame)),
        );
    },
    sendSerialized: (socket, frames) => getSockets().send(socket, frames),
    helloReceived: (socket) => getSockets().helloReceived(socket),
    postponeHello: (socket) => getSockets().postponeHello(socket),
    closeSocket: (socket, code, reason) => getSockets().closeSocket(socket, code, reason),
  };
}

interface FrameDeps {
  readonly helloDeps: HandleHelloDeps;
  readonly dispatchDeps: DispatchDeps;
  /** Removes the connection of a closed socket from the registry. */
  readonly leave: (socket: WidgetSocket, connection: VisitorConnection) => void;
}

/** Handles a frame. The first frame must be a hello, and there is only one hello. */
function onFrame(
  { helloDeps, dispatchDeps, leave }: FrameDeps,
  socket: WidgetSocket,
  bytes: Buffer,
): void {
  const { closeSocket } = dispatchDeps.sockets;
  const frame = parseFrame(bytes);
  if (
    frame === null ||
    (frame.type === "hello") !== (socket.pendingFrames === 0 && socket.connection === null)
  )
    return closeSocket(socket, closeCodes.forbidden, "unexpected frame");
  if (socket.pendingFrames >= maxPendingFrames)
    return closeSocket(socket, closeCodes.tooManyFrames, "too many frames at once");
  socket.pendingFrames++;
  const done = (): void => void socket.pendingFrames--;
  if (frame.type === "hello") {
    dispatchDeps.sockets.helloReceived(socket);
    handleHello(helloDeps, socket, frame)
      .catch((error: unknown) => {
        if (!isUnavailable(error))
          return closeSocketForError(dispatchDeps.sockets, dispatchDeps.log, socket, error);
        if (socket.connection !== null) leave(socket, socket.connection);
        socket.connection = null;
        dispatchDeps.sockets.postponeHello(socket);
      })
      .finally(done);
    return;
  }
  const { connection } = socket;
  // The widget must not send frames between its hello and the welcome.
  if (connection === null) return closeSocket(socket, closeCodes.forbidden, "unexpected frame");
  void dispatchFrame(dispatchDeps, socket, connection, frame).finally(done);
}

interface TypingDeps {
  readonly config: WidgetJournal["config"];
  readonly log: WidgetEdgeDeps["log"];
}

/** Sends an operator's typing to the visitor connections of the chat (CORE-047). */
function onTyping(
  { config, log }: TypingDeps,
  { registry, send }: WidgetSockets,
  { account, chatId, operatorId, typing }: OperatorTyping,
): void {
  for (const socket of registry.ofAccount(account)) {
    if (socket.connection?.chat?.id !== chatId) continue;
    config(account)
      .then(({ operators }) =>
        send(socket, [{ type: "typing", name: operators.get(operatorId)?.name ?? "", typing }]),
      )
      .catch((error: unknown) => log.error({ err: error, account }, "widget.typing_failed"));
  }
}
