import { pipeline, Transform, type Readable } from "node:stream";
import type { Connection } from "./connections.ts";
import type { Deadline } from "./deadline.ts";
import { EgressError } from "./egress-error.ts";
import { flattenHeaders } from "./exchange.ts";

/** A request whose response body is a stream, for files (CORE-063, CFG-033). */
export interface StreamRequest {
  readonly method: "GET" | "HEAD" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Its length must be in `headers`. */
  readonly body?: Readable;
  /** Total time until the head of the response, including sending of the body. */
  readonly headTimeoutMs: number;
  /** Total time until the end of the response. */
  readonly timeoutMs: number;
  /** Maximum bytes of the response body. */
  readonly maxReplyBytes: number;
}
export interface StreamReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Must be read to its end or destroyed. It fails with an error if the response is cut, late or
   * too large.
   */
  readonly body: Readable;
}

interface StreamExchange {
  readonly path: string;
  readonly request: StreamRequest;
  readonly deadline: Deadline;
  /** Called when nothing more arrives, with whether the connection is reusable. */
  readonly onDone: (isReusable: boolean) => void;
}

/** Sends one request on one connection. */
export async function requestStream(
  connection: Connection,
  { path, request, deadline, onDone }: StreamExchange,
): Promise<StreamReply> {
  const { statusCode, headers, body } = await connection.client.request({
    method: request.method,
    path,
    headers: request.headers,
    ...(request.body === undefined ? {} : { body: request.body }),
    signal: deadline.signal,
  });
  const flatHeaders = flattenHeaders(headers);
  const max = request.maxReplyBytes;
  let size = 0;
  const limited = new Transform({
    transform(part: Buffer, _encoding, next) {
      size += part.length;
      if (size > max)
        next(new EgressError("reply_too_large", `The answer is larger than ${max} bytes.`));
      else next(null, part);
    },
  });
  pipeline(body, limited, (error) => onDone(error === null || error === undefined));
  // An error of an abandoned body must not end the process.
  limited.on("error", () => undefined);
  if (Number(flatHeaders["content-length"]) > max && request.method !== "HEAD")
    limited.destroy(new EgressError("reply_too_large", `The answer is larger than ${max} bytes.`));
  return { status: statusCode, headers: flatHeaders, body: limited };
}
