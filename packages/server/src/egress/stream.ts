import { pipeline, Transform, type Readable } from "node:stream";
import type { Connection } from "./connections.ts";
import type { Deadline } from "./deadline.ts";
import { EgressError } from "./egress-error.ts";
import { flattenHeaders } from "./exchange.ts";

/** A request whose response body is a stream, for files (CORE-063, CFG-033). */
export interface StreamRequest {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Request body. `headers` must contain its length. */
  readonly body?: Readable | undefined;
  /** Maximum time in ms until the response headers arrive, including the time to send the body. */
  readonly headTimeoutMs: number;
  /** Maximum time in ms until the end of the response. */
  readonly timeoutMs: number;
  /** Maximum size of the response body, in bytes. */
  readonly maxReplyBytes: number;
  /** Ends the request early. */
  readonly signal?: AbortSignal | undefined;
}
export interface StreamReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The caller must read the body to its end or destroy it. The stream fails with an error if the
   * response is incomplete, late or too large.
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

export async function requestStream(
  connection: Connection,
  { path, request, deadline, onDone }: StreamExchange,
): Promise<StreamReply> {
  const { statusCode, headers, body } = await connection.client.request({
    method: request.method,
    path,
    headers: request.headers,
    body: request.body ?? null,
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
  // An error of a body that nobody reads must not end the process.
  limited.on("error", () => undefined);
  if (Number(flatHeaders["content-length"]) > max && request.method !== "HEAD")
    limited.destroy(new EgressError("reply_too_large", `The answer is larger than ${max} bytes.`));
  return { status: statusCode, headers: flatHeaders, body: limited };
}
