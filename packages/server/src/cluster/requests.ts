import type { Clock } from "../core/command.ts";
import { Refusal } from "../core/failure.ts";

/** Requests from one node to all others. */
export interface ClusterRequests {
  /**
   * Sends a request to every other node that is reachable. Resolves when all of them have responded
   * or after `timeoutMs`, with the responses that have arrived.
   */
  requestAll<R>(topic: string, body: object, timeoutMs: number): Promise<Responses<R>>;
  /** Handles the requests of other nodes. Returns a function that unsubscribes. */
  onRequest<B extends object, R>(topic: string, handler: (body: B) => R | Promise<R>): () => void;
}
/** Requests from one node to another, or to all others. */
export interface NodeRequests extends ClusterRequests {
  /**
   * Sends a request to another node. Rejects with Refusal `temporarily_unavailable` if it fails
   * there or has no response after 2 s. The other node may then have processed it.
   */
  request<R>(node: number, topic: string, body: object): Promise<R>;
}
interface Responses<R> {
  readonly results: readonly R[];
  /** False if a node that was asked has not responded in time. */
  readonly isComplete: boolean;
  /** The nodes that have not responded in time. */
  readonly missing: readonly number[];
}
export interface NodeRequestsDeps {
  readonly clock: Clock;
  readonly node: number;
  /** Returns the other nodes that are reachable. */
  readonly listReachable: () => readonly number[];
  readonly onFault: (error: unknown) => void;
  readonly publish: (topic: string, message: object) => void;
  readonly subscribe: <M extends object>(
    topic: string,
    listener: (message: M) => void,
  ) => () => void;
}
interface RequestMessage {
  readonly from: number;
  readonly to: readonly number[];
  readonly id: number;
  readonly body: object;
}
interface ResponseMessage {
  readonly from: number;
  readonly to: number;
  readonly id: number;
  readonly result: unknown;
}
const responseTopic = "response";
const defaultTimeoutMs = 2_000;

export function createNodeRequests({
  clock,
  node,
  listReachable,
  onFault,
  publish,
  subscribe,
}: NodeRequestsDeps): NodeRequests {
  const waiting = new Map<number, (response: ResponseMessage) => void>();
  let lastId = 0;
  subscribe<ResponseMessage>(responseTopic, (response) => {
    if (response.to === node) waiting.get(response.id)?.(response);
  });
  /** Sends one message for all nodes. Resolves with the responses by node. */
  const send = <R>(
    to: readonly number[],
    topic: string,
    body: object,
    timeoutMs: number,
  ): Promise<ReadonlyMap<number, R>> => {
    const results = new Map<number, R>();
    if (to.length === 0) return Promise.resolve(results);
    const id = ++lastId;
    const message: RequestMessage = { from: node, to, id, body };
    publish(toRequestTopic(topic), message);
    return new Promise((resolve) => {
      const end = (): void => {
        cancel();
        waiting.delete(id);
        resolve(results);
      };
      const cancel = clock.scheduleAt(clock.now() + timeoutMs, end);
      waiting.set(id, ({ from, result }) => {
        results.set(from, result as R);
        if (results.size === to.length) end();
      });
    });
  };
  return {
    async request<R>(to: number, topic: string, body: object) {
      const results = await send<R>([to], topic, body, defaultTimeoutMs);
      if (results.has(to)) return results.get(to) as R;
      throw new Refusal({
        failure: "temporarily_unavailable",
        message: "Another server did not respond. Try again.",
        retryAfterMs: 1_000,
      });
    },
    async requestAll<R>(topic: string, body: object, timeoutMs: number) {
      const to = listReachable();
      const results = await send<R>(to, topic, body, timeoutMs);
      const missing = to.filter((id) => !results.has(id));
      return { results: [...results.values()], isComplete: missing.length === 0, missing };
    },
    onRequest: <B extends object, R>(topic: string, handler: (body: B) => R | Promise<R>) => {
      const respond = async ({ from, id, body }: RequestMessage): Promise<void> => {
        const response: ResponseMessage = {
          from: node,
          to: from,
          id,
          result: await handler(body as B),
        };
        publish(responseTopic, response);
      };
      return subscribe<RequestMessage>(toRequestTopic(topic), (request) => {
        if (request.to.includes(node)) respond(request).catch(onFault);
      });
    },
  };
}

const toRequestTopic = (topic: string): string => `request ${topic}`;
