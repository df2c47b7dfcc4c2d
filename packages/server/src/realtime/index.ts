import type { Server } from "node:http";
import type { Auth, Principal } from "../auth/index.ts";
import type { Presence } from "../core/entity.ts";
import type { AccountConfig, Clock } from "../core/ports.ts";
import type { Limits } from "../limits/index.ts";
import { Chats, type FindChat } from "./chats.ts";
import { openDoor } from "./door.ts";
import { textFrames } from "./frame.ts";
import { PresenceRegistry } from "./presence.ts";
import { sendSignal } from "./send-signal.ts";
import { Signals, type OperatorTyping, type Typing } from "./signals.ts";
import { OperatorSocket, Sockets } from "./sockets.ts";
import { openTalk } from "./talk.ts";
import type { Entry } from "./visibility.ts";

export type { FindChat } from "./chats.ts";
export type { OperatorTyping, Typing } from "./signals.ts";
export type { Entry } from "./visibility.ts";

export interface RealtimeDeps {
  /** The part of `Journal` that readers use. */
  readonly journal: {
    config(account: number): Promise<AccountConfig>;
    head(account: number, atLeast?: number): Promise<{ epoch: string; position: number }>;
    read(account: number, after: number, limit: number): Promise<readonly Entry[]>;
    subscribe(listener: (account: number, entries: readonly Entry[]) => void): () => void;
    onReset(listener: () => void): () => void;
  };
  readonly auth: Pick<Auth, "authenticate" | "recheck" | "invalidate">;
  readonly clock: Clock;
  readonly limits: Pick<Limits, "value">;
  readonly log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
  /** The one JSON reader (CORE-127); throws for what is not JSON. */
  readonly readJson: (bytes: Uint8Array) => unknown;
  /** Channel, assignee and participants of a chat; null: unknown in the account. */
  readonly findChat: FindChat;
  /** As `PUT /chats/{id}/read` (API-029). A Refusal changes nothing for the socket. */
  readonly markRead: (principal: Principal, chatId: number, seq: number) => Promise<void>;
  /** Sockets of this node at once, those in the handshake included; beyond: 503. */
  readonly maxSockets?: number;
  /** Several nodes: sign-outs of the others are looked for every second (P19). */
  readonly severalNodes?: boolean;
}

type PresenceListener = (account: number, operatorId: number, status: Presence) => void;
/** Operator sockets, presence and signals of one node. */
export interface Realtime {
  readonly presence: {
    of(account: number, operatorId: number): Presence;
    /** Everybody who is not offline. */
    list(account: number): { operator_id: number; status: Presence }[];
    /** A choice by `PUT /me/presence`; keeping it for the next sign-in is the caller's (auth.choosePresence). */
    set(principal: Principal, status: Presence): void;
    /** Called at once for each change. */
    onChange(listener: PresenceListener): () => void;
  };
  /** A signal of a visitor or operator (CORE-047). */
  typing(signal: Typing): void;
  /** Operators' typing, for the channel edge (CH-077): each start, each renewal, the end, also the end by time. */
  onOperatorTyping(listener: (signal: OperatorTyping) => void): () => void;
  /** Sign-out, deactivation: closes sockets (P19) and ends their presence at once. Without a further field: all of the account. */
  disconnect(who: { account: number; operatorId?: number; sessionId?: number; keyId?: number }, code: number): void;
  /** Serves `GET /api/v1/socket` on this server; other upgrades answer 404. */
  attach(server: Server): void;
  /** For metrics (R8). */
  stats(): { sockets: number; catchingUp: number; backlogged: number; closedSlow: number };
  /** Sends everybody away with 1012 and takes no more. Resolves when all are closed, after 2 s at most. Before the HTTP server's close. */
  close(): Promise<void>;
}

export function openRealtime(deps: RealtimeDeps): Realtime {
  const { auth, clock, limits, log, journal } = deps;
  const presenceListeners = new Set<PresenceListener>();
  const chats = new Chats(deps.findChat);

  const presence = new PresenceRegistry({
    clock,
    onChange(account, operatorId, status) {
      const members = sockets.hub(account)?.members ?? [];
      const frame = textFrames([JSON.stringify({ type: "presence", operator_id: operatorId, status })]);
      for (const connection of members) sockets.give(connection, frame, 0);
      for (const listener of presenceListeners) listener(account, operatorId, status);
    },
  });
  const signals = new Signals({
    send: (to, frame, masked) => {
      const hub = sockets.hub(to.account);
      if (hub)
        sendSignal(
          {
            chats,
            give: (connection, bytes) => sockets.give(connection, bytes, 0),
            failed: (error) => log.warn({ err: error }, "realtime.signal_failed"),
          },
          hub,
          to,
          frame,
          masked,
        );
    },
  });
  const talk = openTalk({
    journal,
    clock,
    limits,
    readJson: deps.readJson,
    markRead: deps.markRead,
    chats,
    presence,
    signals,
    sockets: () => sockets,
  });
  const sockets: Sockets = new Sockets({
    auth,
    clock,
    limits,
    log,
    chats,
    config: (account) => journal.config(account),
    severalNodes: deps.severalNodes === true,
    received: (connection, data, isBinary) => talk.received(connection, data, isBinary),
    gone: (connection, atOnce) => presence.closed(connection.principal, atOnce),
    tick: (now) => signals.expire(now),
    busy: () => signals.size > 0,
  });
  const door = openDoor({
    auth,
    limits,
    open: () => sockets.open,
    maxSockets: deps.maxSockets ?? 20_000,
    socketClass: OperatorSocket,
    admit: (ws, stream, principal) => sockets.admit(ws, stream, principal),
    failed: (error) => log.error({ err: error }, "realtime.handshake_failed"),
  });
  const stops = [
    journal.subscribe((account, entries) => {
      if (entries.some((entry) => entry.name === "settings_changed")) auth.invalidate(account);
      sockets.hub(account)?.publish(entries);
    }),
    // Another numbering: every cursor is void. The clients come back and are told so (API-103).
    journal.onReset(() => {
      chats.clear();
      sockets.endAll("the journal begins anew");
    }),
  ];

  return {
    presence: {
      of: (account, operatorId) => presence.of(account, operatorId),
      list: (account) => presence.list(account),
      set: (principal, status) => presence.set(principal, status),
      onChange(listener) {
        presenceListeners.add(listener);
        return () => void presenceListeners.delete(listener);
      },
    },
    typing(signal) {
      signals.typing(signal, clock.monotonic());
      if (signals.size > 0) sockets.wake();
    },
    onOperatorTyping: (listener) => signals.onOperatorTyping(listener),
    disconnect(who, code) {
      for (const connection of sockets.hub(who.account)?.connections ?? []) {
        const { operatorId, by } = connection.principal;
        const isMeant =
          (who.operatorId === undefined || who.operatorId === operatorId) &&
          (who.sessionId === undefined || (by.kind === "session" && by.id === who.sessionId)) &&
          (who.keyId === undefined || (by.kind === "key" && by.id === who.keyId));
        if (isMeant) sockets.end(connection, code, "signed out", true);
      }
    },
    attach: (server) => door.attach(server),
    stats: () => ({ ...sockets.stats(), catchingUp: talk.catchingUp() }),
    async close() {
      door.shut();
      for (const stop of stops) stop();
      await sockets.close();
      presence.close();
      door.detach();
    },
  };
}
