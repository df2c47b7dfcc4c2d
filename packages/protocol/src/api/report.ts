import { Type, type Static } from "typebox";
import { reportTables } from "../report-tables.ts";
import { CursorText, IdText, Limit, Page } from "./common.ts";
import {
  Chat,
  ChatSla,
  Id,
  NamedRef,
  Nullable,
  Presence,
  SlaTarget,
  Time,
} from "../entity/index.ts";

/**
 * Reports (API-074). Days are in the time zone of the account's working hours, or else in UTC. All
 * statistics cover chats that began in the period.
 */

/** A date such as `2026-11-20`. */
export const ReportDate = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" });
const IdOrNone = Type.String({ pattern: "^(none|[1-9][0-9]{0,15})$" });

/** Filters of a report. `none` selects chats without a value. */
const filters = {
  channel: Type.Optional(IdText),
  department: Type.Optional(IdOrNone),
  /** The current or last operator of a chat. For answers, the operator who wrote them. */
  operator: Type.Optional(IdOrNone),
  bot: Type.Optional(IdText),
  /** Chats of the visitors who belong to the segment now (SEG-009). */
  segment: Type.Optional(IdText),
};
/** From one day to another, both included, or the latest days including today. */
export const reportPeriodQuery = {
  from: Type.Optional(ReportDate),
  to: Type.Optional(ReportDate),
  last: Type.Optional(Type.Integer({ minimum: 1, maximum: 400 })),
};
export const reportPeriod = { from: ReportDate, to: ReportDate };

/** `before`: as many days before. `year`: the same weekdays 52 weeks earlier. */
export const ReportCompare = Type.Union([
  Type.Literal("before"),
  Type.Literal("year"),
  Type.Literal("none"),
]);
export type ReportCompare = Static<typeof ReportCompare>;
export const ReportQuery = Type.Object(
  { ...reportPeriodQuery, ...filters, compare: Type.Optional(ReportCompare) },
  { additionalProperties: false },
);
export type ReportQuery = Static<typeof ReportQuery>;

const Count = Type.Integer({ minimum: 0 });
const Seconds = Nullable(Type.Integer({ minimum: 0 }));

/** Values in seconds are null if nothing was measured. */
export const ReportFigures = Type.Object({
  /** Chats started by visitors. All numbers except `begun` and the calls count only these. */
  chats: Count,
  /** Chats that operators started or continued. */
  begun: Count,
  missed: Count,
  missed_outside_hours: Count,
  /** Chats in which an operator wrote; of one operator, also those that another one has now. */
  replied: Count,
  /** Chats with a measured wait; of an operator, those in which they wrote the first answer. */
  answered: Count,
  answer_median_s: Seconds,
  answer_p90_s: Seconds,
  closed: Count,
  duration_median_s: Seconds,
  rated: Count,
  positive: Count,
  negative: Count,
  commented: Count,
  /** Chats that ended with a bot, without an operator. */
  by_bot: Count,
  calls: Count,
  /** Calls in which the customer was connected. */
  calls_reached: Count,
  /** Messages that operators sent from a suggestion of the model. */
  suggestions: Count,
  /** Those that nobody changed. */
  suggestions_unchanged: Count,
});
export type ReportFigures = Static<typeof ReportFigures>;

const Day = Type.Object({
  date: ReportDate,
  /** Whether a part of the day is within working hours. */
  open: Type.Boolean(),
  figures: ReportFigures,
});
export type ReportDay = Static<typeof Day>;

/** `id` is null for chats without one. `name` is null if it was deleted. */
const Row = Type.Object({
  id: Nullable(Id),
  name: Nullable(Type.String()),
  figures: ReportFigures,
});
export type ReportRow = Static<typeof Row>;
const OperatorRow = Type.Object({
  kind: Type.Union([Type.Literal("operator"), Type.Literal("bot"), Type.Literal("none")]),
  ...Row.properties,
});
export type ReportOperatorRow = Static<typeof OperatorRow>;

const HourOfWeek = Type.Object({
  weekday: Type.Integer({ minimum: 1, maximum: 7 }),
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  chats: Count,
  missed: Count,
  /** Median waiting time for the first answer in chats that began in this hour. */
  answer_median_s: Seconds,
  /** Calls requested in this hour. */
  calls: Count,
});
export type ReportHour = Static<typeof HourOfWeek>;

const ReportPeriod = Type.Object({ ...reportPeriod, totals: ReportFigures, days: Type.Array(Day) });
export const Report = Type.Object({
  timezone: Type.String(),
  /** Whether the account has working hours. If so, only waiting time within them counts. */
  working_hours: Type.Boolean(),
  now: ReportPeriod,
  /** The compared period, day by day. null: none. */
  before: Nullable(ReportPeriod),
  /** Hour 0–23, weekday from 1, Monday. Hours without chats and calls are absent. */
  hours: Type.Array(HourOfWeek),
  /** How often each weekday occurs in the period, beginning with Monday. */
  weekdays: Type.Array(Count),
  channels: Type.Array(Row),
  departments: Type.Array(Row),
  people: Type.Array(OperatorRow),
});
export type Report = Static<typeof Report>;

/** An operator on the live board. `limit` is 0 if they may have any number of chats (CORE-003). */
const LiveOperator = Type.Object({
  operator: NamedRef,
  status: Presence,
  chats: Count,
  limit: Count,
});
export type LiveOperator = Static<typeof LiveOperator>;

/** A running chat that is due soon or late. `name` is null if nothing names the visitor. */
export const LiveDueChat = Type.Object({
  chat_id: Id,
  visitor: Type.Object({ id: Id, number: Id, name: Nullable(Type.String()) }),
  sla: ChatSla,
  operator: Nullable(NamedRef),
});
export type LiveDueChat = Static<typeof LiveDueChat>;

/** Chats of one department, or of the whole account. */
export const LiveReportQuery = Type.Object(
  { department: Type.Optional(IdText) },
  { additionalProperties: false },
);

/** The live board (BOARD-001). Only `due_next` names visitors. */
export const LiveReport = Type.Object({
  at: Time,
  /** Id of the department to which the board is limited. */
  department: Nullable(Id),
  timezone: Type.String(),
  waiting: Count,
  /** Since when the chat with the longest wait waits. */
  waiting_since: Nullable(Time),
  open: Count,
  bot: Count,
  snoozed: Count,
  /** Chats whose due time is near, and those whose due time has passed (SLA-013). */
  at_risk: Count,
  broken: Count,
  /** The next opening of the account. null: it is open, or never opens again. */
  next_opening_at: Nullable(Time),
  people: Type.Array(LiveOperator),
  /** The chats with the nearest due times that the principal sees (BOARD-005). */
  due_next: Type.Array(LiveDueChat),
  /** Chats that began today, and on the same weekday of the last week until the same hour. */
  today: ReportFigures,
  last_week: ReportFigures,
});
export type LiveReport = Static<typeof LiveReport>;

/** Targets of SLA policies and how they ended (SLA-030). A chat can have several. */
export const SlaFigures = Type.Object({
  met: Count,
  /** Those of `met` that were at risk before. */
  met_at_risk: Count,
  broken: Count,
});
export type SlaFigures = Static<typeof SlaFigures>;

/** Promises to visitors by how they ended (PROM-014). Those taken back do not count. */
export const PromiseFigures = Type.Object({
  made: Count,
  kept: Count,
  broken: Count,
  /** The chat was closed before the promised time, without an answer. */
  closed: Count,
  running: Count,
});

/** The report of SLA policies (SLA-030). */
export const SlaReport = Type.Object({
  timezone: Type.String(),
  ...reportPeriod,
  totals: SlaFigures,
  /** Targets that run now and are at risk, whatever the period. */
  at_risk: Count,
  /** Promises that were made in the period. */
  promises: PromiseFigures,
  /** Replies that were held, because another operator had answered meanwhile (API-523). */
  crossed_replies: Count,
  days: Type.Array(Type.Object({ date: ReportDate, open: Type.Boolean(), figures: SlaFigures })),
  /** Each target of each policy. `name` is null if the policy was deleted. */
  policies: Type.Array(
    Type.Object({
      id: Id,
      name: Nullable(Type.String()),
      target: SlaTarget,
      figures: SlaFigures,
    }),
  ),
});
export type SlaReport = Static<typeof SlaReport>;
export const SlaReportQuery = Type.Object(
  { ...reportPeriodQuery, ...filters },
  { additionalProperties: false },
);
export type SlaReportQuery = Static<typeof SlaReportQuery>;

export const reportNumbers = [
  "chats",
  "begun",
  "missed",
  "missed_outside_hours",
  "replied",
  "answered",
  "closed",
  "rated",
  "positive",
  "negative",
  "commented",
  "by_bot",
  "calls",
  "calls_reached",
  "suggestions",
  "suggestions_unchanged",
] as const;
export type ReportNumber = (typeof reportNumbers)[number];
export const slaNumbers = ["sla_met", "sla_met_at_risk", "sla_broken", "sla_at_risk"] as const;
export type SlaNumber = (typeof slaNumbers)[number];
/** Numbers of promises and of held replies, in the same report. */
export const answerNumbers = [
  "promises_made",
  "promises_kept",
  "promises_broken",
  "promises_closed",
  "promises_running",
  "crossed_replies",
] as const;
export type AnswerNumber = (typeof answerNumbers)[number];
export const ReportNumberParams = Type.Object({
  number: Type.Enum([...reportNumbers, ...slaNumbers, ...answerNumbers]),
});
export const ReportChatsQuery = Type.Object(
  {
    ...reportPeriodQuery,
    ...filters,
    weekday: Type.Optional(Type.Integer({ minimum: 1, maximum: 7 })),
    hour: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
    /** Only for the numbers of SLA policies. */
    policy: Type.Optional(IdText),
    target: Type.Optional(SlaTarget),
    limit: Limit,
    cursor: CursorText,
  },
  { additionalProperties: false },
);
export type ReportChatsQuery = Static<typeof ReportChatsQuery>;

/** A target of an SLA policy. `name` of the policy is null if it was deleted. */
export const CountedTarget = Type.Object({
  policy: Type.Object({ id: Id, name: Nullable(Type.String()) }),
  target: SlaTarget,
  due_at: Time,
  /** null: it runs. */
  ended_at: Nullable(Time),
});
export type CountedTarget = Static<typeof CountedTarget>;

/**
 * A chat in a report. `at` is the time when the chat began. For `calls` and `calls_reached`, it is
 * the time of the call, for numbers of SLA policies the time when the target was met or due, and
 * for promises and held replies the time when they were made or held.
 */
const ReportChat = Type.Object({
  chat: Chat,
  at: Time,
  answer_s: Seconds,
  duration_s: Seconds,
  sla: Nullable(CountedTarget),
});
export type ReportChat = Static<typeof ReportChat>;
export const ReportChats = Page(ReportChat);
export type ReportChats = Static<typeof ReportChats>;

/**
 * Tables for export. `chats` has one line per chat, `sla_broken` one per missed target, `promises`
 * one per promise and `crossed_replies` one per held reply, at most {@link maxReportRows}. The
 * others are the tables of the reports.
 */
export const ReportTable = Type.Unsafe<(typeof reportTables)[number]>({
  type: "string",
  enum: [...reportTables],
});
export type ReportTable = Static<typeof ReportTable>;
export const ReportExportQuery = Type.Object(
  {
    ...reportPeriodQuery,
    ...filters,
    table: ReportTable,
    format: Type.Optional(Type.Union([Type.Literal("csv"), Type.Literal("xlsx")])),
  },
  { additionalProperties: false },
);
export const maxReportRows = 100_000;
