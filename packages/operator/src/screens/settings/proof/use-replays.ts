import type { Page } from "@parlour/client";
import type {
  AgentQuestion,
  AgentReplay,
  AgentReplayMark,
  AgentReplayResult,
  NewAgentReplay,
} from "@parlour/protocol/api";
import type { ReplayFilter } from "@parlour/protocol/automation/agent-replay";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api, queryClient } from "../../../state/api/api.ts";

const refreshMs = 2_000;
const isRunning = ({ state }: AgentReplay): boolean => state === "running";

/** Loads the latest replays of an agent, again while one of them runs. */
export const useReplays = (agent: number) =>
  useQuery({
    queryKey: ["agents", agent, "replays"],
    queryFn: () => api.get<Page<AgentReplay>>(`/agents/${agent}/replays`),
    refetchInterval: ({ state }) => (state.data?.items.some(isRunning) ? refreshMs : false),
  });

export const useQuestions = (agent: number) =>
  useQuery({
    queryKey: ["agents", agent, "questions"],
    queryFn: () => api.get<{ items: AgentQuestion[] }>(`/agents/${agent}/questions`),
  });

/** Loads the results of a replay page by page. `processed`: loads again when it grows. */
export const useResults = (agent: number, { id, processed }: AgentReplay, show: ReplayFilter) =>
  useInfiniteQuery({
    queryKey: ["agents", agent, "results", id, show, processed],
    queryFn: ({ pageParam }) =>
      api.get<Page<AgentReplayResult>>(`/agents/${agent}/replays/${id}/results`, {
        query: { show, cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: (before) => before,
  });

const reload = (agent: number) => queryClient.invalidateQueries({ queryKey: ["agents", agent] });

export async function startReplay(agent: number, body: NewAgentReplay): Promise<AgentReplay> {
  const replay = await api.post<AgentReplay>(`/agents/${agent}/replays`, body);
  await reload(agent);
  return replay;
}
export async function changeReplay(
  agent: number,
  replay: number,
  action: "cancel" | "resume",
): Promise<void> {
  await api.post(`/agents/${agent}/replays/${replay}/${action}`, {});
  await reload(agent);
}
export async function markResult(
  agent: number,
  { replay, n }: { readonly replay: number; readonly n: number },
  mark: AgentReplayMark,
): Promise<void> {
  await api.patch(`/agents/${agent}/replays/${replay}/results/${n}`, mark);
  await reload(agent);
}
export async function addQuestion(
  agent: number,
  question: { readonly text: string; readonly article_id: number | null },
): Promise<void> {
  await api.post(`/agents/${agent}/questions`, question);
  await reload(agent);
}
export async function deleteQuestion(agent: number, id: number): Promise<void> {
  await api.delete(`/agents/${agent}/questions/${id}`);
  await reload(agent);
}
