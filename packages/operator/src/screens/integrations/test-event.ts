import type { BotTestAttempt, ChannelTest, Samples, TestAttempt, WebhookTestAttempt } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, queries } from "../../state/api.ts";

/** A target of test events. */
export interface Target {
  readonly kind: "channel" | "bot" | "webhook";
  readonly id: number;
  readonly name: string;
}
/** Result of one attempt. A webhook adds its interpreted response, a bot adds its posts. */
export type Tried = TestAttempt &
  Partial<Pick<WebhookTestAttempt, "result_ok" | "data" | "note">> &
  Partial<Pick<BotTestAttempt, "started_at" | "open_until" | "is_open" | "posts">>;

/** Loads the samples of all events. They contain no secrets and change only with a release. */
export function useSamples() {
  return useQuery({
    queryKey: ["samples"],
    queryFn: async () => (await api.get<Samples>("/samples")).items,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Sends one test event (CH-113, BOT-087, WH-070). */
export async function sendTest(target: Target, event: string, sample: Record<string, unknown> | null): Promise<Tried> {
  const path = `/${target.kind}s/${target.id}/test`;
  if (target.kind === "channel") return (await api.post<ChannelTest>(path)).outbound;
  return api.post<Tried>(path, { event, ...(sample !== null && { sample }) });
}

/** Manages the running test and the last result of a form. */
export function useTest() {
  const [tried, setTried] = useState<Tried | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const run = async (target: Target, event: string, sample: Record<string, unknown> | null) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      setTried(await sendTest(target, event, sample));
      void queries.invalidateQueries({ queryKey: [`${target.kind}s`] });
    } catch (error) {
      setTried(null);
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const forget = () => {
    setTried(null);
    setFailure(null);
  };
  return { tried, failure, busy, run, forget };
}

/** Parses an edited sample. Returns its fields, or why it is invalid. */
export function sampleOf(text: string): { readonly sample: Record<string, unknown> } | { readonly wrong: "json" | "object" } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { wrong: "json" };
  }
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? { sample: value as Record<string, unknown> }
    : { wrong: "object" };
}

const kept = new Map<string, Record<string, unknown>>();
const keptKey = ({ kind, id }: Pick<Target, "kind" | "id">, event: string) => `${kind} ${id} ${event}`;

/** Stores a sent body for the test form of the same target and event, in memory only. */
export function keepSample(target: Pick<Target, "kind" | "id">, event: string, sample: Record<string, unknown>): void {
  kept.set(keptKey(target, event), sample);
}
export function keptSample(target: Pick<Target, "kind" | "id">, event: string): Record<string, unknown> | null {
  return kept.get(keptKey(target, event)) ?? null;
}

/** Returns the fields that differ from the default sample. null: none differ. */
export function changedFields(edited: Record<string, unknown>, sample: Record<string, unknown>): Record<string, unknown> | null {
  const changed = Object.entries(edited).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(sample[key]));
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
