import type { Call, OfflineMessage, VisitSource, Visitor } from "../../core/entity.ts";
import type { ChatData } from "../../core/event.ts";

/** A visitor with the identifiers for commands, and their latest activity in visible chats. */
export interface VisitorRecord {
  readonly visitor: Visitor;
  readonly channelId: number;
  /** Customer key (CH-042). */
  readonly customer: string;
  /**
   * The visible chat with the latest message. `at`: time of that message, or of the chat's start.
   */
  readonly last: { readonly chat: ChatData; readonly at: string } | null;
  /** Number of visible chats. */
  readonly chats: number;
}
/** Cursor of visitors, ordered by latest activity. */
export interface VisitorCursor {
  /** Microseconds since 1970. */
  readonly key: number;
  readonly chatId: number;
}
/** Other data of a visitor, beside profile, visits, chats and messages, which the API lists. */
export interface VisitorDataRecord {
  readonly calls: readonly Call[];
  readonly offlineMessages: readonly OfflineMessage[];
  readonly files: readonly VisitorFileRecord[];
  readonly blacklist: readonly {
    readonly kind: string;
    /** null: the value is a token. */
    readonly value: string | null;
    readonly reason: string | null;
    readonly createdAt: string;
    readonly until: string | null;
    readonly liftedAt: string | null;
  }[];
}
/** A file that the visitor sent or received. */
export interface VisitorFileRecord {
  readonly id: number;
  readonly token: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly storage: "disk" | "s3";
  readonly chatId: number | null;
  readonly createdAt: string;
}
/** A page of a visit. `at`: when it was opened, in milliseconds since 1970. */
export interface TrailPage {
  readonly url: string;
  readonly title: string;
  readonly at: number;
}
/** A visit for the operator application. Times are RFC 3339. */
export interface VisitRecord {
  readonly id: number;
  readonly channelId: number;
  readonly startedAt: string;
  readonly lastAt: string;
  readonly pages: number;
  readonly firstUrl: string;
  readonly referrer: string;
  readonly trail: readonly TrailPage[];
  readonly session: VisitSource;
}
