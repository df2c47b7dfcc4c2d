import type { ChatRecord, Sight } from "./chats.ts";

/** Chats that a report looks at. Times in milliseconds since 1970, `to` not included; `none`: chats without one. */
export interface ReportScope {
  readonly from: number;
  readonly to: number;
  readonly channel?: number;
  readonly department?: number | "none";
  readonly operator?: number | "none";
  readonly bot?: number;
}
/** Times are milliseconds. */
export interface Figures {
  readonly chats: number;
  readonly begun: number;
  readonly missed: number;
  readonly missedOutsideHours: number;
  readonly replied: number;
  readonly answered: number;
  readonly answerMedian: number | null;
  readonly answerP90: number | null;
  readonly closed: number;
  readonly durationMedian: number | null;
  readonly rated: number;
  readonly positive: number;
  readonly negative: number;
  readonly commented: number;
  readonly byBot: number;
  readonly calls: number;
  readonly callsReached: number;
}
export interface ReportFacts {
  readonly totals: Figures;
  /** By the place of the day. */
  readonly days: ReadonlyMap<number, Figures>;
  readonly channels: readonly { readonly id: number; readonly figures: Figures }[];
  readonly departments: readonly { readonly id: number | null; readonly figures: Figures }[];
  readonly people: readonly { readonly kind: "operator" | "bot" | "none"; readonly id: number | null; readonly figures: Figures }[];
}
/** Of an hour of the week; milliseconds. */
export interface HourFigures {
  readonly chats: number;
  readonly missed: number;
  readonly answerMedian: number | null;
  readonly calls: number;
}
/** Which cell of the week begins when. */
export interface Grid {
  readonly hours: readonly number[];
  readonly cells: readonly number[];
}
export type CountedNumber = Parameters<ReportStore["chats"]>[3];
export interface ReportPlace {
  readonly key: number;
  readonly id: number;
}
export interface CountedChat extends ChatRecord {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly answerMs: number | null;
  readonly durationMs: number | null;
}
export interface FactLine {
  readonly chat: number;
  readonly kind: "visitor" | "operator";
  readonly channel: number;
  readonly department: number | null;
  readonly operator: number | null;
  readonly bot: number | null;
  readonly begunAt: number;
  readonly inHours: boolean;
  readonly missed: boolean;
  readonly byBot: boolean;
  readonly answerMs: number | null;
  readonly answeredBy: number | null;
  readonly repliedBy: readonly number[];
  readonly durationMs: number | null;
  readonly rating: "positive" | "negative" | null;
  readonly commented: boolean;
}
export type Kind = "channel" | "department" | "operator" | "bot";

/** Facts of chats, kept by a reader (API-074). */
export interface ReportStore {
  read(account: number, scope: ReportScope, of: { readonly days: readonly number[]; readonly rows: boolean }): Promise<ReportFacts>;
  hours(account: number, scope: ReportScope, grid: Grid): Promise<ReadonlyMap<number, HourFigures>>;
  names(account: number): Promise<Readonly<Record<Kind, ReadonlyMap<number, string>>>>;
  chats(
    account: number,
    sight: Sight,
    scope: ReportScope,
    number:
      | "chats"
      | "begun"
      | "missed"
      | "missed_outside_hours"
      | "replied"
      | "answered"
      | "closed"
      | "rated"
      | "positive"
      | "negative"
      | "commented"
      | "by_bot"
      | "calls"
      | "calls_reached",
    page: { readonly limit: number; readonly after: ReportPlace | null; readonly cell?: Grid & { readonly cell: number } },
  ): Promise<{ readonly items: readonly CountedChat[]; readonly next: ReportPlace | null }>;
  facts(
    account: number,
    scope: ReportScope,
    page: { readonly limit: number; readonly after: FactLine | null },
  ): Promise<readonly FactLine[]>;
}
