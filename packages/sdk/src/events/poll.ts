import type { components } from "../generated/service-api.ts";
import { readJson } from "../http/send.ts";
import { buildQuery, requestEvents, type FeedContext } from "./feed-context.ts";
import type { EventFrame, FeedItem } from "./types.ts";

/** Time that Parlour waits for the first event, in s. */
const waitSeconds = 30;
/** Time for the response itself, in ms. */
const responseMs = 15_000;
const maxEvents = 500;

/** Reads one long poll (API-387). The next one can follow at once. */
export async function* readPoll(context: FeedContext): AsyncGenerator<FeedItem, number> {
  const { epoch, events, cursor } = await requestEvents(
    { ...context, timeoutMs: waitSeconds * 1_000 + responseMs },
    { ...buildQuery(context), wait: String(waitSeconds), limit: String(maxEvents) },
    {
      accept: "application/json",
      read: (response) => readJson(response) as Promise<components["schemas"]["Events"]>,
    },
  );
  for (const frame of events)
    yield {
      kind: "event",
      frame: frame as unknown as EventFrame,
      cursor: `${epoch}:${frame.position}`,
    };
  yield { kind: "progress", cursor };
  return 0;
}
