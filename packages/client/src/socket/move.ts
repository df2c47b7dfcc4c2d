import type { ServerFrame } from "@parlour/protocol";
import { attachHandlers, type SocketTransportDeps } from "./transport.ts";
import type { SocketDeps, SocketLike } from "./types.ts";

export interface MoveDeps
  extends Pick<SocketDeps, "timers" | "random">, Pick<SocketTransportDeps, "open" | "hello"> {
  /** Gets the second socket when it is live, with the frames that it has received. */
  onLive: (socket: SocketLike, frames: readonly ServerFrame[]) => void;
}

/** Mean delay before another attempt, in ms. The delays are 0.5 to 1.5 times as long. */
const retryDelayMs = 1_000;

/** Moves to another node (API-375): the first socket is in use until the second is live. */
export function createMove({ timers, random, open, hello, onLive }: MoveDeps) {
  let candidate: SocketLike | null = null;
  let retryTimer: unknown = null;
  let endTimer: unknown = null;
  const dropCandidate = () => {
    const dropped = candidate;
    candidate = null;
    dropped?.close();
  };
  const stop = () => {
    timers.clear(retryTimer);
    timers.clear(endTimer);
    endTimer = null;
    dropCandidate();
  };
  const retry = () => {
    dropCandidate();
    retryTimer = timers.set(attempt, Math.round(retryDelayMs * (0.5 + random())));
  };
  const attempt = () => {
    const frames: ServerFrame[] = [];
    const opened = open();
    candidate = opened;
    attachHandlers(opened, (run) => candidate === opened && run(), {
      hello,
      onFrame(frame) {
        if (frame === null) return;
        // The new node cannot continue at the cursor, at least not now.
        if (frame.type === "wait" || frame.type === "reset") return retry();
        frames.push(frame);
        if (frame.type !== "live") return;
        candidate = null;
        stop();
        onLive(opened, frames);
      },
      onLost: retry,
    });
  };
  return {
    /** Starts a move that may take `withinMs`. Does nothing while one is in progress. */
    start(withinMs: number) {
      if (endTimer !== null) return;
      endTimer = timers.set(stop, withinMs);
      attempt();
    },
    /** Ends the move in progress, if any. The first socket stays in use. */
    stop,
  };
}
