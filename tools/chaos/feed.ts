import { setTimeout as pause } from "node:timers/promises";
import { createParlour } from "../../packages/sdk/src/index.ts";
import { createTextRecord } from "../cluster/text-record.ts";
import type { Installation } from "./installation.ts";
import { createReload } from "./reload.ts";

/** A program that follows the events with the SDK. */
export interface Feed {
  /** Texts of messages of visitors and operators, in the order of their arrival. */
  readonly texts: readonly string[];
  /** Errors for which the program had to begin again, although its cursor is valid. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** Pause of the program before it begins again. */
const restartMs = 1_000;

/** Follows the events at the balancer, as server-sent events and as long polls in turn. */
export async function openFeed(installation: Installation): Promise<Feed> {
  const { origin, answering, cluster } = installation;
  const client = createParlour({ url: origin, apiKey: answering.key });
  const faults: string[] = [];
  const { texts, add, addLoaded } = createTextRecord();
  const reload = createReload(installation);
  // Only a promotion changes the numbering of events.
  const reset = cluster.highAvailability !== null && {
    onReset: async (start: string) => {
      addLoaded(await reload());
      cursor = start;
    },
  };
  const stop = new AbortController();
  let { cursor } = await client.listEvents();
  const follow = async (): Promise<void> => {
    for (let n = 0; !stop.signal.aborted; n++) {
      const transport = n % 2 === 0 ? "stream" : "poll";
      // A program that runs for a minute, and continues at its stored cursor.
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(60_000)]);
      try {
        for await (const event of client.events({
          after: cursor,
          transport,
          signal,
          ...reset,
        })) {
          cursor = event.cursor;
          if (event.name !== "message_created") continue;
          const { author, text } = event.data.message;
          if (author.kind === "visitor" || author.kind === "operator") add(text);
        }
      } catch (error) {
        // A feed that never worked gives up after some attempts: its address may be wrong.
        const { status, code } = error as { status?: number; code?: string };
        if (status !== 0 && (status ?? 0) < 500)
          faults.push(`${transport} failed: ${code ?? String(error)}`);
        await pause(restartMs);
      }
    }
  };
  const following = follow();
  return {
    texts,
    faults,
    close() {
      stop.abort();
      return following;
    },
  };
}
