import type { ChatRecord } from "./chat.ts";

/** Chats that a report looks at. Times in milliseconds since 1970, `to` not included; `none`: chats without one. */
export interface ReportScope {
  readonly from: number;
  readonly to: number;
  readonly channel?: number;
  readonly department?: number | "none";
  readonly operator?: number | "none";
  readonly bot?: number;
}
/** The figures of a period, by day and by who and where (API-074). */
export interface ReportFacts {
  readonly totals: Figures;
  /** By the place of the day in `days`. */
  readonly days: ReadonlyMap<number, Figures>;
  readonly channels: readonly { readonly id: number; readonly figures: Figures }[];
  readonly departments: readonly { readonly id: number | null; readonly figures: Figures }[];
  readonly people: readonly (ReportPerson & { readonly figures: Figures })[];
}
/** What is counted of some chats; times in milliseconds. */
export interface Figures {
  readonly chats: number;
  readonly begun: number;
  readonly missed: number;
  readonly missedOutsideHours: number;
  /** Somebody wrote to the visitor; of a person: that one. */
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
/** Who is told as the one who had a chat; `none`: nobody. */
export type ReportPerson = { readonly kind: "operator" | "bot"; readonly id: number } | { readonly kind: "none"; readonly id: null };
/** Which cell of the week begins when; `cells[n]` is that of what happens from `hours[n]` on. */
export interface Grid {
  readonly hours: readonly number[];
  readonly cells: readonly number[];
}
/** What is counted of an hour of the week; milliseconds. */
export interface HourFigures {
  readonly chats: number;
  readonly missed: number;
  readonly answerMedian: number | null;
  readonly calls: number;
}
/** Numbers of a report that stand for chats. */
export type FactNumber =
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
  | "by_bot";
/** Numbers of a report that stand for calls. */
export type CallNumber = "calls" | "calls_reached";
/** A chat as its number counts it; milliseconds. */
export interface CountedChat extends ChatRecord {
  readonly at: number;
  readonly answerMs: number | null;
  readonly durationMs: number | null;
}
/** Place of a chat behind a number. */
export interface ReportPlace {
  /** Microseconds since 1970, and the chat or the call. */
  readonly key: number;
  readonly id: number;
}
export interface CountedPaging {
  readonly limit: number;
  readonly after: ReportPlace | null;
  /** Only what began in this cell of the week. */
  readonly cell?: Grid & { readonly cell: number };
}
/** A page of them; `next` null: the last one. */
export interface CountedPage {
  readonly items: readonly CountedChat[];
  readonly next: ReportPlace | null;
}
/** A line of the export: the facts themselves. */
export interface FactLine {
  readonly chat: number;
  readonly kind: "visitor" | "operator";
  readonly channel: number;
  readonly department: number | null;
  readonly operator: number | null;
  readonly bot: number | null;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
  readonly inHours: boolean;
  readonly missed: boolean;
  readonly byBot: boolean;
  readonly answerMs: number | null;
  /** Who gave the first answer, when it was measured. */
  readonly answeredBy: number | null;
  /** Operators who wrote to the visitor. */
  readonly repliedBy: readonly number[];
  readonly durationMs: number | null;
  readonly rating: "positive" | "negative" | null;
  readonly commented: boolean;
}
