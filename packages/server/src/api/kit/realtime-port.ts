import type { Draft } from "@parlour/protocol/api";
import type { Principal } from "../../auth/index.ts";
import type { Presence } from "../../core/entity.ts";
import type { CustomStatus, PresenceChoice } from "../../core/operator/custom-status.ts";

/** Publishes to the sockets of the operators. */
export interface RealtimePort {
  readonly presence: {
    of(account: number, operatorId: number): Presence;
    customStatus(account: number, operatorId: number): CustomStatus | null;
    set(principal: Principal, choice: PresenceChoice): void;
  };
  /** Publishes that an operator is typing in a chat (CORE-047). */
  publishTyping(signal: {
    account: number;
    chatId: number;
    channelId: number;
    author: { kind: "operator"; id: number; name: string };
    typing: boolean;
    reason?: "sent";
  }): void;
  /** Returns the operator for whom a chat is reserved, and for how long, or null (API-524). */
  findWriter(
    account: number,
    chatId: number,
  ): { readonly id: number; readonly name: string; readonly remainingMs: number } | null;
  /** Publishes a saved draft to the operator's other devices (API-045). */
  publishDraft(of: { account: number; operatorId: number; draft: Draft }): void;
  /** Publishes a moved read mark to the operator's other devices (API-029). */
  publishReadMark(of: { account: number; operatorId: number; chatId: number; seq: number }): void;
}
/** Presence, the part of the port that most routes need. */
export interface PresenceDeps {
  readonly realtime: RealtimePort;
}
