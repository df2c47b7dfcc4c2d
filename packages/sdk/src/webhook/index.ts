import { createOnceRunner } from "../handler/answer-store.ts";
import {
  createHandler,
  getStore,
  type HandlerOptions,
  type RequestHandler,
} from "../handler/handler.ts";
import {
  verifyRequest,
  type Secrets,
  type SignatureOptions,
  type SignedRequest,
} from "../handler/signature.ts";
import type {
  WebhookAnswer,
  WebhookDelivery,
  WebhookEvent,
  WebhookEventName,
  WebhookEvents,
} from "./types.ts";

export { createMemoryStore, type AnswerStore } from "../handler/answer-store.ts";
export type { HandlerContext, HandlerOptions, RequestHandler } from "../handler/handler.ts";
export type { Secrets, SignatureOptions, SignedRequest } from "../handler/signature.ts";
export { ParlourError } from "../parlour-error.ts";
export type {
  WebhookAnswer,
  WebhookDelivery,
  WebhookEvent,
  WebhookEventName,
  WebhookEvents,
} from "./types.ts";

/**
 * Verifies a request of an event webhook and returns its event (WH-073). Reads the body of a
 * `Request`. Throws a `ParlourError` with status 401 if the signature is wrong or too old.
 */
export async function verifyWebhook(
  request: SignedRequest,
  secrets: Secrets,
  options?: SignatureOptions,
): Promise<WebhookEvent> {
  const { text } = await verifyRequest(request, secrets, options);
  return JSON.parse(text) as WebhookEvent;
}

export interface WebhookHandlerOptions extends HandlerOptions {
  /**
   * Functions by the name of their event. The answers to some events, such as `chat_accepted`, show
   * data to the operator (WH-042). Events without a function are acknowledged.
   */
  readonly on: {
    readonly [Name in WebhookEventName]?: (
      event: WebhookEvents[Name],
      delivery: WebhookDelivery<WebhookEvents[Name]>,
    ) => WebhookAnswer<Name> | Promise<WebhookAnswer<Name>>;
  };
  /** Also calls the functions for test events. Default: false, because they store nothing. */
  readonly handleTests?: boolean;
}

export interface WebhookHandler {
  readonly handle: RequestHandler;
}

/**
 * Creates the handler of an event webhook. It verifies each request, calls your function once for
 * each event, and gives a repeat the same answer. If the function rejects, Parlour sends the event
 * again.
 */
export function createWebhookHandler(options: WebhookHandlerOptions): WebhookHandler {
  const once = createOnceRunner(getStore(options));
  const listeners = options.on as Readonly<
    Record<string, ((event: WebhookEvent, delivery: WebhookDelivery) => unknown) | undefined>
  >;
  return {
    handle: createHandler<WebhookEvent>(options, async (event, { id, headers }) => {
      const delivery = { ...readDelivery(headers, id), event };
      const listener = listeners[event.event_name];
      if (listener === undefined || (delivery.isTest && options.handleTests !== true))
        return formatAnswer(undefined);
      const work = async (): Promise<string> => formatAnswer(await listener(event, delivery));
      return delivery.isTest ? work() : once.run(id, work);
    }),
  };
}

/** Without `result` "ok", Parlour uses no data of the answer (WH-041). */
const formatAnswer = (data: unknown): string =>
  JSON.stringify({ ...(data as object | undefined), result: "ok" });

function readDelivery(headers: Headers, id: string): Omit<WebhookDelivery, "event"> {
  const sequence = headers.get("parlour-seq");
  return {
    id,
    sequence: sequence === null ? null : Number(sequence),
    isTest: headers.get("parlour-test") === "1",
  };
}
