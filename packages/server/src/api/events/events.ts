import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import { eventData } from "@parlour/protocol";
import { ApiError, Events, EventsQuery } from "@parlour/protocol/api";
import type { Auth, Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { parseCursor } from "../../http/seen-cursor.ts";
import { buildFileResponses } from "../kit/declare-route.ts";
import { openStream } from "../kit/open-stream.ts";

/** A request of the event feed. Null: from the head on; all types. */
interface FeedRequest {
  readonly principal: Principal;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly after: { readonly epoch: string; readonly position: number } | null;
  readonly types: ReadonlySet<string> | null;
}
export interface EventFeedPort {
  /** Returns the JSON text of an answer. */
  poll(request: FeedRequest & { readonly limit: number; readonly waitMs: number }): Promise<string>;
  /** Resolves when the stream has started. `open` sends the headers. */
  stream(request: FeedRequest & { readonly open: () => ServerResponse }): Promise<void>;
}
interface EventDeps {
  readonly auth: Auth;
  readonly feeds: EventFeedPort;
}

const eventNames: readonly string[] = Object.keys(eventData);

/** Registers the event feed: a long poll and server-sent events (API-387 – API-392). */
export function eventRoutes(app: FastifyInstance, { auth, feeds }: EventDeps): void {
  app.get(
    "/events",
    {
      // A HEAD request would wait for events that it cannot show.
      exposeHeadRoute: false,
      onRequest: auth.guard("chats.read"),
      schema: {
        summary: "List events after a cursor",
        tags: ["events"],
        ...({ "x-action": "chats.read" } as object),
        querystring: EventsQuery,
        response: buildResponses(),
      },
    },
    async (request, reply) => {
      const { after, types, wait = 0, limit = 100 } = request.query as Static<typeof EventsQuery>;
      const isStream = request.headers.accept?.includes("text/event-stream") === true;
      const lastId = isStream ? request.headers["last-event-id"] : undefined;
      const feed: FeedRequest = {
        principal: auth.principalOf(request),
        request: request.raw,
        response: reply.raw,
        after: parseStart(lastId, after),
        types: types === undefined ? null : parseTypes(types),
      };
      if (isStream) await feeds.stream({ ...feed, open: () => openStream(request, reply) });
      else {
        const text = await feeds.poll({ ...feed, limit, waitMs: wait * 1_000 });
        await reply.type("application/json; charset=utf-8").send(text);
      }
      return reply;
    },
  );
}

/** Describes both formats of the answer for OpenAPI. */
function buildResponses(): Record<string, object> {
  const { 200: _file, ...errors } = buildFileResponses("", {});
  return {
    200: {
      description: "Events. With `Accept: text/event-stream`, the response does not end.",
      content: {
        "application/json": { schema: Events },
        "text/event-stream": { schema: { type: "string" } },
      },
    },
    410: { ...ApiError, description: "The cursor has no continuation; see `start`." },
    ...errors,
  };
}

/** Parses the cursor of a request. The id of the last event wins over the address. */
function parseStart(
  lastId: string | string[] | undefined,
  after: string | undefined,
): FeedRequest["after"] {
  if (lastId !== undefined && lastId !== "") return parseCursor(String(lastId), "Last-Event-ID");
  return after === undefined ? null : parseCursor(after, "after");
}

function parseTypes(text: string): ReadonlySet<string> {
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !eventNames.includes(name));
  if (unknown !== undefined)
    refuse(
      "invalid_request",
      `There is no event "${unknown}". Events are ${eventNames.join(", ")}.`,
      { field: "types" },
    );
  return new Set(names);
}
