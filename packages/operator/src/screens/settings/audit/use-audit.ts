import type { AuditEntry, AuditVerdict } from "@parlour/protocol/api";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api.ts";

/** What the list is narrowed by; "" is everything. `days`: how far back, 0 the whole log. */
export interface AuditFilter {
  q: string;
  operator: string;
  action: string;
  days: number;
}
export const wholeLog: AuditFilter = { q: "", operator: "", action: "", days: 0 };

interface Page {
  items: AuditEntry[];
  next_cursor: string | null;
}
const pageSize = 50;
const dayMs = 86_400_000;

/** As the API takes it; the time is that of midnight, so that one filter is one query. */
export function queryOf({ q, operator, action, days }: AuditFilter, now: number): Record<string, string> {
  return {
    ...(q.trim() !== "" && { q: q.trim() }),
    ...(operator !== "" && { operator }),
    ...(action !== "" && { action }),
    ...(days > 0 && { since: new Date(Math.floor(now / dayMs) * dayMs - days * dayMs).toISOString() }),
  };
}

/** Entries newest first. */
export function useAudit(filter: AuditFilter, now: number) {
  const query = queryOf(filter, now);
  const pages = useInfiniteQuery({
    queryKey: ["audit", query],
    initialPageParam: null as string | null,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) => api.get<Page>("/audit", { query: { limit: pageSize, cursor: pageParam, ...query }, signal }),
    getNextPageParam: (last) => last.next_cursor,
  });
  const { data, error, isError, refetch } = pages;
  return {
    read: { data: data?.pages.flatMap((page) => page.items), error, isError, refetch },
    more: pages.hasNextPage ? () => void pages.fetchNextPage() : null,
  };
}

/** The parts before the point of what was done: `channel`, `session` … */
export const useAuditActions = () =>
  useQuery({
    queryKey: ["audit", "actions"],
    queryFn: async () => [
      ...new Set((await api.get<{ items: string[] }>("/audit/actions")).items.map((action) => action.split(".")[0] ?? "")),
    ],
  });
export const useAuditVerdict = () => useQuery({ queryKey: ["audit", "verify"], queryFn: () => api.get<AuditVerdict>("/audit/verify") });
