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
  const lost: boolean[] = [];
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
