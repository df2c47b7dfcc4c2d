import type { Call, OfflineMessage, VisitSource, Visitor } from "../../core/entity.ts";
import type { ChatData } from "../../core/event.ts";

/** A visitor with the identifiers that commands need, and the latest activity in visible chats. */
export interface VisitorRecord {
  readonly visitor: Visitor;
  readonly channelId: number;
  /** Key of the customer (CH-042). */
  readonly customer: string;
  /** The visible chat with the latest message. `at`: its time, or the start of the chat. */
  readonly last: { readonly chat: ChatData; readonly at: string } | null;
  /** Number of the visitor's chats that the operator may see. */
  readonly chats: number;
}
/** Cursor of a list of visitors in order of their latest activity. */
export interface VisitorCursor {
  /** Time of the latest activity in microseconds since 1970. */
  readonly key: number;
  readonly chatId: number;
}
/** Further data of a visitor, which the API does not list separately. */
export interface VisitorDataRecord {
  readonly calls: readonly Call[];
  readonly offlineMessages: readonly OfflineMessage[];
  readonly files: readonly VisitorFileRecord[];
  readonly blacklist: readonly {
    readonly kind: string;
    /** The value, or null if it is a token. */
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
/** A page of a visit. `at`: time at which it was opened, in milliseconds since 1970. */
export interface TrailPage {
  readonly url: string;
  readonly title: string;
  readonly at: number;
}
/** A visit as the operator application receives it. Times are in RFC 3339. */
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
