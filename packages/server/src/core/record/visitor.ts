import type { Call, OfflineMessage, Session, Visitor } from "../entity.ts";
import type { ChatDraft } from "../event.ts";

/** A visitor with what a command about him names, and what he did last of what is in sight. */
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
/** Place of a visitor among those who did something last. */
export interface VisitorPlace {
  /** Microseconds since 1970. */
  readonly key: number;
  readonly chatId: number;
}
/** Beside visitor, visits, chats and messages, which the API lists: what else is his. */
export interface VisitorDataRecord {
  readonly calls: readonly Call[];
  readonly offlineMessages: readonly OfflineMessage[];
  readonly files: readonly VisitorFileRecord[];
  readonly blacklist: readonly {
    readonly kind: string;
    /** null: it is a token. */
    readonly value: string | null;
    readonly reason: string | null;
    readonly createdAt: string;
    readonly until: string | null;
    readonly liftedAt: string | null;
  }[];
}
/** A file that he sent, or that was sent to him. */
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
/** A page of a visit; `at`: since when, in milliseconds since 1970. */
export interface TrailPage {
  readonly url: string;
  readonly title: string;
  readonly at: number;
}
/** A visit as the desk shows it. Times are RFC 3339. */
export interface VisitRecord {
  readonly id: number;
  readonly channelId: number;
  readonly startedAt: string;
  readonly lastAt: string;
  readonly pages: number;
  readonly firstUrl: string;
  readonly referrer: string;
  readonly trail: readonly TrailPage[];
  readonly session: Session;
}
