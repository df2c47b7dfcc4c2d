import { closeCodes, type ClientFrame, type Cursor } from "@parlour/protocol";
import type { RawData } from "ws";
import { can, canSeeChat, type Principal } from "../../auth/index.ts";
import type { Clock } from "../../core/command.ts";
import type { Limits } from "../../limits/index.ts";
import { sendMissedEntries } from "./send-missed-entries.ts";
import type { ChatParticipantCache } from "./chat-cache.ts";
import { parseClientFrame } from "./client-frames.ts";
import type { OperatorConnection } from "./operator-connection.ts";
import { encodeTextFrames } from "../websocket-frame.ts";
import type { PresenceRegistry } from "./presence.ts";
import type { Signals } from "./signals.ts";
import type { OperatorSockets } from "./operator-sockets.ts";
import type { PublishedEntry } from "./visibility.ts";

export interface FrameHandlerDeps {
  readonly journal: {
    head(account: number, atLeast?: number): Promise<{ epoch: string; position: number }>;
    translateCursor(account: number, cursor: Cursor): Promise<Cursor>;
    read(account: number, after: number, limit: number): Promise<readonly PublishedEntry[]>;
  };
  readonly clock: Clock;
  readonly limits: Limits;
  readonly parseJson: (bytes: Uint8Array) => unknown;
  readonly markRead: (principal: Principal, chatId: number, seq: number) => Promise<void>;
  readonly chats: ChatParticipantCache;
  readonly presence: PresenceRegistry;
  readonly signals: Signals;
  readonly sockets: () => OperatorSockets;
  /** Called after a socket has sent its hello. */
  readonly onConnected: (principal: Principal) => void;
  /** Called after a socket of the account has opened the live board. */
  readonly onBoardShown: (account: number) => void;
}
/** Handles the frames of operator sockets. */
export interface FrameHandler {
  received(connection: OperatorConnection, data: RawData, isBinary: boolean): void;
  /** Returns the number of sockets that have sent hello but are not live yet. */
  catchingUp(): number;
}
const pongFrame = encodeTextFrames([JSON.stringify({ type: "pong" })]);
/** Maximum number of running requests per socket. Further frames are dropped. */
const maxPendingFrames = 32;

/** Creates the handler of client frames (API-101, API-106), with the hello (API-103). */
export function createFrameHandler(deps: FrameHandlerDeps): FrameHandler {
  let catchingUpCount = 0;

  return {
    catchingUp: () => catchingUpCount,
    received(connection, data, isBinary) {
      if (connection.isClosed()) return;
      const sockets = deps.sockets();
      if (
        connection.countFrame(deps.clock.monotonic()) >
        deps.limits.value("socket_frames_per_second")
      ) {
        return sockets.closeConnection(connection, closeCodes.tooManyFrames, "too many frames");
      }
      const frame = isBinary ? null : parseClientFrame(data as Buffer, deps.parseJson);
      if (frame?.type === "ping") return sockets.send(connection, pongFrame, 0);
      if (frame === null || (frame.type === "hello") !== (connection.state === "new"))
        return sockets.closeConnection(connection, closeCodes.forbidden, "unexpected frame");
      if (frame.type === "hello") {
        sockets.helloReceived(connection);
        connection.state = "catching up";
        catchingUpCount++;
        startConnection(deps, connection, frame.after)
          .catch((error: unknown) => {
            if (connection.hub.members.has(connection)) sockets.handleFailure(connection, error);
            else sockets.handleHelloFailure(connection, error);
          })
          .finally(() => {
            catchingUpCount--;
          });
        return;
      }
      if (connection.pendingFrames >= maxPendingFrames) return;
      connection.pendingFrames++;
      handleFrame(deps, connection, frame)
        .catch((error: unknown) => sockets.handleFailure(connection, error))
        .finally(() => {
          connection.pendingFrames--;
        });
    },
  };
}

/** Answers a hello: `ready`, missed entries, `live` (API-101), or `reset` first (API-103). */
async function startConnection(
  deps: FrameHandlerDeps,
  connection: OperatorConnection,
  sent: Cursor | null,
): Promise<void> {
  const { hub } = connection;
  const sockets = deps.sockets();
  const after = sent && (await deps.journal.translateCursor(hub.account, sent));
  const [head] = await Promise.all([deps.journal.head(hub.account, after?.position), hub.ready()]);
  if (connection.isClosed()) return;
  // Called before the socket is added to the hub, because `ready` must be the first frame and
  // already includes this operator's presence.
  deps.presence.addConnection(connection.principal);
  hub.members.add(connection);
  deps.onConnected(connection.principal);
  const isCursorValid =
    after === null || (after.epoch === head.epoch && after.position <= head.position);
  const position = isCursorValid && after !== null ? after.position : head.position;
  const frames: object[] = [
    {
      type: "ready",
      epoch: head.epoch,
      position: head.position,
      mode: position < head.position ? "catching_up" : "live",
      presence: deps.presence.list(hub.account),
    },
  ];
  if (!isCursorValid) frames.unshift({ type: "reset", epoch: head.epoch, position: head.position });
  sockets.send(connection, encodeTextFrames(frames.map((frame) => JSON.stringify(frame))), 0);
  await sendMissedEntries(
    {
      read: (account, from, limit) => deps.journal.read(account, from, limit),
      send: (target, { texts }) => sockets.send(target, encodeTextFrames(texts), texts.length),
      onCaughtUp(target, sentPosition) {
        if (target.isClosed()) return;
        target.state = "live";
        target.deliveredPosition = sentPosition;
        hub.join(target);
        sockets.send(
          target,
          encodeTextFrames([JSON.stringify({ type: "live", position: sentPosition })]),
          0,
        );
      },
    },
    connection,
    position,
    head.position,
  );
}

/**
 * Handles a frame with the same checks as the HTTP route. Ignores frames without permission and
 * frames about chats that are not visible (API-106).
 */
async function handleFrame(
  deps: FrameHandlerDeps,
  connection: OperatorConnection,
  frame: Exclude<ClientFrame, { type: "hello" | "ping" }>,
): Promise<void> {
  const { principal, hub } = connection;
  if (frame.type === "inspect") {
    hub.setInspecting(connection, frame.on && can(principal, "deliveries.read"));
    return;
  }
  if (frame.type === "live_report") {
    const isShown = frame.on && can(principal, "reports.read");
    connection.board = isShown ? { department: frame.department ?? null } : null;
    if (isShown) deps.onBoardShown(hub.account);
    return;
  }
  if (!can(principal, frame.type === "viewing" ? "chats.read" : "chats.answer")) return;
  const chat = await deps.chats.get(hub.account, frame.chat_id);
  if (!chat || !canSeeChat(principal, chat, await hub.ready()) || connection.isClosed()) return;
  const chatRef = { account: hub.account, chatId: frame.chat_id };
  const now = deps.clock.monotonic();
  switch (frame.type) {
    case "read":
      return deps.markRead(principal, frame.chat_id, frame.seq);
    case "viewing":
      return deps.signals.viewing(
        { ...chatRef, chat, operatorId: principal.operatorId, viewing: frame.viewing },
        now,
      );
    case "typing":
      return deps.signals.typing(
        {
          ...chatRef,
          channelId: chat.channelId,
          author: { kind: "operator", id: principal.operatorId, name: principal.name },
          typing: frame.typing,
          reason: frame.paused === true ? "paused" : undefined,
        },
        now,
      );
  }
}
