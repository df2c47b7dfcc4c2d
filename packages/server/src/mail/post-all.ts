import { keepWithin } from "../core/keep-within.ts";
import type { Mail } from "./settings.ts";
import type { Posted } from "./smtp.ts";

/** One after another, until one is not taken; a repeat leaves out what the server took before. */
export async function postAll(
  [first, ...rest]: readonly Mail[],
  taken: Taken,
  post: (mail: Mail, spentMs: number) => Promise<Posted>,
): Promise<Posted> {
  if (first === undefined) throw new Error("a delivery without a mail");
  const one = async (mail: Mail, spentMs: number): Promise<Posted> => {
    const posted = taken.of(mail.messageId) ?? (await post(mail, spentMs));
    if (rest.length > 0 && posted.outcome === "delivered") taken.add(mail.messageId, { ...posted, durationMs: 0 });
    return posted;
  };
  let all = await one(first, 0);
  for (const mail of rest) {
    if (all.outcome !== "delivered") return all;
    const posted = await one(mail, all.durationMs);
    all = { ...posted, durationMs: all.durationMs + posted.durationMs, refused: [...all.refused, ...posted.refused] };
  }
  return all;
}

const mostTaken = 1_000;

/** What the server took of deliveries in several languages. After a restart a language may come twice, with its Message-ID. */
export interface Taken {
  of(messageId: string): Posted | undefined;
  add(messageId: string, posted: Posted): void;
}
export function openTaken(): Taken {
  const known = new Map<string, Posted>();
  return {
    of: (messageId) => known.get(messageId),
    add(messageId, posted) {
      known.set(messageId, posted);
      keepWithin(known, mostTaken);
    },
  };
}
