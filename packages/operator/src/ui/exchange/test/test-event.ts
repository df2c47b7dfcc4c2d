import type {
  BotTestAttempt,
  ChannelTest,
  Samples,
  TestAttempt,
  WebhookTestAttempt,
} from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, queryClient } from "../../../state/api/api.ts";

interface EndpointRef {
  readonly kind: "channel" | "bot" | "webhook";
  readonly id: number;
}
/** An endpoint that test events can be sent to. */
export interface TestTarget extends EndpointRef {
  readonly name: string;
}
/** Result of one attempt, with a webhook's interpreted response or a bot's posts. */
export type TestResult = TestAttempt & Partial<WebhookTestAttempt> & Partial<BotTestAttempt>;

/** Loads the samples of all events, which change only with a release. */
export function useSamples() {
  return useQuery({
    queryKey: ["samples"],
    queryFn: async () => (await api.get<Samples>("/samples")).items,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Sends a single test event (CH-113, BOT-087, WH-070). */
async function sendTest(
  target: TestTarget,
  event: string,
  sample: Record<string, unknown> | null,
): Promise<TestResult> {
  const path = `/${target.kind}s/${target.id}/test`;
  if (target.kind === "channel") return (await api.post<ChannelTest>(path)).outbound;
  return api.post<TestResult>(path, { event, sample: sample ?? undefined });
}

/** Manages the running test of a form and its last result. */
export function useTest() {
  const [result, setResult] = useState<TestResult | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const run = async (target: TestTarget, event: string, sample: Record<string, unknown> | null) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      setResult(await sendTest(target, event, sample));
      void queryClient.invalidateQueries({ queryKey: [`${target.kind}s`] });
    } catch (error) {
      setResult(null);
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const clear = () => {
    setResult(null);
    setFailure(null);
  };
  return { result, failure, busy, run, clear };
}

/** Parses an edited sample. Returns its fields, or the reason why it is invalid. */
export function parseSample(
  text: string,
): { readonly sample: Record<string, unknown> } | { readonly wrong: "json" | "object" } {
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

const storedSamples = new Map<string, Record<string, unknown>>();
const sampleKey = ({ kind, id }: EndpointRef, event: string) => `${kind} ${id} ${event}`;

/** Keeps the sent body for the test form of the same target and event, in memory only. */
export function storeSample(
  target: EndpointRef,
  event: string,
  sample: Record<string, unknown>,
): void {
  storedSamples.set(sampleKey(target, event), sample);
}
export function loadSample(target: EndpointRef, event: string): Record<string, unknown> | null {
  return storedSamples.get(sampleKey(target, event)) ?? null;
}

/** Returns the names of the fields that differ from the default sample. Null if none differ. */
export function getChangedFields(
  edited: Record<string, unknown>,
  sample: Record<string, unknown>,
): Record<string, unknown> | null {
  const changed = Object.entries(edited).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(sample[key]),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
