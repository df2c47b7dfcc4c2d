import type { HandlerContext, RequestHandler } from "../handler/handler.ts";

/** The parts of `http.IncomingMessage` that are used. */
export interface NodeRequest extends AsyncIterable<Uint8Array | string> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The bytes of the body, if `express.raw()` has read them. */
  readonly body?: unknown;
}
/** The parts of `http.ServerResponse` that are used. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: string): unknown;
}

/**
 * Converts a handler to a listener of `http.createServer` and of Express. In Express, it must come
 * before `express.json()`, because the signature covers the received bytes.
 */
export function toNodeListener(
  handle: RequestHandler,
): (request: NodeRequest, response: NodeResponse) => void {
  return (request, response) => {
    void respond(handle, request, response);
  };
}

async function respond(
  handle: RequestHandler,
  request: NodeRequest,
  response: NodeResponse,
): Promise<void> {
  const answer = await readRequest(request).then(
    (webRequest) => handle(webRequest, context),
    // The client has disconnected, or sent too much.
    (error: unknown) => new Response(null, { status: error instanceof RangeError ? 413 : 400 }),
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(await answer.text());
}

/** A process continues by itself after a response. */
const context: HandlerContext = {};
/** Requests of Parlour have at most 1 MiB. */
const maxBodyBytes = 2 * 1024 * 1024;

async function readRequest(request: NodeRequest): Promise<Request> {
  const method = request.method ?? "GET";
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, [value].flat().join(", "));
  const url = `http://localhost${request.url ?? "/"}`;
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers });
  return new Request(url, { method, headers, body: await readBytes(request) });
}

async function readBytes(request: NodeRequest): Promise<Uint8Array<ArrayBuffer>> {
  if (request.body instanceof Uint8Array) return new Uint8Array(request.body);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of request) {
    const bytes = typeof part === "string" ? new TextEncoder().encode(part) : part;
    parts.push(bytes);
    length += bytes.length;
    if (length > maxBodyBytes) throw new RangeError("The body is too large.");
  }
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}
