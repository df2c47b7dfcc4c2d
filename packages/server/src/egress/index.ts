import { checkUrl, type UrlCheckResult, type CheckRules } from "./check-url.ts";
import { createConnector, type Connector } from "./connector.ts";
import { requestStream, type StreamReply, type StreamRequest } from "./stream.ts";
import type { EgressRequest, EgressReply, StreamFailed, EgressOptions } from "./types.ts";
import type { Clock } from "../core/command.ts";
import { discard, type Connection } from "./connections.ts";
import { Deadline } from "./deadline.ts";
import { sendRequest, type CompleteResponse } from "./exchange.ts";
import { toEgressError, EgressError } from "./egress-error.ts";

export type { StreamReply, StreamRequest } from "./stream.ts";
export type { Dial, DialResult } from "./dial.ts";
export type { Resolve } from "./target/resolve.ts";
export type { EgressOptions, EgressReply, EgressRequest } from "./types.ts";

/** The only module that opens outbound connections to configured or foreign addresses (R4). */
export interface Egress {
  /**
   * Sends one POST without redirects, cookies or proxies, with total time and size limits
   * (CORE-120, CORE-123). Never throws for errors of the server.
   */
  post(request: EgressRequest): Promise<EgressReply>;
  /**
   * Sends one request for a file, under the same rules. `failed` until the head arrives. After that
   * the body stream fails.
   */
  open(
    request: StreamRequest,
  ): Promise<({ readonly kind: "answered" } & StreamReply) | StreamFailed>;
  /**
   * Checks a URL by the same address rules without connecting, before it is saved (CORE-123). An
   * unresolved name passes, because connecting checks it again.
   */
  check(url: string, rules: CheckRules): Promise<UrlCheckResult>;
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
    close: () => connector.connections.close(),
  };
}

/** Sends one POST over an idle connection, else over a new one. */
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
  let head: Pick<Extract<EgressReply, { kind: "failed" }>, "status" | "headers"> = { status: null };
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
        // If an idle connection closed before the server received a byte, it does not count as an
        // attempt.
        if (deadline.fault !== null || idleConnection.bytesWritten() !== bytesBefore) throw error;
        discard(idleConnection);
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
    if (connection !== undefined) discard(connection);
    // undici wraps the cause of the end. The deadline has the original error.
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
  const cancel = clock.scheduleAt(clock.now() + request.timeoutMs, endAfter(request.timeoutMs));
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
          else discard(usedConnection);
        },
      });
    // An idle connection may have been closed meanwhile. A body stream can be sent only once, so it
    // gets a new connection.
    const idleConnection = request.body === undefined ? connector.takeIdle(target) : undefined;
    const repeatReply =
      idleConnection === undefined ? null : await requestOver(idleConnection).catch(() => null);
    if (idleConnection !== undefined && repeatReply === null) discard(idleConnection);
    const reply =
      repeatReply ??
      (await requestOver((connection = await connector.open(target, deadline.signal))));
    return { kind: "answered", ...reply };
  } catch (error) {
    cancel();
    if (connection !== undefined) discard(connection);
    const egressError = deadline.fault ?? toEgressError(error);
    return { kind: "failed", outcome: egressError.outcome, message: egressError.message };
  } finally {
    cancelHead();
  }
}
