import type { Visitor } from "../../../core/entity.ts";
import type { ChatDraft } from "../../../core/event.ts";
import type { Sight } from "./chats.ts";

export interface VisitorRecord {
  readonly visitor: Visitor;
  readonly channelId: number;
  /** The key of CH-042. */
  readonly customer: string;
  /** The chat in sight with the latest message; `at`: of that message, or the chat's begin. */
  readonly last: { readonly chat: ChatDraft; readonly at: string } | null;
  /** How many chats are in sight. */
  readonly chats: number;
}
export interface VisitorPlace {
  /** Microseconds since 1970. */
  readonly key: number;
  readonly chatId: number;
}

export interface VisitorStore {
  /** By falling number. */
  list(
    account: number,
    sight: Sight,
    filter: { readonly q?: string; readonly before?: number; readonly limit: number },
  ): Promise<readonly VisitorRecord[]>;
  /** By what they did last. */
  listSeen(
    account: number,
    sight: Sight,
    filter: { readonly q?: string; readonly after?: VisitorPlace; readonly limit: number },
  ): Promise<readonly (VisitorRecord & { readonly place: VisitorPlace })[]>;
  find(account: number, sight: Sight, number: number): Promise<VisitorRecord | null>;
}
