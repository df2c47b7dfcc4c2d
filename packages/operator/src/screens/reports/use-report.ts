import { ApiError } from "@parlour/client";
import type { ReportChats } from "@parlour/protocol/api";
import type { SlaTarget } from "@parlour/protocol/chat-sla";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "../../state/api/api.ts";
import type { ChatListQuery, ListedNumber } from "./chat-list/chat-list-query.ts";
import { pickFilter, toReportQuery, type ReportPath, type ReportUrlParams } from "./report-url.ts";

const isClientError = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/**
 * Loads the report in the URL. Keeps the previous report on screen while the next one loads.
 * Reloads every minute.
 */
export function useReport<T>(path: ReportPath, address: ReportUrlParams) {
  const { compare, ...days } = toReportQuery(address);
  const query = path === "/reports" && compare !== undefined ? { ...days, compare } : days;
  return useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => api.get<T>(path, { query, signal }),
    placeholderData: keepPreviousData,
    retry: (n, error) => n < 1 && !isClientError(error),
    staleTime: 15_000,
    refetchInterval: 60_000,
  });
}

/** Request for the chats that a number counts, in a report, a day, a row or a cell. */
export interface ReportChatsRequest extends Pick<
  ReportUrlParams,
  "channel" | "department" | "operator" | "bot" | "segment"
> {
  readonly number: ListedNumber;
  readonly from: string;
  readonly to: string;
  readonly weekday?: number;
  readonly hour?: number;
  /** Id of an SLA policy, and one of its targets. */
  readonly policy?: string;
  readonly target?: SlaTarget;
}
export function useReportChats({
  number,
  weekday,
  hour,
  from,
  to,
  policy,
  target,
  ...rest
}: ReportChatsRequest) {
  const query = {
    from,
    to,
    policy,
    target,
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
  if (of.kind === "policy") return { policy: String(of.id), target: of.target };
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
