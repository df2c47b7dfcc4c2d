import { describe, expect, it } from "vitest";
import { createManualTimers } from "../manual-timers.ts";
import { createConnection } from "./socket.ts";
import { getReconnectDelayMs } from "./reconnect.ts";
import { FakeSocket } from "./fake-socket.fixture.ts";
import type { ConnectionState } from "./types.ts";

function startConnection(
  options: {
    cursor?: { epoch: string; position: number } | null;
    onReset?: () => Promise<void>;
  } = {},
) {
  const timers = createManualTimers();
  const sockets: FakeSocket[] = [];
  const states: ConnectionState[] = [];
  const frames: string[] = [];
  const connection = createConnection({
    timers,
    random: () => 0.5,
    cursor: () => options.cursor ?? null,
    onFrame: (frame) => frames.push(frame.type),
    onState: (state) => states.push(state),
    onReset: options.onReset ?? (() => Promise.resolve()),
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
  });
  return { timers, sockets, states, frames, connection, last: () => states.at(-1) };
}

const ready = (position: number) => ({
  type: "ready",
  epoch: "e",
  position,
  mode: "catching_up",
  presence: [],
});
const event = (position: number) => ({
  type: "event",
  position,
  at: "",
  name: "settings_changed",
  data: { kind: "channel", id: 1 },
});

const withCursor = { cursor: { epoch: "e", position: 1 } };

/** Opens a connection that is live at position 1. */
function startLiveConnection() {
  const started = startConnection(withCursor);
  started.sockets[0]!.open();
  started.sockets[0]!.receive(ready(1), { type: "live", position: 1 });
  return started;
}

describe("operator socket", () => {
  it("[API-101] the first connection is live only when the lists are loaded at its head", async () => {
    let loaded: () => void = () => undefined;
    const {
      sockets,
      timers,
      states,
      last: lastState,
    } = startConnection({
      cursor: null,
      onReset: () =>
        new Promise((resolve) => {
          loaded = resolve;
        }),
    });
    sockets[0]!.open();
    sockets[0]!.receive({ ...ready(7), mode: "live" });
    sockets[0]!.receive({ type: "live", position: 7 });
    expect(states.map((state) => state.kind)).not.toContain("live");
    loaded();
    await timers.settle();
    expect(lastState()).toEqual({ kind: "live" });
  });

  it("[API-106] writes nothing to a connection that is closing: a signal is lost, by its nature", () => {
    const { sockets, connection } = startConnection(withCursor);
    sockets[0]!.open();
    sockets[0]!.receive({ ...ready(1), mode: "live" });
    sockets[0]!.receive({ type: "live", position: 1 });
    const typing = { type: "typing", chat_id: 5, typing: true } as const;
    expect(connection.send(typing)).toBe(true);
    sockets[0]!.readyState = 2;
    expect(connection.send(typing)).toBe(false);
    expect(sockets[0]!.sent).toEqual([expect.objectContaining({ type: "hello" }), typing]);
  });

  it("[API-101] says hello with the cursor, counts the catch-up, then is live", () => {
    const { sockets, last: lastState } = startConnection({ cursor: { epoch: "e", position: 100 } });
    sockets[0]!.open();
    expect(sockets[0]!.sent).toEqual([{ type: "hello", after: { epoch: "e", position: 100 } }]);
    sockets[0]!.receive(ready(440));
    sockets[0]!.receive(event(220));
    expect(lastState()).toEqual({ kind: "catching_up", done: 120, total: 340 });
    sockets[0]!.receive({ type: "live", position: 440 });
    expect(lastState()).toEqual({ kind: "live" });
  });

  it("[API-103] after a reset it is live only when the lists are loaded", async () => {
    let loaded: () => void = () => undefined;
    const {
      sockets,
      timers,
      last: lastState,
    } = startConnection({
      cursor: { epoch: "old", position: 9 },
      onReset: () =>
        new Promise((resolve) => {
          loaded = resolve;
        }),
    });
    sockets[0]!.open();
    sockets[0]!.receive({ type: "reset", epoch: "e", position: 5 });
    sockets[0]!.receive({ type: "live", position: 5 });
    expect(lastState()?.kind).toBe("catching_up");
    loaded();
    await timers.settle();
    expect(lastState()).toEqual({ kind: "live" });
  });

  it("[API-105] reconnects with growing delays and keeps the time it went offline", async () => {
    const { sockets, timers, last: lastState } = startConnection(withCursor);
    sockets[0]!.lose(1006);
    const since = timers.now();
    expect(lastState()).toEqual({ kind: "offline", since, nextTryAt: since + 375 });
    await timers.advance(375);
    sockets[1]!.lose(1006);
    expect(lastState()).toEqual({ kind: "offline", since, nextTryAt: since + 375 + 750 });
    await timers.advance(750);
    sockets[2]!.open();
    sockets[2]!.receive(ready(1));
    sockets[2]!.receive({ type: "live", position: 1 });
    expect(lastState()).toEqual({ kind: "live" });
  });

  it("[API-105] after Try now the next try follows soon, also when one under way then failed", async () => {
    const { sockets, timers, connection, last: lastState } = startConnection(withCursor);
    for (let n = 0; n < 8; n += 1) {
      sockets.at(-1)!.lose(1006);
      if (n < 7) await timers.advance(30_000);
    }
    expect(lastState()).toMatchObject({ nextTryAt: timers.now() + 22_500 });
    connection.retryNow();
    expect(lastState()).toMatchObject({ nextTryAt: null });
    connection.retryNow();
    sockets.at(-1)!.lose(1006);
    expect(lastState()).toMatchObject({ nextTryAt: timers.now() + 375 });
  });

  it("[API-165] asked to wait, it says hello again on the same socket, after the time and by chance up to twice of it", async () => {
    const { sockets, timers, connection, last: lastState } = startConnection(withCursor);
    sockets[0]!.open();
    for (let hellos = 1; hellos < 4; hellos++) {
      expect(sockets[0]!.sent).toHaveLength(hellos);
      sockets[0]!.receive({ type: "wait", retry_after_s: 10 });
      expect(lastState()).toMatchObject({ kind: "offline", nextTryAt: timers.now() + 15_000 });
      await timers.advance(14_999);
      expect(sockets[0]!.sent).toHaveLength(hellos);
      await timers.advance(1);
    }
    sockets[0]!.receive({ type: "wait", retry_after_s: 10 });
    connection.retryNow();
    expect(sockets[0]!.sent).toHaveLength(5);
    sockets[0]!.receive({ ...ready(1), mode: "live" });
    sockets[0]!.receive({ type: "live", position: 1 });
    expect(lastState()).toEqual({ kind: "live" });
    expect(sockets).toHaveLength(1);
    // A socket that closes during the wait must not lead to two reconnects.
    sockets[0]!.receive({ type: "wait", retry_after_s: 10 });
    sockets[0]!.lose(1006);
    await timers.advance(15_000);
    expect(sockets).toHaveLength(2);
  });

  it("[API-105] comes back after 0 to 2 s of chance when the server restarts", () => {
    expect(getReconnectDelayMs(1012, 0, 0)).toBe(0);
    expect(getReconnectDelayMs(1012, 0, 0.999)).toBeLessThan(2000);
    expect(getReconnectDelayMs(1006, 20, 0.999)).toBeLessThanOrEqual(30_000);
  });

  it("[API-011] [API-105] a signed-out session is not tried again", async () => {
    const { sockets, timers, last: lastState } = startConnection();
    sockets[0]!.open();
    sockets[0]!.lose(4001);
    await timers.advance(600_000);
    expect(lastState()).toEqual({ kind: "signed_out" });
    expect(sockets).toHaveLength(1);
  });

  it("[API-383] [CORE-045] after 30 s without a frame the client asks; without an answer within 8 s it dials again", async () => {
    const { sockets, timers, frames, last } = startLiveConnection();
    await timers.advance(29_999);
    expect(sockets[0]!.sent).toHaveLength(1);
    await timers.advance(1);
    expect(sockets[0]!.sent.at(-1)).toEqual({ type: "ping" });
    sockets[0]!.receive({ type: "pong" });
    expect(frames).not.toContain("pong");
    await timers.advance(30_000);
    expect(sockets[0]!.sent.slice(1)).toEqual([{ type: "ping" }, { type: "ping" }]);
    await timers.advance(7_999);
    expect(last()?.kind).toBe("live");
    await timers.advance(1);
    expect([last()?.kind, sockets[0]!.isClosed]).toEqual(["offline", true]);
    await timers.advance(1_000);
    expect(sockets).toHaveLength(2);
  });

  it("[API-383] every frame is an answer", async () => {
    const { sockets, timers, last } = startLiveConnection();
    await timers.advance(30_000);
    sockets[0]!.receive(event(2));
    await timers.advance(29_999);
    expect(last()?.kind).toBe("live");
    expect(sockets[0]!.sent).toHaveLength(2);
  });

  it("[API-383] [CORE-045] a page that comes back from sleep asks at once", async () => {
    const { sockets, timers, connection, last } = startLiveConnection();
    connection.retryNow();
    expect(sockets[0]!.sent.at(-1)).toEqual({ type: "ping" });
    await timers.advance(8_000);
    expect(last()?.kind).toBe("offline");
  });

  it("[API-107] frames that are not understood are passed over", () => {
    const { sockets, frames } = startConnection();
    sockets[0]!.open();
    sockets[0]!.onmessage?.({ data: "not json" });
    sockets[0]!.onmessage?.({ data: "null" });
    expect(frames).toEqual([]);
  });
});
