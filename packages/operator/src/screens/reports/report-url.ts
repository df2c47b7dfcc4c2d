import { omitAbsent } from "@parlour/protocol/omit-absent";
import { parseChatListParams, type ChatListParams } from "./chat-list/chat-list-query.ts";

/** Search parameters of a report's URL. */
export interface ReportUrlParams extends ChatListParams {
  /** The number of latest days. If absent, `from` and `to` apply. */
  readonly last?: string;
  readonly from?: string;
  readonly to?: string;
  readonly compare?: "year" | "none";
  readonly channel?: string;
  readonly department?: string;
  readonly operator?: string;
  readonly bot?: string;
  readonly segment?: string;
}

/** Pages of reports. */
export type ReportPath = "/reports" | "/reports/sla" | "/reports/articles";

const defaultDays = 28;

const datePattern = /^\d{4}-\d{2}-\d{2}$/;
const idPattern = /^[1-9]\d{0,15}$/;

/** Parses the search parameters. Omits invalid ones. */
export function parseReportParams(search: Readonly<Record<string, unknown>>): ReportUrlParams {
  const text = (name: string, is: RegExp): Record<string, string> => {
    const value = search[name];
    const words = typeof value === "string" || typeof value === "number" ? String(value) : "";
    return is.test(words) ? { [name]: words } : {};
  };
  const range = { ...text("from", datePattern), ...text("to", datePattern) };
  return {
    ...("from" in range && "to" in range ? range : text("last", /^[1-9]\d{0,2}$/)),
    ...text("compare", /^(year|none)$/),
    ...text("channel", idPattern),
    ...text("department", /^(none|[1-9]\d{0,15})$/),
    ...text("operator", /^(none|[1-9]\d{0,15})$/),
    ...text("bot", idPattern),
    ...text("segment", idPattern),
    ...parseChatListParams(search),
  };
}

/** Converts the parameters to a query of API-074. */
export function toReportQuery(address: ReportUrlParams): Record<string, string> {
  const { from, to, last, compare } = address;
  const range: Record<string, string> =
    from !== undefined && to !== undefined ? { from, to } : { last: last ?? String(defaultDays) };
  return { ...range, ...omitAbsent({ compare }), ...pickFilter(address) };
}

/** Removes the open list of chats from the parameters. */
export function withoutChatList(address: ReportUrlParams): ReportUrlParams {
  return { ...pickPeriod(address), ...pickFilter(address) };
}

/** Returns the parameters of the period only. */
export const pickPeriod = ({ last, from, to, compare }: ReportUrlParams): ReportUrlParams =>
  omitAbsent({ last, from, to, compare });

/** Returns the filter parameters only. */
export const pickFilter = ({
  channel,
  department,
  operator,
  bot,
  segment,
}: ReportUrlParams): ReportUrlParams => omitAbsent({ channel, department, operator, bot, segment });
