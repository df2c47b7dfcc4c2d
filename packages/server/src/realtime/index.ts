import type { Presence } from "../core/entity.ts";
import { Chats } from "./chats.ts";
import { openDoor, type Door } from "./door.ts";
import { textFrames } from "./frame.ts";
import type { Hub } from "./hub.ts";
import { tellInspectors } from "./inspectors.ts";
import { PresenceRegistry } from "./presence.ts";
import { sendSignal, type SendSignalDeps } from "./send-signal.ts";
import { Signals } from "./signals.ts";
import { OperatorSocket, Sockets } from "./sockets.ts";
import { openTalk, type Talk } from "./talk.ts";
import type { Realtime, RealtimeDeps } from "./types.ts";
import { carriesChat, type Entry } from "./visibility.ts";

export type { FindChat } from "./chats.ts";
export type { Upgrade } from "./door.ts";
export type { VisitorSocket } from "./visitor-socket.ts";
export { openVisitorSockets, type VisitorSockets, type VisitorSocketsDeps } from "./visitor-sockets.ts";
export type { OperatorTyping, Typing } from "./signals.ts";
export type { Realtime, RealtimeDeps } from "./types.ts";
export type { Entry } from "./visibility.ts";

/**
 * Creates operator sockets, presence and signals (API-100 – API-107, CORE-010). Serves nothing
 * before `attach`.
 */
export function openRealtime(deps: RealtimeDeps): Realtime {
  const { clock, log, limits, journal, readJson, markRead } = deps;
  const chats = new Chats(deps.findChat);
  const presence = new PresenceRegistry(clock);
  presence.onChange((account, operatorId, status) => tellPresence(sockets, account, operatorId, status));
  const signals = openSignals({
    chats,
    hub: (account) => sockets.hub(account),
    give: (connection, bytes) => sockets.give(connection, bytes, 0),
    failed: (error) => log.warn({ err: error }, "realtime.signal_failed"),
  });
  const talk = openTalk({ journal, clock, limits, readJson, markRead, chats, presence, signals, sockets: () => sockets });
  const sockets = openSockets(deps, { chats, presence, signals, talk });
  const door = openDoorTo(sockets, deps);
  const unfollow = follow(deps, chats, sockets);

  return {
    presence,
    ...openTelling(sockets, signals, clock),
    onOperatorTyping: (listener) => signals.onOperatorTyping(listener),
    attach: (server, others) => door.attach(server, others),
    stats: () => ({ ...sockets.stats(), catchingUp: talk.catchingUp() }),
    async close() {
      door.shut();
      unfollow();
      await sockets.close();
      presence.close();
      door.detach();
    },
  };
}

function openSignals({ hub, ...by }: SendSignalDeps & { readonly hub: (account: number) => Hub | undefined }): Signals {
  return new Signals({
    send(to, frame, masked) {
      const members = hub(to.account);
      if (members) sendSignal(by, members, to, frame, masked);
    },
  });
}

function openSockets(
  { auth, clock, limits, log, journal, severalNodes }: RealtimeDeps,
  by: { readonly chats: Chats; readonly presence: PresenceRegistry; readonly signals: Signals; readonly talk: Talk },
): Sockets {
  const { chats, presence, signals, talk } = by;
  return new Sockets({
    auth,
    clock,
    limits,
    log,
    chats,
    config: (account) => journal.config(account),
    severalNodes: severalNodes === true,
    received: (connection, data, isBinary) => talk.received(connection, data, isBinary),
    gone: (connection, atOnce) => presence.closed(connection.principal, atOnce),
    tick: (now) => signals.expire(now),
    busy: () => signals.size > 0,
  });
}

function openDoorTo(sockets: Sockets, { auth, limits, log, maxSockets, isVisitorHost }: RealtimeDeps): Door {
  return openDoor({
    auth,
    limits,
    open: () => sockets.open,
    maxSockets: maxSockets ?? 20_000,
    isVisitorHost: isVisitorHost ?? (() => false),
    socketClass: OperatorSocket,
    admit: (ws, stream, principal) => sockets.admit(ws, stream, principal),
    failed: (error) => log.error({ err: error }, "realtime.handshake_failed"),
  });
}

/** Publishes journal entries to the hub of their account. Returns a function that stops it. */
function follow({ journal, auth, log }: RealtimeDeps, chats: Chats, sockets: Sockets): () => void {
  const unsubscribe = journal.subscribe((account, entries) => {
    const isOfSettings = entries.some((entry) => entry.name === "settings_changed");
    if (isOfSettings) auth.invalidate(account);
    const hub = sockets.hub(account);
    if (hub) hub.publish(entries);
    else {
      forgetPeople(chats, account, entries);
      // A hub checks permissions itself, in the order of its entries.
      if (isOfSettings) auth.access.recheck(account).catch((error: unknown) => log.warn({ err: error }, "realtime.recheck_failed"));
    }
  });
  // A new epoch makes every cursor invalid. Clients reconnect and receive `reset` (API-103).
  const unhear = journal.onReset(() => {
    chats.clear();
    sockets.endAll("the journal begins anew");
  });
  return () => {
    unsubscribe();
    unhear();
  };
}

/**
 * Evicts cached participants, because without an open socket these entries do not update the cache.
 */
function forgetPeople(chats: Chats, account: number, entries: readonly Entry[]): void {
  for (const entry of entries) if (entry.chatId !== null && carriesChat(entry)) chats.forget(account, entry.chatId);
}

/** Creates the methods that publish signals to an account's sockets without a journal entry. */
function openTelling(
  sockets: Sockets,
  signals: Signals,
  clock: RealtimeDeps["clock"],
): Pick<Realtime, "typing" | "drafted" | "marked" | "inspectors"> {
  return {
    typing(signal) {
      signals.typing(signal, clock.monotonic());
      if (signals.size > 0) sockets.wake();
    },
    drafted: ({ account, operatorId, draft }) => tellOwn(sockets, account, operatorId, { type: "draft", draft }),
    marked: ({ account, operatorId, chatId, seq }) => tellOwn(sockets, account, operatorId, { type: "read", chat_id: chatId, seq }),
    inspectors: {
      isWatched: (account) => (sockets.hub(account)?.inspectors.size ?? 0) > 0,
      tell: (account, item, masked, skipped) => tellInspectors(sockets, account, { item, masked, skipped }),
    },
  };
}

/** Sends a signal to every socket of one operator. */
function tellOwn(sockets: Sockets, account: number, operatorId: number, signal: object): void {
  const frame = textFrames([JSON.stringify(signal)]);
  for (const connection of sockets.hub(account)?.members ?? [])
    if (connection.principal.operatorId === operatorId) sockets.give(connection, frame, 0);
}

function tellPresence(sockets: Sockets, account: number, operatorId: number, status: Presence): void {
  const frame = textFrames([JSON.stringify({ type: "presence", operator_id: operatorId, status })]);
  for (const connection of sockets.hub(account)?.members ?? []) sockets.give(connection, frame, 0);
}
