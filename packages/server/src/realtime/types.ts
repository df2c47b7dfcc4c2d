import type { IncomingMessage, Server } from "node:http";
import type { Auth, Principal } from "../auth/index.ts";
import type { Draft, Reminder, ScheduledMessage } from "@parlour/protocol/api";
import type { Presence } from "../core/entity.ts";
import type { CustomStatus, PresenceChoice } from "../core/operator/custom-status.ts";
import type { Cluster } from "../cluster/index.ts";
import type { AccountConfig, Clock } from "../core/command.ts";
import type { Limits } from "../limits/index.ts";
import type { ChatLookup } from "./operators/chat-cache.ts";
import type { EventFeeds } from "./feeds/event-feeds.ts";
import type { UpgradeRoute } from "./upgrade.ts";
import type { PresenceListener } from "./operators/presence.ts";
import type { InspectorPublisher } from "./operators/publish-inspector.ts";
import type { OperatorTypingSignal, TypingSignal } from "./operators/signals.ts";
import type { PublishedEntry } from "./operators/visibility.ts";
import type { MovableSockets } from "./socket-moves.ts";

export interface RealtimeDeps {
  /** The methods of `Journal` that realtime uses. */
  readonly journal: {
    config(account: number): Promise<AccountConfig>;
    head(account: number, atLeast?: number): Promise<{ epoch: string; position: number }>;
    translateCursor(
      account: number,
      cursor: { epoch: string; position: number },
    ): Promise<{ epoch: string; position: number }>;
    onMove(listener: (account: number) => void): () => void;
    read(account: number, after: number, limit: number): Promise<readonly PublishedEntry[]>;
    subscribe(listener: (account: number, entries: readonly PublishedEntry[]) => void): () => void;
    onReset(listener: () => void): () => void;
  };
  readonly auth: Auth;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: {
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
  /** The shared JSON parser (CORE-127). Throws for invalid JSON. */
  readonly parseJson: (bytes: Uint8Array) => unknown;
  /** Returns channel, assignee and participants of a chat, or null without the chat. */
  readonly findChat: ChatLookup;
  /** Marks a chat as read, as `PUT /chats/{id}/read` (API-029). The socket survives a Refusal. */
  readonly markRead: (principal: Principal, chatId: number, seq: number) => Promise<void>;
  /** Maximum number of sockets of this node with handshakes. Above it, responds 503. */
  readonly maxSockets?: number;
  /**
   * Returns whether a request uses the visitors' origin, where operators cannot open a socket
   * (CFG-053). Absent if there is no such origin.
   */
  readonly isVisitorHost?: (request: IncomingMessage) => boolean;
  /** Connects presence, signals and sign-outs of all nodes. */
  readonly cluster: Cluster;
}

/** A socket of this node that shows the live board of a department, or of its account (null). */
export interface BoardSocket {
  readonly principal: Principal;
  readonly department: number | null;
  send(frame: object): void;
}

/** Signals outside the journal, which the sockets of an account receive. */
export interface SignalPublishers {
  /** Publishes a typing signal of a visitor or operator (CORE-047). */
  publishTyping(signal: TypingSignal): void;
  /**
   * Returns the operator for whom a chat is reserved, unless they are offline, and for how long, or
   * null (API-524). A node knows only the signals that have reached it.
   */
  findWriter(
    account: number,
    chatId: number,
  ): { readonly id: number; readonly name: string; readonly remainingMs: number } | null;
  /** Publishes an operator's saved draft to all sockets of that operator (API-045). */
  publishDraft(signal: {
    readonly account: number;
    readonly operatorId: number;
    readonly draft: Draft;
  }): void;
  /** Publishes a changed reminder to all sockets of its operator (REM-005). */
  publishReminder(account: number, reminder: Reminder): void;
  /** Publishes a scheduled message to its author and others who may answer (LATER-005). */
  publishScheduledMessage(account: number, message: ScheduledMessage): void;
  /** Publishes an operator's new read mark to all sockets of that operator (API-029). */
  publishReadMark(signal: {
    readonly account: number;
    readonly operatorId: number;
    readonly chatId: number;
    readonly seq: number;
  }): void;
}

/** Operator sockets, presence and signals of one node. */
export interface Realtime extends SignalPublishers {
  readonly presence: {
    of(account: number, operatorId: number): Presence;
    /** Returns the chosen status of the account, or null (STATUS-003). */
    customStatus(account: number, operatorId: number): CustomStatus | null;
    list(account: number): { operator_id: number; status: Presence }[];
    /** Sets what `PUT /me/presence` chose. The caller stores it (`auth.choosePresence`). */
    set(principal: Principal, choice: PresenceChoice): void;
    onChange(listener: PresenceListener): () => void;
  };
  /** Calls the listener for each start, renewal and end of operators' typing (CH-077). */
  onOperatorTyping(listener: (signal: OperatorTypingSignal) => void): () => void;
  /** Accepts sockets at `GET /api/v1/socket`. `others`: further upgrades by path, else 404. */
  attach(server: Server, others?: ReadonlyMap<string, UpgradeRoute>): void;
  /** Operators with sockets on this node, for signals that each node computes itself. */
  readonly connected: {
    /** Returns those of an account, each once. */
    list(account: number): readonly Principal[];
    send(account: number, operatorId: number, frame: object): void;
    /** Calls the listener for each socket that has sent its hello. */
    onConnected(listener: (principal: Principal) => void): void;
  };
  /** Publishes requests to and from integrators to subscribed sockets (API-335). */
  readonly inspectors: InspectorPublisher;
  /** Sockets of this node that show the live board (BOARD-003). */
  readonly boards: {
    list(account: number): readonly BoardSocket[];
    /** Calls the listener for each socket that opens the board of its account. */
    onShown(listener: (account: number) => void): void;
  };
  /** The event feed over HTTP (API-387 – API-392). */
  readonly feeds: EventFeeds;
  /** Returns the numbers for metrics (R8). */
  stats(): {
    sockets: number;
    /** Event feeds that have sent everything and wait for events. */
    feeds: number;
    catchingUp: number;
    backlogged: number;
    closedSlow: number;
    closed: Readonly<Record<number, number>>;
    awaited: number;
  };
  /** The operators' sockets, to move them to other nodes. */
  readonly moves: MovableSockets;
  /**
   * Closes all sockets with 1012, ends all event feeds, and accepts no more. Resolves when all are
   * closed, after at most 2 s. Must be called before the HTTP server is closed.
   */
  close(): Promise<void>;
}
