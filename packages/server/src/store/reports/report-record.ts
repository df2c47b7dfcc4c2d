import type { ChatRecord } from "../chats/chat-record.ts";

/**
 * Filter of a report. Times in milliseconds since 1970, `to` exclusive. `none`: chats without one.
 */
export interface ReportScope {
  readonly from: number;
  readonly to: number;
  readonly channel?: number;
  readonly department?: number | "none";
  readonly operator?: number | "none";
  readonly bot?: number;
}
/** Figures of a period: total, by day, by channel, department and operator or bot (API-074). */
export interface ReportFacts {
  readonly totals: ChatFigures;
  /** By the day's index in `days`. */
  readonly days: ReadonlyMap<number, ChatFigures>;
  readonly channels: readonly { readonly id: number; readonly figures: ChatFigures }[];
  readonly departments: readonly { readonly id: number | null; readonly figures: ChatFigures }[];
  readonly people: readonly (ReportOwner & { readonly figures: ChatFigures })[];
}
/** Figures of a set of chats; times in milliseconds. */
export interface ChatFigures {
  readonly chats: number;
  readonly begun: number;
  readonly missed: number;
  readonly missedOutsideHours: number;
  /** Chats in which an operator wrote to the visitor; of one operator: in which they did. */
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
/** To whom a report attributes a chat; `none`: to nobody. */
export type ReportOwner =
  | { readonly kind: "operator" | "bot"; readonly id: number }
  | { readonly kind: "none"; readonly id: null };
/** Assigns hours to cells of the week: `cells[n]` is the cell from `hours[n]` on. */
export interface WeekGrid {
  readonly hours: readonly number[];
  readonly cells: readonly number[];
}
/** Figures of an hour of the week; milliseconds. */
export interface HourFigures {
  readonly chats: number;
  readonly missed: number;
  readonly answerMedian: number | null;
  readonly calls: number;
}
/** Figures of a report that count chats. */
export type ChatMetric =
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
/** Figures of a report that count calls. */
export type CallMetric = "calls" | "calls_reached";
/** A chat behind a figure of a report; milliseconds. */
export interface ReportChat extends ChatRecord {
  readonly at: number;
  readonly answerMs: number | null;
  readonly durationMs: number | null;
}
/** Cursor of the chats behind a figure. */
export interface ReportCursor {
  /** `key`: microseconds since 1970. `id`: of the chat or call. */
  readonly key: number;
  readonly id: number;
}
export interface ReportChatQuery {
  readonly scope: ReportScope;
  readonly metric: ChatMetric | CallMetric;
  readonly limit: number;
  readonly after: ReportCursor | null;
  /** Only chats that started in this cell of the week. */
  readonly cell?: WeekGrid & { readonly cell: number };
}
/** A page of these chats; `next` null: the last page. */
export interface ReportChatPage {
  readonly items: readonly ReportChat[];
  readonly next: ReportCursor | null;
}
/** A row of the export: the facts of one chat. */
export interface ExportedFact {
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
  /** Operator of the first answer, if it was measured. */
  readonly answeredBy: number | null;
  /** Operators who wrote to the visitor. */
  readonly repliedBy: readonly number[];
  readonly durationMs: number | null;
  readonly rating: "positive" | "negative" | null;
  readonly commented: boolean;
}
