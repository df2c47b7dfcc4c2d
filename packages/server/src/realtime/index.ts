import type { Presence } from "../core/entity.ts";
import type { Connection } from "./connection.ts";
import { Chats } from "./chats.ts";
import { openDoor } from "./door.ts";
import { textFrames } from "./frame.ts";
import { tellInspectors } from "./inspectors.ts";
import { PresenceRegistry } from "./presence.ts";
import { sendSignal } from "./send-signal.ts";
import { Signals } from "./signals.ts";
import { OperatorSocket, Sockets } from "./sockets.ts";
import { openTalk } from "./talk.ts";
import type { PresenceListener, Realtime, RealtimeDeps, Whose } from "./types.ts";

export type { FindChat } from "./chats.ts";
export type { Upgrade } from "./door.ts";
export { openVisitorSockets, type VisitorSocket, type VisitorSockets, type VisitorSocketsDeps } from "./visitor-sockets.ts";
export type { OperatorTyping, Typing } from "./signals.ts";
export type { Realtime, RealtimeDeps } from "./types.ts";
export type { Entry } from "./visibility.ts";

/** Operator sockets, presence and signals (API-100 – API-107, CORE-010). Serves nothing before `attach`. */
export function openRealtime(deps: RealtimeDeps): Realtime {
  const { auth, clock, limits, log, journal } = deps;
  const presenceListeners = new Set<PresenceListener>();
  const chats = new Chats(deps.findChat);

  const presence = new PresenceRegistry({
    clock,
    onChange(account, operatorId, status) {
      tellPresence(sockets, account, operatorId, status);
      for (const listener of presenceListeners) listener(account, operatorId, status);
    },
  });
  const signalDeps = {
    chats,
    give: (connection: Connection, bytes: Buffer) => sockets.give(connection, bytes, 0),
    failed: (error: unknown) => log.warn({ err: error }, "realtime.signal_failed"),
  };
  const signals = new Signals({
    send: (to, frame, masked) => {
      const hub = sockets.hub(to.account);
      if (hub) sendSignal(signalDeps, hub, to, frame, masked);
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
    drafted({ account, operatorId, draft }) {
      const frame = textFrames([JSON.stringify({ type: "draft", draft })]);
      for (const connection of sockets.hub(account)?.members ?? [])
        if (connection.principal.operatorId === operatorId) sockets.give(connection, frame, 0);
    },
    onOperatorTyping: (listener) => signals.onOperatorTyping(listener),
    disconnect(who, code) {
      for (const connection of sockets.hub(who.account)?.connections ?? []) {
        if (isMeant(connection, who)) sockets.end(connection, code, "signed out", true);
      }
    },
    inspectors: {
      isWatched: (account) => (sockets.hub(account)?.inspectors.size ?? 0) > 0,
      tell: (account, item, masked, skipped) => tellInspectors(sockets, account, { item, masked, skipped }),
    },
    attach: (server, others) => door.attach(server, others),
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

function tellPresence(sockets: Sockets, account: number, operatorId: number, status: Presence): void {
  const frame = textFrames([JSON.stringify({ type: "presence", operator_id: operatorId, status })]);
  for (const connection of sockets.hub(account)?.members ?? []) sockets.give(connection, frame, 0);
}

function isMeant({ principal: { operatorId, by } }: Connection, who: Whose): boolean {
  return (
    (who.operatorId === undefined || who.operatorId === operatorId) &&
    (who.sessionId === undefined || (by.kind === "session" && by.id === who.sessionId)) &&
    (who.keyId === undefined || (by.kind === "key" && by.id === who.keyId))
  );
}
