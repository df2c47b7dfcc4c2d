import type { components } from "../generated/service-api.ts";
import { readJson } from "../http/send.ts";
import { ParlourError } from "../parlour-error.ts";
import { buildQuery, requestEvents, type FeedContext } from "./feed-context.ts";
import type { EventFrame, FeedItem } from "./types.ts";

type Page = components["schemas"]["Events"];

/** Time that Parlour waits for the first event, in s. */
const waitSeconds = 30;
/** Time for the response itself, in ms. */
const responseMs = 15_000;
const maxEvents = 500;

/**
 * Returns a function that reads one long poll (API-387). The next one can follow at once. If a
 * response was cut, it asks for half as many events at once, down to one (API-490). So a connection
 * that cuts every long response does not stop the feed. After a complete response it asks for twice
 * as many.
 */
export function createPollReader(): (context: FeedContext) => AsyncGenerator<FeedItem, number> {
  let limit = maxEvents;
  const readPage = async (context: FeedContext): Promise<Page> => {
    for (;;) {
      let isAnswered = false;
      try {
        return await requestPage(context, limit, () => (isAnswered = true));
      } catch (error) {
        const isCut = isAnswered && error instanceof ParlourError && error.status === 0;
        if (!isCut || limit === 1) throw error;
        limit = Math.floor(limit / 2);
      }
    }
  };
  return async function* readPoll(context) {
    const { epoch, events, cursor } = await readPage(context);
    limit = Math.min(maxEvents, limit * 2);
    for (const frame of events)
      yield {
        kind: "event",
        frame: frame as unknown as EventFrame,
        cursor: `${epoch}:${frame.position}`,
      };
    yield { kind: "progress", cursor };
    return 0;
  };
}

/** `onAnswer` is called when the response begins. */
function requestPage(context: FeedContext, limit: number, onAnswer: () => void): Promise<Page> {
  return requestEvents(
    { ...context, timeoutMs: waitSeconds * 1_000 + responseMs },
    { ...buildQuery(context), wait: String(waitSeconds), limit: String(limit) },
    {
      accept: "application/json",
      read(response) {
        onAnswer();
        return readJson(response) as Promise<Page>;
      },
    },
  );
}
