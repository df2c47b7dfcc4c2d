import { can, type Principal } from "../auth/index.ts";
import { ChatParticipantCache } from "./operators/chat-cache.ts";
import { EventFeeds } from "./feeds/event-feeds.ts";
import { createUpgradeHandler, type UpgradeHandler } from "./upgrade.ts";
import { encodeTextFrames } from "./websocket-frame.ts";
import { AccountHubs, type AccountHub } from "./operators/account-hub.ts";
import { InspectorPublisher } from "./operators/publish-inspector.ts";
import { PresenceRegistry, presenceGraceMs, type PresenceEntry } from "./operators/presence.ts";
import {
  createFrameSender,
  sendToOperator,
  type FrameSender,
  type OperatorFrame,
} from "./send-frame.ts";
import { createSignalSender, type SendSignalDeps } from "./operators/send-signal.ts";
import { Signals, type SignalMessage } from "./operators/signals.ts";
import { OperatorWebSocket, OperatorSockets } from "./operators/operator-sockets.ts";
import { createFrameHandler, type FrameHandler } from "./operators/handle-frames.ts";
import type { BoardSocket, Realtime, RealtimeDeps, SignalPublishers } from "./types.ts";
import { hasChat, type PublishedEntry } from "./operators/visibility.ts";
export { operatorSocketPath, type UpgradeRoute } from "./upgrade.ts";
export type { VisitorSocket } from "./visitors/visitor-socket.ts";
export {
  startVisitorSockets,
  type VisitorSockets,
  type VisitorSocketsDeps,
} from "./visitors/visitor-socket-server.ts";
export type { OperatorTypingSignal } from "./operators/signals.ts";
export type { Realtime, RealtimeDeps } from "./types.ts";
export type { MovableSockets } from "./socket-moves.ts";
export { createSocketTunnels } from "./socket-tunnels.ts";
export { startSocketMoves, type SocketMoves } from "./start-socket-moves.ts";
export type { PublishedEntry } from "./operators/visibility.ts";

/** Creates sockets, presence and signals (API-100 – API-107, CORE-010). */
export function openRealtime(deps: RealtimeDeps): Realtime {
  const { clock, log, limits, journal, parseJson, markRead, cluster } = deps;
  const chats = new ChatParticipantCache(deps.findChat);
  const presence = new PresenceRegistry(
    clock,
    cluster.openMap("presence", { graceMs: presenceGraceMs }),
  );
  presence.onChange((account, operatorId) =>
    publishPresence(sockets, account, presence.entryOf(account, operatorId)),
  );
  const signals = createSignals({
    chats,
    cluster,
    hub: (account) => sockets.hub(account),
    send: (connection, bytes) => sockets.send(connection, bytes, 0),
    onError: (error) => log.warn({ err: error }, "realtime.signal_failed"),
  });
  const inspectors = new InspectorPublisher(cluster, () => sockets);
  const connectedListeners: ((principal: Principal) => void)[] = [];
  const boardListeners: ((account: number) => void)[] = [];
  const frameHandler = createFrameHandler({
    journal,
    clock,
    limits,
    parseJson,
    markRead,
    chats,
    presence,
    signals,
    sockets: () => sockets,
    onConnected: (principal) => connectedListeners.forEach((listener) => listener(principal)),
    onBoardShown: (account) => boardListeners.forEach((listener) => listener(account)),
  });
  const hubs = createHubs(deps, chats, inspectors, () => sockets);
  const sockets = createSockets(deps, { hubs, presence, signals, frameHandler });
  const feeds = new EventFeeds({ ...deps, hubs });
  const upgradeHandler = createOperatorUpgrade(sockets, deps);
  const stopSubscriptions = subscribeToJournal(deps, chats, sockets);
  const sendFrame = createFrameSender(deps, chats, sockets);
  receiveSignals(deps, sockets, signals, sendFrame);

  return {
    presence,
    inspectors,
    boards: createBoards(() => sockets, boardListeners),
    feeds,
    connected: {
      list: (account) => listPrincipals(sockets, account),
      send: (account, operatorId, frame) => sendToOperator(sockets, { account, operatorId, frame }),
      onConnected: (listener) => void connectedListeners.push(listener),
    },
    ...createPublishers(deps, { sockets, signals, presence, sendFrame }),
    onOperatorTyping: (listener) => signals.onOperatorTyping(listener),
    attach: (server, others) => upgradeHandler.attach(server, others),
    moves: {
      countSockets: () => sockets.openCount,
      requestMoves: (request) => sockets.requestMoves(request),
      countAsked: (since) => sockets.countAsked(since),
      closeAsked: (since, until) => sockets.closeAsked(since, until),
      setAccepting(isAccepting) {
        sockets.isAccepting = isAccepting;
        feeds.setAccepting(isAccepting);
      },
    },
    stats: () => ({
      ...sockets.stats(),
      feeds: feeds.countLive(),
      catchingUp: frameHandler.catchingUp(),
    }),
    async close() {
      sockets.isAccepting = false;
      feeds.close();
      stopSubscriptions();
      await sockets.close();
      presence.close();
      upgradeHandler.detach();
    },
  };
}

/** Topics of the messages between nodes. */
const signalTopic = "signal";
const operatorFrameTopic = "operator frame";

function createSignals({
  hub,
  cluster,
  ...rest
}: SendSignalDeps & {
  readonly cluster: RealtimeDeps["cluster"];
  readonly hub: (account: number) => AccountHub | undefined;
}): Signals {
  const sendSignal = createSignalSender(rest);
  return new Signals({
    publish: (message) => cluster.publish(signalTopic, message),
    send(to, frame, masked) {
      const members = hub(to.account);
      if (members) sendSignal(members, to, frame, masked);
    },
  });
}

/** Sends the signals of other nodes to the sockets of this one. */
function receiveSignals(
  { cluster, clock }: RealtimeDeps,
  sockets: OperatorSockets,
  signals: Signals,
  sendFrame: FrameSender,
): void {
  cluster.subscribe<SignalMessage>(signalTopic, (message) => {
    signals.receive(message, clock.monotonic());
    if (signals.size > 0) sockets.startTicking();
  });
  cluster.subscribe<OperatorFrame>(operatorFrameTopic, sendFrame);
}

function createHubs(
  { auth, log, journal }: RealtimeDeps,
  chats: ChatParticipantCache,
  inspectors: InspectorPublisher,
  sockets: () => OperatorSockets,
): AccountHubs {
  return new AccountHubs((account) => ({
    chats,
    auth,
    config: (id) => journal.config(id),
    send: (connection, buffers, events) => sockets().sendBuffers(connection, buffers, events),
    closeConnection: (connection, code, reason) =>
      sockets().closeConnection(connection, code, reason),
    onInspectorsChange: (id, isWatched) => inspectors.setWatchedOnThisNode(id, isWatched),
    onError: (error) => log.error({ err: error, account }, "realtime.rights_failed"),
  }));
}

function createSockets(
  { auth, clock, limits, log, cluster }: RealtimeDeps,
  parts: {
    readonly hubs: AccountHubs;
    readonly presence: PresenceRegistry;
    readonly signals: Signals;
    readonly frameHandler: FrameHandler;
  },
): OperatorSockets {
  const { hubs, presence, signals, frameHandler } = parts;
  return new OperatorSockets({
    auth,
    clock,
    limits,
    log,
    hubs,
    hasOtherNodes: () => cluster.hasOtherNodes(),
    received: (connection, data, isBinary) => frameHandler.received(connection, data, isBinary),
    onDisconnect: (connection, atOnce) => presence.removeConnection(connection.principal, atOnce),
    tick: (now) => signals.expire(now),
    needsTick: () => signals.size > 0,
  });
}

function createOperatorUpgrade(
  sockets: OperatorSockets,
  { auth, limits, log, maxSockets, isVisitorHost }: RealtimeDeps,
): UpgradeHandler {
  return createUpgradeHandler({
    auth,
    limits,
    countOpen: () => sockets.openCount,
    maxSockets: maxSockets ?? 20_000,
    isAccepting: () => sockets.isAccepting,
    isVisitorHost: isVisitorHost ?? (() => false),
    socketClass: OperatorWebSocket,
    admit: (ws, stream, principal) => sockets.admit(ws, stream, principal),
    onError: (error) => log.error({ err: error }, "realtime.handshake_failed"),
  });
}

/** Passes journal entries to the hub of their account. Returns a function that unsubscribes. */
function subscribeToJournal(
  { journal, auth, log }: RealtimeDeps,
  chats: ChatParticipantCache,
  sockets: OperatorSockets,
): () => void {
  const unsubscribe = journal.subscribe((account, entries) => {
    const hasSettingsChange = entries.some((entry) => entry.name === "settings_changed");
    if (hasSettingsChange) auth.invalidate(account);
    const hub = sockets.hub(account);
    if (hub) hub.publish(entries);
    else {
      evictParticipants(chats, account, entries);
      // The hub reads permissions itself, in the order of its entries.
      if (hasSettingsChange)
        auth.access
          .recheck([account])
          .catch((error: unknown) => log.warn({ err: error }, "realtime.recheck_failed"));
    }
  });
  // A new epoch makes all cursors invalid. Clients reconnect and receive `reset` (API-103).
  const unsubscribeReset = journal.onReset(() => {
    chats.clear();
    sockets.endAll("the journal begins anew");
  });
  const unsubscribeMove = journal.onMove((account) => {
    auth.invalidate(account);
    chats.clear();
    sockets.hub(account)?.disconnectAll("the account moved");
  });
  return () => {
    unsubscribe();
    unsubscribeReset();
    unsubscribeMove();
  };
}

/** Evicts cached participants of chats, which only update while a socket is open. */
function evictParticipants(
  chats: ChatParticipantCache,
  account: number,
  entries: readonly PublishedEntry[],
): void {
  for (const entry of entries)
    if (entry.chatId !== null && hasChat(entry)) chats.evict(account, entry.chatId);
}

/** Creates the methods for signals outside the journal. */
function createPublishers(
  { clock, cluster }: RealtimeDeps,
  parts: {
    readonly sockets: OperatorSockets;
    readonly signals: Signals;
    readonly presence: PresenceRegistry;
    readonly sendFrame: FrameSender;
  },
): SignalPublishers {
  const { sockets, signals, presence, sendFrame } = parts;
  const publishToOperator = (message: OperatorFrame): void => {
    sendFrame(message);
    cluster.publish(operatorFrameTopic, message);
  };
  return {
    findWriter(account, chatId) {
      const writer = signals.findWriter(account, chatId, clock.monotonic());
      return writer !== null && presence.of(account, writer.id) !== "offline" ? writer : null;
    },
    publishTyping(signal) {
      signals.typing(signal, clock.monotonic());
      if (signals.size > 0) sockets.startTicking();
    },
    publishDraft: ({ account, operatorId, draft }) =>
      publishToOperator({ account, operatorId, frame: { type: "draft", draft } }),
    publishReminder: (account, reminder) =>
      publishToOperator({
        account,
        operatorId: reminder.operator.id,
        frame: { type: "reminder", reminder },
      }),
    publishScheduledMessage: (account, message) =>
      publishToOperator({
        account,
        operatorId: message.operator.id,
        chatId: message.chat_id,
        frame: { type: "scheduled_message", message },
      }),
    publishReadMark: ({ account, operatorId, chatId, seq }) =>
      publishToOperator({ account, operatorId, frame: { type: "read", chat_id: chatId, seq } }),
  };
}

function listPrincipals(sockets: OperatorSockets, account: number): readonly Principal[] {
  const members = [...(sockets.hub(account)?.members ?? [])];
  return [...new Map(members.map(({ principal }) => [principal.operatorId, principal])).values()];
}

/** Creates what the live board uses of the sockets. `listeners`: called for each that opens it. */
function createBoards(
  sockets: () => OperatorSockets,
  listeners: ((account: number) => void)[],
): Realtime["boards"] {
  return {
    list: (account) => listBoardSockets(sockets(), account),
    onShown: (listener) => void listeners.push(listener),
  };
}

/** Returns the sockets with the live board whose permission still holds. */
function listBoardSockets(sockets: OperatorSockets, account: number): readonly BoardSocket[] {
  return [...(sockets.hub(account)?.members ?? [])].flatMap((connection) => {
    const { board, principal } = connection;
    if (board === null || !can(principal, "reports.read")) return [];
    const send = (frame: object): void =>
      sockets.send(connection, encodeTextFrames([JSON.stringify(frame)]), 0);
    return [{ ...board, principal, send }];
  });
}

function publishPresence(sockets: OperatorSockets, account: number, entry: PresenceEntry): void {
  const frame = encodeTextFrames([JSON.stringify({ type: "presence", ...entry })]);
  for (const connection of sockets.hub(account)?.members ?? []) sockets.send(connection, frame, 0);
}
