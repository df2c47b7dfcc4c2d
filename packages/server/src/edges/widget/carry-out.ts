import { closeCodes } from "@parlour/protocol";
import { Refusal } from "../../core/failure.ts";
import { act, type Acted, type InboundDeps } from "./inbound.ts";
import type { Seat } from "./seat.ts";
import { endFor, type Socket, type Windows } from "./windows.ts";

export interface CarryOutDeps extends Omit<InboundDeps, "answer" | "again"> {
  readonly windows: Windows;
  readonly log: Parameters<typeof endFor>[1];
}

/**
 * Runs the handler of a frame. A refusal is sent as `failed` if the frame has a `ref`. Any other
 * error closes the socket.
 */
export async function carryOut(deps: CarryOutDeps, socket: Socket, seat: Seat, frame: Acted): Promise<void> {
  const { windows } = deps;
  const answer = (text: object): void => windows.give(socket, [text]);
  const again = (reason: string): void => windows.end(socket, closeCodes.restarting, reason);
  try {
    await act({ ...deps, answer, again }, seat, frame);
  } catch (error) {
    if (!(error instanceof Refusal)) return endFor(windows, deps.log, socket, error);
    // A refusal of a frame without `ref` is dropped: the next change sends the data again, or it is
    // lost like any signal.
    if (!("ref" in frame)) return;
    const { failure: code, message, field = null, retryAfterMs } = error.failure;
    const retry = retryAfterMs === undefined ? (code === "temporarily_unavailable" ? 5 : null) : Math.ceil(retryAfterMs / 1000);
    answer({ type: "failed", ref: frame.ref, code, message, field, retry_after_s: retry });
  }
}
