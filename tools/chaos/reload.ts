import { setTimeout as pause } from "node:timers/promises";
import { readStoredMessages } from "../../packages/testkit/src/index.ts";
import type { Installation } from "./installation.ts";

const retryMs = 500;

/** Time in which the clients that a promotion disconnected connect again. */
const gatherMs = 2_000;

/**
 * Returns a function that reads the texts of all messages of visitors and operators, as an
 * application does after a promotion (API-103). It reads until it succeeds. Calls of the next 2 s
 * get the same result, because each client reading everything would delay all of them.
 */
export function createReload({
  origin,
  answering,
}: Installation): () => Promise<readonly string[]> {
  let next: Promise<readonly string[]> | null = null;
  const read = async (): Promise<readonly string[]> => {
    await pause(gatherMs);
    next = null;
    for (;;)
      try {
        const stored = await readStoredMessages(`${origin}/api/v1`, answering.key);
        return [...stored.values()]
          .flat()
          .flatMap(({ author, text }) =>
            author.kind === "visitor" || author.kind === "operator" ? [text] : [],
          );
      } catch {
        await pause(retryMs);
      }
  };
  return () => (next ??= read());
}
