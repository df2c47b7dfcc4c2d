import type { Clock } from "../core/command.ts";
import { discard, type Connection } from "./connections.ts";
import { Deadline } from "./deadline.ts";
import type { Dialling } from "./dialling.ts";
import { exchange, type Exchanged } from "./exchange.ts";
import { asFault, Fault } from "./fault.ts";
import type { EgressReply, EgressRequest } from "./index.ts";

/** Sends one POST over an idle connection, else over a new one. */
export async function post(dialling: Dialling, clock: Clock, request: EgressRequest): Promise<EgressReply> {
  const started = clock.monotonic();
  const durationMs = (): number => Math.max(0, Math.round(clock.monotonic() - started));
  const deadline = new Deadline();
  const cancel = clock.scheduleAt(clock.now() + request.timeoutMs, () =>
    deadline.end(new Fault("timeout", `No complete answer within ${request.timeoutMs} ms.`)),
  );
  let connection: Connection | undefined;
  let head: Pick<Extract<EgressReply, { kind: "failed" }>, "status" | "headers"> = { status: null };
  try {
    const target = dialling.targetOf(request.url);
    const ask = (over: Connection): Promise<Exchanged> =>
      exchange(over, target.path, request, deadline, (status, headers) => {
        head = { status, headers };
      });
    const old = dialling.kept(target);
    let answer: Exchanged | undefined;
    if (old !== undefined) {
      connection = old;
      const sent = old.sent();
      answer = await ask(old).catch((error: unknown) => {
        // If an idle connection closed before the server received a byte, it does not count as an
        // attempt.
        if (deadline.fault !== null || old.sent() !== sent) throw error;
        discard(old);
        return undefined;
      });
    }
    if (answer === undefined) {
      connection = await dialling.opened(target, deadline.signal);
      answer = await ask(connection);
    }
    if (connection !== undefined) dialling.connections.give(connection);
    return { kind: "answered", ...answer, durationMs: durationMs() };
  } catch (error) {
    if (connection !== undefined) discard(connection);
    // undici wraps the cause of the end. The deadline has the original error.
    const fault = deadline.fault ?? asFault(error);
    return { kind: "failed", outcome: fault.outcome, message: fault.message, ...head, durationMs: durationMs() };
  } finally {
    cancel();
  }
}
