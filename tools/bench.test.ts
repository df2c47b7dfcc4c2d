import { readFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { expect, it, onTestFinished } from "vitest";
import { parseOptions, printsQuickRows, selectScenarios } from "../bench/options.ts";
import type { ScenarioResult } from "../bench/harness/stats.ts";
import { toAcceptResult } from "../bench/scenarios/accept.ts";
import { compileLoad } from "../bench/harness/compiled-load.ts";
import { toDriverResult } from "../bench/scenarios/driver.ts";
import { toDeliveriesResult } from "../bench/scenarios/deliveries.ts";
import { toFanOutResult } from "../bench/scenarios/fan-out.ts";
import { toInboxResult } from "../bench/scenarios/inbox.ts";
import { scenarios } from "../bench/scenarios/index.ts";
import { toLowRateResult } from "../bench/scenarios/low-rates.ts";
import { toPeersResult } from "../bench/scenarios/peers.ts";
import {
  fillQuickRows,
  quickRows,
  quickScenarios,
  type MeasuredRow,
} from "../bench/scenarios/quick.ts";
import { toShapeResult } from "../bench/scenarios/shapes.ts";
import { toStartResult } from "../bench/scenarios/start.ts";
import { upperGoal } from "../bench/harness/stats.ts";
import { openXmppLoad } from "../bench/xmpp/load.ts";
import { getInstallCommand, isInstalled, xmppServerKinds } from "../bench/xmpp/servers.ts";

/** What the benchmark can check without load: options, the ten rows, and skipped peers. */

type Round = ScenarioResult["rounds"][number];
const createRound = (
  anchor: string,
  product: Record<string, number>,
  figures: Record<string, number>,
): Round[] => [{ product, anchors: { [anchor]: figures } }];
const load = { roundMs: 1_500, warmUpMs: 1_500 };
const deadEndpointsSource = readFileSync("bench/scenarios/dead-endpoints.ts", "utf8");

/** Results as the scenarios of the ten rows build them, from invented figures. */
function createResults(echoMicros = 16): ScenarioResult[] {
  const accept = (senders: number, rate: number): ScenarioResult =>
    toAcceptResult(
      [
        {
          product: { perSecond: rate },
          anchors: { floor: { perSecond: 20_000 }, echo: { serverMicros: echoMicros } },
        },
      ],
      { senders, ...load },
    );
  const deliveries = (lanes: number, rate: number): ScenarioResult =>
    toDeliveriesResult(
      createRound("undici Pool", { perSecond: rate }, { perSecond: 10_000 }),
      lanes,
      { total: 1_600, loops: ["undici Pool"] },
    );
  const shape = (name: "accounts" | "bot" | "keys", rate: number): ScenarioResult =>
    toShapeResult(
      name,
      { senders: 32, ...load },
      createRound("bare", { perSecond: rate }, { perSecond: 8_000 }),
    );
  const age = createRound("alone", { p99: 50 }, { p99: 10 });
  return [
    accept(32, 8_000),
    accept(256, 8_000),
    toPeersResult(
      createRound("socket.io insert", { perSecond: 2_000 }, { perSecond: 4_000 }),
      { senders: 1, ...load },
      [],
    ),
    shape("accounts", 6_000),
    shape("bot", 4_000),
    shape("keys", 7_000),
    toLowRateResult(createRound("naive", { serverMicros: 900 }, { serverMicros: 1_000 }), 50, load),
    deliveries(16, 1_000),
    deliveries(64, 4_000),
    {
      name: "dead endpoints: age on arrival at 100/s",
      params: {},
      rounds: age,
      ratios: {},
      goals: [upperGoal("CORE-122", "99 % beside dead endpoints / alone", 1.25, 5)],
    },
    toFanOutResult(createRound("ws", { p50: 2, p99: 12 }, { p99: 4 }), {
      seconds: 5,
      warmUpSeconds: 3,
      anchors: ["ws"],
    }),
    toInboxResult(
      10_000,
      { visitors: 1_000, largestChat: { id: 475, messages: 500 }, seconds: 1, sizes: {} },
      createRound("key read", { "list p50": 0.3, "counters p50": 0.9 }, { p50: 0.1 }),
      null,
    ),
    toStartResult(createRound("initdb, server, Fastify", { warmMs: 500 }, { warmMs: 250 }), 0, 0.4),
  ];
}

it("[PERF-1] the ten rows of --quick refer to figures, anchors and goals that the scenarios have", () => {
  const rows = fillQuickRows(createResults()) as MeasuredRow[];
  expect(rows.map(({ name, ratio, goal }) => [name, ratio, goal.id, goal.pass])).toEqual([
    ["accept / floor @32", 0.4, "PERF-30", false],
    ["accept / floor @256", 0.4, "PERF-30", false],
    ["accept / Socket.IO + INSERT @1", 0.5, "PERF-3", false],
    ["shape / bare @32: bot", 0.5, "PERF-19", false],
    ["server CPU / naive at 50/s", 0.9, "PERF-20", true],
    ["deliveries / Pool loop: x16", 0.1, "PERF-9", false],
    ["delivery p99 beside dead endpoints / alone", 5, "CORE-122", false],
    ["message to operator's socket p99 / bare ws", 3, "P4", true],
    ["inbox at 10 k / key read: counters", 9, "PERF-10", false],
    ["warm start / (server + listen)", 2, "PERF-12", true],
  ]);
  for (const { name, figure, anchor, ratio, goal, goalUnit } of rows) {
    expect([name, figure / anchor]).toEqual([name, ratio]);
    if (goalUnit === "") expect([name, goal.got]).toEqual([name, ratio]);
  }
  // This scenario builds its result together with the measurement.
  for (const text of ["`dead endpoints: age on arrival at ", "99 % beside dead endpoints / alone"])
    expect(deadEndpointsSource).toContain(text);
  expect(deadEndpointsSource).toContain("anchors: { alone }");
});

it("[PERF-1] every short form of --quick is of a scenario, and measures a row", () => {
  const names = quickScenarios.flatMap((scenario) => scenario.names);
  expect(new Set(names).size).toBe(names.length);
  const known = new Set(scenarios.flatMap((scenario) => scenario.names));
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  const results = quickRows.flatMap((row) => row.figures.map((figure) => figure.result));
  const prefixes: Record<string, string> = { "dead-endpoints": "dead endpoints", p4: "P4" };
  for (const name of names)
    expect([name, results.some((result) => result.startsWith(prefixes[name] ?? name))]).toEqual([
      name,
      true,
    ]);
});

it("[PERF-1] a row of a scenario that failed is not measured", () => {
  const results = createResults().filter(({ name }) => name !== "deliveries x64");
  expect(fillQuickRows(results)[5]).toEqual({ name: "deliveries / Pool loop" });
});

it("[PERF-5] a run whose echo takes more than 25 µs of CPU is void", () => {
  const findInvalid = (micros: number): string | undefined =>
    createResults(micros).find((result) => result.invalid !== undefined)?.invalid;
  expect(findInvalid(25)).toBeUndefined();
  expect(findInvalid(26)).toBe("one echo took 26 µs of CPU, at most 25 on a usual machine");
});

it("[PERF-3] a peer that is not installed is named with its install command", () => {
  const [prosody] = xmppServerKinds;
  if (prosody === undefined) throw new Error("no XMPP server");
  const result = toPeersResult(
    createRound("socket.io insert", { perSecond: 1 }, { perSecond: 1 }),
    { senders: 1, ...load },
    [prosody],
  );
  expect(isInstalled({ ...prosody, packages: ["parlour-no-such-package"] })).toBe(false);
  expect(getInstallCommand(prosody)).toBe("apt-get install prosody lua-dbi-postgresql");
  expect(result.notes).toEqual([
    "skipped: prosody is not installed (apt-get install prosody lua-dbi-postgresql)",
  ]);
  expect(result.goals.map(({ label }) => label)).toEqual(["accept / Socket.IO + INSERT @1"]);
});

it("[PERF-3] a peer that fails is named, misses its goal, and leaves the others their figures", () => {
  const result = toPeersResult(
    [
      {
        product: { perSecond: 3 },
        anchors: { "socket.io insert": { perSecond: 2 }, "socket.io lean": { perSecond: 1 } },
      },
      { product: { perSecond: 3 }, anchors: { "socket.io insert": { perSecond: 2 } } },
    ],
    { senders: 32, ...load },
    [],
    new Map([
      ["socket.io lean", "ended"],
      ["prosody", "port in use"],
    ]),
  );
  expect(result.notes).toEqual(["failed: socket.io lean: ended", "failed: prosody: port in use"]);
  expect(Object.keys(result.ratios)).toEqual(["perSecond/socket.io insert"]);
  expect(result.goals.map(({ label, pass }) => [label, pass])).toEqual([
    ["accept / Socket.IO + INSERT @32", true],
    ["accept / Socket.IO + lean transaction @32", false],
    ["failures of prosody @32", false],
  ]);
});

it("[PERF-31] the program in C confirms a rate within 15 %, and is skipped without a compiler", () => {
  const measure = (rate: number) =>
    toDriverResult(createRound("C driver", { perSecond: 100 }, { perSecond: rate }), {
      senders: 32,
      ...load,
    }).goals.map(({ got, pass }) => [got, pass]);
  expect(measure(110)).toEqual([[0.09091, true]]);
  expect(measure(80)).toEqual([[0.25, false]]);
  expect(compileLoad(tmpdir(), "parlour-no-such-compiler")).toBeNull();
});

it("[PERF-1] the options select all scenarios, the ten rows, or the named ones", () => {
  const select = (...args: string[]) => selectScenarios(parseOptions(args));
  const selectNames = (...args: string[]): string[] =>
    select(...args).flatMap((scenario) => scenario.names);
  expect(select()).toBe(scenarios);
  expect(select("--quick")).toBe(quickScenarios);
  expect(selectNames("--only", "inbox,accept")).toEqual(["accept", "inbox"]);
  expect(selectNames("--peers")).toEqual(["peers"]);
  expect(selectNames("--peers", "--only", "accept")).toEqual(["accept", "peers"]);
  // The short form of a scenario, with all its rows.
  const short = parseOptions(["--quick", "--only", "accept"]);
  expect(printsQuickRows(short)).toBe(false);
  expect(selectScenarios(short)).toEqual(scenarios.filter(({ names }) => names[0] === "accept"));
});

it("[PERF-1] the options have defaults, and wrong ones are refused", () => {
  expect(parseOptions([])).toMatchObject({ rounds: 5, p4Seconds: 30, soakMinutes: 1, big: false });
  expect(parseOptions(["--quick"]).rounds).toBe(2);
  expect(parseOptions(["--quick", "--rounds", "3"]).rounds).toBe(3);
  expect(() => parseOptions(["--only", "accept,none"])).toThrow("no scenario is called none");
  expect(() => parseOptions(["--rounds", "0"])).toThrow("0 is not a number above 0");
  expect(() => parseOptions(["--fast"])).toThrow("--fast");
});

/**
 * Starts a server that answers the handshake of XMPP. `deliver` receives a message of a customer
 * and the operator's socket.
 */
async function startFakeXmppServer(
  deliver: (stanza: string, operator: Socket) => void,
): Promise<number> {
  const features = "<stream:features></stream:features>";
  let operator: Socket | undefined;
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.setEncoding("utf8");
    socket.on("error", () => undefined);
    socket.on("data", (text: string) => {
      if (text.startsWith("<?xml")) socket.write(`<stream:stream>${features}`);
      else if (text.startsWith("<auth")) {
        const credentials = Buffer.from(/>(.+)</.exec(text)?.[1] ?? "", "base64").toString();
        if (credentials === "\0operator\0bench") operator = socket;
        socket.write("<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>");
      } else if (text.startsWith("<iq")) socket.write("<iq type='result' id='bind'></iq>");
      else if (text.startsWith("<message") && operator) deliver(text, operator);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

it("[PERF-3] a message to an XMPP peer counts when the operator's socket has received it", async () => {
  let delivered = 0;
  const port = await startFakeXmppServer((stanza, operator) => {
    delivered++;
    // Cut within the id.
    const cut = stanza.lastIndexOf("-");
    operator.write(stanza.slice(0, cut));
    setImmediate(() => operator.write(stanza.slice(cut)));
  });
  const xmpp = await openXmppLoad({ port, senders: 1, text: "Hello" });
  onTestFinished(() => xmpp.close());
  const result = await xmpp.run(50);
  expect(result.sent).toBeGreaterThan(0);
  expect(delivered).toBe(result.sent);
  expect(result.refused).toBe(0);
});

it("[PERF-3] a load ends with the reason if the XMPP peer closes the connection", async () => {
  const port = await startFakeXmppServer((_stanza, operator) => operator.destroy());
  const xmpp = await openXmppLoad({ port, senders: 2, text: "Hello" });
  onTestFinished(() => xmpp.close());
  await expect(xmpp.run(5_000)).rejects.toThrow("XMPP: operator: connection closed");
});
