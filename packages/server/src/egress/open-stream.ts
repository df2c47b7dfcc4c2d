import type { Clock } from "../core/command.ts";
import { discard, type Connection } from "./connections.ts";
import { Deadline } from "./deadline.ts";
import type { Connector } from "./connector.ts";
import { toEgressError, EgressError } from "./egress-error.ts";
import { requestStream, type StreamReply, type StreamRequest } from "./stream.ts";
import type { StreamFailed } from "./types.ts";

/** Sends one request for a file. The response body is a stream. */
export async function openStream(
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
