import type { BoundCondition } from "@parlour/protocol/conditions/condition";
import type { SlaTarget } from "@parlour/protocol/chat-sla";
import type { ChatRecord } from "../chats/chat-record.ts";

/** Filter. Times in ms since 1970, `to` exclusive. `none`: no department or operator. */
export interface ReportScope {
  readonly from: number;
  readonly to: number;
  readonly channel?: number | undefined;
  readonly department?: number | "none" | undefined;
  readonly operator?: number | "none" | undefined;
  readonly bot?: number | undefined;
  /** What the visitor of a chat must be now. */
  readonly visitor?: BoundCondition | undefined;
}
/** Statistics of a period, also by day, channel, department, operator and bot (API-074). */
export interface ReportFacts {
  readonly totals: ChatStatistics;
  /** Statistics by the index of the day in `days`. */
  readonly days: ReadonlyMap<number, ChatStatistics>;
  readonly channels: readonly { readonly id: number; readonly figures: ChatStatistics }[];
  readonly departments: readonly { readonly id: number | null; readonly figures: ChatStatistics }[];
  readonly owners: readonly (ReportOwner & { readonly figures: ChatStatistics })[];
}
/** Statistics of a set of chats. Times are in milliseconds. */
export interface ChatStatistics {
  readonly chats: number;
  readonly begun: number;
  readonly missed: number;
  readonly missedOutsideHours: number;
  /** Chats in which an operator (in a report for one: that one) wrote to the visitor. */
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
  /** Messages that come from a suggestion of the model, and those of them that nobody changed. */
  readonly suggestions: number;
  readonly suggestionsUnchanged: number;
}
/** Operator or bot to whom a report attributes a chat. `none` means nobody. */
export type ReportOwner =
  | { readonly kind: "operator" | "bot"; readonly id: number }
  | { readonly kind: "none"; readonly id: null };
/** Assigns hours to cells of the week: `cells[n]` is the cell of the time from `hours[n]` on. */
export interface WeekGrid {
  readonly hours: readonly number[];
  readonly cells: readonly number[];
}
/** Statistics of an hour of the week. Times are in milliseconds. */
export interface HourStatistics {
  readonly chats: number;
  readonly missed: number;
  readonly answerMedian: number | null;
  readonly calls: number;
}
/** Metrics of a report that count chats. */
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
  | "by_bot"
  | "suggestions"
  | "suggestions_unchanged";
export type CallMetric = "calls" | "calls_reached";
export type SlaMetric = "sla_met" | "sla_met_at_risk" | "sla_broken" | "sla_at_risk";
/** Metrics of a report that count promises to visitors, or replies that were held. */
export type AnswerMetric =
  | "promises_made"
  | "promises_kept"
  | "promises_broken"
  | "promises_closed"
  | "promises_running"
  | "crossed_replies";
/** A target of a policy in a chat. Times are in milliseconds since 1970. */
export interface ReportTarget {
  readonly policyId: number;
  readonly target: SlaTarget;
  readonly dueAt: number;
  /** null: it runs. */
  readonly endedAt: number | null;
}
/** A chat that a metric of a report counts. Times are in milliseconds. */
interface ReportChat extends ChatRecord {
  readonly at: number;
  readonly answerMs: number | null;
  readonly durationMs: number | null;
  readonly sla: ReportTarget | null;
}
/** Cursor of the chats that a metric counts. */
interface ReportCursor {
  /** `key`: time in microseconds since 1970. `id`: id of the chat or call. */
  readonly key: number;
  readonly id: number;
}
export interface ReportChatQuery {
  readonly scope: ReportScope;
  readonly metric: ChatMetric | CallMetric | SlaMetric | AnswerMetric;
  readonly limit: number;
  readonly after: ReportCursor | null;
  /** Current time in milliseconds since 1970. */
  readonly now: number;
  /** Only targets of this policy and kind. */
  readonly policy?: number | undefined;
  readonly target?: SlaTarget | undefined;
  /** Selects only chats that started in this cell of the week. */
  readonly cell?: WeekGrid & { readonly cell: number };
}
/** A page of the chats that a metric counts. `next` is null on the last page. */
export interface ReportChatPage {
  readonly items: readonly ReportChat[];
  readonly next: ReportCursor | null;
}
/** A row of the report export: the facts of one chat. */
export interface ExportedFact {
  readonly chat: number;
  /** Number of the chat. null: an older chat that has none yet. */
  readonly chatNumber: number | null;
  readonly kind: "visitor" | "operator";
  readonly channel: number;
  readonly department: number | null;
  readonly operator: number | null;
  readonly bot: number | null;
  /** Start of the chat in milliseconds since 1970. */
  readonly begunAt: number;
  readonly inHours: boolean;
  readonly missed: boolean;
  readonly byBot: boolean;
  readonly answerMs: number | null;
  /** Operator who gave the first answer, if its time was measured. */
  readonly answeredBy: number | null;
  /** Operators who wrote to the visitor. */
  readonly repliedBy: readonly number[];
  readonly durationMs: number | null;
  readonly rating: "positive" | "negative" | null;
  readonly commented: boolean;
}
