import { closeCodes, type ClientFrame, type Cursor } from "@parlour/protocol";
import type { RawData } from "ws";
import { can, canSeeChat, type Principal } from "../auth/index.ts";
import type { Clock } from "../core/command.ts";
import type { Limits } from "../limits/index.ts";
import { catchUp } from "./catch-up.ts";
import type { Chats } from "./chats.ts";
import { readClientFrame } from "./client-frames.ts";
import type { Connection } from "./connection.ts";
import { textFrames } from "./frame.ts";
import type { PresenceRegistry } from "./presence.ts";
import type { Signals } from "./signals.ts";
import type { Sockets } from "./sockets.ts";
import type { Entry } from "./visibility.ts";

export interface TalkDeps {
  readonly journal: {
    head(account: number, atLeast?: number): Promise<{ epoch: string; position: number }>;
    read(account: number, after: number, limit: number): Promise<readonly Entry[]>;
  };
  readonly clock: Pick<Clock, "monotonic">;
  readonly limits: Pick<Limits, "value">;
  readonly readJson: (bytes: Uint8Array) => unknown;
  readonly markRead: (principal: Principal, chatId: number, seq: number) => Promise<void>;
  readonly chats: Chats;
  readonly presence: PresenceRegistry;
  readonly signals: Signals;
  readonly sockets: () => Sockets;
}
/** Handles the frames of operator sockets. */
export interface Talk {
  received(connection: Connection, data: RawData, isBinary: boolean): void;
  /** Number of sockets between hello and live. */
  catchingUp(): number;
}
/** Maximum number of running requests per socket. Further frames are dropped. */
const workingLimit = 32;

/**
 * Creates the handler for client frames (API-101, API-106), including the answer to hello (API-101,
 * API-103).
 */
export function openTalk(deps: TalkDeps): Talk {
  let catching = 0;

  return {
    catchingUp: () => catching,
    received(connection, data, isBinary) {
      if (connection.isClosed()) return;
      const sockets = deps.sockets();
      if (connection.countFrame(deps.clock.monotonic()) > deps.limits.value("socket_frames_per_second")) {
        return sockets.end(connection, closeCodes.tooManyFrames, "too many frames");
      }
      const frame = isBinary ? null : readClientFrame(data as Buffer, deps.readJson);
      if (frame === null || (frame.type === "hello") !== (connection.state === "new"))
        return sockets.end(connection, closeCodes.forbidden, "unexpected frame");
      if (frame.type === "hello") {
        sockets.greeted(connection);
        connection.state = "catching up";
        catching++;
        start(deps, connection, frame.after)
          .catch((error: unknown) => {
            if (connection.hub.members.has(connection)) sockets.failed(connection, error);
            else sockets.notGreeted(connection, error);
          })
          .finally(() => {
            catching--;
          });
        return;
      }
      if (connection.working >= workingLimit) return;
      connection.working++;
      act(deps, connection, frame)
        .catch((error: unknown) => sockets.failed(connection, error))
        .finally(() => {
          connection.working--;
        });
    },
  };
}

/**
 * Answers a hello with ready, missed entries and live (API-101). Sends reset first if the cursor is
 * unknown (API-103).
 */
async function start(deps: TalkDeps, connection: Connection, after: Cursor | null): Promise<void> {
  const { hub } = connection;
  const sockets = deps.sockets();
  const [head] = await Promise.all([deps.journal.head(hub.account, after?.position), hub.ready()]);
  if (connection.isClosed()) return;
  // Called before the socket is a member: `ready` must be the first frame, and it already includes
  // the socket's own presence.
  deps.presence.opened(connection.principal);
  hub.members.add(connection);
  const isKnown = after === null || (after.epoch === head.epoch && after.position <= head.position);
  const position = isKnown && after !== null ? after.position : head.position;
  const frames: object[] = [
    {
      type: "ready",
      epoch: head.epoch,
      position: head.position,
      mode: position < head.position ? "catching_up" : "live",
      presence: deps.presence.list(hub.account),
    },
  ];
  if (!isKnown) frames.unshift({ type: "reset", epoch: head.epoch, position: head.position });
  sockets.give(connection, textFrames(frames.map((frame) => JSON.stringify(frame))), 0);
  await catchUp(
    {
      read: (account, from, limit) => deps.journal.read(account, from, limit),
      give: (one, buffer, events) => sockets.give(one, buffer, events),
      caughtUp(one, reached) {
        if (one.isClosed()) return;
        one.state = "live";
        one.from = reached;
        hub.join(one);
        sockets.give(one, textFrames([JSON.stringify({ type: "live", position: reached })]), 0);
      },
    },
    connection,
    position,
    head.position,
  );
}

/**
 * Handles a frame with the same checks as the HTTP route. Ignores frames for chats that are not
 * visible or without permission (API-106).
 */
async function act(deps: TalkDeps, connection: Connection, frame: Exclude<ClientFrame, { type: "hello" }>): Promise<void> {
  const { principal, hub } = connection;
  if (frame.type === "inspect") {
    if (frame.on && can(principal, "deliveries.read")) hub.inspectors.add(connection);
    else hub.inspectors.delete(connection);
    return;
  }
  if (!can(principal, frame.type === "viewing" ? "chats.read" : "chats.answer")) return;
  const chat = await deps.chats.get(hub.account, frame.chat_id);
  if (!chat || !canSeeChat(principal, chat, await hub.ready()) || connection.isClosed()) return;
  const about = { account: hub.account, chatId: frame.chat_id };
  const now = deps.clock.monotonic();
  switch (frame.type) {
    case "read":
      return deps.markRead(principal, frame.chat_id, frame.seq);
    case "viewing":
      return deps.signals.viewing({ ...about, chat, operatorId: principal.operatorId, viewing: frame.viewing }, now);
    case "typing":
      return deps.signals.typing(
        {
          ...about,
          channelId: chat.channelId,
          author: { kind: "operator", id: principal.operatorId, name: principal.name },
          typing: frame.typing,
        },
        now,
      );
  }
}
