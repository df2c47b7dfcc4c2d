import type { ServerFrame } from "@parlour/protocol";
import type { ConnectionState, SocketDeps } from "./socket.ts";

export interface CatchUpDeps extends Pick<SocketDeps, "cursor" | "onFrame" | "onReset"> {
  state: () => ConnectionState;
  /** Whether this connection follows a lost one. */
  wasOffline: () => boolean;
  onState: (state: ConnectionState) => void;
  onLive: () => void;
  /** What had to be read over HTTP was not. */
  onFailed: () => void;
}
export type CatchUp = ReturnType<typeof createCatchUp>;

/** The frames of one connection from `ready` to `live`: events since the cursor, or lists read anew (API-101, API-103). */
export function createCatchUp(deps: CatchUpDeps) {
  let way: { from: number; to: number } | null = null;
  let resetting = false;
  /** Counts connections: what was read for an earlier one does not make this one live. */
  let round = 0;

  const showWay = (done: number, { from, to }: { from: number; to: number }) =>
    deps.onState({ kind: "catching_up", done: done - from, total: to - from });

  const ready = (frame: Extract<ServerFrame, { type: "ready" }>) => {
    const from = deps.cursor();
    deps.onFrame(frame);
    // Without a cursor nothing fills the time up to now: what was read over HTTP before is read again.
    if (from === null) {
      reload(deps.wasOffline() ? { kind: "catching_up", done: 0, total: 0 } : { kind: "connecting" });
      return;
    }
    way = { from: from.epoch === frame.epoch ? from.position : frame.position, to: frame.position };
    if (!resetting) showWay(way.from, way);
  };

  const reload = (shown: ConnectionState) => {
    const mine = round;
    way = null;
    resetting = true;
    deps.onState(shown);
    const over = (then: () => void) => {
      if (mine !== round) return;
      resetting = false;
      then();
    };
    deps.onReset().then(
      () =>
        over(() => {
          if (way === null) deps.onLive();
        }),
      () => over(deps.onFailed),
    );
  };

  return {
    take(frame: ServerFrame) {
      if (frame.type === "ready") {
        ready(frame);
        return;
      }
      deps.onFrame(frame);
      if (frame.type === "reset") reload({ kind: "catching_up", done: 0, total: 0 });
      if (frame.type === "event" && way && !resetting && deps.state().kind === "catching_up")
        showWay(Math.min(frame.position, way.to), way);
      if (frame.type === "live") {
        way = null;
        if (!resetting) deps.onLive();
      }
    },
    /** The connection is gone. */
    stop() {
      round += 1;
      way = null;
      resetting = false;
    },
  };
}
