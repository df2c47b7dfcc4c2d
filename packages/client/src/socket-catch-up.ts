import type { ServerFrame } from "@parlour/protocol";
import type { ConnectionState, SocketDeps } from "./socket.ts";

export interface CatchUpDeps extends Pick<SocketDeps, "cursor" | "onFrame" | "onReset"> {
  state: () => ConnectionState;
  /** Whether this connection follows a lost one. */
  wasOffline: () => boolean;
  onState: (state: ConnectionState) => void;
  onLive: () => void;
  /** Called if the lists could not be read over HTTP. */
  onFailed: () => void;
}
export type CatchUp = ReturnType<typeof createCatchUp>;

/**
 * Creates the handler of the frames from `ready` to `live`: events since the cursor, or a reload of
 * the lists (API-101, API-103).
 */
export function createCatchUp(deps: CatchUpDeps) {
  let way: { from: number; to: number } | null = null;
  let resetting = false;
  /**
   * Number of the connection. A reload started by an earlier connection must not make this one
   * live.
   */
  let round = 0;

  const showWay = (done: number, { from, to }: { from: number; to: number }) =>
    deps.onState({ kind: "catching_up", done: done - from, total: to - from });

  const ready = (frame: Extract<ServerFrame, { type: "ready" }>) => {
    const from = deps.cursor();
    deps.onFrame(frame);
    // Without a cursor no events fill the time until now, so the lists are read over HTTP again.
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
    /** Stops catching up after the connection was lost. */
    stop() {
      round += 1;
      way = null;
      resetting = false;
    },
  };
}
