import type { Clock } from "../core/command.ts";
import { discard, type Connection } from "./connections.ts";
import { Deadline } from "./deadline.ts";
import type { Dialling } from "./dialling.ts";
import { asFault, Fault } from "./fault.ts";
import type { StreamFailed } from "./index.ts";
import { stream, type StreamReply, type StreamRequest } from "./stream.ts";

/** Sends one request for a file. The response body is a stream. */
export async function openStream(
  dialling: Dialling,
  clock: Clock,
  request: StreamRequest,
): Promise<({ readonly kind: "answered" } & StreamReply) | StreamFailed> {
  const deadline = new Deadline();
  const late = (ms: number) => () => deadline.end(new Fault("timeout", `No complete answer within ${ms} ms.`));
  const cancelHead = clock.scheduleAt(clock.now() + request.headTimeoutMs, late(request.headTimeoutMs));
  const cancel = clock.scheduleAt(clock.now() + request.timeoutMs, late(request.timeoutMs));
  let connection: Connection | undefined;
  try {
    const target = dialling.targetOf(request.url);
    const ask = (over: Connection): Promise<StreamReply> =>
      stream(over, target.path, request, deadline, (isWhole) => {
        cancel();
        if (isWhole) dialling.connections.give(over);
        else discard(over);
      });
    // An idle connection may have been closed meanwhile. A body stream can be sent only once, so it
    // gets a new connection.
    const old = request.body === undefined ? dialling.kept(target) : undefined;
    const again = old === undefined ? null : await ask(old).catch(() => null);
    if (old !== undefined && again === null) discard(old);
    const reply = again ?? (await ask((connection = await dialling.opened(target, deadline.signal))));
    return { kind: "answered", ...reply };
  } catch (error) {
    cancel();
    if (connection !== undefined) discard(connection);
    const fault = deadline.fault ?? asFault(error);
    return { kind: "failed", outcome: fault.outcome, message: fault.message };
  } finally {
    cancelHead();
  }
}
