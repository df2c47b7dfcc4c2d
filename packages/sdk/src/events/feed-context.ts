import { followMove, type ServerAddress } from "../http/address.ts";
import { type OutgoingRequest, type SendDeps, sendOnce } from "../http/send.ts";
import type { EventOptions, WebSocketConstructor } from "./types.ts";

export interface EventDeps extends SendDeps {
  readonly address: ServerAddress;
  readonly apiKey: string;
  readonly WebSocket?: WebSocketConstructor;
}

/** What the transports of one feed use. */
export interface FeedContext extends EventDeps {
  readonly types: ReadonlySet<string> | null;
  readonly signal: AbortSignal | undefined;
  readonly onSignal: EventOptions["onSignal"];
  /** Returns the cursor of the last item that was handed out. */
  readonly cursor: () => string | null;
}

/** Sends one request of the event feed. */
export function requestEvents<T>(
  { address, apiKey, signal, ...deps }: FeedContext,
  query: Readonly<Record<string, string>>,
  { accept, read }: { accept: string; read: (response: Response) => Promise<T> },
): Promise<T> {
  const createRequest = (): OutgoingRequest => ({
    url: `${address.url}/api/v1/events?${new URLSearchParams(query)}`,
    method: "GET",
    headers: { accept, authorization: `Bearer ${apiKey}` },
    isRepeatable: true,
    signal,
  });
  return followMove(address, () => sendOnce(deps, createRequest(), read));
}

/** Returns the query for the events after the cursor. */
export function buildQuery({ types, cursor }: FeedContext): Record<string, string> {
  const query: Record<string, string> = {};
  const after = cursor();
  if (after !== null) query["after"] = after;
  if (types !== null) query["types"] = [...types].join(",");
  return query;
}
