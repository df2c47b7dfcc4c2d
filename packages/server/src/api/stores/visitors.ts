import type { VisitSource } from "../../core/entity.ts";
import type { ChatVisibility } from "../../store/chats/chat-record.ts";
import type { TrailPage, VisitRecord, VisitorDataRecord, VisitorCursor, VisitorRecord } from "../../store/visitors/visitor-record.ts";

export interface VisitorStore {
  /** By falling number. */
  list(
    account: number,
    sight: ChatVisibility,
    filter: { readonly q?: string; readonly before?: number; readonly limit: number },
  ): Promise<readonly VisitorRecord[]>;
  /** By what they did last. */
  listSeen(
    account: number,
    sight: ChatVisibility,
    filter: { readonly q?: string; readonly after?: VisitorCursor; readonly limit: number },
  ): Promise<readonly (VisitorRecord & { readonly place: VisitorCursor })[]>;
  find(account: number, sight: ChatVisibility, number: number): Promise<VisitorRecord | null>;
  /** Those of these visitors that are in sight, in no order. */
  listOf(account: number, sight: ChatVisibility, ids: readonly number[]): Promise<readonly VisitorRecord[]>;
  /** The latest first, before the one with id `before`; whether the visitor is in sight was asked. */
  visits(account: number, visitorId: number, page: { readonly before?: number; readonly limit: number }): Promise<readonly VisitRecord[]>;
  /** Returns all other data of the visitor, for an export (API-270). */
  data(account: number, visitorId: number): Promise<VisitorDataRecord>;
}

/** Visitors with an open page, as the widgets' edge of this node knows them. Times are milliseconds since 1970. */
export interface OnlinePort {
  online(account: number): readonly OnlineVisitor[];
  /** Pages with rules of their own (WG-050), the latest first; `at` in milliseconds since 1970. */
  pagesWithOwnRules(account: number): readonly { readonly channelId: number; readonly url: string; readonly at: number }[];
  /** Goes to the visitor's open pages. `gone`: none is open; `enough`: as often as the widget allows in one visit. */
  invite(account: number, visitorId: number, invitation: NewInvitation): "sent" | "gone" | "enough";
  /** Takes an operator's invitation back from the visitor's open pages. False: none waits. */
  withdraw(account: number, visitorId: number): boolean;
}
interface NewInvitation {
  readonly text: string;
  readonly departmentId: number | null;
  readonly operatorId: number;
  readonly agent: { readonly name: string; readonly photo: string };
}
export interface OnlineVisitor {
  readonly visitorId: number;
  readonly channelId: number;
  readonly since: number;
  readonly visits: number;
  readonly pages: number;
  readonly trail: readonly TrailPage[];
  readonly referrer: string;
  readonly session: VisitSource;
  readonly invitation: {
    readonly text: string;
    readonly by: "script" | "rule" | "operator";
    readonly operatorId: number | null;
    readonly at: number;
    readonly state: "sent" | "shown" | "opened" | "declined";
  } | null;
}
