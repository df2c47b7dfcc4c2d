import { setTimeout as pause } from "node:timers/promises";
import { readStoredMessages } from "../../packages/testkit/src/index.ts";
import type { Installation } from "./installation.ts";

const retryMs = 500;

/**
 * Returns a function that reads the texts of all messages of visitors and operators, as an
 * application does after a promotion (API-103). It reads until it succeeds.
 */
export function createReload({
  origin,
  answering,
}: Installation): () => Promise<readonly string[]> {
  return async () => {
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
}
