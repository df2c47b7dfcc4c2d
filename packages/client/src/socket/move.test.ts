import type { ServerFrame } from "@parlour/protocol";
import { describe, expect, it } from "vitest";
import { createManualTimers } from "../manual-timers.ts";
import { createConnection } from "./socket.ts";
import { FakeSocket } from "./fake-socket.fixture.ts";
import type { ConnectionState } from "./types.ts";

const ready = (position: number) => ({
  type: "ready",
  epoch: "e",
  position,
  mode: "live",
  presence: [],
});
const live = (position: number) => ({ type: "live", position });
const event = (position: number) => ({
  type: "event",
  position,
  at: "",
  name: "settings_changed",
  data: { kind: "channel", id: 1 },
});
const move = { type: "move", within_ms: 10_000 };

/** Starts a connection that is live at position 1 and applies events as the live state does. */
function startLiveConnection() {
  const timers = createManualTimers();
  const sockets: FakeSocket[] = [];
  const states: ConnectionState[] = [];
  const frames: ServerFrame[] = [];
  let position = 1;
  const connection = createConnection({
    timers,
    random: () => 0.5,
    cursor: () => ({ epoch: "e", position }),
    onFrame(frame) {
      frames.push(frame);
      if (frame.type === "event") position = Math.max(position, frame.position);
    },
    onState: (state) => states.push(state),
    onReset: () => Promise.resolve(),
    open() {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
  });
  const socket = (n: number): FakeSocket => {
    const found = sockets[n];
    if (!found) throw new Error(`socket ${n} was not opened`);
    return found;
  };
  socket(0).open();
  socket(0).receive(ready(1), live(1));
  states.length = 0;
  frames.length = 0;
  const positions = (): number[] =>
    frames.flatMap((frame) => (frame.type === "event" ? [frame.position] : []));
  return { timers, sockets, socket, states, frames, positions, connection };
}

describe("a move to another node", () => {
  it("[API-375] the first socket stays in use until the second is live, every event comes once, and the state stays live", () => {
    const { sockets, socket, states, positions, connection } = startLiveConnection();
    socket(0).receive(event(2), move);
    socket(1).open();
    expect(socket(1).sent).toEqual([{ type: "hello", after: { epoch: "e", position: 2 } }]);
    // The first socket is ahead, then the second one.
    socket(0).receive(event(3), event(5));
    socket(1).receive(ready(5), event(3));
    expect(connection.send({ type: "inspect", on: true })).toBe(true);
    expect([socket(0).sent.length, socket(1).sent.length]).toEqual([2, 1]);
    socket(1).receive(event(5), event(6), live(6));
    expect([socket(0).isClosed, socket(1).isClosed]).toEqual([true, false]);
    expect(positions()).toEqual([2, 3, 5, 6]);
    // What the first socket still delivers is ignored, and frames go to the second one.
    socket(0).receive(event(7));
    socket(0).lose(1000);
    socket(1).receive(event(7), event(8));
    expect(positions()).toEqual([2, 3, 5, 6, 7, 8]);
    expect(connection.send({ type: "inspect", on: true })).toBe(true);
    expect([socket(0).sent.length, socket(1).sent.length]).toEqual([2, 2]);
    expect(states).toEqual([{ kind: "live" }]);
    expect(sockets).toHaveLength(2);
  });

  it("[API-375] a second request during a move changes nothing, one after it moves again", () => {
    const { sockets, socket, states } = startLiveConnection();
    socket(0).receive(move);
    socket(1).open();
    socket(0).receive(move);
    socket(1).receive(ready(1));
    socket(0).receive(move);
    expect(sockets).toHaveLength(2);
    socket(1).receive(live(1));
    socket(1).receive(move);
    expect(sockets).toHaveLength(3);
    socket(2).open();
    socket(2).receive(ready(1), live(1));
    expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true, true, false]);
    expect(states).toEqual([{ kind: "live" }, { kind: "live" }]);
  });

  it("[API-375] failed attempts are repeated until the time ends, and then the first socket stays", async () => {
    const { sockets, socket, states, positions, timers } = startLiveConnection();
    socket(0).receive(move);
    socket(1).lose(1006);
    await timers.advance(999);
    expect(sockets).toHaveLength(2);
    await timers.advance(1);
    // A node that cannot answer now, or that does not know the cursor, is a failure too.
    for (const refusal of [
      { type: "wait", retry_after_s: 5 },
      { type: "reset", epoch: "f", position: 9 },
    ]) {
      sockets.at(-1)?.open();
      sockets.at(-1)?.receive(refusal);
      expect(sockets.at(-1)?.isClosed).toBe(true);
      await timers.advance(1_000);
    }
    expect(sockets).toHaveLength(5);
    socket(0).receive(event(2));
    // The last attempt gets no answer before the end.
    socket(4).open();
    await timers.advance(7_000);
    expect([socket(0).isClosed, socket(4).isClosed]).toEqual([false, true]);
    await timers.advance(20_000);
    expect(sockets).toHaveLength(5);
    socket(0).receive(event(3));
    expect(positions()).toEqual([2, 3]);
    expect(states).toEqual([]);
    socket(0).receive(move);
    expect(sockets).toHaveLength(6);
  });

  it("[API-375] [API-105] if the first socket is closed before, the client reconnects as before", async () => {
    const { sockets, socket, states, timers } = startLiveConnection();
    socket(0).receive(move);
    socket(1).open();
    socket(0).lose(1012);
    expect([socket(1).isClosed, states.at(-1)?.kind]).toEqual([true, "offline"]);
    await timers.advance(1_000);
    expect(sockets).toHaveLength(3);
    socket(2).open();
    socket(2).receive(ready(1), live(1));
    expect(states.at(-1)).toEqual({ kind: "live" });
    await timers.advance(20_000);
    expect(sockets).toHaveLength(3);
  });
});
