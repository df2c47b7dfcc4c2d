import type { Clock } from "../core/command.ts";
import { Refusal } from "../core/failure.ts";

/** Requests from one node to another. */
export interface NodeRequests {
  /**
   * Sends a request to another node. Rejects with Refusal `temporarily_unavailable` if it fails
   * there or has no response after 2 s. The other node may then have processed it.
   */
  request<R>(node: number, topic: string, body: object): Promise<R>;
  /** Handles the requests of other nodes. Returns a function that unsubscribes. */
  onRequest<B extends object, R>(topic: string, handler: (body: B) => R): () => void;
}
export interface NodeRequestsDeps {
  readonly clock: Pick<Clock, "now" | "scheduleAt">;
  readonly node: number;
  readonly publish: (topic: string, message: object) => void;
  readonly subscribe: <M extends object>(
    topic: string,
    listener: (message: M) => void,
  ) => () => void;
}
interface RequestMessage {
  readonly from: number;
  readonly to: number;
  readonly id: number;
  readonly body: object;
}
interface ResponseMessage {
  readonly to: number;
  readonly id: number;
  readonly result: unknown;
}
const responseTopic = "response";
const timeoutMs = 2_000;

/** Creates the requests of this node to the others. */
export function createNodeRequests({
  clock,
  node,
  publish,
  subscribe,
}: NodeRequestsDeps): NodeRequests {
  const waiting = new Map<number, (result: unknown) => void>();
  let lastId = 0;
  subscribe<ResponseMessage>(responseTopic, ({ to, id, result }) => {
    if (to === node) waiting.get(id)?.(result);
  });
  return {
    request<R>(to: number, topic: string, body: object) {
      const id = ++lastId;
      const message: RequestMessage = { from: node, to, id, body };
      publish(toRequestTopic(topic), message);
      return new Promise<R>((resolve, reject) => {
        const end = (): void => {
          cancel();
          waiting.delete(id);
        };
        const cancel = clock.scheduleAt(clock.now() + timeoutMs, () => {
          end();
          reject(
            new Refusal({
              failure: "temporarily_unavailable",
              message: "Another server did not respond. Try again.",
              retryAfterMs: 1_000,
            }),
          );
        });
        waiting.set(id, (result) => {
          end();
          resolve(result as R);
        });
      });
    },
    onRequest: <B extends object, R>(topic: string, handler: (body: B) => R) =>
      subscribe<RequestMessage>(toRequestTopic(topic), ({ from, to, id, body }) => {
        if (to !== node) return;
        const response: ResponseMessage = { to: from, id, result: handler(body as B) };
        publish(responseTopic, response);
      }),
  };
}

const toRequestTopic = (topic: string): string => `request ${topic}`;
