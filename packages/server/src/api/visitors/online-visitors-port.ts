import type { VisitSource } from "../../core/entity.ts";
import type { TrailPage } from "../../store/visitors/visitor-record.ts";

/** Visitors with an open page of a site with the widget. Times are ms since 1970. */
export interface OnlineVisitorsPort {
  online(account: number): readonly OnlineVisitor[];
  /** Returns pages that define their own rules (WG-050), latest first. */
  pagesWithOwnRules(
    account: number,
  ): Promise<readonly { readonly channelId: number; readonly url: string; readonly at: number }[]>;
  /**
   * Sends an invitation to the visitor's open pages. Returns the visitor, `gone` if no page is
   * open, and `enough` if the widget's limit for one visit is reached.
   */
  invite(
    account: number,
    visitorId: number,
    invitation: NewInvitation,
  ): Promise<OnlineVisitor | "gone" | "enough">;
  /** Withdraws it from the open pages. Returns false if no invitation is pending. */
  withdraw(account: number, visitorId: number): Promise<boolean>;
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
