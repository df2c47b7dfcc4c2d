import type { Replayed } from "@parlour/protocol/api";

export const spans = ["1h", "24h", "7d", "own"] as const;
type Span = (typeof spans)[number];
const hours: Record<Exclude<Span, "own">, number> = { "1h": 1, "24h": 24, "7d": 168 };

/** Start of a replay: a range before now, or a custom time as its field contains it. */
export interface Since {
  readonly span: Span;
  readonly own: string;
}

/** Returns the start time. null: the time is missing or not in the past. */
export function beginOf({ span, own }: Since, now: number): Date | null {
  const at = new Date(span === "own" ? own : now - hours[span] * 3_600_000);
  return at.getTime() < now ? at : null;
}

/** Maximum number of requests of one replay. The server resends thousands of deliveries in each. */
const mostSteps = 200;

/**
 * Repeats the request until no delivery remains. Returns how many are resent, and the error that
 * stopped it.
 */
export async function replayAll<Body extends object>(
  ask: (body: Body) => Promise<Replayed>,
  body: Body,
): Promise<{ replayed: number; error: unknown }> {
  let replayed = 0;
  try {
    for (let step = 0; step < mostSteps; step += 1) {
      const answer = await ask(body);
      replayed += answer.replayed;
      if (answer.left === 0 || answer.replayed === 0) break;
    }
    return { replayed, error: null };
  } catch (error) {
    return { replayed, error };
  }
}

/**
 * Groups ids of finished deliveries into requests. A request has one endpoint and at most 1000 ids.
 */
export function replayBatches(
  rows: readonly { readonly id: number; readonly endpoint: { readonly id: number } }[],
  most = 1000,
): { endpoint: number; ids: number[] }[] {
  const batches: { endpoint: number; ids: number[] }[] = [];
  for (const row of rows) {
    const open = batches.findLast((batch) => batch.endpoint === row.endpoint.id && batch.ids.length < most);
    if (open) open.ids.push(row.id);
    else batches.push({ endpoint: row.endpoint.id, ids: [row.id] });
  }
  return batches;
}
