import type { ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Sends the headers of server-sent events. Fastify leaves the response alone from then on. */
export function openStream(request: FastifyRequest, reply: FastifyReply): ServerResponse {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value);
  // Without the last header, nginx would collect events before it sends them.
  raw.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "x-accel-buffering": "no",
    "x-request-id": request.id,
  });
  raw.flushHeaders();
  return raw;
}

/** Returns a signal that aborts when the client closes the connection before the response ends. */
export function createClientSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
