import { Type, type Static } from "typebox";
import { CursorText, IdText, Limit, Page } from "./api-common.ts";
import { Chat, Id, Nullable, Time } from "./entity.ts";

/** Reports (API-074). Days are those of the account's working hours, else of UTC; every number is about chats that began in the period. */

/** `2026-11-20`. */
export const ReportDate = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" });
const IdOrNone = Type.String({ pattern: "^(none|[1-9][0-9]{0,15})$" });

/** What a report is narrowed to; `none`: chats without one. */
const filters = {
  channel: Type.Optional(IdText),
  department: Type.Optional(IdOrNone),
  /** Who has a chat or had it last; of answers who gave them. */
  operator: Type.Optional(IdOrNone),
  bot: Type.Optional(IdText),
};
/** Days from one to another, both included, or the latest ones up to today. */
const wanted = {
  from: Type.Optional(ReportDate),
  to: Type.Optional(ReportDate),
  last: Type.Optional(Type.Integer({ minimum: 1, maximum: 400 })),
};
const period = { from: ReportDate, to: ReportDate };

/** `before`: as many days right before; `year`: the same weekdays 52 weeks earlier. */
export const ReportCompare = Type.Union([Type.Literal("before"), Type.Literal("year"), Type.Literal("none")]);
export type ReportCompare = Static<typeof ReportCompare>;
export const ReportQuery = Type.Object({ ...wanted, ...filters, compare: Type.Optional(ReportCompare) }, { additionalProperties: false });
export type ReportQuery = Static<typeof ReportQuery>;

const Count = Type.Integer({ minimum: 0 });
const Seconds = Nullable(Type.Integer({ minimum: 0 }));

/** Numbers of chats in a period, on a day, of a channel, a department, a person. Seconds are null where nothing was measured. */
export const ReportFigures = Type.Object({
  /** Begun by visitors. All other figures but `begun` and the calls are about these. */
  chats: Count,
  /** Begun or continued by operators. */
  begun: Count,
  missed: Count,
  /** Of the missed ones those that began outside the working hours. */
  missed_outside_hours: Count,
  /** Chats in which an operator wrote to the visitor; of an operator those in which this one did, also where a colleague has them now. */
  replied: Count,
  /** Chats with a first answer, whose open time was measured; of an operator those in which he gave it. */
  answered: Count,
  answer_median_s: Seconds,
  answer_p90_s: Seconds,
  closed: Count,
  duration_median_s: Seconds,
  rated: Count,
  positive: Count,
  negative: Count,
  /** Rated with words. */
  commented: Count,
  /** Ended with a bot, without a person. */
  by_bot: Count,
  calls: Count,
  /** Calls in which the customer was connected. */
  calls_reached: Count,
});
export type ReportFigures = Static<typeof ReportFigures>;

const Day = Type.Object({
  date: ReportDate,
  /** Something of the day is within the working hours. */
  open: Type.Boolean(),
  figures: ReportFigures,
});
export type ReportDay = Static<typeof Day>;

/** A channel, a department, somebody who had chats. `id` null: none. `name` null: it is gone. */
const Row = Type.Object({ id: Nullable(Id), name: Nullable(Type.String()), figures: ReportFigures });
export type ReportRow = Static<typeof Row>;
const PersonRow = Type.Object({
  kind: Type.Union([Type.Literal("operator"), Type.Literal("bot"), Type.Literal("none")]),
  ...Row.properties,
});
export type ReportPersonRow = Static<typeof PersonRow>;

const HourOfWeek = Type.Object({
  weekday: Type.Integer({ minimum: 1, maximum: 7 }),
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  chats: Count,
  missed: Count,
  /** Of the chats that began in it. */
  answer_median_s: Seconds,
  /** Asked for in it. */
  calls: Count,
});
export type ReportHour = Static<typeof HourOfWeek>;

const Part = Type.Object({ ...period, totals: ReportFigures, days: Type.Array(Day) });
export const Report = Type.Object({
  timezone: Type.String(),
  /** The account has working hours: waiting counts only within them. */
  working_hours: Type.Boolean(),
  now: Part,
  /** What it is compared with, day by day; null: nothing. */
  before: Nullable(Part),
  /** What began in an hour (0–23) of a weekday (1 is Monday); hours without anything are absent. */
  hours: Type.Array(HourOfWeek),
  /** How often each weekday, from Monday, is in the period. */
  weekdays: Type.Array(Count),
  channels: Type.Array(Row),
  departments: Type.Array(Row),
  people: Type.Array(PersonRow),
});
export type Report = Static<typeof Report>;

/** Numbers whose chats are listed. */
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
] as const;
export type ReportNumber = (typeof reportNumbers)[number];
export const ReportNumberParams = Type.Object({ number: Type.Union(reportNumbers.map((one) => Type.Literal(one)) as never) });
export const ReportChatsQuery = Type.Object(
  {
    ...wanted,
    ...filters,
    weekday: Type.Optional(Type.Integer({ minimum: 1, maximum: 7 })),
    hour: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
    limit: Limit,
    cursor: CursorText,
  },
  { additionalProperties: false },
);
export type ReportChatsQuery = Static<typeof ReportChatsQuery>;

/** `at`: when it began; of `calls` and `calls_reached` the call, each by itself. */
const ReportChat = Type.Object({ chat: Chat, at: Time, answer_s: Seconds, duration_s: Seconds });
export type ReportChat = Static<typeof ReportChat>;
export const ReportChats = Page(ReportChat);
export type ReportChats = Static<typeof ReportChats>;

/** `chats`: a line per chat, at most {@link reportMost}; the others are the tables of the report. */
export const ReportTable = Type.Union([
  Type.Literal("days"),
  Type.Literal("hours"),
  Type.Literal("channels"),
  Type.Literal("departments"),
  Type.Literal("people"),
  Type.Literal("chats"),
]);
export type ReportTable = Static<typeof ReportTable>;
export const ReportExportQuery = Type.Object(
  { ...wanted, ...filters, table: ReportTable, format: Type.Optional(Type.Union([Type.Literal("csv"), Type.Literal("xlsx")])) },
  { additionalProperties: false },
);
export const reportMost = 100_000;
