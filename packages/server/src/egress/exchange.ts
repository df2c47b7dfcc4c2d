import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import type { Connection } from "./connections.ts";
import type { Deadline } from "./deadline.ts";
import { decodeBody } from "./decode.ts";
import { Fault } from "./fault.ts";
import type { EgressRequest } from "./index.ts";

/** Maximum interim responses (1xx) before the final one. */
const maxInterim = 8;

export interface Exchanged {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/**
 * Sends one request and reads the complete response on one connection. `deadline` ends it. `onHead`
 * receives status and headers as soon as they arrive. Rejects with EgressError or undici's error.
 * The connection must then be discarded.
 */
export async function exchange(
  connection: Connection,
  path: string,
  request: EgressRequest,
  deadline: Deadline,
  onHead: (status: number, headers: Readonly<Record<string, string>>) => void,
): Promise<Exchanged> {
  const answer = await answered(connection, path, request, deadline, onHead);
  const coding = answer.headers["content-encoding"];
  return coding === undefined ? answer : { ...answer, body: await decodeBody(answer.body, coding, request.maxReplyBytes) };
}

/**
 * Uses undici's handlers instead of its `request`, which would create a stream, a signal and a
 * promise per step.
 */
function answered(
  connection: Connection,
  path: string,
  request: EgressRequest,
  deadline: Deadline,
  onHead: (status: number, headers: Readonly<Record<string, string>>) => void,
): Promise<Exchanged> {
  const max = request.maxReplyBytes;
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    let interim = 0;
    let status = 0;
    let headers: Record<string, string> = {};
    const tooLarge = (): void => reject(new Fault("reply_too_large", `The answer is larger than ${max} bytes.`));
    deadline.during(reject);
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart(_controller, code, received) {
        if (code < 200) {
          interim += 1;
          if (interim > maxInterim) reject(new Fault("bad_reply", "The server sent too many interim answers."));
          return;
        }
        status = code;
        headers = flat(received);
        onHead(code, headers);
        if (Number(headers["content-length"]) > max) tooLarge();
      },
      onResponseData(_controller, part) {
        size += part.length;
        if (size > max) tooLarge();
        else parts.push(part);
      },
      onResponseEnd: () => resolve({ status, headers, body: parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts, size) }),
      onResponseError: (_controller, error) => reject(error),
    };
    // A stream has no known length, so it is sent chunked (CH-073).
    const body = request.chunked ? Readable.from([bytesOf(request.body)]) : request.body;
    if (deadline.fault === null) connection.client.dispatch({ method: "POST", path, headers: request.headers, body }, handler);
  });
}

function bytesOf(body: EgressRequest["body"]): Buffer {
  return typeof body === "string" ? Buffer.from(body, "utf8") : body;
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    all[name] = Array.isArray(value) ? value.join(", ") : (value ?? "");
  }
  return all;
}
