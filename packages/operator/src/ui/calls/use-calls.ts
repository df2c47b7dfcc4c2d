import { retryUnlessMissing } from "../loading/DetailsBody.tsx";
import { ApiError } from "@parlour/client";
import type { CallWithVisitor } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api, queryClient } from "../../state/api/api.ts";
import { getConflictWinner } from "../../state/inbox/conflict-winner.ts";
import { useOlderPages } from "../loading/use-older-pages.ts";
import { getErrorDetails, getErrorText } from "../loading/ErrorMessage.tsx";
import { toast } from "../dialog/toast.tsx";
import { useApiMutation, useNavigateIfStill } from "../mutation.ts";
import { t } from "./text.ts";

interface Page {
  items: CallWithVisitor[];
  next_cursor: string | null;
}
const pageSize = 30;

/** Loads waiting (and postponed) calls, or those in progress, again after each change of a call. */
export function useCalls(state: "waiting" | "running") {
  return useQuery({
    queryKey: ["calls", state],
    queryFn: ({ signal }) => api.list<CallWithVisitor>("/calls", { query: { state }, signal }),
  });
}

/** Loads finished calls page by page. */
export function useEarlierCalls() {
  const head = useQuery({
    queryKey: ["calls", "done"],
    queryFn: ({ signal }) =>
      api.get<Page>("/calls", { query: { state: "done", limit: pageSize }, signal }),
  });
  const { items, ...older } = useOlderPages(
    "done",
    head.data,
    (cursor) => api.get<Page>("/calls", { query: { state: "done", limit: pageSize, cursor } }),
    ({ created_at, id }) => [created_at, id],
  );
  const fresh = head.data?.items ?? [];
  const headIds = new Set(fresh.map((one) => one.id));
  return { head, rows: [...fresh, ...items.filter((one) => !headIds.has(one.id))], ...older };
}

/** Loads finished calls of a visitor, newest first. */
export function useVisitorCalls(number: number) {
  return useQuery({
    queryKey: ["calls", "visitor", number],
    queryFn: async ({ signal }) =>
      (
        await api.get<Page>("/calls", {
          query: { state: "done", visitor: String(number), limit: pageSize },
          signal,
        })
      ).items,
  });
}

export function useCall(id: number | null) {
  return useQuery({
    queryKey: ["calls", "one", id],
    enabled: id !== null,
    retry: retryUnlessMissing,
    queryFn: ({ signal }) => api.get<CallWithVisitor>(`/calls/${id}`, { signal }),
  });
}

export type CallAction =
  | { readonly do: "take" | "connected" | "end" }
  | { readonly do: "fail"; readonly reason: string }
  /** `due_at` is in RFC 3339 format. `reason` is present after a failed attempt (CORE-107). */
  | { readonly do: "later"; readonly due_at: string; readonly reason?: "no_answer_client" | "busy" }
  | { readonly do: "note"; readonly text: string };

/**
 * Runs an action on a call. Resolves with false if the server refused it. The first operator wins.
 */
export async function runCallAction(id: number, action: CallAction): Promise<boolean> {
  const { do: name, ...body } = action;
  try {
    const call = await api.post<CallWithVisitor>(`/calls/${id}/${name}`, body);
    queryClient.setQueryData(["calls", "one", id], call);
    return true;
  } catch (error) {
    toast(
      error instanceof ApiError && error.code === "already_accepted"
        ? t("call.faster", { name: getConflictWinner(error) })
        : actionErrorText(error),
      {
        tone: "bad",
      },
    );
    return false;
  } finally {
    void queryClient.invalidateQueries({ queryKey: ["calls"] });
  }
}

/** Takes a waiting call and opens it. */
export function useTakeCall(id: number): { readonly busy: boolean; readonly take: () => void } {
  const rememberPage = useNavigateIfStill();
  const { busy, run } = useApiMutation();
  const take = async () => {
    const navigateIfStill = rememberPage();
    if (await runCallAction(id, { do: "take" }))
      await navigateIfStill({ to: "/calls/{-$call}", params: { call: String(id) } });
  };
  return { busy, take: () => void run(take) };
}

const actionErrorText = (error: unknown): string =>
  `${getErrorText(error)} ${getErrorDetails(error)}`;
