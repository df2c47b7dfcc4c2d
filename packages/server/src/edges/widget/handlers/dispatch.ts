import { closeCodes } from "@parlour/protocol";
import { Refusal } from "../../../core/failure.ts";
import { handleFrame } from "./handle-frame.ts";
import type { VisitorConnection } from "../visitor-connection.ts";
import { closeForError, type WidgetSocket, type WidgetSockets } from "../session/sockets.ts";
import type { VisitorFrame, HandlerDeps } from "../handler-deps.ts";

export interface DispatchDeps extends Omit<HandlerDeps, "answer" | "requestReconnect"> {
  readonly windows: WidgetSockets;
  readonly log: Parameters<typeof closeForError>[1];
}

/**
 * Runs the handler of a frame. A refusal is sent as `failed` if the frame has a `ref`. Any other
 * error closes the socket.
 */
export async function dispatchFrame(
  deps: DispatchDeps,
  socket: WidgetSocket,
  connection: VisitorConnection,
  frame: VisitorFrame,
): Promise<void> {
  const { windows: sockets } = deps;
  const answer = (text: object): void => sockets.send(socket, [text]);
  const requestReconnect = (reason: string): void =>
    sockets.closeSocket(socket, closeCodes.restarting, reason);
  try {
    await handleFrame({ ...deps, answer, requestReconnect }, connection, frame);
  } catch (error) {
    if (!(error instanceof Refusal)) return closeForError(sockets, deps.log, socket, error);
    // A refusal of a frame without `ref` is dropped: the next change sends the data again, or it is
    // lost like any signal.
    if (!("ref" in frame)) return;
    const { failure: code, message, field = null, retryAfterMs } = error.failure;
    const retry =
      retryAfterMs === undefined
        ? code === "temporarily_unavailable"
          ? 5
          : null
        : Math.ceil(retryAfterMs / 1000);
    answer({ type: "failed", ref: frame.ref, code, message, field, retry_after_s: retry });
  }
}
