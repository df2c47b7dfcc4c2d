import { checkUrl, isOwnNetwork, type UrlCheckResult, type CheckRules } from "./check-url.ts";
import type { Socket } from "node:net";
import { createConnector, type Connector } from "./connector.ts";
import { requestStream, type StreamReply, type StreamRequest } from "./stream.ts";
import type {
  EgressRequest,
  EgressReply,
  ReplyHead,
  StreamFailed,
  EgressOptions,
} from "./types.ts";
import type { Clock } from "../core/command.ts";
import { discardConnection, type Connection } from "./connections.ts";
import { Deadline } from "./deadline.ts";
import { sendRequest, type CompleteResponse } from "./exchange.ts";
import { loadClient } from "./load-client.ts";
import { toEgressError, EgressError } from "./egress-error.ts";

export type { StreamReply, StreamRequest } from "./stream.ts";
export type { Dial } from "./dial.ts";
export { createNameRecords, type NameRecords } from "./target/records.ts";
export type { Resolve } from "./target/resolve.ts";
export type { EgressOptions, EgressReply, EgressRequest } from "./types.ts";

export interface PostSender {
  /**
   * Sends one POST without redirects, cookies or proxies. The total time and size are limited
   * (CORE-120, CORE-123). Never rejects because of an error of the server.
   */
  post(request: EgressRequest): Promise<EgressReply>;
}
/** Sends single requests, and checks addresses. */
export interface RequestSender extends PostSender {
  /**
   * Sends one request for a file under the same rules. An error before the response headers arrive
   * resolves to `failed`. A later error fails the body stream.
   */
  open(
    request: StreamRequest,
  ): Promise<({ readonly kind: "answered" } & StreamReply) | StreamFailed>;
  /**
   * Checks a URL against the address rules without connecting, before the URL is saved (CORE-123).
   * A name that cannot be resolved passes, because it is checked again when connecting.
   */
  check(url: string, rules: CheckRules): Promise<UrlCheckResult>;
}
/** Sends all requests to configured or foreign addresses. No other module does (R4). */
export interface Egress extends RequestSender {
  /**
   * Opens a connection for another protocol than HTTP under the address rules, without TLS. Never
   * rejects: an EgressError describes the failure.
   */
  connect(
    to: { readonly host: string; readonly port: number },
    signal: AbortSignal,
  ): Promise<Socket | EgressError>;
  /** Whether all addresses of a URL are private, so that a request does not leave the network. */
  isOwnNetwork(url: string): Promise<boolean>;
  /** Loads the code for requests. Requests before that wait for it. */
  load(): Promise<void>;
  /** Closes idle connections. */
  close(): void;
}
export function createEgress(options: EgressOptions): Egress {
  const { clock } = options;
  const connector = createConnector(options);
  return {
    post: (request) => post(connector, clock, request),
    open: (request) => openStream(connector, clock, request),
    check: (url, rules) => checkUrl(connector, clock, url, rules),
    isOwnNetwork: (url) => isOwnNetwork(connector, clock, url),
    connect: ({ host, port }, signal) =>
      connector
        .dial({ origin: `${host}:${port}`, secure: false, host, port, path: "" }, signal)
        .catch(toEgressError),
    async load() {
      await loadClient();
    },
    close: () => connector.connections.close(),
  };
}

/** Sends one POST over an idle connection, or over a new one if there is none. */
async function post(
  connector: Connector,
  clock: Clock,
  request: EgressRequest,
): Promise<EgressReply> {
  const started = clock.monotonic();
  const durationMs = (): number => Math.max(0, Math.round(clock.monotonic() - started));
  const deadline = new Deadline();
  const cancel = clock.scheduleAt(clock.now() + request.timeoutMs, () =>
    deadline.end(new EgressError("timeout", `No complete answer within ${request.timeoutMs} ms.`)),
  );
  let connection: Connection | undefined;
  let head: ReplyHead = { status: null };
  try {
    const target = connector.parseTarget(request.url);
    const requestOver = (usedConnection: Connection): Promise<CompleteResponse> =>
      sendRequest(usedConnection, {
        path: target.path,
        request,
        deadline,
        onHead(status, headers) {
          head = { status, headers };
        },
      });
    const idleConnection = connector.takeIdle(target);
    let answer: CompleteResponse | undefined;
    if (idleConnection !== undefined) {
      connection = idleConnection;
      const bytesBefore = idleConnection.bytesWritten();
      answer = await requestOver(idleConnection).catch((error: unknown) => {
        // If an idle connection was closed before the server received a byte, this does not count
        // as an attempt.
        if (deadline.fault !== null || idleConnection.bytesWritten() !== bytesBefore) throw error;
        discardConnection(idleConnection);
        return undefined;
      });
    }
    if (answer === undefined) {
      connection = await connector.open(target, deadline.signal);
      answer = await requestOver(connection);
    }
    if (connection !== undefined) connector.connections.release(connection);
    return { kind: "answered", ...answer, durationMs: durationMs() };
  } catch (error) {
    if (connection !== undefined) discardConnection(connection);
    // Undici wraps the error that ended the request. The deadline contains the original error.
    const egressError = deadline.fault ?? toEgressError(error);
    return {
      kind: "failed",
      outcome: egressError.outcome,
      message: egressError.message,
      ...head,
      durationMs: durationMs(),
    };
  } finally {
    cancel();
  }
}

/** Sends one request for a file. The response body is a stream. */
async function openStream(
  connector: Connector,
  clock: Clock,
  request: StreamRequest,
): Promise<({ readonly kind: "answered" } & StreamReply) | StreamFailed> {
  const deadline = new Deadline();
  const endAfter = (ms: number) => () =>
    deadline.end(new EgressError("timeout", `No complete answer within ${ms} ms.`));
  const cancelHead = clock.scheduleAt(
    clock.now() + request.headTimeoutMs,
    endAfter(request.headTimeoutMs),
  );
  const cancelEnd = clock.scheduleAt(clock.now() + request.timeoutMs, endAfter(request.timeoutMs));
  const stop = (): void =>
    deadline.end(new EgressError("interrupted", "The request was cancelled."));
  request.signal?.addEventListener("abort", stop, { once: true });
  if (request.signal?.aborted) stop();
  const cancel = (): void => {
    cancelEnd();
    request.signal?.removeEventListener("abort", stop);
  };
  let connection: Connection | undefined;
  try {
    const target = connector.parseTarget(request.url);
    const requestOver = (usedConnection: Connection): Promise<StreamReply> =>
      requestStream(usedConnection, {
        path: target.path,
        request,
        deadline,
        onDone(isReusable) {
          cancel();
          if (isReusable) connector.connections.release(usedConnection);
          else discardConnection(usedConnection);
        },
      });
    // The server may have closed an idle connection. A body stream can be sent only once, so a
    // request with a body gets a new connection.
    const idleConnection = request.body === undefined ? connector.takeIdle(target) : undefined;
    const repeatReply =
      idleConnection === undefined ? null : await requestOver(idleConnection).catch(() => null);
    if (idleConnection !== undefined && repeatReply === null) discardConnection(idleConnection);
    const reply =
      repeatReply ??
      (await requestOver((connection = await connector.open(target, deadline.signal))));
    return { kind: "answered", ...reply };
  } catch (error) {
    cancel();
    if (connection !== undefined) discardConnection(connection);
    const egressError = deadline.fault ?? toEgressError(error);
    return { kind: "failed", outcome: egressError.outcome, message: egressError.message };
  } finally {
    cancelHead();
  }
}
