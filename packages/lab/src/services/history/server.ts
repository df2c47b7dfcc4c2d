import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { FaultList } from "../fault-list.ts";
import { startLocalServer } from "../local-server.ts";

/** An answer of a service. A Buffer is a file, all else is JSON. */
export interface HistoryReply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
interface HistoryFault {
  /** Part of the path that fails. Absent: every path. */
  readonly path?: string;
  /** Number of requests that fail. Default: 1. `Infinity` until `endFaults`. */
  readonly times?: number;
  readonly reply:
    | { readonly status: number; readonly retryAfterS?: number }
    /** A page instead of JSON, with status 200. */
    | "html"
    /** JSON that ends in the middle. */
    | "half"
    /** The connection is cut in the middle of the JSON. */
    | "cut"
    /** The last answer of the same path, whatever page is asked for. */
    | "same"
    | "reset";
}
export interface HistoryServerOptions {
  readonly port?: number;
  /** Clock of the limit in milliseconds since 1970. Default: the machine's clock. */
  readonly now?: () => number;
  /** Requests of a minute. More are answered with 429. Default: no limit. */
  readonly requestsPerMinute?: number;
  /** Called after each request. */
  readonly onChange?: () => void;
}
interface HistoryRequest {
  readonly path: string;
  readonly query: string;
  readonly status: number;
  readonly at: number;
}
/** A server of the API of another chat system that is read, with faults. */
export interface HistoryServer {
  readonly url: string;
  readonly host: string;
  /** Requests, oldest first. */
  readonly requests: readonly HistoryRequest[];
  addFault(fault: HistoryFault): void;
  endFaults(): void;
  close(): Promise<void>;
}

/** Starts the server on 127.0.0.1. */
export async function startHistoryServer(
  options: HistoryServerOptions,
  respond: (url: URL, headers: IncomingHttpHeaders) => HistoryReply,
): Promise<HistoryServer> {
  const { now = Date.now, requestsPerMinute = Infinity, onChange } = options;
  const requests: HistoryRequest[] = [];
  const faults = new FaultList<HistoryFault>();
  const lastReplies = new Map<string, HistoryReply>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const at = now();
    const record = (status: number): void => {
      requests.push({ path: url.pathname, query: url.search, status, at });
      onChange?.();
    };
    const fault = faults.take(({ path = "" }) => url.pathname.includes(path))?.reply;
    const recent =
      requestsPerMinute === Infinity
        ? []
        : requests.filter((one) => one.status !== 429 && one.at > at - 60_000);
    if (recent.length >= requestsPerMinute) {
      const endsAt = (recent[0]?.at ?? at) + 60_000;
      record(429);
      return void response
        .writeHead(429, { "retry-after": String(Math.ceil((endsAt - at) / 1_000)) })
        .end("Retry later\n");
    }
    const reply =
      (fault === "same" ? lastReplies.get(url.pathname) : undefined) ??
      respond(url, request.headers);
    lastReplies.set(url.pathname, reply);
    record(sendReply(response, reply, fault));
  });
  const { host, url, close } = await startLocalServer(server, options.port);
  return {
    url,
    host,
    requests,
    addFault: (fault) => faults.add(fault),
    endFaults: () => faults.clear(),
    close,
  };
}

/** Sends an answer, or a fault instead. Returns the status, 0 without a complete answer. */
function sendReply(
  response: ServerResponse,
  { status, body, headers }: HistoryReply,
  fault: HistoryFault["reply"] | undefined,
): number {
  if (fault === "reset") {
    response.destroy();
    return 0;
  }
  if (fault === "html") {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><h1>Hello</h1>");
    return 200;
  }
  if (typeof fault === "object") {
    const retryAfter = fault.retryAfterS;
    response
      .writeHead(fault.status, retryAfter === undefined ? {} : { "retry-after": `${retryAfter}` })
      .end(JSON.stringify({ error: "fault of the lab" }));
    return fault.status;
  }
  const isFile = Buffer.isBuffer(body);
  const bytes = isFile ? body : Buffer.from(JSON.stringify(body));
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  const sent = fault === "half" ? half : bytes;
  response.writeHead(status, {
    "content-type": isFile ? "application/octet-stream" : "application/json",
    "content-length": sent.length,
    ...headers,
  });
  if (fault === "cut") response.write(half, () => response.destroy());
  else response.end(sent);
  return fault === "cut" ? 0 : status;
}
