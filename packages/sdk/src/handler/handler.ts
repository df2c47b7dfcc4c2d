import { ParlourError } from "../parlour-error.ts";
import { createMemoryStore, type AnswerStore } from "./answer-store.ts";
import { checkSecrets, verifyRequest, type Secrets, type VerifiedRequest } from "./signature.ts";

/** Options of every handler of requests from Parlour. */
export interface HandlerOptions {
  /** One or several signing secrets, from the page of the webhook, bot or channel. */
  readonly secrets: Secrets;
  /** Where the answers of processed requests are stored. Default: the memory of this process. */
  readonly store?: AnswerStore;
  /** Called for an error of your code. Parlour repeats the request. Default: `console.error`. */
  readonly onError?: (error: unknown) => void;
  /** Returns the current time in Unix milliseconds, to which signatures are compared. */
  readonly now?: () => number;
}

/** The part of the context of a worker that handlers use. */
export interface HandlerContext {
  /** Keeps a worker running until the promise is settled. */
  waitUntil?(promise: Promise<unknown>): void;
}

/** Answers a request of Parlour. Never rejects. */
export type RequestHandler = (request: Request, context?: HandlerContext) => Promise<Response>;

/** Requests of Parlour have at most 1 MiB. */
const maxBodyBytes = 2 * 1024 * 1024;

/**
 * Creates a handler that verifies requests and answers what `answer` returns as JSON. Answers 401
 * without a correct signature, 400 for a body that is not a JSON object, and 500 if `answer`
 * rejects. Throws a `TypeError` for a value that is not a secret.
 */
export function createHandler<Body>(
  { secrets, onError = console.error, now }: HandlerOptions,
  answer: (
    body: Body,
    request: VerifiedRequest & { readonly headers: Headers },
    context: HandlerContext,
  ) => Promise<string>,
): RequestHandler {
  checkSecrets(secrets);
  return async (request, context = {}) => {
    if (request.method !== "POST") return respondError(405, "method_not_allowed", "Use POST.");
    if (Number(request.headers.get("content-length")) > maxBodyBytes)
      return respondError(413, "payload_too_large", "The body is too large.");
    let isVerified = false;
    try {
      const verified = await verifyRequest(request, secrets, now === undefined ? {} : { now });
      isVerified = true;
      const body = parseObject(verified.text);
      if (body === null) return respondError(400, "invalid_json", "The body is no JSON object.");
      const { headers } = request;
      return respond(200, await answer(body as Body, { ...verified, headers }, context));
    } catch (error) {
      // Your code can throw the same class.
      if (!isVerified && error instanceof ParlourError)
        return respondError(error.status, error.code, error.message);
      onError(error);
      return respondError(500, "internal", "The request was not processed.");
    }
  };
}

export const getStore = ({ store }: HandlerOptions): AnswerStore => store ?? createMemoryStore();

function parseObject(text: string): object | null {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

const respond = (status: number, body: string): Response =>
  new Response(body, {
    status,
    headers: { "content-type": "application/json; charset=utf-8" },
  });

const respondError = (status: number, code: string, message: string): Response =>
  respond(status, JSON.stringify({ error: { code, message } }));
