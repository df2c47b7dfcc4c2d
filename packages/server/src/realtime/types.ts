import type { IncomingMessage, Server } from "node:http";
import type { Auth, Principal } from "../auth/index.ts";
import type { Draft, Inspected } from "@parlour/protocol/api";
import type { Presence } from "../core/entity.ts";
import type { AccountConfig, Clock } from "../core/ports.ts";
import type { Limits } from "../limits/index.ts";
import type { FindChat } from "./chats.ts";
import type { Upgrade } from "./door.ts";
import type { PresenceListener } from "./presence.ts";
import type { OperatorTyping, Typing } from "./signals.ts";
import type { Entry } from "./visibility.ts";

export interface RealtimeDeps {
  /** The part of `Journal` that readers use. */
  readonly journal: {
    config(account: number): Promise<AccountConfig>;
    head(account: number, atLeast?: number): Promise<{ epoch: string; position: number }>;
    read(account: number, after: number, limit: number): Promise<readonly Entry[]>;
    subscribe(listener: (account: number, entries: readonly Entry[]) => void): () => void;
    onReset(listener: () => void): () => void;
  };
  readonly auth: Pick<Auth, "authenticate" | "access" | "invalidate">;
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
  /** A request to the origin of visitors, where operators have no socket (CFG-053). Absent: there is none. */
  readonly isVisitorHost?: (request: IncomingMessage) => boolean;
  /** Several nodes: sign-outs of the others are looked for every second (P19). */
  readonly severalNodes?: boolean;
}

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
  /** A draft of an operator was kept: every socket of his hears of it (API-045). */
  drafted(of: { readonly account: number; readonly operatorId: number; readonly draft: Draft }): void;
  /** A read mark of an operator was moved: every socket of his hears of it (API-029). */
  marked(of: { readonly account: number; readonly operatorId: number; readonly chatId: number; readonly seq: number }): void;
  /** Operators' typing, for the channel edge (CH-077): each start, each renewal, the end, also the end by time. */
  onOperatorTyping(listener: (signal: OperatorTyping) => void): () => void;
  /** Serves `GET /api/v1/socket` on this server; upgrades elsewhere go to `others` by their path, or answer 404. */
  attach(server: Server, others?: ReadonlyMap<string, Upgrade>): void;
  /** Requests of integrators for those who asked to follow them (API-052). `isWatched` is cheap: it is asked for every request. */
  readonly inspectors: {
    isWatched(account: number): boolean;
    /** `masked`: for those who may not read what people write; `skipped`: items before it that were not told. */
    tell(account: number, item: Inspected, masked: Inspected, skipped: number): void;
  };
  /** For metrics (R8). */
  stats(): {
    sockets: number;
    catchingUp: number;
    backlogged: number;
    closedSlow: number;
    closed: Readonly<Record<number, number>>;
    awaited: number;
  };
  /** Sends everybody away with 1012 and takes no more. Resolves when all are closed, after 2 s at most. Before the HTTP server's close. */
  close(): Promise<void>;
}
