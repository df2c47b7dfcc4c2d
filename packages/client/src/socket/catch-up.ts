import type { ServerFrame } from "@parlour/protocol";
import type { ConnectionState, SocketDeps } from "./types.ts";

export interface CatchUpDeps extends Pick<SocketDeps, "cursor" | "onFrame" | "onReset"> {
  state: () => ConnectionState;
  /** Returns true if an earlier connection was lost. */
  wasOffline: () => boolean;
  onState: (state: ConnectionState) => void;
  onLive: () => void;
  /** Called if the lists could not be read over HTTP. */
  onFailed: () => void;
}

/** Handles the frames from `ready` to `live`: events, or a reload (API-101, API-103). */
export function createCatchUp(deps: CatchUpDeps) {
  let range: { from: number; to: number } | null = null;
  let isResetting = false;
  /** A reload that an earlier connection started must not mark the current one as live. */
  let connectionNumber = 0;

  const showProgress = (reached: number, { from, to }: { from: number; to: number }) =>
    deps.onState({ kind: "catching_up", done: reached - from, total: to - from });

  const handleReady = (frame: Extract<ServerFrame, { type: "ready" }>) => {
    const from = deps.cursor();
    deps.onFrame(frame);
    // Without a cursor, the server cannot send the events since the last connection. So the lists
    // are read over HTTP again.
    if (from === null) {
      reload(
        deps.wasOffline() ? { kind: "catching_up", done: 0, total: 0 } : { kind: "connecting" },
      );
      return;
    }
    range = {
      from: from.epoch === frame.epoch ? from.position : frame.position,
      to: frame.position,
    };
    if (!isResetting) showProgress(range.from, range);
  };

  const reload = (shownState: ConnectionState) => {
    const startedFor = connectionNumber;
    range = null;
    isResetting = true;
    deps.onState(shownState);
    const finish = (next: () => void) => {
      if (startedFor !== connectionNumber) return;
      isResetting = false;
      next();
    };
    deps.onReset().then(
      () =>
        finish(() => {
          if (range === null) deps.onLive();
        }),
      () => finish(deps.onFailed),
    );
  };

  return {
    handleFrame(frame: ServerFrame) {
      if (frame.type === "ready") {
        handleReady(frame);
        return;
      }
      deps.onFrame(frame);
      if (frame.type === "reset") reload({ kind: "catching_up", done: 0, total: 0 });
      if (frame.type === "event" && range && !isResetting && deps.state().kind === "catching_up")
        showProgress(Math.min(frame.position, range.to), range);
      if (frame.type === "live") {
        range = null;
        if (!isResetting) deps.onLive();
      }
    },
    /** Stops catching up. Called after the connection was lost. */
    stop() {
      connectionNumber += 1;
      range = null;
      isResetting = false;
    },
  };
}
