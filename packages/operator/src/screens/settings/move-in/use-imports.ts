import type {
  MoveChoices,
  MoveImport,
  MoveImportDetails,
  MoveImports,
  MoveProblems,
} from "@parlour/protocol/api";
import {
  countedKinds,
  type MoveCounts,
  type MoveState,
} from "@parlour/protocol/move-in/move-import";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, queryClient } from "../../../state/api/api.ts";
import { runOrToast } from "../../../ui/mutation.ts";

const activeMs = 1_000;
const idleMs = 5_000;
const listKey = ["imports"];

/** Loads the latest imports, newest first. */
export const useImports = () =>
  useQuery({
    queryKey: listKey,
    queryFn: () => api.get<MoveImports>("/imports", { query: { limit: 20 } }),
    refetchInterval: idleMs,
  });

/** Loads an import, again and again: other tabs and operators change it too. */
export const useImport = (id: number) =>
  useQuery({
    queryKey: [...listKey, id],
    queryFn: () => api.get<MoveImportDetails>(`/imports/${id}`),
    // A new answer at once, also if this page was open a moment ago.
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data !== undefined && isActive(state.data.state) ? activeMs : idleMs,
  });

const isActive = (state: MoveState): boolean =>
  state === "planning" || state === "running" || state === "undoing";

/** Loads the problems with a code, page by page. */
export const useProblems = (id: number, code: string) =>
  useInfiniteQuery({
    queryKey: [...listKey, id, "problems", code],
    queryFn: ({ pageParam }) =>
      api.get<MoveProblems>(`/imports/${id}/problems`, { query: { code, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });

export type ImportAction = "plan" | "start" | "pause" | "resume" | "stop" | "undo";
export async function changeImport(id: number, action: ImportAction): Promise<void> {
  await api.post<MoveImport>(`/imports/${id}/${action}`, {});
  await queryClient.invalidateQueries({ queryKey: listKey });
}

const noChoices: MoveChoices = {
  channel_id: null,
  operators: {},
  count_from: null,
  merge_visitors: false,
};
export const getChoices = ({ choices }: MoveImportDetails): MoveChoices => choices ?? noChoices;

/** Saves choices of an import. They are shown before the server has stored them. */
export async function saveChoices(
  found: MoveImportDetails,
  change: Partial<MoveChoices>,
): Promise<void> {
  const choices = { ...getChoices(found), ...change };
  queryClient.setQueryData([...listKey, found.id], { ...found, choices });
  await runOrToast(() => api.put<MoveImport>(`/imports/${found.id}/choices`, choices));
  await queryClient.invalidateQueries({ queryKey: [...listKey, found.id] });
}

/** Returns how many records of all kinds were read. Files are parts of messages. */
export const countRead = (counts: MoveCounts): number =>
  countedKinds
    .filter((kind) => kind !== "file")
    .reduce((sum, kind) => sum + (counts[kind]?.read ?? 0), 0);

interface Sample {
  readonly at: number;
  readonly records: number;
  readonly messages: number;
}
const shownSamples = 60;

/** Returns what the latest answers say about an import, oldest first. `at`: time of the answer. */
export function useSamples(counts: MoveCounts, at: number): readonly Sample[] {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const records = countRead(counts);
  const messages = counts.message?.read ?? 0;
  if (samples.at(-1)?.at === at) return samples;
  const next = [...samples, { at, records, messages }].slice(-shownSamples);
  setSamples(next);
  return next;
}

/** Returns how much a number grew per second between two answers. 0: too short a time. */
export function toRate(
  from: Sample | undefined,
  to: Sample | undefined,
  key: "records" | "messages",
): number {
  if (from === undefined || to === undefined || to.at - from.at < 500) return 0;
  return Math.max(0, ((to[key] - from[key]) * 1_000) / (to.at - from.at));
}
