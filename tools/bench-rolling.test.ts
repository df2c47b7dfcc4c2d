import { expect, it } from "vitest";
import { findPeakPerSecond, parseBalancerLog } from "../bench/harness/balancer-log.ts";
import { createLineRecord } from "../bench/harness/line-record.ts";
import { parseOptions } from "../bench/options.ts";
import { toRollingResult } from "../bench/scenarios/rolling-restart.ts";

/** What the rolling restart can check without load. */

const log = `Server nodes/node1 is DOWN, reason: Layer7 wrong status, code: 503
127.0.0.1:42 [26/Nov/2026:04:03:59.900] parlour nodes/node1 0/0/1/99/60000 101 217 - - ---- 1/1/0/0/0 0/0 "GET /widget/socket HTTP/1.1"
127.0.0.1:43 [26/Nov/2026:04:04:25.035] parlour nodes/<NOSRV> 0/-1/-1/-1/0 503 217 - - SC-- 1/1/0/0/0 0/0 "GET /widget/socket HTTP/1.1"
127.0.0.1:44 [26/Nov/2026:04:04:26.000] parlour nodes_by_path/node2 0/0/0/5/5 200 217 - - ---- 1/1/0/0/0 0/0 "POST /channel/k/c HTTP/1.1"
`;
const start = Date.UTC(2026, 10, 26, 4, 4);

it("[PERF-24] the log of the balancer says when each node opened a socket, and what was refused", () => {
  expect(parseBalancerLog(log)).toEqual([
    { at: start, node: "node1", status: 101 },
    { at: start + 25_035, node: "<NOSRV>", status: 503 },
    { at: start + 26_005, node: "node2", status: 200 },
  ]);
});

it("[PERF-24] the peak of hellos is that of one node in any second, and only of sockets", () => {
  const open = (node: string, ...times: number[]) => times.map((at) => ({ at, node, status: 101 }));
  expect(findPeakPerSecond([])).toBe(0);
  // In no order, as HAProxy writes a line at the end of a socket.
  const entries = [
    ...open("node1", 1_999, 1_000, 2_000, 2_998, 500),
    ...open("node2", 1_000, 1_500),
    { at: 2_001, node: "node1", status: 200 },
  ];
  expect(findPeakPerSecond(entries)).toBe(3);
});

it("[PERF-24] a client is without a connection from its loss until it is live again", () => {
  const line = createLineRecord();
  // Attempts before the first connection are no loss.
  line.lose(1_000);
  line.live(2_000);
  line.live(3_000);
  expect([line.liveAt(), line.sum(4_000)]).toEqual([2_000, { count: 0, totalMs: 0, longestMs: 0 }]);
  line.lose(5_000);
  line.lose(6_000);
  expect([line.liveAt(), line.sum(8_000)]).toEqual([0, { count: 1, totalMs: 3, longestMs: 3 }]);
  line.live(9_000);
  line.lose(10_000);
  line.live(11_000);
  expect(line.sum(12_000)).toEqual({ count: 2, totalMs: 5, longestMs: 4 });
  line.reset();
  expect(line.sum(12_000)).toEqual({ count: 0, totalMs: 0, longestMs: 0 });
});

it("[PERF-24] the goals compare the worst client, the worst second and everything that was refused", () => {
  const result = toRollingResult(
    { sockets: 1_000, hasRedis: false },
    {
      startedAt: start,
      restarts: [{ sockets: 334, stopS: 30, startS: 1.5 }],
      losses: {
        new: [
          { count: 0, totalMs: 0, longestMs: 0 },
          { count: 1, totalMs: 12, longestMs: 12 },
        ],
        old: [
          { count: 2, totalMs: 3_000, longestMs: 2_000 },
          { count: 3, totalMs: 6_000, longestMs: 5_500 },
        ],
      },
      incorrectClients: 2,
      loads: [{ sent: 10, p99: 20 }],
    },
    [
      { kind: "new", entries: parseBalancerLog(log) },
      { kind: "old", entries: [{ at: start + 999, node: "node1", status: 101 }] },
    ],
  );
  expect(result.goals.map(({ id, got, pass }) => [id, got, pass])).toEqual([
    ["PERF-24", 12, false],
    ["PERF-24", 5.5, false],
    ["PERF-24", 2, true],
    ["PERF-24", 2, false],
    ["PERF-24", 1, false],
  ]);
  expect(result.rounds[0]?.product).toMatchObject({
    restartS: 31.5,
    newLost: 1,
    oldTotalMax: 6_000,
    newHellosPeak: 1,
    oldHellosPeak: 1,
    openedSockets: 2,
  });
});

it("[PERF-24] the number of sockets is an option", () => {
  expect(parseOptions([])).toMatchObject({ sockets: 10_000, redis: false });
  expect(parseOptions(["--quick", "--redis"])).toMatchObject({ sockets: 1_000, redis: true });
  expect(parseOptions(["--sockets", "2000"]).sockets).toBe(2_000);
  for (const wrong of ["99", "16001", "100.5"])
    expect(() => parseOptions(["--sockets", wrong])).toThrow(`--sockets: ${wrong} is not`);
});
