import type { Replayed } from "@parlour/protocol/api";

export const spans = ["1h", "24h", "7d", "own"] as const;
type Span = (typeof spans)[number];
const hours: Record<Exclude<Span, "own">, number> = { "1h": 1, "24h": 24, "7d": 168 };

/** Since when: a span before now, or a time of one's own, as its field holds it. */
export interface Since {
  readonly span: Span;
  readonly own: string;
}

/** null: no time is given, or none that has passed. */
export function beginOf({ span, own }: Since, now: number): Date | null {
  const at = new Date(span === "own" ? own : now - hours[span] * 3_600_000);
  return at.getTime() < now ? at : null;
}

/** Steps a request may need at most; the server takes thousands in each. */
const mostSteps = 200;

/** Asks again until nothing is left. Gives how many are sent again, and what stopped it. */
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

/** Ids of ended deliveries by their endpoint: a request is for one endpoint and at most 1000 ids. */
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
