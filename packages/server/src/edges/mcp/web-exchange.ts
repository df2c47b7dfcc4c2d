import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Converts a request to the web standard. Its body is passed to the handler separately. */
export function toWebRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  return new Request(`http://parlour${request.raw.url ?? "/"}`, {
    method: request.method,
    headers,
  });
}

/** Sends a response of the web standard. */
export async function sendWebResponse(reply: FastifyReply, response: Response): Promise<void> {
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  reply.header("cache-control", "no-store");
  await reply.send(
    response.body === null ? "" : Readable.fromWeb(response.body as ReadableStream<Uint8Array>),
  );
}
