import type { VisitorMatches, VisitorProfile } from "@parlour/protocol/api";
import type { Visitor } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { api, queryClient } from "../../../state/api/api.ts";
import { getErrorText } from "../../loading/ErrorMessage.tsx";
import { toast } from "../../dialog/toast.tsx";
import { useApiMutation } from "../../mutation.ts";
import { t } from "./person-text.ts";

/** Query for a visitor with their person (API-409). */
export const visitorProfileQuery = (number: number) => ({
  queryKey: ["visitor", number],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.get<VisitorProfile>(`/visitors/${number}`, { signal }),
});

/** Loads visitors who may be the same person (API-405). A visitor without contacts has none. */
export function useVisitorMatches(visitor: Visitor, person: VisitorProfile["person"]) {
  const { number, email, phone } = visitor;
  const values = [email, phone].flatMap((contact) =>
    contact === null ? [] : [contact.value, ...(contact.others ?? []).map((other) => other.value)],
  );
  return useQuery({
    queryKey: ["visitor", number, "matches", ...values],
    queryFn: ({ signal }) => api.get<VisitorMatches>(`/visitors/${number}/matches`, { signal }),
    enabled: values.length > 0 || person !== null,
    staleTime: 60_000,
  });
}

export interface PersonAction {
  /** Path of the resource that connects two visitors, below `/visitors`. */
  readonly path: string;
  readonly method: "put" | "delete";
  /** Text of the toast that reports the success. */
  readonly done: string;
}
/** Runs an action on two visitors. The toast offers to reverse it. Then calls `onDone`. */
export function usePersonActions(onDone: () => void) {
  const { busy, run } = useApiMutation();
  const send = async ({ path, method }: PersonAction): Promise<void> => {
    await api[method](`/visitors/${path}`);
    for (const key of ["visitor", "previous"])
      void queryClient.invalidateQueries({ queryKey: [key] });
  };
  const showFailure = (error: unknown): void => {
    toast(t("person.failed", { why: getErrorText(error) }), { tone: "bad" });
  };
  const act = async (action: PersonAction): Promise<void> => {
    const isDone = await run(() => send(action), showFailure);
    if (!isDone) return;
    const reversed = { ...action, method: action.method === "put" ? "delete" : "put" } as const;
    toast(action.done, {
      action: { label: t("person.undo"), run: () => void send(reversed).catch(showFailure) },
    });
    onDone();
  };
  return { busy, act };
}
