import type { Clock } from "../core/command.ts";
import { discard, type Connection } from "./connections.ts";
import { Deadline } from "./deadline.ts";
import type { Connector } from "./connector.ts";
import { sendRequest, type CompleteResponse } from "./exchange.ts";
import { toEgressError, EgressError } from "./egress-error.ts";
import type { EgressReply, EgressRequest } from "./types.ts";

/** Sends one POST over an idle connection, else over a new one. */
export async function post(
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
