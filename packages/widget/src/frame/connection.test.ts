import { expect, test } from "vitest";
import { connect, type LineEvents } from "./connection.ts";
import { manualClock, seeded } from "./fake-server.ts";

test("[API-165] a window that is asked to wait says hello again on the same line, after the time and by chance up to twice of it", () => {
  const clock = manualClock(() => 0.5);
  const lines: { readonly events: LineEvents; readonly sent: string[]; closed: boolean }[] = [];
  connect({
    clock,
    dial: (events) => {
      const line = { events, sent: [] as string[], closed: false };
      lines.push(line);
      return { send: (text) => void line.sent.push(text), close: () => void (line.closed = true) };
    },
    hello: () => ({ type: "typing", typing: false }),
    onFrame: () => undefined,
    onLost: () => undefined,
  });
  const [line] = lines;
  line?.events.opened();
  for (let hellos = 1; hellos < 5; hellos++) {
    expect(line?.sent).toHaveLength(hellos);
    line?.events.said('{"type":"wait","retry_after_s":20}');
    clock.advance(29_999);
    expect(line?.sent).toHaveLength(hellos);
    clock.advance(1);
  }
  expect([lines.length, line?.closed]).toEqual([1, false]);
  // Without a response the connection counts as dead.
  clock.advance(15_000);
  expect(line?.closed).toBe(true);
});

test("[WG-084] [WG-086] a window that the server will not have for now (4029) dials again, less and less often; one that is not for the page (4004) does not", () => {
  const clock = manualClock(seeded(7));
  const dials: LineEvents[] = [];
  const lost: boolean[] = [];
  connect({
    clock,
    dial: (events) => {
      dials.push(events);
      return { send: () => undefined, close: () => undefined };
    },
    hello: () => ({ type: "typing", typing: false }),
    onFrame: () => undefined,
    onLost: (refused) => lost.push(refused),
  });
  for (const [n, withinMs] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
    dials[n]?.opened();
    dials[n]?.closed(4029);
    clock.advance(withinMs / 2 - 1);
    expect(dials).toHaveLength(n + 1);
    clock.advance(withinMs / 2 + 1);
    expect(dials).toHaveLength(n + 2);
  }
  expect(lost).toEqual(Array.from({ length: 7 }, () => false));
  dials[7]?.closed(4004);
  clock.advance(600_000);
  expect([dials.length, lost.at(-1)]).toEqual([8, true]);
});
