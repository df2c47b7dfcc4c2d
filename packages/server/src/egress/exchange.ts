import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import type { Connection } from "./connections.ts";
import { decodeBody } from "./decode.ts";
import { orAbort } from "./dial.ts";
import { Fault } from "./fault.ts";
import type { EgressRequest } from "./index.ts";

/** Interim answers (1xx) that a peer may send before the real one. */
const maxInterim = 8;

export interface Exchanged { readonly status: number; readonly headers: Record<string, string>; readonly body: Buffer }

/** One request and its whole answer on one connection. `deadline` ends it; `onStatus` tells the status as soon as it is known. Rejects with Fault or undici's error. */
export async function exchange(connection: Connection, path: string, request: EgressRequest, deadline: AbortController, onStatus: (status: number) => void): Promise<Exchanged> {
  const { signal } = deadline;
  let interim = 0;
  const bytes = Buffer.from(request.body, "utf8");
  const answer = await connection.client.request({
    method: "POST", path, headers: request.headers, signal,
    // A stream has no known length, so it goes out chunked (CH-073).
    body: request.chunked ? Readable.from([bytes]) : bytes,
    onInfo: () => {
      interim += 1;
      if (interim > maxInterim) deadline.abort(new Fault("bad_reply", "The server sent too many interim answers."));
    },
  });
  onStatus(answer.statusCode);
  const wire = await orAbort(readUpTo(answer, request.maxReplyBytes), signal);
  const body = await decodeBody(wire, text(answer.headers["content-encoding"]), request.maxReplyBytes);
  return { status: answer.statusCode, headers: flat(answer.headers), body };
}

async function readUpTo(answer: Dispatcher.ResponseData, max: number): Promise<Buffer> {
  const tooLarge = (): Fault => new Fault("reply_too_large", `The answer is larger than ${max} bytes.`);
  if (Number(text(answer.headers["content-length"])) > max) {
    answer.body.on("error", () => undefined).destroy();
    throw tooLarge();
  }
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer.body as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > max) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

function text(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(", ") : (value ?? "");
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, text(value)]));
}
