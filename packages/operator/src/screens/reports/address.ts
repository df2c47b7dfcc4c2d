import type { ReportNumber } from "@parlour/protocol/api";
import { readListed } from "./listed.ts";

/** Search parameters of a report's URL. */
export interface ReportAddress {
  /** The latest days. Absent: `from` and `to`. */
  readonly last?: string;
  readonly from?: string;
  readonly to?: string;
  readonly compare?: "year" | "none";
  readonly channel?: string;
  readonly department?: string;
  readonly operator?: string;
  readonly bot?: string;
  /** The number whose chats are listed, and its subject (`chat-list-query.ts`). */
  readonly show?: ReportNumber;
  readonly of?: string;
}

const usualDays = 28;

const date = /^\d{4}-\d{2}-\d{2}$/;
const id = /^[1-9]\d{0,15}$/;

/** Parses the search parameters. Invalid ones are left out. */
export function readAddress(search: Readonly<Record<string, unknown>>): ReportAddress {
  const text = (name: string, is: RegExp): Record<string, string> => {
    const value = search[name];
    const words = typeof value === "string" || typeof value === "number" ? String(value) : "";
    return is.test(words) ? { [name]: words } : {};
  };
  const range = { ...text("from", date), ...text("to", date) };
  return {
    ...("from" in range && "to" in range ? range : text("last", /^[1-9]\d{0,2}$/)),
    ...text("compare", /^(year|none)$/),
    ...text("channel", id),
    ...text("department", /^(none|[1-9]\d{0,15})$/),
    ...text("operator", /^(none|[1-9]\d{0,15})$/),
    ...text("bot", id),
    ...readListed(search),
  };
}

/** Converts the parameters to a query of API-074. */
export function queryOf(address: ReportAddress): Record<string, string> {
  const { from, to, last, show: _, of: __, ...rest } = address;
  const range: Record<string, string> = from !== undefined && to !== undefined ? { from, to } : { last: last ?? String(usualDays) };
  return { ...range, ...rest };
}

/** Removes the open list of chats from the parameters. */
export function withoutList(address: ReportAddress): ReportAddress {
  const { show: _, of: __, ...report } = address;
  return report;
}

/** Returns the filter parameters only. */
export const filterOf = ({ channel, department, operator, bot }: ReportAddress): ReportAddress => ({
  ...(channel !== undefined && { channel }),
  ...(department !== undefined && { department }),
  ...(operator !== undefined && { operator }),
  ...(bot !== undefined && { bot }),
});
