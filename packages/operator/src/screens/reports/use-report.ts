import { ApiError } from "@parlour/client";
import type { Report, ReportChats, ReportNumber } from "@parlour/protocol/api";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "../../state/api/api.ts";
import type { ChatListQuery } from "./chat-list/chat-list-query.ts";
import { pickFilter, toReportQuery, type ReportUrlParams } from "./report-url.ts";

const isClientError = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/**
 * Loads the report in the URL. Keeps the previous report on screen while the next one loads.
 * Reloads every minute.
 */
export function useReport(address: ReportUrlParams) {
  const query = toReportQuery(address);
  return useQuery({
    queryKey: ["reports", query],
    queryFn: ({ signal }) => api.get<Report>("/reports", { query, signal }),
    placeholderData: keepPreviousData,
    retry: (n, error) => n < 1 && !isClientError(error),
    staleTime: 15_000,
    refetchInterval: 60_000,
  });
}

/** Request for the chats that a number counts, in a report, a day, a row or a cell. */
export interface ReportChatsRequest extends Pick<
  ReportUrlParams,
  "channel" | "department" | "operator" | "bot"
> {
  readonly number: ReportNumber;
  readonly from: string;
  readonly to: string;
  readonly weekday?: number;
  readonly hour?: number;
}
export function useReportChats({ number, weekday, hour, from, to, ...rest }: ReportChatsRequest) {
  const query = {
    from,
    to,
    ...pickFilter(rest),
    weekday: weekday === undefined ? undefined : String(weekday),
    hour: hour === undefined ? undefined : String(hour),
  };
  return useInfiniteQuery({
    queryKey: ["report-chats", number, query],
    queryFn: ({ pageParam, signal }) =>
      api.get<ReportChats>(`/reports/${number}/chats`, {
        query: { ...query, limit: 30, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    retry: (n, error) => n < 1 && !isClientError(error),
  });
}

/**
 * Returns the filter of a chat list, which applies in addition to the report's period and filter.
 */
export function chatListFilter({ of }: ChatListQuery): Partial<ReportChatsRequest> {
  if (of === undefined) return {};
  if (of.kind === "day") return { from: of.date, to: of.date };
  if (of.kind === "hour") return { weekday: of.weekday, hour: of.hour };
  return { [of.kind]: of.id === null ? "none" : String(of.id) };
}

/** Returns the URL of the export file of a table. */
export function exportHref(
  table: string,
  address: ReportUrlParams,
  { from, to }: { readonly from: string; readonly to: string },
  format: "csv" | "xlsx" = "csv",
): string {
  return `/api/v1/reports/export?${new URLSearchParams({ table, from, to, format, ...(pickFilter(address) as Record<string, string>) }).toString()}`;
}
