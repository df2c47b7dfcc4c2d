import type { FastifyReply, FastifyRequest } from "fastify";
import { serializeApiError, toFailure } from "../../../http/errors.ts";
import { JsonText } from "../../kit/declare-route.ts";
import { openStream } from "../../kit/open-stream.ts";

/** Sends a part of an answer as an event. */
export type SendPart = (event: "sources" | "text", part: object) => void;

/**
 * Answers with server-sent events if the client accepts them, else at once (ASSIST-012). `answer`
 * gets null if no part is sent.
 */
export async function answerInParts<R extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (send: SendPart | null) => Promise<R>,
): Promise<R | JsonText> {
  if (request.headers.accept?.includes("text/event-stream") !== true) return answer(null);
  const stream = openStream(request, reply);
  const send = (event: string, json: string): void =>
    void stream.write(`event: ${event}\ndata: ${json}\n\n`);
  try {
    const whole = await answer((event, part) => send(event, JSON.stringify(part)));
    send("done", JSON.stringify(whole));
    return whole;
  } catch (error) {
    const failure = toFailure(error);
    if (failure === null) throw error;
    send("error", serializeApiError(failure, request.id));
    // Not sent: the stream has the failure.
    return new JsonText("");
  } finally {
    stream.end();
  }
}
