import type { ScenarioResult } from "../harness/stats.ts";
import { xmppServerKinds } from "../xmpp/servers.ts";
import { acceptAnchors, acceptScenario } from "./accept.ts";
import { commitScenario } from "./commit.ts";
import { crashScenario } from "./crash.ts";
import { deadEndpointsScenario } from "./dead-endpoints.ts";
import { deliveriesScenario, deliveryLoops } from "./deliveries.ts";
import { driverScenario } from "./driver.ts";
import { feedsScenario } from "./feeds.ts";
import { inboxBrowserScenario } from "./inbox-browser.ts";
import { reconnectStormScenario } from "./reconnect-storm.ts";
import { idleScenario } from "./idle.ts";
import { inboxScenario } from "./inbox.ts";
import { fanOutAnchors, fanOutScenario } from "./fan-out.ts";
import { lowRatesScenario } from "./low-rates.ts";
import { memoryScenario } from "./memory.ts";
import { nodesScenario } from "../nodes/scenario.ts";
import { noisyNeighbourScenario } from "./noisy-neighbour.ts";
import { peersScenario, socketIoStores } from "./peers.ts";
import { reportsScenario } from "./reports.ts";
import { rollingRestartScenario } from "./rolling-restart.ts";
import { schemaChangeScenario } from "./schema-change.ts";
import { searchLagScenario } from "./search-lag.ts";
import { shapesScenario } from "./shapes.ts";
import { silentPeersScenario } from "./silent-peers.ts";
import { socketsScenario } from "./sockets.ts";
import { startScenario } from "./start.ts";
import { widgetsScenario } from "./widgets.ts";
import { widgetBrowserScenario } from "./widget-browser.ts";
import { largeAccountScenario, workScenario } from "./work.ts";

export interface BenchContext {
  /** Maintenance database of the run's PostgreSQL. */
  readonly serverUrl: string;
  readonly folder: string;
  readonly quick: boolean;
  readonly rounds: number;
  readonly roundMs: number;
  readonly warmUpMs: number;
  /** Returns whether a name was requested. For scenarios that share their rounds. */
  readonly wants: (name: string) => boolean;
  readonly p4Seconds: number;
  /** Number of sockets during the rolling restart. */
  readonly sockets: number;
  /** Whether the nodes of the rolling restart use Redis. */
  readonly redis: boolean;
  readonly soakMinutes: number;
  /** Also runs scenarios that take long to prepare: the inbox and its reports at 10 M messages. */
  readonly big: boolean;
  /** Folder for CPU profiles of the server. */
  readonly profile: string | undefined;
}
export interface Scenario {
  /** Names to request the scenario. */
  readonly names: readonly string[];
  /** Time limit of the scenario. */
  readonly limitSeconds: number;
  run(context: BenchContext): Promise<readonly ScenarioResult[]>;
}

/** In execution order. */
export const scenarios: readonly Scenario[] = [
  {
    names: ["commit"],
    limitSeconds: 60,
    run: async (c) => [
      await commitScenario({
        databaseUrl: c.serverUrl,
        folder: c.folder,
        roundMs: Math.min(c.roundMs, 1_000),
        rounds: Math.min(c.rounds, 2),
      }),
    ],
  },
  {
    names: ["accept"],
    limitSeconds: 600,
    run: (c) =>
      acceptScenario({
        serverUrl: c.serverUrl,
        senders: c.quick ? [32] : [1, 32, 256],
        rounds: c.rounds,
        roundMs: c.roundMs,
        warmUpMs: c.warmUpMs,
        profile: c.profile,
        anchors: acceptAnchors,
      }),
  },
  {
    names: ["driver"],
    limitSeconds: 900,
    run: (c) =>
      driverScenario({
        serverUrl: c.serverUrl,
        folder: c.folder,
        senders: [1, 32, 256],
        rounds: Math.min(c.rounds, 3),
        roundMs: c.roundMs,
        warmUpMs: c.warmUpMs,
        profile: c.profile,
      }),
  },
  {
    names: ["peers"],
    limitSeconds: 1_200,
    run: (c) =>
      peersScenario({
        serverUrl: c.serverUrl,
        senders: c.quick ? [1, 32] : [1, 32, 256],
        rounds: Math.min(c.rounds, 3),
        roundMs: c.roundMs,
        warmUpMs: c.warmUpMs,
        profile: c.profile,
        stores: socketIoStores,
        xmppServers: xmppServerKinds,
      }),
  },
  {
    names: ["shapes"],
    limitSeconds: 900,
    run: (c) =>
      shapesScenario({
        serverUrl: c.serverUrl,
        senders: c.quick ? [32] : [32, 256],
        rounds: Math.min(c.rounds, 3),
        roundMs: c.roundMs,
        warmUpMs: c.warmUpMs,
        profile: c.profile,
      }),
  },
  {
    names: ["nodes"],
    limitSeconds: 900,
    run: (c) =>
      nodesScenario({
        serverUrl: c.serverUrl,
        folder: c.folder,
        accounts: c.quick ? [20] : [2, 20],
        rounds: Math.min(c.rounds, 4),
        sliceMs: 1_000,
        warmUpMs: c.warmUpMs * 2,
      }),
  },
  {
    names: ["work"],
    limitSeconds: 1_200,
    run: (c) =>
      workScenario({
        serverUrl: c.serverUrl,
        rounds: Math.min(c.rounds, 5),
        roundMs: c.roundMs,
        warmUpMs: c.warmUpMs,
        profile: c.profile,
      }),
  },
  {
    names: ["large-account"],
    limitSeconds: 3_600,
    run: (c) =>
      largeAccountScenario({
        serverUrl: c.serverUrl,
        rounds: Math.min(c.rounds, 5),
        size: c.quick ? 10_000 : 1_000_000,
        profile: c.profile,
      }),
  },
  {
    names: ["low"],
    limitSeconds: 600,
    run: (c) =>
      lowRatesScenario({
        serverUrl: c.serverUrl,
        rates: [10, 50, 200],
        rounds: Math.min(c.rounds, 3),
        roundMs: c.quick ? 5_000 : 10_000,
        warmUpMs: c.warmUpMs,
        profile: c.profile,
      }),
  },
  {
    names: ["search-lag"],
    limitSeconds: 600,
    run: async (c) => [
      await searchLagScenario({
        serverUrl: c.serverUrl,
        seconds: c.quick ? 20 : 60,
        profile: c.profile,
      }),
    ],
  },
  {
    names: ["sockets", "fan-out"],
    limitSeconds: 240,
    run: async (c) => {
      const all = await socketsScenario({
        serverUrl: c.serverUrl,
        rounds: c.quick ? 1 : Math.min(c.rounds, 2),
        sockets: c.quick ? 1_000 : 5_000,
        ms: c.quick ? 1_500 : 3_000,
        profile: c.profile,
      });
      return all.filter(({ name }) => c.wants(name.startsWith("sockets") ? "sockets" : "fan-out"));
    },
  },
  {
    names: ["widgets"],
    limitSeconds: 240,
    run: async (c) => [
      await widgetsScenario({
        serverUrl: c.serverUrl,
        sockets: 2_000,
        seconds: c.quick ? 10 : 30,
        profile: c.profile,
      }),
    ],
  },
  {
    names: ["p4", "fan-out"],
    limitSeconds: 600,
    run: async (c) => [
      await fanOutScenario({
        serverUrl: c.serverUrl,
        seconds: c.p4Seconds,
        warmUpSeconds: c.p4Seconds >= 300 ? 30 : Math.min(5, c.p4Seconds),
        anchors: fanOutAnchors,
        profile: c.profile,
      }),
    ],
  },
  {
    names: ["feeds"],
    limitSeconds: 300,
    run: async (c) => [
      await feedsScenario({
        serverUrl: c.serverUrl,
        readers: 500,
        rounds: c.quick ? 1 : 4,
        ms: c.quick ? 10_000 : 15_000,
        warmUpMs: 5_000,
        profile: c.profile,
      }),
    ],
  },
  {
    names: ["deliveries"],
    limitSeconds: 300,
    run: (c) =>
      deliveriesScenario({
        serverUrl: c.serverUrl,
        lanes: [16, 64],
        rounds: Math.min(c.rounds, 2),
        total: c.quick ? 3_200 : 6_400,
        lagMs: 3_000,
        loops: deliveryLoops,
        profile: c.profile,
      }),
  },
  {
    names: ["dead-endpoints"],
    limitSeconds: 300,
    run: async (c) => [
      await deadEndpointsScenario({
        serverUrl: c.serverUrl,
        rounds: c.quick ? 2 : c.rounds * 2,
        lagMs: c.quick ? 3_000 : 5_000,
        profile: c.profile,
      }),
    ],
  },
  {
    names: ["neighbour"],
    limitSeconds: 120,
    run: (c) =>
      noisyNeighbourScenario({
        serverUrl: c.serverUrl,
        rounds: c.quick ? 1 : Math.min(c.rounds, 3),
        ms: c.quick ? 3_000 : 5_000,
        profile: c.profile,
      }),
  },
  {
    names: ["silent"],
    limitSeconds: 150,
    run: async (c) => [
      await silentPeersScenario({
        serverUrl: c.serverUrl,
        sockets: c.quick ? 1_000 : 10_000,
        profile: c.profile,
      }),
    ],
  },
  {
    names: ["herd"],
    limitSeconds: 150,
    run: async (c) => [
      await reconnectStormScenario({
        serverUrl: c.serverUrl,
        operators: c.quick ? 400 : 4_000,
        windows: c.quick ? 100 : 1_000,
        profile: c.profile,
      }),
    ],
  },
  {
    names: ["rolling"],
    limitSeconds: 1_800,
    run: async (c) => [await rollingRestartScenario({ sockets: c.sockets, hasRedis: c.redis })],
  },
  {
    names: ["inbox"],
    limitSeconds: 3_600,
    run: (c) =>
      inboxScenario({
        serverUrl: c.serverUrl,
        sizes: c.quick ? [10_000] : [10_000, 1_000_000, ...(c.big ? [10_000_000] : [])],
        rounds: c.rounds,
        ms: c.quick ? 200 : 500,
      }),
  },
  {
    names: ["reports"],
    limitSeconds: 3_600,
    run: (c) =>
      reportsScenario({
        serverUrl: c.serverUrl,
        sizes: c.quick ? [10_000] : [1_000_000, ...(c.big ? [10_000_000] : [])],
        rounds: c.rounds,
      }),
  },
  {
    names: ["schema"],
    limitSeconds: 3_600,
    run: async (c) => [
      await schemaChangeScenario({
        serverUrl: c.serverUrl,
        messages: c.quick ? 10_000 : c.big ? 10_000_000 : 1_000_000,
        rate: 200,
        baselineSeconds: c.quick ? 10 : 60,
        stopAfterMs: c.quick ? 500 : 20_000,
      }),
    ],
  },
  {
    names: ["idle"],
    limitSeconds: 120,
    run: async (c) => [await idleScenario({ serverUrl: c.serverUrl, seconds: c.quick ? 20 : 60 })],
  },
  {
    names: ["crash"],
    limitSeconds: 150,
    run: async (c) => [
      await crashScenario({ cycles: c.quick ? 1 : 2, loadMs: c.quick ? 1_500 : 3_000 }),
    ],
  },
  {
    names: ["start"],
    limitSeconds: 120,
    run: async (c) => [await startScenario({ rounds: Math.min(c.rounds, 3), idleSeconds: 3 })],
  },
  {
    names: ["memory"],
    limitSeconds: 210,
    run: async (c) => [await memoryScenario({ serverUrl: c.serverUrl, minutes: c.soakMinutes })],
  },
  {
    names: ["desk"],
    limitSeconds: 900,
    run: async (c) => [
      await inboxBrowserScenario({
        serverUrl: c.serverUrl,
        chats: 5_000,
        seconds: c.quick ? 40 : 600,
        rate: 50,
      }),
    ],
  },
  {
    names: ["window"],
    limitSeconds: 300,
    run: async (c) => [
      await widgetBrowserScenario({ serverUrl: c.serverUrl, opens: c.quick ? 5 : 20 }),
    ],
  },
];
