import type { AuditEntry, AuditVerification } from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";
import { parseId } from "../../../ui/address/parse-id.ts";
import { readTextParam } from "../../../ui/address/search-params.ts";

/** Filter of the list. An empty value does not filter. `days`: number of days to look back. */
export type AuditFilter = Readonly<Record<"q" | "operator" | "action" | "days", string>>;
export const emptyAuditFilter: AuditFilter = { q: "", operator: "", action: "", days: "" };

/** Parses the filter from the URL. */
export function parseAuditFilter(search: Readonly<Record<string, unknown>>): AuditFilter {
  const [operator, days] = [readTextParam(search["operator"]), readTextParam(search["days"])];
  return {
    q: readTextParam(search["q"]),
    operator: parseId(operator) === null ? "" : operator,
    action: readTextParam(search["action"]),
    days: days === "7" || days === "30" ? days : "",
  };
}

interface AuditPageResponse {
  items: AuditEntry[];
  next_cursor: string | null;
}
const pageSize = 50;
const dayMs = 86_400_000;

/**
 * Converts the filter to API parameters. `since` is rounded to midnight, so that the same filter is
 * the same query.
 */
export function toAuditQuery(
  { q, operator, action, days }: AuditFilter,
  now: number,
): Record<string, string> {
  return omitAbsent({
    q: q.trim() || undefined,
    operator: operator || undefined,
    action: action || undefined,
    since:
      days !== ""
        ? new Date((Math.floor(now / dayMs) - Number(days)) * dayMs).toISOString()
        : undefined,
  });
}

/** Loads entries, newest first. */
export function useAudit(filter: AuditFilter, now: number) {
  const params = toAuditQuery(filter, now);
  const pages = useInfiniteQuery({
    queryKey: ["audit", params],
    initialPageParam: null as string | null,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      api.get<AuditPageResponse>("/audit", {
        query: { limit: pageSize, cursor: pageParam, ...params },
        signal,
      }),
    getNextPageParam: (last) => last.next_cursor,
  });
  const { data, error, isError, dataUpdatedAt, refetch } = pages;
  return {
    query: {
      data: data?.pages.flatMap((page) => page.items),
      error,
      isError,
      dataUpdatedAt,
      refetch,
    },
    more: pages.hasNextPage ? () => void pages.fetchNextPage() : null,
  };
}

/** Loads the actions that occur in the log. */
export const useAuditActions = () =>
  useQuery({
    queryKey: ["audit", "actions"],
    queryFn: async () => (await api.get<{ items: string[] }>("/audit/actions")).items,
  });
export const useAuditIntegrity = () =>
  useQuery({
    queryKey: ["audit", "verify"],
    queryFn: () => api.get<AuditVerification>("/audit/verify"),
  });
