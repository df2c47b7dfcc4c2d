import { ApiError } from "@parlour/client";
import type { CallSeen } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, queries } from "../../state/api.ts";
import { detailsOf, wordsOf } from "../../ui/Failure.tsx";
import { toast } from "../../ui/toast.tsx";
import { t } from "./text.ts";

interface Page {
  items: CallSeen[];
  next_cursor: string | null;
}
type CallsState = "waiting" | "running" | "done";
const pageSize = 30;

/** A page of calls of one state, read again whenever a call changes (state/start-live.ts). */
export function useCalls(state: CallsState) {
  return useQuery({
    queryKey: ["calls", state],
    queryFn: ({ signal }) => api.get<Page>("/calls", { query: { state, limit: pageSize }, signal }),
  });
}

/** Calls that are over, page by page. */
export function useEarlierCalls() {
  const head = useCalls("done");
  const [older, setOlder] = useState<readonly Page[]>([]);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const cursor = (older.at(-1) ?? head.data)?.next_cursor ?? null;
  const more = async () => {
    if (busy || cursor === null) return;
    setBusy(true);
    setFailure(null);
    try {
      const page = await api.get<Page>("/calls", { query: { state: "done", limit: pageSize, cursor } });
      setOlder([...older, page]);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const fresh = head.data?.items ?? [];
  const known = new Set(fresh.map((one) => one.id));
  const rest = older.flatMap((page) => page.items).filter((one) => !known.has(one.id));
  return { head, rows: [...fresh, ...rest], more: cursor === null ? null : () => void more(), busy, failure };
}

/** One call. */
export function useCall(id: number | null) {
  return useQuery({
    queryKey: ["calls", "one", id],
    enabled: id !== null,
    retry: (n, error) => !(error instanceof ApiError && error.status === 404) && n < 2,
    queryFn: ({ signal }) => api.get<CallSeen>(`/calls/${id}`, { signal }),
  });
}

export type CallStep =
  | { readonly do: "take" | "connected" | "end" }
  | { readonly do: "fail"; readonly reason: string }
  /** `due_at`: RFC 3339; `reason`: after a vain try (CORE-107). */
  | { readonly do: "later"; readonly due_at: string; readonly reason?: "no_answer_client" | "busy" }
  | { readonly do: "note"; readonly text: string };

/** Does a step of a call; of several who take it the first has it. True: done. */
export async function stepCall(id: number, step: CallStep): Promise<boolean> {
  const { do: name, ...body } = step;
  try {
    const call = await api.post<CallSeen>(`/calls/${id}/${name}`, body);
    queries.setQueryData(["calls", "one", id], call);
    return true;
  } catch (error) {
    toast(error instanceof ApiError && error.code === "already_accepted" ? t("call.faster", { name: nameOf(error) }) : refusal(error), {
      tone: "bad",
    });
    return false;
  } finally {
    void queries.invalidateQueries({ queryKey: ["calls"] });
  }
}

const refusal = (error: unknown): string => `${t("call.refused")} ${wordsOf(error)} ${detailsOf(error)}`;
function nameOf(error: ApiError): string {
  const body = error.body as { error?: { by?: { name?: string } } } | undefined;
  return body?.error?.by?.name ?? "";
}
