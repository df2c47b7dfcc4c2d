import { expect, test } from "vitest";
import { openChatWindowConnection, type SocketEvents } from "./connection.ts";
import { createManualClock, createRandom } from "../testing/fake-server.fixture.ts";

test("[API-165] a window that is asked to wait says hello again on the same line, after the time and by chance up to twice of it", () => {
  const clock = createManualClock(() => 0.5);
  const sockets: { readonly events: SocketEvents; readonly sent: string[]; closed: boolean }[] = [];
  openChatWindowConnection({
    clock,
    openSocket: (events) => {
      const socket = { events, sent: [] as string[], closed: false };
      sockets.push(socket);
      return {
        send: (text) => void socket.sent.push(text),
        close: () => void (socket.closed = true),
      };
    },
    hello: () => ({ type: "typing", typing: false }),
    onFrame: () => undefined,
    onLost: () => undefined,
  });
  const [socket] = sockets;
  socket?.events.onOpen();
  for (let hellos = 1; hellos < 5; hellos++) {
    expect(socket?.sent).toHaveLength(hellos);
    socket?.events.onMessage('{"type":"wait","retry_after_s":20}');
    clock.advance(29_999);
    expect(socket?.sent).toHaveLength(hellos);
    clock.advance(1);
  }
  expect([sockets.length, socket?.closed]).toEqual([1, false]);
  // If no response arrives, the connection is treated as dead.
  clock.advance(15_000);
  expect(socket?.closed).toBe(true);
});

test("[WG-084] [WG-086] [WG-212] a window that the server will not have for now (4029) dials again, less and less often; one that is not for the page (4004) does not", () => {
  const clock = createManualClock(createRandom(7));
  const openedSockets: SocketEvents[] = [];
  const lost: (boolean | null)[] = [];
  openChatWindowConnection({
    clock,
    openSocket: (events) => {
      openedSockets.push(events);
      return { send: () => undefined, close: () => undefined };
    },
    hello: () => ({ type: "typing", typing: false }),
    onFrame: () => undefined,
    onLost: (refused) => lost.push(refused),
  });
  for (const [n, withinMs] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
    openedSockets[n]?.onOpen();
    openedSockets[n]?.onClose(4029);
    clock.advance(withinMs / 2 - 1);
    expect(openedSockets).toHaveLength(n + 1);
    clock.advance(withinMs / 2 + 1);
    expect(openedSockets).toHaveLength(n + 2);
  }
  expect(lost).toEqual(Array.from({ length: 7 }, () => false));
  openedSockets[7]?.onClose(4004);
  clock.advance(600_000);
  expect([openedSockets.length, lost.at(-1)]).toEqual([8, true]);
});

test("[WG-225] a window that is asked to move keeps its socket until another has its welcome, tries again until the time ends, and then stays", () => {
  const clock = createManualClock(() => 0.5);
  const sockets: { readonly events: SocketEvents; readonly sent: string[]; closed: boolean }[] = [];
  const received: string[] = [];
  const lost: (boolean | null)[] = [];
  const connection = openChatWindowConnection({
    clock,
    openSocket: (events) => {
      const socket = { events, sent: [] as string[], closed: false };
      sockets.push(socket);
      return {
        send: (text) => void socket.sent.push(text),
        close: () => void (socket.closed = true),
      };
    },
    hello: () => ({ type: "typing", typing: false }),
    onFrame: ({ type }) => received.push(type),
    onLost: (refused) => lost.push(refused),
  });
  const receive = (n: number, type: string): void =>
    sockets[n]?.events.onMessage(JSON.stringify({ type, within_ms: 10_000 }));
  sockets[0]?.events.onOpen();
  receive(0, "welcome");
  receive(0, "move");
  sockets[1]?.events.onOpen();
  expect(sockets[1]?.sent).toHaveLength(1);
  receive(0, "message");
  connection.send({ type: "typing", typing: true });
  expect([sockets[0]?.sent.length, sockets[0]?.closed, lost]).toEqual([2, false, []]);
  // The attempt fails: another follows after 0.5 to 1 s, and the socket stays in use.
  sockets[1]?.events.onClose(1006);
  clock.advance(749);
  expect(sockets).toHaveLength(2);
  clock.advance(1);
  expect(sockets).toHaveLength(3);
  sockets[2]?.events.onOpen();
  receive(2, "welcome");
  expect(sockets.map(({ closed }) => closed)).toEqual([true, true, false]);
  expect([received, lost]).toEqual([["welcome", "message", "welcome"], [null]]);
  // What the first socket still delivers, or its close, is ignored.
  receive(0, "message");
  sockets[0]?.events.onClose(1000);
  connection.send({ type: "typing", typing: true });
  expect(sockets[2]?.sent).toHaveLength(2);
  clock.advance(20_000);
  expect([received.length, lost.length, sockets.length]).toEqual([3, 1, 3]);
  // No node answers within the time: the socket stays.
  receive(2, "move");
  sockets[3]?.events.onOpen();
  clock.advance(10_000);
  expect([sockets[2]?.closed, sockets[3]?.closed]).toEqual([false, true]);
  // Nothing came meanwhile, so the window asks whether it still works.
  expect(sockets[2]?.sent.at(-1)).toBe('{"type":"ping"}');
  receive(2, "pong");
  sockets[3]?.events.onClose(1006);
  clock.advance(15_000);
  expect(sockets).toHaveLength(4);
  // The node closes the socket during a move: the window reconnects as before.
  receive(2, "move");
  sockets[2]?.events.onClose(1012);
  expect([sockets[4]?.closed, lost.at(-1)]).toEqual([true, false]);
  clock.advance(1_000);
  expect(sockets).toHaveLength(6);
});
