import { closeCodes } from "@parlour/protocol";
import { Refusal } from "../../../core/failure.ts";
import { handleFrame } from "./handle-frame.ts";
import type { VisitorConnection } from "../visitor-connection.ts";
import { closeSocketForError, type WidgetSocket, type WidgetSockets } from "../session/sockets.ts";
import type { FrameClient, HandlerDeps, VisitorFrame } from "../handler-deps.ts";

export interface DispatchDeps {
  readonly handlerDeps: Omit<HandlerDeps, "client">;
  readonly sockets: WidgetSockets;
  readonly log: Parameters<typeof closeSocketForError>[1];
}

/** Runs a frame's handler. A refusal is sent for its `ref`. Other errors close the socket. */
export async function dispatchFrame(
  deps: DispatchDeps,
  socket: WidgetSocket,
  connection: VisitorConnection,
  frame: VisitorFrame,
): Promise<void> {
  const { sockets } = deps;
  const client: FrameClient = {
    send: (answer) => sockets.send(socket, [answer]),
    requestReconnect: (reason) => sockets.closeSocket(socket, closeCodes.restarting, reason),
  };
  try {
    await handleFrame({ ...deps.handlerDeps, client }, connection, frame);
  } catch (error) {
    if (!(error instanceof Refusal)) return closeSocketForError(sockets, deps.log, socket, error);
    // The refusal of a frame without `ref` is dropped. Its data is sent again with the next change,
    // or it is a signal that may be lost.
    if (!("ref" in frame)) return;
    const { message, field = null, retryAfterMs } = error.failure;
    const code = error.failure.failure;
    const retry =
      retryAfterMs === undefined
        ? code === "temporarily_unavailable"
          ? 5
          : null
        : Math.ceil(retryAfterMs / 1000);
    client.send({ type: "failed", ref: frame.ref, code, message, field, retry_after_s: retry });
  }
}
