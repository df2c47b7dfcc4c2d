import type { ReplayResult } from "@parlour/protocol/api";

export const timeRanges = ["1h", "24h", "7d", "own"] as const;
type ReplayRange = (typeof timeRanges)[number];
const hoursByRange: Record<Exclude<ReplayRange, "own">, number> = { "1h": 1, "24h": 24, "7d": 168 };

/** Start of a replay: a range before now, or a custom time as typed in its field. */
export interface ReplayStart {
  readonly range: ReplayRange;
  readonly customTime: string;
}

/** Returns the start time. Null if the time is missing or not in the past. */
export function toStartTime({ range, customTime }: ReplayStart, now: number): Date | null {
  const start = new Date(range === "own" ? customTime : now - hoursByRange[range] * 3_600_000);
  return start.getTime() < now ? start : null;
}

/**
 * Maximum number of requests per replay. The server resends thousands of deliveries per request.
 */
const maxReplaySteps = 200;

/**
 * Repeats the request until no delivery remains. Returns the number of resent deliveries, and the
 * error that stopped the replay, if any.
 */
export async function replayAll<Body extends object>(
  send: (body: Body) => Promise<ReplayResult>,
  body: Body,
): Promise<{ replayed: number; error: unknown }> {
  let replayed = 0;
  try {
    for (let step = 0; step < maxReplaySteps; step += 1) {
      const response = await send(body);
      replayed += response.replayed;
      if (response.left === 0 || response.replayed === 0) break;
    }
    return { replayed, error: null };
  } catch (error) {
    return { replayed, error };
  }
}

/** Groups finished deliveries into requests of one endpoint and at most 1000 ids. */
export function createReplayBatches(
  rows: readonly { readonly id: number; readonly endpoint: { readonly id: number } }[],
  maxIds = 1000,
): { endpoint: number; ids: number[] }[] {
  const batches: { endpoint: number; ids: number[] }[] = [];
  for (const row of rows) {
    const openBatch = batches.findLast(
      (batch) => batch.endpoint === row.endpoint.id && batch.ids.length < maxIds,
    );
    if (openBatch) openBatch.ids.push(row.id);
    else batches.push({ endpoint: row.endpoint.id, ids: [row.id] });
  }
  return batches;
}
